"""The trees as seen in space: cubes in parallel perspective, from above, with x to the right and y away from the eye.

The eye is turned a little to the side, so that no cube exactly covers the one behind it; it can go round the board in
quarter turns. What a script needs to draw the trees from anywhere is in :func:`scene`. A branch shows the holes of its
faces, a leaf in the sun shows a leaf, a leaf in the shade is dull and plain. The marks of Dark are filled and those
of Light are outlines, so that nobody needs the colours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, dist, radians, sin
from operator import add, attrgetter
from typing import TypeAlias

from games.rules.base import Seat
from games.rules.drawing import DARK, SMALLEST, TONES, coordinate, element, label, points, toned
from games.rules.treeblox.cubes import BOARD, BRANCH, COLOURS, LEAF, Cell, Cube, Kind, cell_at, index_of
from games.rules.treeblox.position import Position

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[float, float, float]
Curve: TypeAlias = tuple[Point, ...]  # in the unit square: corners, or a start and Bezier curves

LARGEST = 44.0  # edge of a cube
SMALLEST_NUMBERED = 22.0  # edge of a cube beside which a number has room
THICKNESS = 0.22  # of the board
HIDING = 1.05  # edges of a cube, from its middle: what is nearer on paper may be behind it

_TURN, _RISE = radians(30), radians(36)  # of the eye: to the side, and above the table
_ACROSS = (cos(_TURN), -sin(_TURN), 0.0)
_DOWN = (-sin(_TURN) * sin(_RISE), -cos(_TURN) * sin(_RISE), -cos(_RISE))


@dataclass(frozen=True, slots=True)
class View:
    """Where points in space come to lie on the picture. A cube in cell (x, y, z) has its lowest corner at (x, y, z)."""

    scale: float
    left: float = 0.0
    top: float = 0.0

    def __call__(self, corner: Corner) -> Point:
        x, y, z = corner
        across, down = _ACROSS[0] * x + _ACROSS[1] * y, _DOWN[0] * x + _DOWN[1] * y + _DOWN[2] * z
        return self.left + self.scale * across, self.top + self.scale * down


_SQUARE: Curve = ((0, 0), (1, 0), (1, 1), (0, 1))
_BEND = 0.5523  # makes a quarter of a circle of a Bezier curve


def _ring(radius: float) -> Curve:
    """A circle in the middle of the unit square."""
    quarter = [(radius, radius * _BEND), (radius * _BEND, radius), (0, radius)]
    ring = [(radius, 0.0)]
    for _ in range(4):
        ring += quarter
        quarter = [(-v, u) for u, v in quarter]
    return tuple((0.5 + u, 0.5 + v) for u, v in ring)


_HOLE = _ring(0.22)
_LEAF: Curve = ((0.2, 0.2), (0.16, 0.6), (0.42, 0.86), (0.84, 0.84), (0.86, 0.42), (0.6, 0.16), (0.2, 0.2))


@dataclass(frozen=True, slots=True)
class Look:
    """How a cube is painted: flat colours for its faces, its edges, and the mark on every face."""

    top: str
    front: str
    side: str
    edge: str
    mark: str = ""  # colour
    shape: Curve = ()
    is_filled: bool = False


_DARK_EDGE, _LIGHT_EDGE = "#a89a8c", "#4d473b"
_LOOKS = {
    Cube(0, BRANCH): Look("#6b4a32", "#482f1e", "#2f1e12", _DARK_EDGE, "#cda57f", _HOLE, is_filled=True),
    Cube(0, LEAF): Look("#23803f", "#17612d", "#0f4720", _DARK_EDGE, "#c9f2c4", _LEAF, is_filled=True),
    Cube(1, BRANCH): Look("#f9ecd0", "#ecd9ae", "#d6bf8d", _LIGHT_EDGE, "#6b5326", _HOLE),
    Cube(1, LEAF): Look("#c4f07f", "#a4d85f", "#86bb45", _LIGHT_EDGE, "#2c5a12", _LEAF),
}
_IN_THE_SHADE = (Look("#6f8474", "#566a5b", "#435548", _DARK_EDGE), Look("#d5dcc4", "#bfc7ac", "#a9b196", _LIGHT_EDGE))


def _name_of(cube: Cube, *, is_dull: bool = False) -> str:
    """The name of a look, by which scripts find it: the same in all languages."""
    return f"{COLOURS[cube.seat]} {cube.kind.name.lower()}{' in the shade' if is_dull else ''}"


_LOOKS_BY_NAME = {
    **{_name_of(cube): look for cube, look in _LOOKS.items()},
    **{_name_of(Cube(seat, LEAF), is_dull=True): look for seat, look in enumerate(_IN_THE_SHADE)},
}


def look_of(cube: Cube) -> Look:
    """The look of a branch, or of a leaf in the sun."""
    return _LOOKS[cube]


def look_in_the_shade(seat: Seat) -> Look:
    """The look of a leaf that is not active."""
    return _IN_THE_SHADE[seat]


@dataclass(frozen=True, slots=True)
class Face:
    """One of the three faces of a cube that the eye can see."""

    fill: Callable[[Look], str]
    beside: Cell  # the step to the cell whose cube would hide it
    corner: Callable[[float, float], Corner]  # in space, of a point of the unit square


FACES = (
    Face(attrgetter("side"), Cell(-1, 0, 0), lambda u, v: (0, u, v)),
    Face(attrgetter("front"), Cell(0, -1, 0), lambda u, v: (u, 0, v)),
    Face(attrgetter("top"), Cell(0, 0, 1), lambda u, v: (u, v, 1)),
)
_ORIGIN = Cell(0, 0, 0)


def cube_faces(look: Look, view: View, cell: Cell = _ORIGIN, faces: Sequence[Face] = FACES) -> Iterator[str]:
    """The faces of a cube, each with its mark."""
    for face in faces:
        square, shape = ([view(_sum(cell, face.corner(u, v))) for u, v in flat] for flat in (_SQUARE, look.shape))
        yield toned(
            "polygon",
            fill=face.fill(look),
            stroke=look.edge,
            stroke_width=0.8,
            stroke_linejoin="round",
            points=points(square),
        )
        if look.is_filled:
            yield toned("path", fill=look.mark, d=_path(shape))
        elif shape:
            yield toned("path", stroke=look.mark, stroke_width=1.3, d=_path(shape))


def _sum(one: Corner, other: Corner) -> Corner:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _path(curve: Iterable[Point]) -> str:
    """A start and Bezier curves as path data."""
    start, *rest = (f"{coordinate(x)},{coordinate(y)}" for x, y in curve)
    return f"M{start}C{' '.join(rest)}"


def forest_in_space(
    position: Position, width: float, tallest: float, top: float, quarter: int = 0
) -> tuple[list[str], float]:
    """The board and all trees, as large as fits, from an eye that went round by so many quarters; and how far down
    they reach."""
    cells = {turned(cell, quarter): cell for cell, _ in position.forest.cells()}  # as they stand, by where they show
    view, height = _fitting_view(list(cells), width, tallest, top)
    body = [*_board(view), *_ground(cells, view), *_numbers(list(cells), view, quarter)]
    for seen in sorted(cells, key=lambda cell: (cell.z, -cell.y, -cell.x)):  # what is nearer to the eye comes later
        free = [face for face in FACES if Cell(*map(add, seen, face.beside)) not in cells]
        body += cube_faces(_look_in(position, cells[seen]), view, seen, free)
        if index_of(cells[seen]) in position.last_turn:
            body += _frames(view, seen, free)
    return body, top + height


def turned(cell: Cell, quarter: int) -> Cell:
    """Where the cell is seen after the eye went round the board by so many quarters, first to the south-east."""
    x, y, z = cell
    for _ in range(quarter):
        x, y = y, BOARD[0] + BOARD[-1] - x
    return Cell(x, y, z)


def _frames(view: View, cell: Cell, faces: Iterable[Face]) -> Iterator[str]:
    """What frames a cube that was placed last, as on the other boards."""
    squares = [points(view(_sum(cell, face.corner(u, v))) for u, v in _SQUARE) for face in faces]
    for stroke, width in ((DARK, 4.4), ("mark", 2.4)):
        for square in squares:
            yield toned("polygon", stroke=stroke, stroke_width=width, stroke_linejoin="round", points=square)


def _look_in(position: Position, cell: Cell) -> Look:
    """The look of the cube in the cell."""
    return _LOOKS_BY_NAME[_name_of_look(position, cell)]


def _name_of_look(position: Position, cell: Cell) -> str:
    forest, index = position.forest, index_of(cell)
    cube = forest.cubes[index]
    return _name_of(cube, is_dull=cube.kind is LEAF and not forest.is_active(index))


def _fitting_view(cells: list[Cell], width: float, tallest: float, top: float) -> tuple[View, float]:
    """The largest view that shows the board with its numbers and all cells, and its height."""
    corners: list[Corner] = [(x, y, 1 - THICKNESS) for x in (0.6, 5.0) for y in (0.6, 5.0)]
    corners += [(x + u, y + v, z + w) for x, y, z in cells for u in (0, 1) for v in (0, 1) for w in (0, 1)]
    shown = [View(1.0)(corner) for corner in corners]
    left, right = min(x for x, _ in shown), max(x for x, _ in shown)
    high, low = min(y for _, y in shown), max(y for _, y in shown)
    scale = min(LARGEST, (width - 16) / (right - left), tallest / (low - high))
    return View(scale, (width - scale * (left + right)) / 2, top - scale * high), scale * (low - high)


def _board(view: View) -> Iterator[str]:
    """The board with its holes."""
    slab = (
        ("field2", [(1, 5, 1), (1, 1, 1), (1, 1, 1 - THICKNESS), (1, 5, 1 - THICKNESS)]),
        ("field2", [(1, 1, 1), (5, 1, 1), (5, 1, 1 - THICKNESS), (1, 1, 1 - THICKNESS)]),
        ("field", [(1, 1, 1), (5, 1, 1), (5, 5, 1), (1, 5, 1)]),
    )
    for fill, corners in slab:
        yield toned("polygon", fill=fill, stroke="line", stroke_width=0.8, points=points(map(view, corners)))
    for x in BOARD:
        for y in BOARD:
            yield toned("path", fill="hole", d=_path(view((x + u, y + v, 1)) for u, v in _HOLE))


def _numbers(cells: Sequence[Cell], view: View, quarter: int) -> Iterator[str]:
    """The numbers of columns and rows along the near edges of the board, where no cube hides them."""
    if view.scale < SMALLEST_NUMBERED:
        return
    size = max(SMALLEST, view.scale * 0.3)
    cubes = [view((x + 0.5, y + 0.5, z + 0.5)) for x, y, z in cells]
    for at in BOARD:
        front, side = (turned(Cell(x, y, 1), -quarter % 4) for x, y in ((at, BOARD[0]), (BOARD[0], at)))
        names = (f"x{front.x}", f"y{side.y}") if quarter % 2 == 0 else (f"y{front.y}", f"x{side.x}")
        corners = ((at + 0.5, 0.72, 1 - THICKNESS), (0.72, at + 0.5, 1 - THICKNESS))
        for name, spot in zip(names, map(view, corners), strict=True):
            if all(dist(spot, cube) > view.scale * HIDING for cube in cubes):
                yield label(name, *spot, size, fill="faint")


def _ground(cells: Iterable[Cell], view: View) -> Iterator[str]:
    """A dashed square on the table under every column that has no cube at level 1, so that its place can be seen."""
    lowest: dict[Point, int] = {}
    for cell in cells:
        lowest[cell.x, cell.y] = min(cell.z, lowest.get((cell.x, cell.y), cell.z))
    for (x, y), z in lowest.items():
        if z > 1:
            corners = [(x + u, y + v, 1) for u, v in _SQUARE]
            yield toned(
                "polygon",
                fill="field2",
                fill_opacity=0.6,
                stroke="faint",
                stroke_width=0.8,
                stroke_dasharray="3 2",
                points=points(map(view, corners)),
            )


def scene(position: Position) -> str:
    """The cubes with their looks, as a script needs them to draw the trees from anywhere: JSON in the drawing.

    Shapes are path data in a square of 100 by 100. ``hand`` has by the letter of a kind the look of a cube that the
    seat to act would place.
    """
    found: Mapping[str, object] = {
        "tones": {name: TONES[name].light for name in ("field", "field2", "line", "faint", "hole", "mark")},
        "dark": DARK,
        "hole": _path((100 * u, 100 * v) for u, v in _HOLE),
        "looks": {
            name: [look.top, look.front, look.side, look.edge, look.mark, _shape(look), look.is_filled]
            for name, look in _LOOKS_BY_NAME.items()
        },
        "hand": {kind.letter: _name_of(Cube(position.mover, kind)) for kind in Kind},
        "cubes": {str(cell): _name_of_look(position, cell) for cell, _ in position.forest.cells()},
        "last": [str(cell_at(index)) for index in position.last_turn],
    }
    return element("metadata", json.dumps(found, separators=(",", ":")), class_="scene")  # has nothing to be escaped


def _shape(look: Look) -> str:
    return _path((100 * u, 100 * v) for u, v in look.shape) if look.shape else ""
