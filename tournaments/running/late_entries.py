"""Entries into a running event: a ladder always takes them, a Swiss tournament before its second round."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext

from games.models import Player
from tournaments.event_log.append import append
from tournaments.event_log.kinds import Entered
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EntriesClosed
from tournaments.formats.ladder import is_ending
from tournaments.formats.swiss import rounds_of
from tournaments.models import Division, Entrant, Event
from tournaments.queries import account_of, free_places
from tournaments.running.progress import request_standings
from tournaments.setup.seeding import ratings_of
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind

LATEST_ENTRY = 1  # of a Swiss tournament: while no more rounds than this are paired, and not the last one

Status = Entrant.Status


def enter_late(event: Event, player: Player, entrant: Entrant | None, at: datetime) -> Entrant:
    """``late_entry``, as its player made it. The event is locked. Raises EntriesClosed."""
    entrant, entered = late_entry(event, player, entrant, at)
    append(event, entered, at=at, division=entrant.division)
    return entrant


def late_entry(event: Event, player: Player, entrant: Entrant | None, at: datetime) -> tuple[Entrant, Entered]:
    """A place in a running event that still takes entries, a ladder, or a Swiss tournament before its second round,
    and the entry of the log about it, which is still to be written.

    A round that was missed by it counts like one that a player asks to sit out. A player who has been on a ladder
    before keeps the pairing number. The event is locked. Raises EntriesClosed.
    """
    division = late_division(event)
    if division is None:
        raise EntriesClosed(
            gettext("{event} is running and takes no more entries. You can stand by as a substitute, though.").format(
                event=event.name
            )
        )
    if not free_places(event):
        raise EntriesClosed(
            gettext("{event} is full: all {most_entrants} places are taken.").format(
                event=event.name, most_entrants=event.most_entrants
            )
        )
    entrant = entrant or Entrant(event=event, player=player)
    is_again = entrant.number is not None
    entrant.status, entrant.entered_at = Status.ACTIVE, at
    if not is_again:
        last = division.entrants.aggregate(last=Max("number"))["last"] or 0
        entrant.division, entrant.number, entrant.is_late = division, last + 1, True
        entrant.rating = ratings_of(event, [player.pk], at)[player.pk]
    entrant.save()
    missed = division.rounds.count() if event.form == Form.SWISS else 0
    entered = Entered(
        entrant=entrant.pk,
        player=player.pk,
        number=entrant.number or 0,
        rating=entrant.rating or 0,
        again=is_again,
        byes=tuple(Bye(entrant.pk, number, bye_for_missed(event)) for number in range(1, missed + 1)),
    )
    request_standings(division)
    return entrant, entered


def bye_for_missed(event: Event) -> RoundKind:
    """What the round counts as that a player has missed who enters a Swiss tournament late."""
    return RoundKind.HALF_BYE if event.event_ruleset.half_byes else RoundKind.ZERO_BYE


def late_division(event: Event) -> Division | None:
    """The division of a running event that still takes entries, if there is one."""
    division = event.divisions.select_related("stage").filter(stage__number=1).first()
    if division is None:
        return None
    if event.form == Form.LADDER:
        return None if is_ending(account_of(division)) else division
    if event.form != Form.SWISS:
        return None
    paired, last = division.rounds.count(), rounds_of(event.event_layout, division.entrants.count())
    return division if paired <= LATEST_ENTRY and paired < last else None
