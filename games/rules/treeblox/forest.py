"""What stands where: which cells are open to whom, and which leaves see the sun. Turns are not known here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

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
    """All cubes on the board, with what follows from them. Nobody changes one: :meth:`grown` makes the next one, which
    shares with it what stays as it is.
    """

    __slots__ = ("active", "cubes", "hands", "open", "shaded", "tops")

    cubes: dict[int, Cube]  # by cell, in the order of placing
    open: tuple[list[int], list[int]]  # by seat: the available cells, lowest first
    tops: dict[int, int]  # of each column the topmost cube's cell
    active: list[int]  # by seat: leaves with nothing above them
    hands: tuple[list[int], list[int]]  # by seat and kind: the cubes not yet placed
    shaded: int  # the cell of the leaf that the newest cube has made inactive, or 0

    def __init__(self) -> None:
        self.cubes = {}
        self.open = (list(BOARD_HOLES), list(BOARD_HOLES))
        self.tops = {}
        self.active = [0, 0]
        self.hands = ([STOCK, STOCK], [STOCK, STOCK])
        self.shaded = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Forest) and self.cubes == other.cubes

    def __hash__(self) -> int:
        return hash(frozenset(self.cubes.items()))

    def grown(self, seat: Seat, kind: Kind, index: int) -> Forest:
        """With a cube of the seat in a cell."""
        forest = object.__new__(Forest)
        forest.cubes = cubes = self.cubes.copy()
        cubes[index] = CUBES[seat][kind]
        own, others = self.open[seat].copy(), self.open[1 - seat]
        at = bisect_left(own, index)
        if at < len(own) and own[at] == index:
            del own[at]
        at = bisect_left(others, index)
        if at < len(others) and others[at] == index:
            others = others.copy()
            del others[at]
        branches, leaves = self.hands[seat]
        if kind is BRANCH:
            hand = [branches - 1, leaves]
            for beside in around[index]:
                if beside not in cubes:
                    at = bisect_left(own, beside)
                    if at == len(own) or own[at] != beside:
                        own.insert(at, beside)
        else:
            hand = [branches, leaves - 1]
        if seat:
            forest.open, forest.hands = (others, own), (self.hands[0], hand)
        else:
            forest.open, forest.hands = (own, others), (hand, self.hands[1])
        self._reach_for_the_sun(forest, seat, kind, index)
        return forest

    def _reach_for_the_sun(self, forest: Forest, seat: Seat, kind: Kind, index: int) -> None:
        column = index & COLUMN
        top = self.tops.get(column, 0)
        forest.tops, forest.active, forest.shaded = self.tops, self.active, 0
        if top > index:
            return
        forest.tops, forest.active = self.tops.copy(), self.active.copy()
        forest.tops[column] = index
        if kind is LEAF:
            forest.active[seat] += 1
        if top and (below := self.cubes[top]).kind is LEAF:
            forest.active[below.seat] -= 1
            forest.shaded = top

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
