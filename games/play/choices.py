"""What may be done in a game, now or at an earlier ply, after steps that nobody has sent yet. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.play import queries
from games.rules.base import Position, Rules, split_steps
from games.rules.choices import Choices, choices_of
from games.turns.lines import Node, Tree
from games.turns.playing import read_turn
from games.work import Budget


@dataclass(frozen=True, slots=True)
class Ahead:
    """A position that unsent or tried steps lead to: these in canonical text, and what may be done then."""

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
    rules, position = game.game_rules, position_for(game, ply)
    if game.is_over and ply == game.ply:
        return Ahead(position, (), Choices(None, (), rules.place_words(position), (), rules.facet_order))
    return look_from(rules, position, ply, text)


def look_from(rules: Rules[Any, Any], position: Position[Any], ply: int, text: str) -> Ahead:
    """The same from a position that need not be one of a stored game; ``ply`` is its number. Raises likewise."""
    budget, seat = Budget(), position.seat_to_act
    if not text.strip() or seat is None:
        return Ahead(position, (), choices_of(rules, position, budget.spend))
    turn = read_turn(rules, position, seat, text, ply, throw=None, budget=budget)
    after = tuple(step.text for step in turn.steps if step.is_sent)
    return Ahead(turn.position, after, choices_of(rules, turn.position, budget.spend))


def try_lines(game: Game, ply: int, lines: Sequence[Sequence[str]], budget: Budget) -> Tree:
    """The lines as they are tried from the position at ``ply``, by all seats and with chosen dice.

    A game that was ended by something that is no rule, such as a resignation, can be tried on from its last position.
    Raises RefusedMove and TooMuchWork.
    """
    tree = Tree(game.game_rules, position_for(game, ply), budget)
    for line in lines:
        tree.add(line)
    return tree


def ahead_at(node: Node, tree: Tree) -> Ahead:
    """What can be tried after a step of the tree. Raises TooMuchWork."""
    return Ahead(node.after.position, node.path, node.after.choices(tree.rules, tree.budget))


def look_along(game: Game, ply: int, text: str) -> Ahead:
    """What can be tried after the line in ``text``. Raises RefusedMove and TooMuchWork."""
    tree = try_lines(game, ply, (), Budget())
    return ahead_at(tree.add(split_steps(text)), tree)
