"""The board of Roots and Shoots as SVG: a Go board with beads and nutrients, and who has what below."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.base import Seat
from games.rules.drawing import coordinate, label, picture, seat_fill, toned
from games.rules.roots.garden import Garden
from games.rules.roots.grid import CENTRE, SIZE, STAR_POINTS, Node, coordinates, members
from games.rules.roots.pieces import COLOURS
from games.rules.roots.position import Position
from games.rules.roots.stages import Losing
from games.rules.roots.words import describe, turn

WIDTH = 360.0
STEP = 18.0  # between nodes, in the mail picture of 560 pixels a whole number of them: equal beads pack well
NEAR, FAR = 25.0, 11.0  # margins on the left and below, with room for coordinates, and the other two
BEAD = 8.5
COIN = 6.4
ROW = 26.0  # height of a line of the list of seats
GOLD, DARK = "#f7d774", "#17150f"


def svg_board(position: Position) -> str:
    """The board as a stand-alone SVG, 360 units wide."""
    seats = position.variant.seats
    body = [*_board(position), *_seats(position)]
    return picture(
        f"Roots and Shoots, {seats} players: {turn(position)}",
        describe(position),
        WIDTH,
        WIDTH + ROW * ((seats + 1) // 2 + 1) + 8,
        body,
        COLOURS[:seats],
    )


def _place(node: Node) -> tuple[float, float]:
    """Where a node lies on paper; node 0,0 is at the lower left."""
    x, y = coordinates(node)
    return NEAR + STEP * x, WIDTH - NEAR - STEP * y


def _board(position: Position) -> Iterator[str]:
    """From the ground up: field, lines, what is new, beads, nutrients, ends at stake."""
    garden = position.garden
    side = WIDTH - NEAR - FAR + 2 * BEAD
    yield toned("rect", fill="field", x=NEAR - BEAD, y=FAR - BEAD, width=side, height=side, rx=4)
    yield toned("path", stroke="line", stroke_width=0.8, d=_lines())
    for node in members(STAR_POINTS | CENTRE):
        yield _disc(node, 2.2, fill="line")
    yield from _coordinates()
    for node in members(position.recent):
        x, y = _place(node)
        corner = {"x": x - STEP / 2, "y": y - STEP / 2}
        yield toned("rect", fill="mark", stroke="edge", stroke_width=0.8, width=STEP, height=STEP, **corner)
    for seat, root in enumerate(garden.roots):
        for node in members(root.beads):
            yield _disc(node, BEAD, fill=seat_fill(COLOURS[seat]), stroke="edge", stroke_width=1.1)
    for node in members(position.recent & garden.taken & ~garden.sown):
        yield _disc(node, 2.8, fill=GOLD, stroke=DARK, stroke_width=0.8)
    for node, _ in garden.nutrients:
        yield from _nutrient(garden, node)
    if isinstance(position.stage, Losing):
        yield from _stake(position.stage)


def _lines() -> str:
    span = coordinate(STEP * (SIZE - 1))
    across = [f"M{coordinate(NEAR)},{coordinate(FAR + STEP * index)} h{span}" for index in range(SIZE)]
    upright = [f"M{coordinate(NEAR + STEP * index)},{coordinate(FAR)} v{span}" for index in range(SIZE)]
    return " ".join([*across, *upright])


def _disc(node: Node, radius: float, fill: str, stroke: str = "none", **attributes: str | float) -> str:
    """A circle on a node, moved there, so that the pattern lies in it as in every other one."""
    x, y = _place(node)
    there = f"translate({coordinate(x)},{coordinate(y)})"
    return toned("circle", fill=fill, stroke=stroke, transform=there, r=radius, **attributes)


def _coordinates() -> Iterator[str]:
    """x below, y on the left."""
    for index in range(SIZE):
        yield label(str(index), NEAR + STEP * index, WIDTH - 8, 11)
        yield label(str(index), 8, WIDTH - NEAR - STEP * index, 11)


def _nutrient(garden: Garden, node: Node) -> Iterator[str]:
    """A coin with the value, a question mark for what is not rolled, a rim more for each further marker.

    It is smaller on a bead, which has to be seen around it.
    """
    x, y = _place(node)
    size = 0.84 if garden.taken >> node & 1 else 1.0
    known, hidden = sum(garden.markers(node)), garden.unvalued(node)
    for rim in reversed(range(len(garden.markers(node)))):
        there = {"cx": x + 1.6 * rim, "cy": y - 1.6 * rim}
        yield toned("circle", fill=GOLD, stroke=DARK, stroke_width=0.8, r=COIN * size, **there)
    text = f"{known or ''}{'?' if hidden else ''}"
    yield label(text, x, y, (9 if len(text) < 3 else 7) * size, fill=DARK)


def _stake(losing: Losing) -> Iterator[str]:
    """A dashed ring on the ends among which the owner chooses, a full one where each of them begins."""
    for arm in losing.arms:
        for node in members(arm.chain):
            dashes = {} if node == arm.first else {"stroke_dasharray": "2 2"}
            yield _disc(node, BEAD * 0.55, fill="#ffffff", stroke=DARK, stroke_width=1.4, **dashes)


def _seats(position: Position) -> Iterator[str]:
    """Two seats a line: a bead, the colour, points, store and pile. Below them the stack."""
    seats = position.variant.seats
    for seat in range(seats):
        yield from _seat(position, seat)
    x, y = _corner(seats + seats % 2)
    yield toned("circle", fill=GOLD, stroke=DARK, stroke_width=0.8, cx=x + 14, cy=y, r=COIN)
    yield label(f"{position.garden.stack} left in the stack", x + 28, y, 12, fill="faint", anchor="start")
    yield label("grey: store + pile", WIDTH - x - 4, y, 12, fill="faint", anchor="end")


def _corner(index: int) -> tuple[float, float]:
    return 6 + 176 * (index % 2), WIDTH + ROW * (index // 2) + ROW / 2


def _seat(position: Position, seat: Seat) -> Iterator[str]:
    x, y = _corner(seat)
    garden = position.garden
    if position.to_act == seat:
        yield toned("rect", stroke="edge", stroke_width=2, x=x, y=y - 11, width=172, height=22, rx=5)
    yield toned("circle", fill=seat_fill(COLOURS[seat]), stroke="edge", stroke_width=1.1, cx=x + 14, cy=y, r=BEAD)
    yield label(COLOURS[seat], x + 28, y, 13, anchor="start")
    yield label(f"{garden.points[seat]} pts", x + 116, y, 12, anchor="end")
    yield label(f"{garden.stores[seat]} + {garden.piles[seat]}", x + 168, y, 11, fill="faint", anchor="end")
