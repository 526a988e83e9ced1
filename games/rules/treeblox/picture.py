"""The board as SVG: the trees in space, and the columns from above with their coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.base import Seat
from games.rules.drawing import (
    SMALLEST,
    WIDTH,
    Sample,
    Standing,
    board_picture,
    label,
    last_tile,
    moved,
    place,
    places,
    toned,
)
from games.rules.treeblox.charts import BOARD_SPOTS, Spot, shown_spots, top_cubes
from games.rules.treeblox.cubes import BOARD, BRANCH, COLOURS, LEAF, Cube, Kind, cell_at
from games.rules.treeblox.position import Position
from games.rules.treeblox.space import View, cube_faces, forest_in_space, look_in_the_shade, look_of, scene
from games.rules.treeblox.words import describe, turn
from ground.wording import gettext

MARGIN = 8.0
CAPTION = 26.0  # height of the line between the two views
AXIS = 24.0  # height of the numbers below a chart
TALLEST = 260.0  # of the trees in space
HIGHEST = 230.0  # of the view from above, if its squares can be so small
IN_LINE = View(13, -3, 9)  # where a cube in a line of text lies around (0, 0)
IN_KEY = View(9, -2, 6)  # the same in the smaller lines of the key
LARGEST, SMALLEST_SQUARE = 34.0, 20.0  # edge of a square of the view from above


def svg_board(position: Position, *, over: bool = False, quarter: int = 0) -> str:
    """The board as a stand-alone SVG, 360 units wide, from an eye that went round by so many quarters."""
    space, below = forest_in_space(position, WIDTH, TALLEST, MARGIN, quarter)
    charts = list(_charts(position, below + MARGIN + CAPTION))
    caption = gettext("From above: the top cube of each column, with its level")
    seen_from_above = [label(caption, WIDTH / 2, below + MARGIN + CAPTION / 2, 12)]
    for chart in charts:
        seen_from_above += chart.draw(position)
    return board_picture(
        gettext("Treeblox: {turn}").format(turn=turn(position, over=over)),
        describe(position, over=over),
        [scene(position), *space],
        charts[-1].bottom + 4,
        standings=[_standing(position, seat) for seat in range(2)],
        to_act=None if over else position.to_act,
        key=_key(),
        detail=seen_from_above,
        detail_top=below + MARGIN,
    )


def _standing(position: Position, seat: Seat) -> Standing:
    left = "  ".join(f"{kind.letter} {position.forest.hands[seat][kind]}" for kind in Kind)
    branch = cube_faces(look_of(Cube(seat, BRANCH)), IN_LINE)
    return Standing("".join(branch), COLOURS[seat], position.scores[seat], left)


def _key() -> Iterator[Sample]:
    yield Sample(last_tile(7), gettext("placed last"))
    yield Sample(toned("circle", stroke="ink", stroke_width=1.5, r=7), gettext("active leaf"))
    yield Sample(
        toned("rect", stroke="ink", stroke_width=1.5, x=-6, y=-6, width=12, height=12, rx=2), gettext("branch")
    )
    yield Sample("".join(cube_faces(look_in_the_shade(1), IN_KEY)), gettext("leaf in the shade"))
    yield Sample("", gettext("number: active leaves"))
    yield Sample("", gettext("B, L: branches and leaves left"))


@dataclass(frozen=True, slots=True)
class _Chart:
    """Columns seen from above, or as many as fit beside each other."""

    columns: range  # x, to the right
    rows: range  # y, downwards
    size: float
    top: float

    @property
    def left(self) -> float:
        return (WIDTH - self.size * len(self.columns)) / 2 + MARGIN / 2

    @property
    def bottom(self) -> float:
        return self.top + self.size * len(self.rows) + AXIS

    def draw(self, position: Position) -> Iterator[str]:
        """Squares, numbers, and the top cubes; what was placed last is framed."""
        tops = top_cubes(position)
        last = set(map(cell_at, position.last_turn))
        for x, y, px, py in self._middles():
            yield self._square((x, y), px, py)
            if (x, y) in tops and tops[x, y][0] in last:
                yield moved(px, py, last_tile(self.size * 0.47))
            if (x, y) in tops:
                cell, cube = tops[x, y]
                yield from _top_mark(cube, str(cell.z), px, py, self.size)
            elif (x, y) in BOARD_SPOTS:
                yield toned("circle", fill="hole", cx=px, cy=py, r=self.size * 0.12)
        yield from self._edge_of_board()
        yield from self._numbers()
        yield places(self._places(), data_above=4)

    def _places(self) -> Iterator[str]:
        for x, y, px, py in self._middles():
            left, top = px - self.size / 2, py - self.size / 2
            yield place(f"{x},{y}", "rect", x=left, y=top, width=self.size, height=self.size)

    def _middles(self) -> Iterator[tuple[int, int, float, float]]:
        for j, y in enumerate(self.rows):
            for i, x in enumerate(self.columns):
                yield x, y, self.left + self.size * (i + 0.5), self.top + self.size * (j + 0.5)

    def _square(self, spot: Spot, x: float, y: float) -> str:
        return toned(
            "rect",
            fill="field" if spot in BOARD_SPOTS else "none",
            stroke="line",
            stroke_width=0.6,
            x=x - self.size / 2,
            y=y - self.size / 2,
            width=self.size,
            height=self.size,
        )

    def _edge_of_board(self) -> Iterator[str]:
        columns = [x for x in self.columns if x in BOARD]
        if columns:
            yield toned(
                "rect",
                stroke="faint",
                stroke_width=2,
                x=self.left + self.size * (columns[0] - self.columns[0]),
                y=self.top + self.size * (self.rows[0] - BOARD[-1]),
                width=self.size * len(columns),
                height=self.size * len(BOARD),
            )

    def _numbers(self) -> Iterator[str]:
        size = max(SMALLEST, min(12.0, self.size / 2.1))
        for i, x in enumerate(self.columns):
            name = f"x{x}" if x == 1 else str(x)
            yield label(name, self.left + self.size * (i + 0.5), self.bottom - AXIS + 10, size, fill="faint")
        for j, y in enumerate(self.rows):
            name = f"y{y}" if y == 1 else str(y)
            yield label(name, self.left - 5, self.top + self.size * (j + 0.5), size, fill="faint", anchor="end")


def _charts(position: Position, top: float) -> Iterator[_Chart]:
    """The view from above; in several charts, one below the other, where it is too wide for one."""
    spots = shown_spots(position)
    columns = range(min(x for x, _ in spots), max(x for x, _ in spots) + 1)
    rows = range(max(y for _, y in spots), min(y for _, y in spots) - 1, -1)
    room = WIDTH - 5 * MARGIN
    size = max(SMALLEST_SQUARE, min(LARGEST, room / len(columns), HIGHEST / len(rows)))
    fitting = int(room / size + 0.01)
    for first in range(0, len(columns), fitting):
        chart = _Chart(columns[first : first + fitting], rows, size, top)
        yield chart
        top = chart.bottom


def _top_mark(cube: Cube, text: str, x: float, y: float, size: float) -> Iterator[str]:
    """A cube seen from above, round for a leaf and square for a branch, with a number on it."""
    look = look_of(cube)
    colours = {"fill": look.top, "stroke": look.edge}
    if cube.kind is LEAF:
        yield toned("circle", **colours, stroke_width=1.2, cx=x, cy=y, r=size * 0.38)
    else:
        half = size * 0.34
        yield toned("rect", **colours, stroke_width=1.2, x=x - half, y=y - half, width=2 * half, height=2 * half, rx=2)
    yield label(text, x, y, min(15.0, size * 0.55), fill="#ffffff" if cube.seat == 0 else "#1d1a14")
