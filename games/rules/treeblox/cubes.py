"""Cubes, the cells they fill, and the steps that place them.

Inside, a cell is one small number (its *index*), so that the six cells beside it are found by adding, a column is the
low bits, and a higher cell of a column has the higher index. Outside, it is a :class:`Cell`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple, TypeAlias

from games.rules.base import Seat
from ground.wording import gettext, gettext_noop, ngettext

COLOURS = (gettext_noop("dark"), gettext_noop("light"))

BOARD = range(1, 5)  # the holes are x, y = 1-4, at level 1
STOCK = 16  # branches, and as many leaves, of each seat

_BITS = 6
_MIDDLE = 1 << (_BITS - 1)
_REACH = range(1 - _MIDDLE, _MIDDLE)  # 16 branches reach from -15 to 20, and 17 high
COLUMN = (1 << 2 * _BITS) - 1  # the bits of an index that tell the column
GROUND = 1 << 2 * _BITS  # every index of level 1 or higher is at least this
BESIDE = (1, -1, 1 << _BITS, -(1 << _BITS), GROUND, -GROUND)  # from a cell to the six that share a face with it


class Kind(IntEnum):
    """The two kinds of cube. Only a branch carries other cubes."""

    BRANCH = 0
    LEAF = 1

    @property
    def letter(self) -> str:
        return "BL"[self]

    def words(self, count: int) -> str:
        """A number of such cubes, in words as a sentence has them: "1 leaf", "no branches"."""
        if self == LEAF:
            text = ngettext("{count} leaf", "{count} leaves", count)
        else:
            text = ngettext("{count} branch", "{count} branches", count)
        return text.format(count=count or gettext("no"))

    @property
    def noun(self) -> str:
        """One of them: "branch", "leaf"."""
        return gettext("leaf") if self == LEAF else gettext("branch")


BRANCH, LEAF = Kind


_NAMES = (
    (gettext_noop("dark branch"), gettext_noop("dark leaf")),
    (gettext_noop("light branch"), gettext_noop("light leaf")),
)
ACTIVE_LEAVES = gettext_noop("dark active leaf"), gettext_noop("light active leaf")


class Cube(NamedTuple):
    """A cube as it stands in the forest."""

    seat: Seat
    kind: Kind

    @property
    def name(self) -> str:
        return gettext(_NAMES[self.seat][self.kind])


CUBES = tuple(tuple(Cube(seat, kind) for kind in (BRANCH, LEAF)) for seat in range(2))  # by seat and kind


class Cell(NamedTuple):
    """A place for one cube: column x, row y, level z. The board hole a1 is 1,1,1."""

    x: int
    y: int
    z: int

    def __str__(self) -> str:
        return f"{self.x},{self.y},{self.z}"

    @property
    def is_board_hole(self) -> bool:
        return self.z == 1 and self.x in BOARD and self.y in BOARD


def index_of(cell: Cell) -> int:
    """The index of a cell; 0, which is below the board, for cells that no tree can reach."""
    x, y, z = cell
    if x not in _REACH or y not in _REACH or not 1 <= z < _MIDDLE:
        return 0
    return (z << 2 * _BITS) + ((y + _MIDDLE) << _BITS) + x + _MIDDLE


def cell_at(index: int) -> Cell:
    """The cell with that index."""
    across = (1 << _BITS) - 1
    return Cell((index & across) - _MIDDLE, (index >> _BITS & across) - _MIDDLE, index >> 2 * _BITS)


class _Around(dict[int, frozenset[int]]):
    """The cells that share a face with a cell, by index, each set made once."""

    def __missing__(self, index: int) -> frozenset[int]:
        return self.setdefault(index, frozenset(index + step for step in BESIDE if index + step >= GROUND))


around = _Around()
BOARD_HOLES = tuple(index_of(Cell(x, y, 1)) for y in BOARD for x in BOARD)


@dataclass(frozen=True, slots=True)
class Place:
    """The step that places a cube of the seat to act."""

    kind: Kind
    cell: Cell
    index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", index_of(self.cell))


class Word(Enum):
    """The steps that place nothing: a whole turn of nothing, and the end of a turn after its first cube."""

    PASS = "pass"  # noqa: S105 - a step of the game
    DONE = "done"


Move: TypeAlias = Place | Word


class _Placements(dict[int, Move]):
    """The steps that place one kind of cube, by index, each made once: lists of steps are long and often asked for."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __missing__(self, index: int) -> Move:
        return self.setdefault(index, Place(self.kind, cell_at(index)))


placement: tuple[Callable[[int], Move], ...] = tuple(_Placements(kind).__getitem__ for kind in Kind)  # by kind
