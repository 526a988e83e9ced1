"""The rows of an all-time table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from tournaments.presenting.history.all_time import AllTime
from tournaments.wording.decisions import write_points

MOST_LINES = 100


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A player's line, with its points and best place as people write them."""

    line: AllTime
    points: str
    best: str


def all_time_rows(lines: Iterable[AllTime], best: Callable[[int, int], str]) -> list[AllTimeRow]:
    """The first rows; ``best`` puts a tier and a place into words."""
    return [
        AllTimeRow(line, write_points(line.points), best(line.best_tier, line.best_place))
        for line in islice(lines, MOST_LINES)
    ]
