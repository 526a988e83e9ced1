"""What the search of the strong bot thinks of a position, for looking back at a game. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots.search import search
from games.rules.base import Position, lead


@dataclass(frozen=True, slots=True)
class Estimate:
    """How far each seat is expected to lead, in points, and the move that the search prefers."""

    leads: tuple[float, ...]  # by seat
    best: Any


def estimate(position: Position[Any], random: Random, simulations: int, is_late: Callable[[], bool]) -> Estimate:
    """The estimate of a position in which a seat is to act, from so many simulations or those before it is late."""
    best, leads = search(position, random, simulations, is_late)
    return Estimate(tuple(leads), best)


def final_leads(position: Position[Any]) -> tuple[float, ...]:
    """How far each seat leads by the points on the board."""
    return tuple(lead(position.scores, seat) for seat in range(len(position.scores)))
