"""The BTT board as SVG: squares or kites, and pyramids lying flat."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, sin

from games.rules.base import Seat
from games.rules.btt.board import Board
from games.rules.btt.geometry import MARGIN, Plan, Point, plan_of
from games.rules.btt.pieces import COLOURS, LETTERS, NULL, SIZES, Content, Piece
from games.rules.btt.position import Position
from games.rules.btt.words import describe, turn
from games.rules.drawing import (
    DARK,
    LAST_WIDTH,
    SMALLEST,
    Sample,
    Standing,
    board_picture,
    coordinate,
    element,
    label,
    last_tile,
    place,
    places,
    points,
    seat_edge,
    seat_fill,
    toned,
)
from ground.wording import gettext

LENGTHS = {1: 0.62, 2: 0.80, 3: 1.0}  # of a pyramid, as a share of the square
CROSS = "#cfc6b0"  # of a null, on its hole in both schemes
BREADTHS = {1: 0.42, 2: 0.58, 3: 0.76}


def svg_board(position: Position, *, over: bool = False) -> str:
    """The board as a stand-alone SVG, 360 units wide."""
    variant = position.variant
    plan = plan_of(variant.board)
    return board_picture(
        gettext("Branches and Twigs and Thorns, {seats} players: {turn}").format(
            seats=variant.seats, turn=turn(position, over=over)
        ),
        describe(position, over=over),
        [*_squares(position, plan), *_coordinates(variant.board, plan), _places(plan)],
        plan.height,
        standings=[_standing(position, seat) for seat in range(variant.seats)],
        to_act=None if over else position.to_act,
        key=_key(position),
    )


def _standing(position: Position, seat: Seat) -> Standing:
    left = " ".join(f"{LETTERS[size]}{count}" for size, count in zip(SIZES, position.hands[seat], strict=True))
    corners = points([(-9, 8), (9, 8), (0, -8)])
    piece = toned("polygon", fill=seat_fill(COLOURS[seat]), stroke=seat_edge(COLOURS[seat]), points=corners)
    return Standing(piece, COLOURS[seat], position.coins[seat], left)


def _key(position: Position) -> Iterator[Sample]:
    yield Sample(last_tile(7), gettext("last step"))
    yield Sample(_root(0, 0, 10), gettext("root"))
    if NULL in position.squares:
        ground = toned("rect", fill="hole", stroke="line", x=-8, y=-8, width=16, height=16)
        yield Sample(ground + _null(0, 0, 11), gettext("null"))
    yield Sample("", gettext("number: coins"))
    yield Sample("", gettext("S, M, L: small, medium, large left"))


def _squares(position: Position, plan: Plan) -> Iterator[str]:
    """All squares first, then what lies on them, so that nothing is cut off by a neighbour."""
    board = position.variant.board
    for number, corners in enumerate(plan.corners.values()):
        fill = "hole" if position.squares[number] == NULL else "field2" if _is_shaded(board, number) else "field"
        yield toned("polygon", fill=fill, stroke="line", stroke_width=0.8, points=points(corners))
    for corners in plan.sections:
        yield toned("polygon", stroke="line", stroke_width=2.2, stroke_linejoin="round", points=points(corners))
    if position.last:
        inner = _shrunk(plan, position.last, 0.93)
        fill, stroke = ("none", "mark") if position.at(position.last) == NULL else ("mark", DARK)
        yield toned("polygon", fill=fill, stroke=stroke, stroke_width=LAST_WIDTH, points=points(inner))
    for name, content in zip(board.squares, position.squares, strict=True):
        yield from _content(name, content, plan, named=bool(board.wedges))


def _places(plan: Plan) -> str:
    shapes = (place(name, "polygon", points=points(corners)) for name, corners in plan.corners.items())
    return places(shapes, data_around=MARGIN)


def _is_shaded(board: Board, number: int) -> bool:
    """Every other square; the wedges of a ring of three do not alternate over all seams, and need not."""
    name = board.squares[number]
    if board.wedges:
        return (ord(name[0]) + int(name[1]) + int(name[2])) % 2 == 0
    rank, file = divmod(number, board.files)
    return (rank + file) % 2 == 0


def _shrunk(plan: Plan, square: str, share: float) -> list[Point]:
    x, y = plan.centre(square)
    return [(x + (corner[0] - x) * share, y + (corner[1] - y) * share) for corner in plan.corners[square]]


def _content(name: str, content: Content, plan: Plan, *, named: bool) -> Iterator[str]:
    x, y = plan.centre(name)
    if isinstance(content, Piece):
        yield _pyramid(content, plan, name)
    elif content == NULL:
        yield _null(x, y, plan.radius(name))
    elif content is not None:
        yield _root(x, y, plan.radius(name))
    elif named:
        yield label(name, x, y, SMALLEST, fill="faint")


def _null(x: float, y: float, radius: float) -> str:
    """A cross on the hole that a null makes."""
    reach = radius * 0.45
    cross = f"M{coordinate(x - reach)},{coordinate(y - reach)} l{coordinate(2 * reach)},{coordinate(2 * reach)}"
    cross += f" M{coordinate(x - reach)},{coordinate(y + reach)} l{coordinate(2 * reach)},{coordinate(-2 * reach)}"
    return toned("path", stroke=CROSS, stroke_width=2.5, stroke_linecap="round", d=cross)


def _root(x: float, y: float, radius: float) -> str:
    """A root as the cluster of four tokens that the designer uses."""
    step = radius * 0.34
    places = ((-step, -step), (step, -step), (-step, step), (step, step))
    tokens = (toned("circle", fill="#8a5a2b", stroke="edge", cx=x + dx, cy=y + dy, r=step) for dx, dy in places)
    return element("g", *tokens)


def _pyramid(piece: Piece, plan: Plan, square: str) -> str:
    """A pyramid lying flat, its tip at the side it points to, with one to three pips along its base."""
    x, y = plan.centre(square)
    source = plan.doorway(square, piece.target)
    bearing = atan2(source[1] - y, source[0] - x)
    reach = plan.radius(square) * 0.92
    half = reach * BREADTHS[piece.size]
    tip, base = reach, reach - 2 * reach * LENGTHS[piece.size]
    outline = [_turned(x, y, bearing, point) for point in ((tip, 0.0), (base, half), (base, -half))]
    body = toned(
        "polygon",
        fill=seat_fill(COLOURS[piece.seat]),
        stroke=seat_edge(COLOURS[piece.seat]),
        stroke_width=1.4,
        stroke_linejoin="round",
        points=points(outline),
    )
    return element("g", body, *_pips(piece.size, x, y, bearing, base + reach * 0.3, reach * 0.13))


def _pips(size: int, x: float, y: float, bearing: float, along: float, radius: float) -> Iterator[str]:
    for index in range(size):
        across = (index - (size - 1) / 2) * radius * 2.9
        cx, cy = _turned(x, y, bearing, (along, across))
        yield toned("circle", fill="#ffffff", stroke="#17150f", stroke_width=0.8, cx=cx, cy=cy, r=radius)


def _turned(x: float, y: float, bearing: float, point: Point) -> Point:
    """A point given along and across a bearing, seen from (x, y)."""
    along, across = point
    return x + along * cos(bearing) - across * sin(bearing), y + along * sin(bearing) + across * cos(bearing)


def _coordinates(board: Board, plan: Plan) -> Iterator[str]:
    """Files below and above, ranks left and right; of wedges the letter, outside: their squares carry their names."""
    if board.wedges:
        for wedge, (x, y) in zip("ABCDEF", plan.tips, strict=False):
            yield label(wedge, x, y, 13)
        return
    for file in range(board.files):
        x = plan.centre(board.squares[file])[0]
        yield label("abcdefgh"[file], x, MARGIN / 2, 13)
        yield label("abcdefgh"[file], x, plan.height - MARGIN / 2, 13)
    for rank in range(board.ranks):
        y = plan.centre(board.squares[rank * board.files])[1]
        yield label(str(rank + 1), MARGIN / 2, y, 13)
        yield label(str(rank + 1), plan.width - MARGIN / 2, y, 13)
