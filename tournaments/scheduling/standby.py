"""Substitutes who step in by themselves, at tables of three and more.

When somebody leaves an event, or has lost on time in all games that are still open, the first player who stands by
takes over the place, with everything that goes with it. Somebody who resigns a game has decided about that game, not
about the event, and keeps the place; so does a disqualified player, until a director gives it to somebody. In games of
two a substitute would take over a lost game, or a void one: there the director decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from games.models import Game, Seat
from ground.wording import kept
from tournaments.event_log.append import lock_games_and_event
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import open_games_of, standby_of
from tournaments.running import services
from tournaments.running.decisions import Decision
from tournaments.running.substitution import replace_player
from tournaments.standings.matches import TIME

State = Event.State
Status = Entrant.Status

REASON = kept("Stands by, and takes over the place of a player who has left.")


def places_to_fill() -> list[Entrant]:
    """Whose places somebody should take over, in events where somebody stands by; the longest gone first."""
    waiting = Event.objects.filter(
        state=State.RUNNING, paused_at=None, layout__seats__gt=2, entrants__status=Status.STANDBY
    ).distinct()
    return [entrant for event in waiting.order_by("pk") for entrant in _gone_from(event)]


def _gone_from(event: Event) -> Iterator[Entrant]:
    """Entrants whose seats in open games are all empty, because they have left the event or ran out of time."""
    seats = Seat.objects.filter(
        game__status=Game.Status.RUNNING, game__fixture_game__fixture__round__division__event=event
    ).select_related("game__fixture_game")
    reasons: dict[int, set[str]] = {}
    for seat in seats.order_by("left_ply", "pk"):
        entrant = seat.game.fixture_game.seating[seat.number]
        reasons.setdefault(entrant, set()).add(seat.left_reason if seat.has_left else "")
    found = event.entrants.select_related("player", "division", "event").in_bulk(list(reasons))
    for key, whys in reasons.items():
        entrant = found[key]
        is_late = entrant.status == Status.ACTIVE and whys == {TIME}  # not a player who left, and is back
        has_left = entrant.status == Status.WITHDRAWN and "" not in whys
        if is_late or has_left:
            yield entrant


def fill(entrant: Entrant, *, at: datetime) -> EventLogEntry | None:
    """Give a place to the first player who stands by and can take it over, if it still waits for somebody: the event
    may have been paused meanwhile, or somebody else has the place. None if nobody does. Asked twice, it is done once.
    """
    with lock_games_and_event(open_games_of(entrant), entrant.event_id) as event:
        is_played = event.state == State.RUNNING and event.paused_at is None
        if not is_played or entrant not in _gone_from(event):
            return None
        for offer in standby_of(event):
            try:
                services.check_may_enter(event, offer.player, at)
                return replace_player(entrant, offer.player, Decision(None, REASON, at))
            except EventError:  # had a seat of these games before, or may not enter
                continue
        return None
