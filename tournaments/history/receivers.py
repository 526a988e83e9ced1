"""What titles add elsewhere: to a player's pages and record, and below the calendar."""

from __future__ import annotations

from django.dispatch import receiver
from django.template.loader import render_to_string

from games.models import Player
from tournaments.circuits.tables import circuit_titles_of, latest_first
from tournaments.history.rows import player_titles, title_rows
from tournaments.history.titles import events_with_titles, titles_in, titles_of
from tournaments.signals import calendar_shown, player_shown, record_asked

FEW_EVENTS = 20


@receiver(player_shown, dispatch_uid="history.player")
def titles_of_player(player: Player, **facts: object) -> str:
    titles = player_titles(latest_first(titles_of(player), circuit_titles_of(player)))
    return render_to_string("history/_titles_of_player.html", {"titles": titles})


@receiver(record_asked, dispatch_uid="history.record")
def titles_in_record(player: Player, **facts: object) -> dict[str, object]:
    return {"titles": titles_of(player), "circuits": circuit_titles_of(player)}


@receiver(calendar_shown, dispatch_uid="history.calendar")
def ended_last(rules: str, **facts: object) -> str:
    """The events that ended last, with their champions."""
    ended = events_with_titles()
    rows = title_rows(titles_in((ended.filter(rules=rules) if rules else ended)[:FEW_EVENTS]))
    return render_to_string("history/_ended_last.html", {"ended": rows})
