"""What is best in a position, proven: every turn and every answer to it is looked at, to a stated number of turns.

Two kinds of claims are proven. *best*: of all turns one leaves its seat with the greatest lead after so many turns, if
both sides play for the lead. *win*: of all turns one wins, whatever is played until the end.

A turn is what a seat does until another one's begins, in one step or several; the order of steps that lead to the same
does not count. Dice in it are averaged over all throws. Before a throw of more than ``MOST_THROWS`` outcomes the search
ends, and so does a turn before any throw at its root: nobody can plan beyond it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf, prod
from typing import Any, NamedTuple

from games.rules.base import Position, Roll, Rules, Seat, lead

MOST_THROWS = 144  # two d12
SAME = 1e-9  # leads that differ by less are equal: averages are rounded


class Turn(NamedTuple):
    """Steps of the seat to act until its turn is over or dice fall, in canonical text, and where they lead."""

    steps: tuple[str, ...]
    after: Position[Any]

    @property
    def text(self) -> str:
        return "; ".join(self.steps)


class Best(NamedTuple):
    """The greatest value, the turns that have it, and the greatest value of all other turns."""

    value: float
    turns: tuple[str, ...]
    next_value: float


def turns_of(rules: Rules[Any, Any], position: Position[Any]) -> list[Turn]:
    """Every turn of the seat to act once: of several with the same steps in another order the first.

    Forced steps after it are played, and not written.
    """
    found: dict[tuple[str, ...], Turn] = {}

    def go_on(now: Position[Any], steps: tuple[str, ...]) -> None:
        for move in now.legal_moves():
            longer, after = (*steps, rules.format(move, now)), _settled(now.play(move))
            if _is_same_turn(position, after) and after.seat_to_act == position.seat_to_act:
                go_on(after, longer)
            else:
                found.setdefault(tuple(sorted(longer)), Turn(longer, after))

    go_on(position, ())
    return list(found.values())


def value_of(position: Position[Any], seat: Seat, turns: int, low: float = -inf, high: float = inf) -> float:
    """The lead of the seat after so many turns, all seats playing for or against it; exact between low and high.

    The turn that is being played counts as one. Steps that cannot change the result are left out (alpha-beta), which
    leaves the proof whole.
    """
    if turns == 0 or position.to_act is None:
        return lead(position.scores, seat)
    if isinstance(position.to_act, Roll):
        return _average(position, position.to_act, seat, turns)
    is_own = position.seat_to_act == seat
    found = -inf if is_own else inf
    for after in _promising_first(position, seat, is_own=is_own):
        value = value_of(after, seat, turns - (not _is_same_turn(position, after)), low, high)
        found = max(found, value) if is_own else min(found, value)
        low, high = (max(low, found), high) if is_own else (low, min(high, found))
        if low >= high:
            break
    return found


def best_turns(rules: Rules[Any, Any], position: Position[Any], turns: int) -> Best:
    """Which turns are best to that depth, the turn itself included."""
    seat = _seat_of(position)
    # All that is worse than the second best value so far need not be known any better.
    best: tuple[str, ...] = ()
    value = next_value = -inf
    for turn in sorted(turns_of(rules, position), key=lambda turn: -lead(turn.after.scores, seat)):
        found = _value_after(position, turn.after, seat, turns, next_value)
        if found > value + SAME:
            best, value, next_value = (turn.text,), found, value
        elif found > value - SAME:
            best = (*best, turn.text)
        else:
            next_value = max(next_value, found)
    return Best(value, best, next_value)


def best_reply(rules: Rules[Any, Any], before: Position[Any], after: Position[Any], turns: int) -> str:
    """The strongest answer to a turn that led from one position to the other; blank where nobody answers."""
    seat = _seat_of(before)
    if after.seat_to_act in (None, seat):
        return ""
    replies = turns_of(rules, after)
    return min(replies, key=lambda reply: _value_after(after, reply.after, seat, turns - 1)).text


def wins(position: Position[Any], seat: Seat) -> bool:
    """Whether the seat wins alone, whatever dice and all others do until the end; every line to the end is played."""
    if position.to_act is None:
        outcome = position.outcome()
        return outcome is not None and outcome.places[seat] == 1 and outcome.places.count(1) == 1
    if isinstance(position.to_act, Roll):
        return all(wins(position.roll(faces), seat) for faces in _throws(position.to_act))
    ends = (wins(position.play(move), seat) for move in position.legal_moves())
    return any(ends) if position.seat_to_act == seat else all(ends)


def winning_turns(rules: Rules[Any, Any], position: Position[Any]) -> tuple[str, ...]:
    """The turns after which the seat to act wins whatever happens."""
    seat = _seat_of(position)
    return tuple(turn.text for turn in turns_of(rules, position) if wins(turn.after, seat))


def _settled(position: Position[Any]) -> Position[Any]:
    """The position after the steps that are forced, which nobody writes."""
    while (forced := position.forced_move()) is not None:
        position = position.play(forced)
    return position


def _seat_of(position: Position[Any]) -> Seat:
    if position.seat_to_act is None:
        raise ValueError("Nobody is to act.")
    return position.seat_to_act


def _is_same_turn(before: Position[Any], after: Position[Any]) -> bool:
    return after.turn_of is not None and after.turn_of == before.turn_of


def _value_after(before: Position[Any], after: Position[Any], seat: Seat, turns: int, low: float = -inf) -> float:
    """The value of a turn; one that is no better than ``low`` may be worth less than is said."""
    return value_of(after, seat, turns - (not _is_same_turn(before, after)), low)


def _promising_first(position: Position[Any], seat: Seat, *, is_own: bool) -> Iterator[Position[Any]]:
    """The positions after each step, first those that look best to whoever plays it."""
    after = [position.play(move) for move in position.legal_moves()]
    return iter(sorted(after, key=lambda next_one: lead(next_one.scores, seat), reverse=is_own))


def _average(position: Position[Any], roll: Roll, seat: Seat, turns: int) -> float:
    if prod(roll.dice) > MOST_THROWS:
        return lead(position.scores, seat)
    values = [
        value_of(after, seat, turns - (not _is_same_turn(position, after)))
        for after in map(position.roll, _throws(roll))
    ]
    return sum(values) / len(values)


def _throws(roll: Roll) -> Iterator[tuple[int, ...]]:
    """Every throw of the dice."""
    return product(*(range(1, sides + 1) for sides in roll.dice))
