"""The board as SVG: who has what, the trees in space, and the columns from above with their coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.drawing import label, picture, toned
from games.rules.treeblox.charts import BOARD_SPOTS, Spot, top_cubes
from games.rules.treeblox.cubes import BOARD, BRANCH, COLOURS, LEAF, Cube, cell_at
from games.rules.treeblox.position import Position
from games.rules.treeblox.space import LAST, View, cube_faces, forest_in_space, look_in_the_shade, look_of
from games.rules.treeblox.words import describe, name

WIDTH = 360.0
MARGIN = 8.0
ROW = 30.0  # height of a seat's line
CAPTION = 42.0  # height of the explanation of the marks
AXIS = 24.0  # height of the numbers below a chart
TALLEST = 260.0  # of the trees in space
HIGHEST = 230.0  # of the view from above, if its squares can be so small
LARGEST, SMALLEST = 34.0, 20.0  # edge of a square of the view from above


def svg_board(position: Position) -> str:
    """The board as a stand-alone SVG, 360 units wide."""
    space, below = forest_in_space(position, WIDTH, TALLEST, top=2 * ROW + 2 * MARGIN)
    charts = list(_charts(position, below + 2 * MARGIN + CAPTION))
    body = [*_seats(position), *space, *_caption(below + 2 * MARGIN)]
    for chart in charts:
        body += chart.draw(position)
    turn = "game over" if position.to_act is None else f"{COLOURS[position.to_act]} to act"
    return picture(f"Treeblox: {turn}", describe(position), WIDTH, charts[-1].bottom, body, ())


def _seats(position: Position) -> Iterator[str]:
    """A line a seat: active leaves, cubes left to place; a frame around the one to act."""
    for seat in range(2):
        y = MARGIN + ROW * (seat + 0.5)
        if position.to_act == seat:
            yield toned("rect", stroke="edge", stroke_width=2, x=4, y=y - 14, width=WIDTH - 8, height=28, rx=6)
        yield label(name(seat), 14, y, 15, anchor="start")
        active = position.scores[seat]
        yield from _top_mark(Cube(seat, LEAF), str(active), 74, y, 26)
        yield label("active leaf" if active == 1 else "active leaves", 92, y, 13, anchor="start")
        for kind, x in ((BRANCH, 196), (LEAF, 252)):
            yield from cube_faces(look_of(Cube(seat, kind)), View(15, x + 7, y + 12))
            yield label(str(position.forest.hands[seat][kind]), x + 24, y, 14, anchor="start")
        yield label("left", 300, y, 13, anchor="start")


def _caption(y: float) -> Iterator[str]:
    """What the marks of the view from above mean."""
    yield label("From above: each column's top cube and its level", MARGIN + 4, y + 6, 13, anchor="start")
    yield toned("circle", stroke="ink", stroke_width=1.5, cx=15, cy=y + 26, r=6.5)
    yield label("active leaf", 25, y + 26, 12, anchor="start")
    yield toned("rect", stroke="ink", stroke_width=1.5, x=95, y=y + 20, width=12, height=12, rx=2)
    yield label("branch", 111, y + 26, 12, anchor="start")
    for seat, x in ((0, 164), (1, 173)):
        yield from cube_faces(look_in_the_shade(seat), View(11, x, y + 34))
    yield label("shaded leaf", 185, y + 26, 12, anchor="start")
    yield toned("rect", stroke=LAST, stroke_width=3, x=263, y=y + 20, width=12, height=12)
    yield label("placed last", 280, y + 26, 12, anchor="start")


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
            if (x, y) in tops:
                cell, cube = tops[x, y]
                yield from _top_mark(cube, str(cell.z), px, py, self.size)
            elif (x, y) in BOARD_SPOTS:
                yield toned("circle", fill="hole", cx=px, cy=py, r=self.size * 0.12)
        yield from self._edge_of_board()
        for x, y, px, py in self._middles():
            if (x, y) in tops and tops[x, y][0] in last:
                yield self._frame(px, py)
        yield from self._numbers()

    def _middles(self) -> Iterator[tuple[int, int, float, float]]:
        for j, y in enumerate(self.rows):
            for i, x in enumerate(self.columns):
                yield x, y, self.left + self.size * (i + 0.5), self.top + self.size * (j + 0.5)

    def _square(self, spot: Spot, x: float, y: float) -> str:
        fill = "field" if spot in BOARD_SPOTS else "none"
        return self._rect(x, y, fill=fill, stroke="line", width=0.6)

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

    def _frame(self, x: float, y: float) -> str:
        return self._rect(x, y, fill="none", stroke=LAST, width=2.6)

    def _rect(self, x: float, y: float, *, fill: str, stroke: str, width: float) -> str:
        half = self.size / 2
        return toned(
            "rect",
            fill=fill,
            stroke=stroke,
            stroke_width=width,
            x=x - half,
            y=y - half,
            width=self.size,
            height=self.size,
        )

    def _numbers(self) -> Iterator[str]:
        size = min(12.0, self.size / 2.1)
        for i, x in enumerate(self.columns):
            name = f"x{x}" if x == 1 else str(x)
            yield label(name, self.left + self.size * (i + 0.5), self.bottom - AXIS + 10, size, fill="faint")
        for j, y in enumerate(self.rows):
            name = f"y{y}" if y == 1 else str(y)
            yield label(name, self.left - 5, self.top + self.size * (j + 0.5), size, fill="faint", anchor="end")


def _charts(position: Position, top: float) -> Iterator[_Chart]:
    """The view from above; in several charts, one below the other, where it is too wide for one."""
    spots: list[Spot] = [*BOARD_SPOTS, *top_cubes(position)]
    columns = range(min(x for x, _ in spots), max(x for x, _ in spots) + 1)
    rows = range(max(y for _, y in spots), min(y for _, y in spots) - 1, -1)
    room = WIDTH - 5 * MARGIN
    size = max(SMALLEST, min(LARGEST, room / len(columns), HIGHEST / len(rows)))
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
        yield toned("circle", **colours, stroke_width=1.2, cx=x, cy=y, r=size * 0.44)
    else:
        half = size * 0.38
        yield toned("rect", **colours, stroke_width=1.2, x=x - half, y=y - half, width=2 * half, height=2 * half, rx=2)
    yield label(text, x, y, min(15.0, size * 0.55), fill="#ffffff" if cube.seat == 0 else "#1d1a14")
