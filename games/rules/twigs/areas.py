"""Areas: what the edges on the table enclose, and who owns it. Boards are those of :mod:`games.rules.twigs.frame`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.rules.base import Seat
from games.rules.hexgrid import Cell
from games.rules.twigs.frame import Frame, frame_for
from games.rules.twigs.pieces import Placement


class Area(NamedTuple):
    """Cells that the edges on the table cut off from the rest of the plane; an area of one cell is a hexagon."""

    cells: tuple[Cell, ...]  # row by row
    owner: Seat | None  # None where two seats or more have the most segments

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def middle(self) -> Cell:
        """The one of its cells nearest to the mean of all of them."""
        mean_q = sum(q for q, _ in self.cells) / self.size
        mean_r = sum(r for _, r in self.cells) / self.size

        def distance(cell: Cell) -> float:
            q, r = cell[0] - mean_q, cell[1] - mean_r
            return q * q + q * r + r * r

        return min(self.cells, key=distance)

    @property
    def names(self) -> tuple[str, ...]:
        """Its cells."""
        return tuple(f"{q},{r}" for q, r in self.cells)

    @property
    def name(self) -> str:
        """Its first cell."""
        return self.names[0]


def closed_hexagons(frame: Frame, edges: Sequence[int], among: int) -> list[Area]:
    """Those of the cells that have edges on all six sides, with their owners. ``edges`` are by seat."""
    found = hexagons(frame, reduce(or_, edges)) & among
    areas = []
    while found:
        cell = found & -found
        found ^= cell
        areas.append(_area(frame, edges, cell))
    return areas


def larger_areas(frame: Frame, edges: Sequence[int]) -> list[Area]:
    """All areas of two cells or more, with their owners."""
    every_edge = reduce(or_, edges)
    sides = _sides(frame, every_edge)
    left = frame.whole & ~_filled(frame, frame.rim, sides) & ~hexagons(frame, every_edge)
    areas = []
    while left:
        cells = _filled(frame, left & -left, sides)
        left &= ~cells
        areas.append(_area(frame, edges, cells))
    return areas


def areas_of(placements: Sequence[Placement]) -> list[Area]:
    """All areas of a connected figure that belongs to one seat."""
    frame = frame_for(placements)
    edges = [reduce(or_, (frame.stamp(each).edges << frame.offset(each) for each in placements))]
    return closed_hexagons(frame, edges, frame.whole) + larger_areas(frame, edges)


def hexagons(frame: Frame, edges: int) -> int:
    """The cells with edges on all six sides."""
    east, southeast, southwest = _sides(frame, edges)
    north = southeast << frame.stride & southwest << frame.stride - 1
    return east & east << 1 & southeast & southwest & north


def _area(frame: Frame, edges: Sequence[int], cells: int) -> Area:
    """The area of those cells, and its owner: the seat that has more of the edges around it than every other seat.

    An edge that sticks into the area has it on both sides and does not count.
    """
    border = (
        cells ^ cells >> 1
        | (cells ^ cells >> frame.stride) << frame.area
        | (cells ^ cells >> frame.stride - 1) << 2 * frame.area
    )
    counts = [(border & own).bit_count() for own in edges]
    most = max(counts)
    owner = counts.index(most) if counts.count(most) == 1 else None
    return Area(tuple(sorted(frame.cells(cells), key=lambda cell: (cell[1], cell[0]))), owner)


def _sides(frame: Frame, edges: int) -> tuple[int, int, int]:
    """The cells with an edge on their e side, on their se side and on their sw side."""
    return edges & frame.whole, edges >> frame.area & frame.whole, edges >> 2 * frame.area


def _filled(frame: Frame, start: int, sides: tuple[int, int, int]) -> int:
    """The cells that can be reached from those at the start without crossing an edge.

    At the border of the frame a step may come out on its other side. That is outside too, so it does no harm.
    """
    east, southeast, southwest = (frame.whole & ~side for side in sides)
    down, aside = frame.stride, frame.stride - 1
    reached, fresh = 0, start
    while fresh:
        reached |= fresh
        steps = (fresh & east) << 1 | (fresh & southeast) << down | (fresh & southwest) << aside
        steps |= fresh >> 1 & east | fresh >> down & southeast | fresh >> aside & southwest
        fresh = steps & frame.whole & ~reached
    return reached
