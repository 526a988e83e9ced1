"""Where a game belongs in its event, and which rounds are overdue. Writes nothing."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.presenting.titles import PlaceInEvent
from tournaments.event_rules.layouts import Form
from tournaments.formats.round_names import place_of_tie
from tournaments.models import Division, Event, Round
from tournaments.queries import size_of_bracket


def place_of(division: Division) -> PlaceInEvent:
    """The event's name, with the division where there are several."""
    event = division.event
    if event.form == Form.LEAGUE:
        return {"event": event.name, "tier": division.tier, "division": division.number}
    if event.form == Form.GROUPS:
        in_group = division.stage.number == 1
        return {"event": event.name, "group": division.number} if in_group else {"event": event.name, "finals": True}
    return {"event": event.name}


def place_of_meeting(division: Division, number: int, table: int) -> PlaceInEvent:
    """Where a game of a meeting belongs: that of the division and, where there are rounds, the round."""
    if division.event.form in (Form.LADDER, Form.MATCH):
        return place_of(division)
    return place_of(division) | place_of_tie(division.stage.format, size_of_bracket(division), number, table)


def overdue_rounds(*, now: datetime) -> list[Round]:
    """Rounds of running events whose deadline is over while games of theirs are not, the longest overdue first."""
    late = Round.objects.filter(
        deadline__lte=now,
        division__event__state=Event.State.RUNNING,
        division__event__paused_at=None,
        fixtures__games__game__status=Game.Status.RUNNING,
    )
    return list(late.select_related("division__event").distinct().order_by("deadline", "pk"))
