"""Perft: the number of paths of player steps of a given length, the sharpest short test of a set of rules."""

from __future__ import annotations

from typing import Any

from games.rules.base import Position, Roll


def perft(position: Position[Any], depth: int) -> int:
    """The leaves of the tree of player steps of that depth. Dice cost no depth and fall by a fixed sequence."""
    return _leaves(position, depth, 0)


def perft_face(throw: int, sides: int) -> int:
    """What the ``throw``-th die of a path shows, counted from 0."""
    return (7 * throw + 3) % sides + 1


def _leaves(position: Position[Any], depth: int, throws: int) -> int:
    if depth == 0:
        return 1
    position, throws = _settled(position, throws)
    if depth == 1:
        return sum(1 for _ in position.legal_moves())
    return sum(_leaves(position.play(move), depth - 1, throws) for move in position.legal_moves())


def _settled(position: Position[Any], throws: int) -> tuple[Position[Any], int]:
    """The position once all dice that it waits for have fallen, and the number of dice of the path so far."""
    while isinstance(roll := position.to_act, Roll):
        position = position.roll(tuple(perft_face(throws + die, sides) for die, sides in enumerate(roll.dice)))
        throws += len(roll.dice)
    return position, throws
