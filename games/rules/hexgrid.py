"""The plane of hexagons in axial coordinates, pointy top: cells, their sides as edges, vertices, turns and mirror.

Nothing here has a size: the plane is unbounded, and whoever needs a window on it makes one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]  # (q, r)
Point: TypeAlias = tuple[float, float]  # x to the right, y down; the sides of a cell have length 1

# Anticlockwise from the right, with the step to the neighbour behind each side.
SIDES: dict[str, Cell] = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
OWN_SIDES = ("e", "se", "sw")  # under which an edge is known; the others belong to neighbours
OPPOSITE = {"e": "w", "ne": "sw", "nw": "se", "w": "e", "sw": "ne", "se": "nw"}
_TURNED = dict(zip(SIDES, [*list(SIDES)[1:], "e"], strict=True))
_MIRRORED = {"e": "w", "ne": "nw", "nw": "ne", "w": "e", "sw": "se", "se": "sw"}

COLUMN = 3**0.5  # width of a cell
ROW = 1.5  # from one row to the next


class Vertex(NamedTuple):
    """The top ("n") or the bottom ("s") corner of a cell; every corner is one of these for exactly one cell."""

    q: int
    r: int
    end: str


class Edge(NamedTuple):
    """A side of a cell under its own name (one of OWN_SIDES). Made by :func:`edge_at`."""

    q: int
    r: int
    side: str

    def __str__(self) -> str:
        return f"{self.q},{self.r} {self.side}"

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two cells that the edge lies between."""
        return (self.q, self.r), beside((self.q, self.r), self.side)

    @property
    def ends(self) -> tuple[Vertex, Vertex]:
        """The upper vertex, then the lower one."""
        q, r, side = self
        if side == "e":
            return Vertex(q + 1, r - 1, "s"), Vertex(q, r + 1, "n")
        return Vertex(q if side == "se" else q - 1, r + 1, "n"), Vertex(q, r, "s")

    def shifted(self, q: int, r: int) -> Edge:
        return Edge(self.q + q, self.r + r, self.side)

    def turned(self) -> Edge:
        """A turn by 60 degrees anticlockwise about cell (0, 0)."""
        return edge_at(self.q + self.r, -self.q, _TURNED[self.side])

    def mirrored(self) -> Edge:
        """Left and right exchanged about the upright line through cell (0, 0)."""
        return edge_at(-self.q - self.r, self.r, _MIRRORED[self.side])


def beside(cell: Cell, side: str) -> Cell:
    """The neighbour behind that side."""
    step = SIDES[side]
    return cell[0] + step[0], cell[1] + step[1]


def edge_at(q: int, r: int, side: str) -> Edge:
    """The edge on any of the six sides of a cell."""
    if side in OWN_SIDES:
        return Edge(q, r, side)
    return Edge(*beside((q, r), side), OPPOSITE[side])


def edges_around(cell: Cell) -> frozenset[Edge]:
    """The six sides of a cell."""
    return frozenset(edge_at(*cell, side) for side in SIDES)


def orientations(edges: Iterable[Edge]) -> list[frozenset[Edge]]:
    """The figure turned 0 to 5 times, then its mirror image turned 0 to 5 times. They need not differ."""
    figure = frozenset(edges)
    found = []
    for first in (figure, frozenset(edge.mirrored() for edge in figure)):
        found.append(first)
        for _ in range(5):
            found.append(frozenset(edge.turned() for edge in found[-1]))
    return found


def at_origin(edges: Iterable[Edge]) -> tuple[frozenset[Edge], Cell]:
    """The figure shifted so that all its shifts give the same, and the shift back to where it was."""
    figure = list(edges)
    q, r, _ = min(figure)
    return frozenset(edge.shifted(-q, -r) for edge in figure), (q, r)


def is_connected(edges: Iterable[Edge]) -> bool:
    """Whether one can walk along the edges from each to each. No edges at all are not connected."""
    left = set(edges)
    reached = set(left.pop().ends) if left else set()
    while found := {edge for edge in left if not reached.isdisjoint(edge.ends)}:
        reached.update(vertex for edge in found for vertex in edge.ends)
        left -= found
    return not left and bool(reached)


def centre(cell: Cell) -> Point:
    """The middle of a cell on paper."""
    q, r = cell
    return COLUMN * (q + r / 2), ROW * r


def corner(vertex: Vertex) -> Point:
    """A vertex on paper."""
    x, y = centre((vertex.q, vertex.r))
    return x, y + (1 if vertex.end == "s" else -1)


def outline(cell: Cell) -> list[Point]:
    """The corners of a cell on paper, clockwise from the top."""
    x, y = centre(cell)
    half = COLUMN / 2
    return [(x, y - 1), (x + half, y - 0.5), (x + half, y + 0.5), (x, y + 1), (x - half, y + 0.5), (x - half, y - 0.5)]
