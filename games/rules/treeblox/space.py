"""The trees as seen in space: cubes in parallel perspective, from above, with x to the right and y away from the eye.

The eye is turned a little to the side, so that no cube exactly covers the one behind it. A branch shows the holes of
its faces, a leaf in the sun shows a leaf, a leaf in the shade is dull and plain. The marks of Dark are filled and those
of Light are outlines, so that nobody needs the colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

from games.rules.drawing import coordinate, label, points, toned
from games.rules.treeblox.cubes import BOARD, BRANCH, LEAF, Cell, Cube, cell_at, index_of
from games.rules.treeblox.forest import Forest
from games.rules.treeblox.position import Position

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[float, float, float]

LAST = "#f76707"  # around what was placed last, in both colour schemes
LARGEST = 44.0  # edge of a cube
THICKNESS = 0.22  # of the board

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
        across, down = (sum(a * b for a, b in zip(axis, corner, strict=True)) for axis in (_ACROSS, _DOWN))
        return self.left + self.scale * across, self.top + self.scale * down


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a cube, flat for each face."""

    top: str
    front: str
    side: str
    edge: str
    mark: str
    is_filled: bool  # whether the mark is


_DARK_EDGE, _LIGHT_EDGE = "#9aa0a6", "#4d473b"
_LOOKS = {
    Cube(0, BRANCH): Look("#57524d", "#35312e", "#211f1d", _DARK_EDGE, "#a9a39a", is_filled=True),
    Cube(0, LEAF): Look("#23803f", "#17612d", "#0f4720", _DARK_EDGE, "#c9f2c4", is_filled=True),
    Cube(1, BRANCH): Look("#fffdf7", "#ece5d3", "#d3cab5", _LIGHT_EDGE, "#6b6455", is_filled=False),
    Cube(1, LEAF): Look("#c4f07f", "#a4d85f", "#86bb45", _LIGHT_EDGE, "#2c5a12", is_filled=False),
}
_DULL = {
    0: Look("#6f8474", "#566a5b", "#435548", _DARK_EDGE, "none", is_filled=False),
    1: Look("#d5dcc4", "#bfc7ac", "#a9b196", _LIGHT_EDGE, "none", is_filled=False),
}


def look_of(cube: Cube, *, is_active: bool) -> Look:
    """How a cube is painted; a leaf that is not active is in the shade."""
    return _DULL[cube.seat] if cube.kind is LEAF and not is_active else _LOOKS[cube]


Face: TypeAlias = Callable[[float, float], Corner]  # from a point of the unit square, v up

_FACES: tuple[tuple[str, Cell, Face], ...] = (  # name in a Look, the cell that would hide it, shape
    ("side", Cell(-1, 0, 0), lambda u, v: (0, u, v)),
    ("front", Cell(0, -1, 0), lambda u, v: (u, 0, v)),
    ("top", Cell(0, 0, 1), lambda u, v: (u, v, 1)),
)
_SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
_ORIGIN = Cell(0, 0, 0)
_BEND = 0.5523  # makes a quarter of a circle of a Bezier curve


def _ring(radius: float) -> list[Point]:
    """A circle in the middle of the unit square as a start and four Bezier curves."""
    r, b = radius, radius * _BEND
    ring = [
        (r, 0),
        (r, b),
        (b, r),
        (0, r),
        (-b, r),
        (-r, b),
        (-r, 0),
        (-r, -b),
        (-b, -r),
        (0, -r),
        (b, -r),
        (r, -b),
        (r, 0),
    ]
    return [(0.5 + u, 0.5 + v) for u, v in ring]


_HOLE = _ring(0.22)
_LEAF = [(0.2, 0.2), (0.16, 0.6), (0.42, 0.86), (0.84, 0.84), (0.86, 0.42), (0.6, 0.16), (0.2, 0.2)]


def cube_faces(
    cube: Cube,
    view: View,
    cell: Cell = _ORIGIN,
    *,
    forest: Forest | None = None,
    is_active: bool,
    is_last: bool = False,
) -> Iterator[str]:
    """The faces of a cube that the eye sees, without those against another cube of the forest."""
    look = look_of(cube, is_active=is_active)
    for name, beside, face in _FACES:
        if forest is not None and forest.at(Cell(*(a + b for a, b in zip(cell, beside, strict=True)))) is not None:
            continue

        def shown(u: float, v: float, face: Face = face) -> Point:
            x, y, z = face(u, v)
            return view((cell.x + x, cell.y + y, cell.z + z))

        yield toned(
            "polygon",
            fill=getattr(look, name),
            stroke=LAST if is_last else look.edge,
            stroke_width=2.4 if is_last else 0.8,
            stroke_linejoin="round",
            points=points(shown(u, v) for u, v in _SQUARE),
        )
        if look.mark != "none":
            yield _mark([shown(u, v) for u, v in (_HOLE if cube.kind is BRANCH else _LEAF)], look)


def _mark(curve: list[Point], look: Look) -> str:
    start, *rest = (f"{coordinate(x)},{coordinate(y)}" for x, y in curve)
    data = f"M{start}C{' '.join(rest)}"
    if look.is_filled:
        return toned("path", fill=look.mark, d=data)
    return toned("path", stroke=look.mark, stroke_width=1.3, d=data)


def forest_in_space(position: Position, width: float, tallest: float, top: float) -> tuple[list[str], float]:
    """The board and all trees, as large as fits; and how far down they reach."""
    cells = [cell_at(index) for index in position.forest.cubes]
    view, height = _fitting_view(cells, width, tallest, top)
    body = [*_board(view), *_ground(position.forest, view), *_numbers(view)]
    last = set(position.last_turn)
    for cell in sorted(cells, key=lambda cell: (cell.z, -cell.y, -cell.x)):  # what is nearer to the eye comes later
        index = index_of(cell)
        body += cube_faces(
            position.forest.cubes[index],
            view,
            cell,
            forest=position.forest,
            is_active=position.forest.is_active(index),
            is_last=index in last,
        )
    return body, top + height


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
            start, *rest = (
                f"{coordinate(px)},{coordinate(py)}" for px, py in (view((x + u, y + v, 1)) for u, v in _HOLE)
            )
            yield toned("path", fill="hole", d=f"M{start}C{' '.join(rest)}")


def _numbers(view: View) -> Iterator[str]:
    """The numbers of columns and rows along the near edges of the board."""
    size = max(8.0, view.scale * 0.3)
    for at in BOARD:
        yield label(f"x{at}", *view((at + 0.5, 0.72, 1 - THICKNESS)), size, fill="faint")
        yield label(f"y{at}", *view((0.72, at + 0.5, 1 - THICKNESS)), size, fill="faint")


def _ground(forest: Forest, view: View) -> Iterator[str]:
    """A dashed square on the table under every column that has no cube at level 1, so that its place can be seen."""
    lowest: dict[Point, int] = {}
    for cell, _ in forest.cells():
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
