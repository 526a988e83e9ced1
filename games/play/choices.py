"""What may be done in a game, now or at an earlier ply, after steps that nobody has sent yet. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.play import queries
from games.rules.base import Position
from games.rules.choices import Choices, choices_of
from games.turns.playing import read_turn
from games.work import Budget


@dataclass(frozen=True, slots=True)
class Ahead:
    """A position that unsent steps lead to: these in canonical text, and what may be done then."""

    position: Position[Any]
    after: tuple[str, ...]
    choices: Choices


def position_for(game: Game, ply: int) -> Position[Any]:
    """The position of a game after so many plies, the present one without a replay."""
    return game.load_position() if ply == game.ply else queries.position_at(game, ply)


def look_ahead(game: Game, ply: int, text: str) -> Ahead:
    """What may be done after the steps in ``text``, played by the seat to act at ``ply`` and up to the first roll.

    Blank text: at that ply itself. Steps of another seat do not count among them. Nothing may be done in a game that
    is over. Raises RefusedMove, NotYourTurn or GameOver, as for a move that is sent, and TooMuchWork.
    """
    budget = Budget()
    position = position_for(game, ply)
    seat = position.seat_to_act
    if game.is_over and ply == game.ply:
        return Ahead(position, (), Choices(None, (), game.game_rules.place_words(position), {}))
    if not text.strip() or seat is None:
        return Ahead(position, (), choices_of(game.game_rules, position, budget.spend))
    turn = read_turn(game.game_rules, position, seat, text, ply, throw=None, budget=budget)
    after = tuple(step.text for step in turn.steps if step.is_sent)
    return Ahead(turn.position, after, choices_of(game.game_rules, turn.position, budget.spend))
