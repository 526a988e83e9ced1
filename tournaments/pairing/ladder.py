"""A ladder as a fold over its log: nobody's place is ever edited, it follows from what has happened. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import isqrt
from typing import TypeAlias

OUTGOING, INCOMING = 1, 2  # challenges that one player may have open at a time
REMATCH_AFTER = timedelta(days=14)
FORGIVEN_AFTER = timedelta(days=90)  # a second loss on time within it costs the place on the ladder


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody steps onto the last rung."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody leaves the ladder; those below move up."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Played:
    """A challenge is over. ``winner`` None is a draw; ``is_on_time``: the loser lost on time or never moved."""

    challenger: int
    defender: int
    winner: int | None
    at: datetime
    is_on_time: bool = False


LadderEvent: TypeAlias = Joined | Left | Played


@dataclass(frozen=True, slots=True)
class Ladder:
    """Entrants from the first rung down, and when each last lost on time as a defender."""

    rungs: tuple[int, ...] = ()
    late: Mapping[int, datetime] = field(default_factory=dict)


def ladder(log: Iterable[LadderEvent]) -> Ladder:
    """The ladder after everything in its log."""
    now = Ladder()
    for event in log:
        now = _after(now, event)
    return now


def reach(rung: int) -> range:
    """The rungs that somebody on this one may challenge: the square root of its number, rounded up, above it."""
    return range(max(1, rung - isqrt(rung - 1) - 1), rung)


def _after(before: Ladder, event: LadderEvent) -> Ladder:
    match event:
        case Joined(entrant):
            return before if entrant in before.rungs else Ladder((*before.rungs, entrant), before.late)
        case Left(entrant):
            return Ladder(_without(before, entrant), before.late)
        case Played(challenger, defender) if not {challenger, defender} <= set(before.rungs):
            return before  # one of them has left meanwhile: the game counts for nothing here
        case Played(winner=None):
            return before
        case Played(challenger, defender, winner, is_on_time=False):
            return _above(before, challenger, defender) if winner == challenger else before
        case Played(challenger, defender, winner) if winner == defender:
            return Ladder((*_without(before, challenger), challenger), before.late)
        case Played(challenger, defender, at=at):
            return _late(_above(before, challenger, defender), defender, at)


def _late(before: Ladder, defender: int, at: datetime) -> Ladder:
    """A defender who lost on time goes on to the last rung, and off the ladder when it happens again soon."""
    last = before.late.get(defender)
    late = {**before.late, defender: at}
    rest = _without(before, defender)
    if last is not None and at - last <= FORGIVEN_AFTER:
        return Ladder(rest, late)
    return Ladder((*rest, defender), late)


def _above(before: Ladder, challenger: int, defender: int) -> Ladder:
    """The challenger on the defender's rung, all between one lower; nothing where the challenger is higher already."""
    if before.rungs.index(challenger) < before.rungs.index(defender):
        return before
    rest = list(_without(before, challenger))
    rest.insert(rest.index(defender), challenger)
    return Ladder(tuple(rest), before.late)


def _without(before: Ladder, entrant: int) -> tuple[int, ...]:
    return tuple(other for other in before.rungs if other != entrant)
