"""What is best in a position, proven: every step and every answer to it is looked at, to a stated depth.

Two kinds of claims are proven. *best*: of all steps one leaves its seat with the greatest lead after so many steps of
both, if both play for the lead. *win*: of all steps one wins, whatever is played until the end.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from games.rules.base import Position, Rules, Seat, lead


class Best(NamedTuple):
    """The greatest value, the steps that have it, and the greatest value of all other steps."""

    value: float
    steps: tuple[str, ...]
    next_value: float


def value_of(position: Position[Any], seat: Seat, depth: int, low: float = -inf, high: float = inf) -> float:
    """The lead of the seat after so many steps, all seats playing for or against it; exact between low and high.

    Steps that cannot change the result are left out (alpha-beta), which leaves the proof whole.
    """
    if depth == 0 or position.seat_to_act is None:
        return lead(position.scores, seat)
    is_own = position.seat_to_act == seat
    found = -inf if is_own else inf
    for move in position.legal_moves():
        value = value_of(position.play(move), seat, depth - 1, low, high)
        found = max(found, value) if is_own else min(found, value)
        low, high = (max(low, found), high) if is_own else (low, min(high, found))
        if low >= high:
            break
    return found


def best_steps(rules: Rules[Any, Any], position: Position[Any], depth: int) -> Best:
    """Which steps are best to that depth, the step itself included."""
    seat = position.seat_to_act
    if seat is None:
        raise ValueError("Nobody is to act.")
    values = [(value_of(position.play(move), seat, depth - 1), move) for move in position.legal_moves()]
    value = max(found for found, _ in values)
    best = tuple(rules.format(move, position) for found, move in values if found == value)
    return Best(value, best, max((found for found, _ in values if found < value), default=-inf))


def best_reply(rules: Rules[Any, Any], position: Position[Any], seat: Seat, depth: int) -> tuple[str, float]:
    """The strongest answer against the seat at that depth, with the lead that is left; blank text after the end."""
    replies = [(value_of(position.play(move), seat, depth - 1), move) for move in position.legal_moves()]
    if not replies:
        return "", lead(position.scores, seat)
    value, move = min(replies, key=lambda reply: reply[0])
    return rules.format(move, position), value


def wins(position: Position[Any], seat: Seat) -> bool:
    """Whether the seat wins alone, whatever all others do until the end; every line to the end is played."""
    if position.seat_to_act is None:
        outcome = position.outcome()
        return outcome is not None and outcome.places[seat] == 1 and outcome.places.count(1) == 1
    ends = (wins(position.play(move), seat) for move in position.legal_moves())
    return any(ends) if position.seat_to_act == seat else all(ends)


def winning_steps(rules: Rules[Any, Any], position: Position[Any]) -> tuple[str, ...]:
    """The steps after which the seat to act wins whatever happens."""
    seat = position.seat_to_act
    if seat is None:
        raise ValueError("Nobody is to act.")
    return tuple(rules.format(move, position) for move in position.legal_moves() if wins(position.play(move), seat))
