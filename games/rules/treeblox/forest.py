"""What stands where: which cells are open to whom, and which leaves see the sun. Turns are not known here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from games.rules.base import Seat
from games.rules.treeblox.cubes import (
    BOARD_HOLES,
    BRANCH,
    COLUMN,
    CUBES,
    LEAF,
    STOCK,
    Cell,
    Cube,
    Kind,
    around,
    cell_at,
    index_of,
)


class Forest:
    """All cubes on the board, with what follows from them kept up to date.

    Only :meth:`grow` changes a forest, and a position calls it only on a copy of its own.
    """

    __slots__ = ("active", "cubes", "hands", "open", "tops")

    cubes: dict[int, Cube]  # by cell, in the order of placing
    open: tuple[list[int], list[int]]  # by seat: the available cells, lowest first
    tops: dict[int, int]  # of each column the topmost cube's cell
    active: list[int]  # by seat: leaves with nothing above them
    hands: tuple[list[int], list[int]]  # by seat and kind: the cubes not yet placed

    def __init__(self, cubes: Iterable[tuple[Cell, Cube]] = ()) -> None:
        self.cubes = {}
        self.open = (list(BOARD_HOLES), list(BOARD_HOLES))
        self.tops = {}
        self.active = [0, 0]
        self.hands = ([STOCK, STOCK], [STOCK, STOCK])
        for cell, (seat, kind) in cubes:
            self.grow(seat, kind, index_of(cell))

    def copy(self) -> Forest:
        other = object.__new__(Forest)
        other.cubes = self.cubes.copy()
        dark, light = self.open
        other.open = (dark.copy(), light.copy())
        other.tops = self.tops.copy()
        other.active = self.active.copy()
        dark, light = self.hands
        other.hands = (dark.copy(), light.copy())
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Forest) and self.cubes == other.cubes

    def __hash__(self) -> int:
        return hash(frozenset(self.cubes.items()))

    def grow(self, seat: Seat, kind: Kind, index: int) -> int:
        """Place a cube in a cell that is available to the seat. Returns the cell of the active leaf it shades, or 0."""
        cubes = self.cubes
        cubes[index] = CUBES[seat][kind]
        self.hands[seat][kind] -= 1
        for cells in self.open:
            at = bisect_left(cells, index)
            if at < len(cells) and cells[at] == index:
                del cells[at]
        if kind is BRANCH:
            own = self.open[seat]
            for beside in around[index]:
                if beside not in cubes:
                    at = bisect_left(own, beside)
                    if at == len(own) or own[at] != beside:
                        own.insert(at, beside)
        return self._reach_for_the_sun(seat, kind, index)

    def _reach_for_the_sun(self, seat: Seat, kind: Kind, index: int) -> int:
        column = index & COLUMN
        top = self.tops.get(column, 0)
        if top > index:
            return 0
        self.tops[column] = index
        if kind is LEAF:
            self.active[seat] += 1
        below = self.cubes.get(top)
        if below is None or below.kind is BRANCH:
            return 0
        self.active[below.seat] -= 1
        return top

    def is_open(self, seat: Seat, index: int) -> bool:
        """Whether the cell is available to the seat."""
        cells = self.open[seat]
        at = bisect_left(cells, index)
        return at < len(cells) and cells[at] == index

    def at(self, cell: Cell) -> Cube | None:
        """The cube in a cell."""
        return self.cubes.get(index_of(cell))

    def is_active(self, index: int) -> bool:
        """Whether the cube in the cell is a leaf with nothing above it."""
        return self.cubes[index].kind is LEAF and self.tops[index & COLUMN] == index

    def cells(self) -> Iterator[tuple[Cell, Cube]]:
        """All cubes with their cells, in the order of placing."""
        return ((cell_at(index), cube) for index, cube in self.cubes.items())
