"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), for games of two to eight seats. Pure.

A game of k seats counts as the k(k-1)/2 meetings of its players, each with weight 2/k, so that a game among many is
worth about as much as it tells. With two players that is Glicko-2 itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, hypot, log, pi, sqrt

SCALE = 173.7178  # from rating points to the system's own units
CENTRE = 1500.0
TAU = 0.5  # how much a volatility may change
PERIODS_A_DAY = 0.21436  # ageing: with volatility 0.06 a deviation of 60 grows to 110 within a year
SMALLEST_DEVIATION, GREATEST_DEVIATION = 45.0, 350.0
SMALLEST_VOLATILITY, GREATEST_VOLATILITY = 0.01, 0.15
PROVISIONAL = 110.0  # a rating less sure than this is shown with a question mark
_CLOSE_ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is thought to be, how sure that is (standard deviation), and how much it fluctuates."""

    rating: float = CENTRE
    deviation: float = GREATEST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


@dataclass(frozen=True, slots=True)
class Meeting:
    """One opponent met: its rating when the period began, the score against it (1, 0.5 or 0), and its weight."""

    opponent: Rating
    score: float
    weight: float = 1.0


def meetings_of(ratings: Sequence[Rating], places: Sequence[int], seat: int, advantage: float = 0.0) -> list[Meeting]:
    """The meetings that one game was for a seat: 1 against each player placed behind, one half for the same place.

    ``advantage`` is what the first seat is worth in rating points: it plays as if the others were that much weaker, and
    they as if it were that much stronger.
    """
    weight = 2 / len(places)
    return [
        Meeting(
            _raised(rating, -advantage if seat == 0 else advantage if other == 0 else 0.0),
            1.0 if place > places[seat] else 0.5 if place == places[seat] else 0.0,
            weight,
        )
        for other, (rating, place) in enumerate(zip(ratings, places, strict=True))
        if other != seat
    ]


def _raised(own: Rating, points: float) -> Rating:
    return replace(own, rating=own.rating + points) if points else own


def aged(own: Rating, periods: float) -> Rating:
    """The rating after so many periods without a game (a day is ``PERIODS_A_DAY``): as high, less sure."""
    phi = _deviation_after(own.deviation / SCALE, own.volatility, periods)
    return Rating(own.rating, _within(phi * SCALE, SMALLEST_DEVIATION, GREATEST_DEVIATION), own.volatility)


def rated(own: Rating, meetings: Iterable[Meeting], periods: float = 1.0) -> Rating:
    """The rating after a period of that length with these meetings, steps 2 to 8 of the paper; weights multiply them.

    Deviation and volatility are kept within their bounds. Without a meeting the rating only ages. Sums are rounded
    once, at their end, so that the order of the meetings does not change a single bit.
    """
    met = [(_g(each.opponent.deviation / SCALE), _expected(own, each.opponent), each) for each in meetings]
    if not met:
        return aged(own, periods)
    phi = own.deviation / SCALE
    information = fsum(each.weight * g * g * expected * (1 - expected) for g, expected, each in met)
    surprise = fsum(each.weight * g * (each.score - expected) for g, expected, each in met)
    sigma = _new_volatility(phi, own.volatility, 1 / information, surprise / information)
    sigma = _within(sigma, SMALLEST_VOLATILITY, GREATEST_VOLATILITY)
    before = _deviation_after(phi, sigma, periods)
    phi = 1 / sqrt(1 / (before * before) + information)
    rating = own.rating + SCALE * phi * phi * surprise
    return Rating(rating, _within(phi * SCALE, SMALLEST_DEVIATION, GREATEST_DEVIATION), sigma)


@dataclass(frozen=True, slots=True)
class Difference:
    """By how many points one rating is above another one, and between which bounds, 95 times in 100, it really is."""

    points: float
    low: float
    high: float

    @property
    def is_better(self) -> bool | None:
        """Whether the first is the stronger one; None as long as it may be either."""
        return True if self.low > 0 else False if self.high < 0 else None


def difference(own: Rating, other: Rating) -> Difference:
    """The paper's interval of 1.96 deviations, for the difference of two ratings: their variances are added up."""
    points, reach = own.rating - other.rating, 1.96 * hypot(own.deviation, other.deviation)
    return Difference(points, points - reach, points + reach)


def expected_score(own: Rating, opponent: Rating) -> float:
    """How much of a point the player may hope for against that opponent, both deviations considered."""
    return 1 / (1 + exp(-weight_of(own, opponent) * (own.rating - opponent.rating) / SCALE))


def weight_of(own: Rating, opponent: Rating) -> float:
    """How much the difference of two ratings says, both deviations considered: 1 if they were certain."""
    return _g(sqrt(own.deviation**2 + opponent.deviation**2) / SCALE)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(own: Rating, opponent: Rating) -> float:
    return 1 / (1 + exp(-_g(opponent.deviation / SCALE) * (own.rating - opponent.rating) / SCALE))


def _deviation_after(phi: float, sigma: float, periods: float) -> float:
    return sqrt(phi * phi + periods * sigma * sigma)


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def _new_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois variant of regula falsi."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        total = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - total) / (2 * total * total) - (x - start) / (TAU * TAU)

    low, high = start, _other_side(f, start, delta * delta - phi * phi - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _other_side(f: Callable[[float], float], start: float, excess: float) -> float:
    """A second point for the search, such that the root lies between it and ``start``."""
    if excess > 0:
        return log(excess)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
