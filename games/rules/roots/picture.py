"""The board of Roots and Shoots as SVG: a Go board with beads and nutrients."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.base import Seat
from games.rules.bitsets import members
from games.rules.drawing import (
    DARK,
    GOLD,
    WIDTH,
    Sample,
    Standing,
    board_picture,
    coordinate,
    label,
    last_tile,
    moved,
    place,
    places,
    seat_edge,
    seat_fill,
    toned,
)
from games.rules.roots.garden import Garden
from games.rules.roots.grid import CENTRE, NAMES, SIZE, STAR_POINTS, Node, coordinates
from games.rules.roots.pieces import COLOURS
from games.rules.roots.position import Position
from games.rules.roots.stages import Losing
from games.rules.roots.words import describe, turn
from ground.wording import gettext

STEP = 18.0  # between nodes, in the mail picture of 560 pixels a whole number of them: equal beads pack well
NEAR, FAR = 25.0, 11.0  # margins on the left and below, with room for coordinates, and the other two
BEAD = 8.5
NEW_BEAD = 7.0  # smaller, so that the mark below it is seen
COIN, COIN_ON_BEAD = 8.0, 6.6  # of a nutrient; the bead that marks one has to be seen around it
VALUE = 11.0  # of the digits on it


def svg_board(position: Position, *, over: bool = False) -> str:
    """The board as a stand-alone SVG, 360 units wide."""
    seats = position.variant.seats
    return board_picture(
        gettext("Roots and Shoots, {seats} players: {turn}").format(seats=seats, turn=turn(position, over=over)),
        describe(position, over=over),
        _board(position),
        WIDTH,
        standings=[_standing(position, seat) for seat in range(seats)],
        to_act=None if over else position.seat_to_act,
        key=_key(position),
    )


def _standing(position: Position, seat: Seat) -> Standing:
    garden = position.garden
    left = f"{garden.stores[seat]} + {garden.piles[seat]}"
    return Standing(_bead(seat, BEAD), COLOURS[seat], garden.points[seat], left)


def _key(position: Position) -> Iterator[Sample]:
    yield Sample(last_tile(8) + toned("circle", fill="field", stroke=DARK, r=NEW_BEAD - 1), gettext("new"))
    yield Sample(_coin(COIN) + label("7", 0, 0, VALUE, fill=DARK), gettext("nutrient and its value, ? if not rolled"))
    yield Sample(
        toned("circle", fill="field", stroke="edge", r=BEAD) + _coin(COIN_ON_BEAD), gettext("marked by a bead")
    )
    if isinstance(position.stage, Losing):
        yield Sample(_ring(4.7, {}), gettext("an end at stake begins"))
    yield Sample("", gettext("number: points"))
    yield Sample("", gettext("store + pile"))
    yield Sample("", gettext("{stack} left in the stack").format(stack=position.garden.stack))


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
        x, y = _place(node)
        yield toned("circle", fill="line", cx=x, cy=y, r=2.2)
    yield from _coordinates()
    for node in members(position.recent):
        yield moved(*_place(node), last_tile(STEP / 2))
    for seat, root in enumerate(garden.roots):
        for node in members(root.beads):
            is_new = position.recent & ~garden.sown & 1 << node
            yield moved(*_place(node), _bead(seat, NEW_BEAD if is_new else BEAD))
    for node, _ in garden.nutrients:
        yield moved(*_place(node), *_nutrient(garden, node))
    if isinstance(position.stage, Losing):
        yield from _stake(position.stage)
    yield places(_node_places(), data_around=NEAR - STEP / 2, data_above=FAR - STEP / 2)


def _node_places() -> Iterator[str]:
    side = coordinate(STEP)
    for node, name in enumerate(NAMES):
        x, y = _place(node)
        yield place(name, "path", d=f"M{coordinate(x - STEP / 2)},{coordinate(y - STEP / 2)}h{side}v{side}h-{side}z")


def _bead(seat: Seat, radius: float) -> str:
    return toned("circle", fill=seat_fill(COLOURS[seat]), stroke=seat_edge(COLOURS[seat]), stroke_width=1.1, r=radius)


def _lines() -> str:
    span = coordinate(STEP * (SIZE - 1))
    across = [f"M{coordinate(NEAR)},{coordinate(FAR + STEP * index)} h{span}" for index in range(SIZE)]
    upright = [f"M{coordinate(NEAR + STEP * index)},{coordinate(FAR)} v{span}" for index in range(SIZE)]
    return " ".join([*across, *upright])


def _coordinates() -> Iterator[str]:
    """x below, y on the left."""
    for index in range(SIZE):
        yield label(str(index), NEAR + STEP * index, WIDTH - 8, 11)
        yield label(str(index), 8, WIDTH - NEAR - STEP * index, 11)


def _nutrient(garden: Garden, node: Node) -> Iterator[str]:
    """A coin with the value, a question mark for what is not rolled, a rim more for each further marker."""
    markers, hidden = garden.markers(node), garden.unvalued(node)
    radius = COIN_ON_BEAD if garden.taken >> node & 1 else COIN
    for rim in reversed(range(len(markers))):
        yield _coin(radius, 1.6 * rim)
    text = f"{sum(markers) or ''}{'?' if hidden else ''}"
    if len(text) > 1:  # wider than the coin
        width = 0.62 * VALUE * len(text)
        yield toned("rect", fill=GOLD, x=-width / 2, y=-4.6, width=width, height=9.2, rx=2)
    yield label(text, 0, 0, VALUE, fill=DARK)


def _coin(radius: float, aside: float = 0.0) -> str:
    return toned("circle", fill=GOLD, stroke=DARK, stroke_width=0.8, cx=aside, cy=-aside, r=radius)


def _stake(losing: Losing) -> Iterator[str]:
    """A dashed ring on the ends among which the owner chooses, a full one where each of them begins."""
    for arm in losing.arms:
        for node in members(arm.chain):
            yield moved(*_place(node), _ring(4.7, {} if node == arm.first else {"stroke_dasharray": "2 2"}))


def _ring(radius: float, dashes: dict[str, str]) -> str:
    return toned("circle", fill="#ffffff", stroke=DARK, stroke_width=1.4, r=radius, **dashes)
