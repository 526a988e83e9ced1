"""The boards of BTT: which squares there are, what they are called and which touch which. No pieces here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from ground.wording import gettext

COMPASS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
WEDGE = range(1, 5)  # a wedge is 4 by 4 squares, counted outward from the middle of the board


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Squares by number, with names. Boards are made once (:func:`board_for`) and compared by identity.

    A square board has ``files`` and ``ranks``, a wedge board has ``wedges``; the others are 0.
    """

    squares: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    files: int = 0
    ranks: int = 0
    wedges: int = 0
    closed: bool = False  # whether the last wedge touches the first

    @property
    def extent(self) -> str:
        """The names of the squares in words."""
        if self.wedges:
            return gettext("A11 to {value}44, two digits from 1 to 4 after the letter of the wedge").format(
                value="ABCDEF"[self.wedges - 1]
            )
        return gettext("files a-{value}, ranks 1-{ranks}").format(value="abcdefgh"[self.files - 1], ranks=self.ranks)

    def name(self, typed: str) -> str | None:
        """The square that somebody typed in any case, or None if the board has no such square."""
        name = typed.upper() if self.wedges else typed.lower()
        return name if name in self.squares else None

    def beside(self, square: str, direction: str) -> str | None:
        """The square one step to ``n``, ``e``, ``s`` or ``w``, or None at the edge. Square boards only."""
        rank, file = divmod(self.squares.index(square), self.files)
        x, y = file + COMPASS[direction][0], rank + COMPASS[direction][1]
        return self.squares[y * self.files + x] if 0 <= x < self.files and 0 <= y < self.ranks else None


@cache
def board_for(seats: int, name: str) -> Board:
    """The board of that option value for that many seats."""
    if name == "square7":
        return _grid(7, 7)
    if name == "rectangle" or seats in (2, 4):
        return _grid(8, 2 * seats)
    return _wedges(seats, closed=seats != 5)


def _grid(files: int, ranks: int) -> Board:
    """A rectangle with chess names, rank by rank from a1. Neighbours go n, e, s, w."""
    squares = [f"{'abcdefgh'[x]}{y + 1}" for y in range(ranks) for x in range(files)]
    neighbours = tuple(
        tuple((y + dy) * files + x + dx for dx, dy in COMPASS.values() if 0 <= x + dx < files and 0 <= y + dy < ranks)
        for y in range(ranks)
        for x in range(files)
    )
    return Board(tuple(squares), neighbours, files=files, ranks=ranks)


def _wedges(wedges: int, *, closed: bool) -> Board:
    """Wedges around the middle, letters clockwise. Square (w, u, v) is called B31 for w = 1, u = 3, v = 1."""
    cells = [(w, u, v) for w in range(wedges) for v in WEDGE for u in WEDGE]
    number = {cell: index for index, cell in enumerate(cells)}

    def around(w: int, u: int, v: int) -> tuple[int, ...]:
        beside = [(w, u, v + 1), (w, u + 1, v), (w, u, v - 1), (w, u - 1, v)]
        if v == 1 and (closed or w + 1 < wedges):  # the seam: (w, u, 1) touches (w+1, 1, u)
            beside[2] = ((w + 1) % wedges, 1, u)
        if u == 1 and (closed or w > 0):
            beside[3] = ((w - 1) % wedges, v, 1)
        return tuple(number[cell] for cell in beside if cell in number)

    names = tuple(f"{'ABCDEF'[w]}{u}{v}" for w, u, v in cells)
    return Board(names, tuple(around(*cell) for cell in cells), wedges=wedges, closed=closed)


@lru_cache(maxsize=4096)
def cut_squares(board: Board, holes: frozenset[int]) -> frozenset[int]:
    """The squares without which the rest of the board, less the holes, would fall apart.

    One depth-first walk: a square is a cut if something reached through it cannot get back above it another way.
    """
    depth: dict[int, int] = {}
    cuts: set[int] = set()

    def walk(square: int, parent: int) -> int:
        """Returns the least depth that can be reached from the square without passing its parent."""
        depth[square] = lowest = len(depth)
        branches = 0
        for other in board.neighbours[square]:
            if other in holes or other == parent:
                continue
            if other in depth:
                lowest = min(lowest, depth[other])
                continue
            branches += 1
            reached = walk(other, square)
            lowest = min(lowest, reached)
            if parent >= 0 and reached >= depth[square]:
                cuts.add(square)
        if parent < 0 and branches > 1:
            cuts.add(square)
        return lowest

    first = next(index for index in range(len(board.squares)) if index not in holes)
    walk(first, -1)
    return frozenset(cuts)
