"""The table of a circuit: points for the final places in several events. Pure.

The scale and the order of ties are those of motor sport and skiing: players who share a place get the points of that
place each, and of players level on points the one with more first places comes first, then with more second places.
Nothing of it is stored, or corrections and disqualifications would have to be carried over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from django.utils.translation import gettext

from tournaments.standings.rulesets import MOST_POINTS, RulesetError

USUAL_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
MOST_PLACES = 20  # that are worth points
MOST_EVENTS = 40

_NEVER = 1_000_000_000  # later than every place


@dataclass(frozen=True, slots=True)
class CircuitRules:
    """``points`` by place, the first first, 0 for every later place; the ``best`` so many events of a player count,
    None for all. Raises RulesetError, whose ``field`` is one of the two."""

    points: tuple[int, ...] = USUAL_POINTS
    best: int | None = None

    def __post_init__(self) -> None:
        falling = all(one >= two for one, two in pairwise((*self.points, 0)))
        if not 1 <= len(self.points) <= MOST_PLACES or not falling or not MOST_POINTS >= self.points[0] >= 1:
            problem = gettext(
                "Points by place are 1 to {places} whole numbers, the first and highest from 1 to {most}, none higher "
                "than the one before, such as {example}."
            )
            raise RulesetError(
                problem.format(places=MOST_PLACES, most=f"{MOST_POINTS:,}", example=", ".join(map(str, USUAL_POINTS))),
                "points",
            )
        if self.best is not None and not 1 <= self.best <= MOST_EVENTS:
            raise RulesetError(
                gettext("The best 1 to {most} events of a player count, or all.").format(most=MOST_EVENTS), "best"
            )

    def worth(self, place: int) -> int:
        """The points of a place."""
        return self.points[place - 1] if place <= len(self.points) else 0


@dataclass(frozen=True, slots=True)
class Result:
    """What an event has given to a player; ``counts``: it is one of the player's best."""

    place: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line; ``results`` by event, None for one in which the player has no place."""

    rank: int
    is_shared: bool
    player: str
    points: int
    results: tuple[Result | None, ...]

    @property
    def places(self) -> list[int]:
        """The places in events that count, the best first."""
        return _places(self.results)


@dataclass(frozen=True, slots=True)
class Parted:
    """Neighbours level on points: the one ahead was at ``place`` more often, in events that count."""

    ahead: str
    behind: str
    place: int
    more: int
    fewer: int


def final_places(finishes: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Places from 1 by what players have reached, of which the smaller is the better; equal ones share a place."""
    reached = sorted(finishes.values())
    return {player: 1 + bisect_left(reached, own) for player, own in finishes.items()}


def circuit_table(rules: CircuitRules, events: Sequence[Mapping[str, int]]) -> list[Line]:
    """The table after some events, each of them the final places by player: the most points first, then the most first
    places, the most second places and so on, in events that count; players equal in all of it share a rank."""
    players = {player for places in events for player in places}
    results = {player: _results(rules, [places.get(player) for places in events]) for player in players}
    points = {player: sum(one.points for one in held if one and one.counts) for player, held in results.items()}
    # The most first places, then the most second ones: that is the order of the places themselves, the best first.
    ranks = final_places({player: (-points[player], *_places(held), _NEVER) for player, held in results.items()})
    holders = Counter(ranks.values())
    return [
        Line(rank, holders[rank] > 1, player, points[player], results[player])
        for rank, player in sorted((rank, player) for player, rank in ranks.items())
    ]


def parted(lines: Sequence[Line]) -> Iterator[Parted]:
    """Why neighbours in a table who are level on points do not share a rank."""
    for one, two in pairwise(lines):
        if one.points == two.points and one.rank != two.rank:
            ahead, behind = one.places, two.places
            place = next(own for own, other in zip(ahead, [*behind, _NEVER], strict=False) if own != other)
            yield Parted(one.player, two.player, place, ahead.count(place), behind.count(place))


def _results(rules: CircuitRules, places: Sequence[int | None]) -> tuple[Result | None, ...]:
    """By event; of equal places those in earlier events count."""
    there = sorted((place, number) for number, place in enumerate(places) if place is not None)
    best = {number for _, number in there[: rules.best]}
    return tuple(
        None if place is None else Result(place, rules.worth(place), number in best)
        for number, place in enumerate(places)
    )


def _places(results: Sequence[Result | None]) -> list[int]:
    return sorted(result.place for result in results if result is not None and result.counts)


class _Stored(Protocol):
    points: list[int]
    best: int | None


def rules_of(circuit: _Stored) -> CircuitRules:
    return CircuitRules(tuple(circuit.points), circuit.best)
