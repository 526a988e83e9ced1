"""What it is worth to move first, estimated from games that were rated. Pure.

The estimate is the number of rating points by which the first seat would have to be stronger for its results to be just
as good as they were (the maximum likelihood of the model that ``glicko2.expected_score`` is).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from tournaments.glicko2 import SCALE, Rating, expected_score, weight_of

FURTHEST = 400.0  # rating points; a player who always wins would be infinitely strong
_STEPS = 40  # of halving that range


@dataclass(frozen=True, slots=True)
class FirstMover:
    """One single game: both ratings when its day began, and the points of the player who moved first."""

    first: Rating
    second: Rating
    score: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The advantage in rating points, its standard error, and from how many games."""

    points: float
    error: float
    games: int


def estimate(games: Iterable[FirstMover]) -> Estimate | None:
    """What these games say of the first seat; None if there are none."""
    known = list(games)
    if not known:
        return None
    low, high = -FURTHEST, FURTHEST
    for _ in range(_STEPS):
        middle = (low + high) / 2
        surprise = sum(_weight(game) * (game.score - _expected(game, middle)) for game in known)
        low, high = (middle, high) if surprise > 0 else (low, middle)
    expected = [(_weight(game), _expected(game, low)) for game in known]
    information = sum(weight * weight * one * (1 - one) for weight, one in expected)
    return Estimate(low, SCALE / sqrt(information), len(known))


def _expected(game: FirstMover, advantage: float) -> float:
    return expected_score(replace(game.first, rating=game.first.rating + advantage), game.second)


def _weight(game: FirstMover) -> float:
    return weight_of(game.first, game.second)
