"""Another player on somebody's place."""

from __future__ import annotations

from datetime import datetime

from games.exceptions import GameError
from games.models import Player
from games.play import directing as games
from tournaments.directing.common import (
    check_latest_stage,
    check_running,
    check_still_there,
    entrant_of,
    known_line,
    write_line,
)
from tournaments.directing.departures import plays_on, reinstatement
from tournaments.entries.admission import player_named
from tournaments.event_log.append import lock_games_and_event
from tournaments.event_log.kinds import Substituted
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, Result
from tournaments.queries import open_games_of
from tournaments.running.services import lock_directed

Status = Entrant.Status


def substitute(
    *,
    event_id: int,
    entrant_id: int,
    username: str,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Another player takes over somebody's place, with all that has been reached and the open games.

    Raises EventError, also for a name that nobody has, and NotDirector.
    """
    entrant = Entrant.objects.select_related("player").filter(event=event_id, pk=entrant_id).first()
    if entrant is None:
        raise EventError(f"Event {event_id} has no entrant {entrant_id}.")
    return replace_player(entrant, player_named(username), player, reason, at, key)


def replace_player(
    entrant: Entrant, new: Player, director: Player | None, reason: str, at: datetime, key: str | None = None
) -> Result:
    """``substitute``; ``director`` None: by the rules of the event. Two at once: the second is refused.

    Raises EventError, and NotDirector.
    """
    old = entrant.player
    with lock_games_and_event(open_games_of(entrant), entrant.event_id) as event:
        if director is not None:
            lock_directed(event.pk, director)
        if known := known_line(event, key):
            return known
        check_running(event)
        entrant = entrant_of(event, entrant.pk)
        check_still_there(entrant, old)
        check_latest_stage(entrant)
        if entrant.status == Status.DISQUALIFIED and director is None:
            raise EventError(f"{old} was disqualified; only a director can fill the place.")
        check_substitute(entrant, new)
        event.entrants.filter(player=new, number=None).delete()  # the offer to stand by is taken up
        payload = Substituted(entrant=entrant.pk, old=old.pk, new=new.pk)
        line = write_line(event, payload, director, reason, at, entrant.division, key=key)
        _reinstate(event, entrant, director, reason, at)
        entrant.player, entrant.status = new, Status.ACTIVE
        entrant.save(update_fields=["player", "status"])
        _hand_over_games(entrant, director, line.entry.payload.why, at)
        return line


def _hand_over_games(entrant: Entrant, director: Player | None, reason: str, at: datetime) -> None:
    for game in open_games_of(entrant).select_related("fixture_game"):
        try:
            games.substitute_seat(
                game_id=game.pk,
                seat=game.fixture_game.seating.index(entrant.pk),
                player_id=entrant.player_id,
                actor_id=director.pk if director else None,
                reason=reason,
                at=at,
            )
        except GameError as error:
            raise EventError(error.message) from error


def _reinstate(event: Event, entrant: Entrant, player: Player | None, reason: str, at: datetime) -> None:
    """If the entrant had left, it is as if he had not: somebody else plays on for him."""
    for payload in reinstatement(entrant):
        write_line(event, payload, player, reason, at, entrant.division)


def check_substitute(entrant: Entrant, new: Player) -> None:
    """Raises EventError for who cannot take over this place."""
    if new.is_bot or new.pk == entrant.player_id or not new.is_active:
        raise EventError("A substitute is another person than who plays now, with an open account, and no house bot.")
    if entrant.status == Status.WITHDRAWN and plays_on(entrant):
        raise EventError(f"{entrant.player} has left the ladder, and no place is kept. Let {new} enter it.")
    here = Entrant.objects.filter(division__event=entrant.event_id, division__stage__number=entrant.stage_number)
    if here.filter(player=new).exists():
        raise EventError(f"{new} plays in {entrant.event.name} already.")
