"""What can still happen in a division: points and places that are within reach. Pure.

Bounds by points alone: everybody else may win or lose everything that is open, whoever meets whom. So a place that is
out of these bounds is out of reach for certain; one within them may be so, too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.standings.columns import COLUMNS
from tournaments.standings.tables import Kind, Table

OPEN = frozenset({Kind.OPEN, Kind.PROVISIONAL})


@dataclass(frozen=True, slots=True)
class Places:
    """The best place and the worst one that are possible."""

    best: int
    worst: int

    def is_sure_of(self, place: int) -> bool:
        """Whether the entrant comes in at that place at the latest."""
        return self.worst <= place

    def is_out_of(self, place: int) -> bool:
        """Whether that place, and every better one, is out of reach."""
        return self.best > place


@dataclass(frozen=True, slots=True)
class Outlook:
    """The points in 1/840 that an entrant has by winning everything that is open, and the places that are possible: in
    the table, and among those who have not left, by which promotion and finals go."""

    most: int
    places: Places
    staying: Places


def open_rounds(table: Table, *, to_be_paired: Mapping[int, int] | None = None) -> dict[int, int]:
    """How many rounds each entrant can still have points from: open fixtures, and rounds still to be paired. What an
    open one counts until it is over is for ``settled_points``."""
    more = to_be_paired or {}
    return {
        entrant: sum(result.kind in OPEN for result in results) + more.get(entrant, 0)
        for entrant, results in table.rounds.items()
    }


def settled_points(table: Table) -> dict[int, int]:
    """By entrant the points without those that are provisional."""
    provisional = COLUMNS["provisional"].values(table)
    return {entrant: own - provisional[entrant] for entrant, own in table.points.items()}


def outlooks(
    points: Mapping[int, int],
    still_open: Mapping[int, int],
    win: int,
    *,
    gone: Collection[int] = (),
    among: Collection[int] | None = None,
) -> dict[int, Outlook]:
    """The outlook of each entrant with these points and so many open rounds, a win being worth ``win``; of all, or of
    those ``among`` them. ``gone`` have left; the places of theirs are those in the table."""
    most = {entrant: own + win * still_open.get(entrant, 0) for entrant, own in points.items()}
    wanted = points.keys() if among is None else points.keys() & among
    in_table = _places(points, most, wanted)
    staying = _places({entrant: own for entrant, own in points.items() if entrant not in gone}, most, wanted)
    return {
        entrant: Outlook(most[entrant], places, staying.get(entrant, places)) for entrant, places in in_table.items()
    }


def _places(points: Mapping[int, int], most: Mapping[int, int], wanted: Collection[int]) -> dict[int, Places]:
    """The places possible among those with ``points``."""
    all_points, all_most = sorted(points.values()), sorted(most[entrant] for entrant in points)
    count = len(points)
    return {
        entrant: Places(
            best=1 + count - bisect_right(all_points, most[entrant]),
            worst=count - bisect_left(all_most, own),  # itself is one of those who can have as many
        )
        for entrant, own in points.items()
        if entrant in wanted
    }
