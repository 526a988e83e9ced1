"""What deeds of directors have in common: a line of the log with who did it and why, written once under its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from games.exceptions import GameError
from games.models import Game, Player
from tournaments.event_log.append import append
from tournaments.event_log.kinds import Kind, OfGame
from tournaments.event_log.reading import with_key, with_key_like
from tournaments.exceptions import EventError, KeyReused, Meanwhile
from tournaments.models import Division, Entrant, Event, Result
from tournaments.running.progress import tell_standings
from tournaments.running.services import check_directs, lock_directed

LONGEST_REASON = 200


def write_line(
    event: Event,
    payload: Kind,
    player: Player | None,
    reason: str,
    at: datetime,
    division: Division | None,
    *,
    game_id: int | None = None,
    key: str | None = None,
) -> Result:
    """Write a line with who did it (None: the rules of the event) and why, and tell workers that the table has changed.

    The event is locked. ``at`` is now; ``division`` None: the line concerns the whole event. Raises EventError for a
    reason that is empty or too long, and for an event in the archive.
    """
    text = check_reason(reason)
    if event.state == Event.State.ARCHIVED:
        raise EventError(f"{event.name} is in the archive; nothing of it changes any more.")
    game = Game.objects.get(pk=game_id) if game_id is not None else None
    full = replace(payload, actor=player.pk if player else None, why=text, key=key)
    line = append(event, full, at=at, division=division, game=game)
    if division is not None:
        tell_standings(division)
    return line


def known_line(event: Event, key: str | None) -> Result | None:
    """The line that was written under this key, if the deed was done before.

    A key may be ``name#request``. Of two requests with one name at the same moment one is done, since services ask
    under the event's lock; raises KeyReused for the other one.
    """
    if key is None:
        return None
    line = with_key(event.results.all(), key).first()
    name, mark, _ = key.partition("#")
    if line is None and mark and with_key_like(event.results.all(), name + mark).exists():
        raise KeyReused("Another request was sent under this key before, and is done. Use a new key for a new request.")
    return line


def check_reason(reason: str) -> str:
    """The reason as it stands in the log: one line, of marks that can be seen, as the logs of games want it.

    Raises EventError for one that is empty or too long.
    """
    text = " ".join("".join(mark if mark.isprintable() else " " for mark in reason).split())
    if not 1 <= len(text) <= LONGEST_REASON:
        raise EventError(f"Say why, in 1 to {LONGEST_REASON} characters: it stands in the event's public log.")
    return text


def check_running(event: Event) -> None:
    """Raises Meanwhile for an event that does not run."""
    if event.state != Event.State.RUNNING:
        raise Meanwhile(f"{event.name} is {event.get_state_display()}.")


def check_counts(event: Event) -> None:
    """Results count while an event runs and when it is over. Raises EventError for others, such as one called off."""
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        raise EventError(f"{event.name} is {event.get_state_display()}.")


def entrant_of(event: Event, entrant_id: int) -> Entrant:
    """An entrant of the event, with player and division. Raises EventError."""
    entrant = (
        event.entrants.select_related("player", "division__stage", "division__event").filter(pk=entrant_id).first()
    )
    if entrant is None:
        raise EventError(f"{event.name} has no entrant {entrant_id}.")
    return entrant


def check_still_there(entrant: Entrant, player: Player) -> None:
    """Raises Meanwhile if the place of ``player``, who is meant, has been taken over by somebody else meanwhile."""
    if entrant.player_id != player.pk:
        raise Meanwhile(f"{entrant.player} has taken over the place of {player} already.")


def check_latest_stage(entrant: Entrant) -> None:
    """Raises Meanwhile for a place in the groups if the finals have begun, and its player is in them."""
    later = Entrant.objects.filter(event=entrant.event_id, player=entrant.player_id)
    if later.filter(division__stage__number__gt=entrant.stage_number).exists():
        raise Meanwhile(
            f"The finals have begun meanwhile, and {entrant.player} is in them. Look at them, and try again."
        )


def game_of(event_id: int, game_id: int) -> Game:
    """A game of an event. Raises EventError."""
    game = (
        Game.objects.select_related("fixture_game__fixture__round__division")
        .filter(pk=game_id, fixture_game__fixture__round__division__event=event_id)
        .first()
    )
    if game is None:
        raise EventError(f"Game {game_id} is none of this event.")
    return game


@transaction.atomic
def do_to_game(
    event_id: int,
    game: Game,
    player: Player,
    reason: str,
    at: datetime,
    deed: Callable[..., Any],
    payload: Kind,
    key: str | None,
    *,
    check: Callable[[Event], None],
    **arguments: Any,
) -> Result:
    """Something done to one running game, in its log and in the event's, if ``check`` allows it in the event's state.

    Games are locked before events. Raises EventError, NotDirector, and KeyReused.
    """
    event = Event.objects.get(pk=event_id)
    check_directs(event, player)
    text = check_reason(reason)
    try:
        deed(game_id=game.pk, actor_id=player.pk, reason=text, at=at, key=key, **arguments)
    except GameError as error:
        if known := known_line(event, key):
            return known
        raise EventError(error.message) from error
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    check(event)
    division = game.fixture_game.fixture.round.division
    about = game.pk if isinstance(payload, OfGame) else None
    return write_line(event, payload, player, text, at, division, game_id=about, key=key)
