"""Is a stored game what its log says? Replays the log by the rules and compares every cached value with it."""

from __future__ import annotations

from typing import Any

from games import dice
from games.log import chain
from games.models import Game, GameEvent
from games.rules.base import MoveError, Position, Rules
from games.rules.replay import positions_of


def check_game(game: Game) -> list[str]:
    """What is wrong with a game, a sentence each; empty when log and stored position agree."""
    events = list(game.events.order_by("seq"))
    seats = list(game.seats.order_by("number"))
    problems = _check_chain(game, events)
    try:
        position = _replay(game.game_rules, game.game_rules.start(len(seats), game.options), events)
    except (MoveError, ReplayError) as error:
        return [*problems, f"the log cannot be replayed: {error}"]
    if position != game.load_position():
        problems.append("the stored position is not the one that the log leads to")
    if game.status == Game.Status.RUNNING and game.to_act != position.seat_to_act:
        problems.append(f"seat {game.to_act} is stored as to act, the log says {position.seat_to_act}")
    if game.status == Game.Status.FINISHED and [seat.points for seat in seats] != list(position.scores):
        problems.append("the stored points are not those of the last position")
    return problems


class ReplayError(Exception):
    """The log has something that no game can have."""


def _check_chain(game: Game, events: list[GameEvent]) -> list[str]:
    problems = []
    previous = ""
    for number, event in enumerate(events, start=1):
        if event.seq != number:
            problems.append(f"event {number} is missing")
            break
        if event.receipt != chain(previous, event):
            problems.append(f"the receipt of event {number} does not fit what it says")
        previous = event.receipt
    plies = [event.ply for event in events if event.ply is not None]
    if plies != list(range(1, game.ply + 1)):
        problems.append(f"the log has {len(plies)} plies, the game says {game.ply}")
    if previous != game.receipt or len(events) != game.seq:
        problems.append("the newest receipt of the log is not the game's")
    if events and events[0].text != dice.commit(game.secret):
        problems.append("the secret is not the one that the first event commits to")
    return problems


def _replay(rules: Rules[Any, Any], position: Position[Any], events: list[GameEvent]) -> Position[Any]:
    recorded = [event for event in events if event.ply is not None]
    for event, after in zip(recorded, positions_of(rules, position, [event.text for event in recorded]), strict=True):
        if position.seat_to_act != event.seat:
            raise ReplayError(f"at ply {event.ply} seat {event.seat} was not to act")
        position = after
    return position
