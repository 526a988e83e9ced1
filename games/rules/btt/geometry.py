"""Where the squares of a BTT board lie on paper. Units of a picture; y grows downwards.

A wedge is drawn as the physical one, a kite with angles 120-90-60-90: three wedges meet with their 120 degree
corners in the middle, five or six with their 60 degree corners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, radians, sin, sqrt

from games.rules.btt.board import WEDGE, Board
from games.rules.drawing import WIDTH

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

MARGIN = 22.0
TIP = 9.0  # from the outer corner of a wedge to the middle of its letter
KITE_AXIS = 90.0 * 2 / sqrt(3)  # of a wedge, from the 120 to the 60 degree corner; six of them fill the width


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The outlines of all squares by name, those of the sections of the board, and the size of the drawing.

    ``tips`` are where the letters of wedges stand, outside their outer corners.
    """

    corners: Mapping[str, Corners]
    sections: tuple[Corners, ...]
    width: float
    height: float
    tips: tuple[Point, ...] = ()

    def centre(self, square: str) -> Point:
        return _middle(*self.corners[square])

    def radius(self, square: str) -> float:
        """How far a piece may reach from the centre: to the nearest side."""
        corners = self.corners[square]
        centre = self.centre(square)
        sides = pairwise((*corners, corners[0]))
        return min(_distance_to_line(centre, side) for side in sides)

    def doorway(self, square: str, target: str) -> Point:
        """The middle of the side that two neighbouring squares share."""
        near = [
            corner
            for corner in self.corners[square]
            if any(_distance(corner, other) < 0.01 for other in self.corners[target])
        ]
        return _middle(*near)


def heading(board: Board, square: str, target: str) -> str:
    """The side of the square towards the target: n, e, s or w; in a wedge its own, with the middle at lower left."""
    if not board.wedges:
        return next(way for way in "nesw" if board.beside(square, way) == target)
    if square[0] != target[0]:
        clockwise = "ABCDEF"[("ABCDEF".index(square[0]) + 1) % board.wedges]
        return "s" if target[0] == clockwise else "w"
    step = (int(target[1]) - int(square[1]), int(target[2]) - int(square[2]))
    return {(0, 1): "n", (1, 0): "e", (0, -1): "s", (-1, 0): "w"}[step]


@cache
def plan_of(board: Board) -> Plan:
    return _wedge_plan(board) if board.wedges else _grid_plan(board)


def _grid_plan(board: Board) -> Plan:
    side = (WIDTH - 2 * MARGIN) / board.files
    height = 2 * MARGIN + side * board.ranks

    def corners(file: int, rank: int) -> Corners:
        left, low = MARGIN + side * file, height - MARGIN - side * rank
        return ((left, low), (left + side, low), (left + side, low - side), (left, low - side))

    places = [(file, rank) for rank in range(board.ranks) for file in range(board.files)]
    outlines = {name: corners(*place) for name, place in zip(board.squares, places, strict=True)}
    whole = ((MARGIN, height - MARGIN), (WIDTH - MARGIN, height - MARGIN), (WIDTH - MARGIN, MARGIN), (MARGIN, MARGIN))
    return Plan(outlines, (whole,), WIDTH, height)


def _wedge_plan(board: Board) -> Plan:
    """Kites around the middle, cut into squares by straight lines between equal parts of opposite sides."""
    inner_angle = 120.0 if board.wedges == 3 else 60.0
    outlines = {}
    for wedge in range(board.wedges):
        towards = wedge * inner_angle - (inner_angle / 2 if board.wedges == 3 else 0)
        kite = _kite(towards, inner_angle)
        for v in WEDGE:
            for u in WEDGE:
                name = board.squares[wedge * 16 + (v - 1) * 4 + u - 1]
                outlines[name] = _part(kite, u, v)
    return _fitted(outlines)


def _kite(towards: float, inner_angle: float) -> Corners:
    """A kite with its inner corner at (0, 0) and its v side towards that bearing (degrees, clockwise from up).

    Corners: inner, end of the u side, outer, end of the v side.
    """
    side = KITE_AXIS * sin(radians((180 - inner_angle) / 2))
    return (
        (0.0, 0.0),
        _at_bearing(towards + inner_angle, side),
        _at_bearing(towards + inner_angle / 2, KITE_AXIS),
        _at_bearing(towards, side),
    )


def _part(kite: Corners, u: int, v: int) -> Corners:
    """The outline of square (u, v) of a kite."""
    near_u, near_v, far_u, far_v = (u - 1) / 4, (v - 1) / 4, u / 4, v / 4
    return (
        _inside(kite, near_u, near_v),
        _inside(kite, far_u, near_v),
        _inside(kite, far_u, far_v),
        _inside(kite, near_u, far_v),
    )


def _inside(kite: Corners, u: float, v: float) -> Point:
    """The point at those fractions along both pairs of sides."""
    weights = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
    x = sum(weight * corner[0] for weight, corner in zip(weights, kite, strict=True))
    y = sum(weight * corner[1] for weight, corner in zip(weights, kite, strict=True))
    return x, y


def _fitted(outlines: dict[str, Corners]) -> Plan:
    """The outlines moved and scaled to the width of a picture, with a small margin."""
    xs = [x for corners in outlines.values() for x, _ in corners]
    ys = [y for corners in outlines.values() for _, y in corners]
    margin = 2 * TIP
    scale = (WIDTH - 2 * margin) / (max(xs) - min(xs))

    def fit(point: Point) -> Point:
        return margin + (point[0] - min(xs)) * scale, margin + (point[1] - min(ys)) * scale

    fitted = {name: (fit(a), fit(b), fit(c), fit(d)) for name, (a, b, c, d) in outlines.items()}
    wedges = sorted({name[0] for name in fitted})
    kites = tuple((fitted[w + "11"][0], fitted[w + "41"][1], fitted[w + "44"][2], fitted[w + "14"][3]) for w in wedges)
    tips = tuple(_beyond(kite[0], kite[2]) for kite in kites)
    return Plan(fitted, kites, WIDTH, 2 * margin + (max(ys) - min(ys)) * scale, tips)


def _beyond(inner: Point, outer: Point) -> Point:
    """The point a little behind the outer one, seen from the inner one."""
    share = 1 + TIP / _distance(inner, outer)
    return inner[0] + (outer[0] - inner[0]) * share, inner[1] + (outer[1] - inner[1]) * share


def _at_bearing(degrees: float, distance: float) -> Point:
    return distance * sin(radians(degrees)), -distance * cos(radians(degrees))


def _middle(*corners: Point) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _distance(one: Point, other: Point) -> float:
    return sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _distance_to_line(point: Point, line: tuple[Point, Point]) -> float:
    (x1, y1), (x2, y2) = line
    area = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
    return abs(area) / _distance(*line)
