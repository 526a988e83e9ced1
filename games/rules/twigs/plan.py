"""Where figures of Twigs lie on the paper, and their lines: what the table, the sheet and the puzzles draw alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.drawing import WIDTH, coordinate, points, seat_edge, seat_fill, toned
from games.rules.hexgrid import COLUMN, Cell, Edge, Point, corner, edges_around, outline

MARGIN = 26.0  # left and right, for the numbers of the rows
WIDEST_CELL = 40.0
TALL, TALL_CELL = 560.0, 20.0  # a drawing may be higher only if its cells are no wider
THICK = 0.38  # of a twig, as a share of an edge
GAP = 0.16  # of an edge, left free at the loose ends of a twig so that one sees where it stops


class Plan(NamedTuple):
    """Where the plane lies on the paper: the length of a side in units, and what to add."""

    side: float
    x: float
    y: float

    def at(self, point: Point) -> Point:
        return self.x + self.side * point[0], self.y + self.side * point[1]


def fitted(cells: Iterable[Cell]) -> tuple[Plan, float]:
    """The plan that shows the cells in the middle of the width, and the height that they take."""
    corners = [point for cell in cells for point in outline(cell)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    fitting = min(WIDEST_CELL / COLUMN, max(TALL_CELL / COLUMN, TALL / (bottom - top)))
    side = min(fitting, (WIDTH - 2 * MARGIN) / (right - left))
    return Plan(side, WIDTH / 2 - side * (left + right) / 2, 8 - side * top), 16 + side * (bottom - top)


def ground(cells: Iterable[Cell], plan: Plan) -> str:
    """The cells as the field of play."""
    outlines = " ".join(f"M{points(plan.at(point) for point in outline(cell))}Z" for cell in sorted(cells))
    return toned("path", fill="field", d=outlines)


def grid(cells: Iterable[Cell], plan: Plan) -> str:
    """All sides of the cells as thin lines."""
    edges = sorted({edge for cell in cells for edge in edges_around(cell)})
    return toned("path", stroke="line", stroke_width=0.6, d=path_of(edges, plan))


def path_of(edges: Iterable[Edge], plan: Plan, gap: float = 0.0) -> str:
    """The edges as path data. Ends that only one of them has are shortened by that share."""
    drawn = list(edges)
    uses = Counter(vertex for edge in drawn for vertex in edge.ends) if len(drawn) > 1 else {}
    parts = []
    for edge in drawn:
        (x1, y1), (x2, y2) = (plan.at(corner(vertex)) for vertex in edge.ends)
        one, two = (gap if uses.get(vertex, 1) == 1 else 0.0 for vertex in edge.ends)
        start = (x1 + (x2 - x1) * one, y1 + (y2 - y1) * one)
        end = (x2 + (x1 - x2) * two, y2 + (y1 - y2) * two)
        parts.append("M{},{} L{},{}".format(*map(coordinate, (*start, *end))))
    return " ".join(parts)


def stroked(path: str, width: float, stroke: str) -> str:
    """The path as a line with round ends in a tone or paint."""
    return toned("path", stroke=stroke, stroke_width=width, stroke_linecap="round", d=path)


def twig(edges: Iterable[Edge], plan: Plan, colour: str) -> Iterator[str]:
    """A twig in the colour and pattern of a seat, an edge around it."""
    path = path_of(sorted(edges), plan, GAP)
    yield stroked(path, plan.side * THICK, seat_edge(colour))
    yield stroked(path, plan.side * THICK - 1.6, seat_fill(colour))
