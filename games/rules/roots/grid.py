"""The nodes of the Go board and sets of them as bits of an integer. No beads here.

A node (x, y) has the number ``19 * y + x``, so that numbers run in the order of (y, x), and is that bit of a set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from games.rules.bitsets import Bits, members

SIZE = 19
Node: TypeAlias = int
Nodes: TypeAlias = Bits  # a set of nodes

ALL: Nodes = (1 << SIZE * SIZE) - 1
NAMES = tuple(f"{x},{y}" for y in range(SIZE) for x in range(SIZE))
GO_LETTERS = "ABCDEFGHJKLMNOPQRST"  # of x = 0 to 18

ROWS: tuple[Nodes, ...] = tuple(((1 << SIZE) - 1) << SIZE * y for y in range(SIZE))
COLUMNS: tuple[Nodes, ...] = tuple(sum(1 << SIZE * y + x for y in range(SIZE)) for x in range(SIZE))
_NOT_FIRST, _NOT_LAST = ALL & ~COLUMNS[0], ALL & ~COLUMNS[-1]


def node_at(x: int, y: int) -> Node | None:
    """The node with those coordinates, or None beside the board."""
    return SIZE * y + x if 0 <= x < SIZE and 0 <= y < SIZE else None


def coordinates(node: Node) -> tuple[int, int]:
    """x and y of a node, each from 0 to 18."""
    y, x = divmod(node, SIZE)
    return x, y


def with_neighbours(nodes: Nodes) -> Nodes:
    """The nodes and all that are adjacent to one of them: sideways, up and down, and diagonally."""
    wide = nodes | _right(nodes) | _left(nodes)
    return (wide | wide << SIZE | wide >> SIZE) & ALL


def shifted(nodes: Nodes) -> tuple[Nodes, ...]:
    """The nodes moved by one to each of the eight sides; what leaves the board is gone."""
    left, right = _left(nodes), _right(nodes)
    rows = (left, nodes, right)
    return (left, right, *[row << SIZE & ALL for row in rows], *[row >> SIZE for row in rows])


def _left(nodes: Nodes) -> Nodes:
    return (nodes & _NOT_FIRST) >> 1


def _right(nodes: Nodes) -> Nodes:
    return (nodes & _NOT_LAST) << 1


AROUND: tuple[Nodes, ...] = tuple(with_neighbours(1 << node) & ~(1 << node) for node in range(SIZE * SIZE))
NEAR: tuple[Nodes, ...] = tuple(with_neighbours(1 << node) for node in range(SIZE * SIZE))  # itself too
CENTRE: Nodes = 1 << SIZE * 9 + 9
STAR_POINTS: Nodes = sum(1 << SIZE * y + x for y in (3, 9, 15) for x in (3, 9, 15)) & ~CENTRE  # the other eight dots


def crossings(one: int, other: int) -> Nodes:
    """The nodes on which two d20 may cross, either of them as x: 1 to 19 is line 0 to 18, 20 is every line."""
    return _column(one) & _row(other) | _column(other) & _row(one)


def _column(face: int) -> Nodes:
    return ALL if face > SIZE else COLUMNS[face - 1]


def _row(face: int) -> Nodes:
    return ALL if face > SIZE else ROWS[face - 1]


def names(nodes: Nodes) -> list[str]:
    """The names of the nodes of a set, as in ``3,9``."""
    return [NAMES[node] for node in members(nodes)]


def set_of(listed: Iterable[str]) -> Nodes:
    """The set whose nodes have those names."""
    return sum(1 << NAMES.index(name) for name in listed)
