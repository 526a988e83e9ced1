"""The table and the twigs as SVG: twigs as thick strokes in the colour and pattern of their seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from games.rules.base import Seat
from games.rules.drawing import (
    DARK,
    LAST_WIDTH,
    SMALLEST,
    WIDEST_LETTER,
    WIDTH,
    Sample,
    Standing,
    board_picture,
    coordinate,
    element,
    label,
    picture,
    place,
    places,
    points,
    seat_edge,
    seat_fill,
    toned,
)
from games.rules.hexgrid import COLUMN, Cell, centre, corner, edges_around, outline
from games.rules.twigs.charts import shown_cells
from games.rules.twigs.pieces import COLOURS, FORMS_OF, LETTERS, Form
from games.rules.twigs.plan import GAP, MARGIN, Plan, fitted, grid, ground, path_of, stroked, twig
from games.rules.twigs.position import Position
from games.rules.twigs.words import describe, turn
from ground.wording import gettext

MOST_COLUMNS = (WIDTH - 2 * MARGIN) / 12  # cells beside each other in one drawing
OVERLAP = 3  # columns that neighbouring parts have in common
REACH = 3  # sides of a cell from the cells that are drawn to where a twig may end
CAPTION = 18.0  # height of the line above a part
SAMPLE = "M-6,2 L-2,-2 L2,2 L6,-2"  # a twig in the key

SHEET_COLUMNS = 6
SHEET_BOX = WIDTH / SHEET_COLUMNS
SHEET_ROW = 68.0
SHEET_SIDE = 12.5  # of a cell on the sheet


def svg_board(position: Position, *, over: bool = False) -> str:
    """The table as a stand-alone SVG, 360 units wide."""
    parts = _parts(shown_cells(position, 1))
    board, height = list[str](), 0.0
    for number, cells in enumerate(parts, 1):
        if len(parts) > 1:
            caption = gettext("Part {number} of {count}, from left to right").format(number=number, count=len(parts))
            board.append(label(caption, WIDTH / 2, height + CAPTION / 2 + 2, 12))
            height += CAPTION
        plan, taken = fitted(cells)
        board += _part(position, cells, plan._replace(y=plan.y + height))
        height += taken
    return board_picture(
        gettext("Twigs, {seats} players: {turn}").format(seats=position.variant.seats, turn=turn(position, over=over)),
        describe(position, over=over),
        board,
        height,
        standings=[_standing(position, seat) for seat in range(position.variant.seats)],
        to_act=None if over else position.to_act,
        key=_key(position),
    )


def _parts(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    """The cells in as many overlapping parts, from left to right, as are readable."""
    columns = {cell: cell[0] + cell[1] / 2 for cell in cells}
    first = min(columns.values())
    whole = max(columns.values()) - first + 1
    count = max(1, ceil((whole - OVERLAP) / (MOST_COLUMNS - OVERLAP)))
    step = (whole - OVERLAP) / count
    starts = [first + step * number for number in range(count)]
    return [
        frozenset(cell for cell, column in columns.items() if start <= column < start + step + OVERLAP)
        for start in starts
    ]


def _part(position: Position, cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    yield ground(cells, plan)
    yield from _areas(position, cells, plan)
    yield grid(cells, plan)
    yield from _names(position, cells, plan)
    yield from _twigs(position, cells, plan)
    yield from _discs(position, cells, plan)
    yield places(
        _places(cells, plan), stroke_width=plan.side * 0.6, stroke_linecap="round", data_around=REACH * plan.side
    )


def _places(cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    """The cells, and above them the edges."""
    for cell in sorted(cells):
        corners = points(plan.at(point) for point in outline(cell))
        yield place(f"{cell[0]},{cell[1]}", "polygon", points=corners, stroke_width=0)
    for edge in sorted({edge for cell in cells for edge in edges_around(cell)}):
        yield place(str(edge), "path", class_="line", d=path_of([edge], plan, GAP))


def _standing(position: Position, seat: Seat) -> Standing:
    hand = position.hands[seat]
    used = "".join(letter for letter in LETTERS if letter not in hand)
    left = gettext("all but {used}").format(used=used) if len(used) in (1, 2) else hand or gettext("none left")
    left = left if used else "all 12 left"
    piece = toned("circle", fill=seat_fill(COLOURS[seat]), stroke=seat_edge(COLOURS[seat]), r=8)
    return Standing(piece, COLOURS[seat], position.scores[seat], left)


def _key(position: Position) -> Iterator[Sample]:
    last = "".join(stroked(SAMPLE, width, stroke) for width, stroke in ((8, DARK), (6.5, "mark"), (3, DARK)))
    yield Sample(last, gettext("last twig"))
    yield Sample(toned("circle", fill="paper", stroke="edge", stroke_width=1.4, r=7), gettext("area of that colour"))
    if any(area.owner is None for area in position.areas):
        tied = toned("circle", fill="paper", stroke="faint", stroke_width=1.4, r=7)
        yield Sample(tied + toned("path", stroke="faint", stroke_width=1.6, d=_bar(0, 0, 4)), gettext("tied"))
    yield Sample("", gettext("number: points"))
    yield Sample("", gettext("letters: twigs left"))
    yield Sample("", gettext("cell q,r: q is in it, r at both ends of its row"))


def _names(position: Position, cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    """q in the cells that are not claimed, r at both ends of each row; q only now and then where cells are small."""
    width = plan.side * COLUMN
    size = max(SMALLEST, min(12.0, width * 0.4))
    longest = max(len(str(q)) for q, _ in cells)
    every = ceil(size * WIDEST_LETTER * longest / (width - 4))
    claimed = {cell for area in position.areas for cell in area.cells}
    texts = []
    for q, r in sorted(cells - claimed):
        if q % every == 0:
            x, y = plan.at(centre((q, r)))
            texts.append(element("text", str(q), x=x, y=y + size * 0.35))
    yield toned("g", *texts, fill="faint", font_size=size, text_anchor="middle")
    for row in sorted({r for _, r in cells}):
        places = [plan.at(centre((q, r))) for q, r in cells if r == row]
        (left, y), (right, _) = min(places), max(places)
        yield label(str(row), left - width / 2 - 3, y, size, anchor="end")
        yield label(str(row), right + width / 2 + 3, y, size, anchor="start")


def _twigs(position: Position, cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    """A mark under the last twig; then each twig, an outline below its colour."""
    shown = {edge for cell in cells for edge in edges_around(cell)}
    for step, placement in enumerate(position.placed):
        edges = sorted(shown & placement.edges)
        if not edges:
            continue
        if step == len(position.placed) - 1:
            path = path_of(edges, plan, GAP)
            yield stroked(path, plan.side * 0.72 + LAST_WIDTH, DARK)
            yield stroked(path, plan.side * 0.72 - LAST_WIDTH, "mark")
        yield from twig(edges, plan, COLOURS[position.variant.seat_of(step)])


def _areas(position: Position, cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    """The cells of owned larger areas, tinted."""
    for area in position.areas:
        if area.owner is not None and area.size > 1:
            for cell in sorted(cells.intersection(area.cells)):
                corners = points(plan.at(point) for point in outline(cell))
                yield element("polygon", fill=seat_fill(COLOURS[area.owner]), fill_opacity=0.45, points=corners)


def _discs(position: Position, cells: frozenset[Cell], plan: Plan) -> Iterator[str]:
    """A disc in each area: its owner's, or an empty one with a bar where it is tied; its size where that is not 1."""
    for area in position.areas:
        if area.middle not in cells:
            continue
        x, y = plan.at(centre(area.middle))
        fill = "paper" if area.owner is None else seat_fill(COLOURS[area.owner])
        stroke = "faint" if area.owner is None else seat_edge(COLOURS[area.owner])
        radius = plan.side * 0.5 if area.size == 1 else 10.0
        yield toned("circle", fill=fill, stroke=stroke, stroke_width=1.4, cx=x, cy=y, r=radius)
        if area.size > 1:
            yield toned("circle", fill="paper", stroke=stroke, cx=x, cy=y, r=7)
            yield label(str(area.size), x, y, SMALLEST)
        elif area.owner is None:
            yield toned("path", stroke="faint", stroke_width=1.6, d=_bar(x, y, radius * 0.55))


def _bar(x: float, y: float, half: float) -> str:
    return f"M{coordinate(x - half)},{coordinate(y)} h{coordinate(2 * half)}"


def svg_sheet() -> str:
    """All forms of all twigs with their orientations as a stand-alone SVG; a dot in the cell (0, 0) of each."""
    body: list[str] = []
    top = 30.0
    for forms in FORMS_OF.values():
        for first in range(0, len(forms), SHEET_COLUMNS):
            for column, form in enumerate(forms[first : first + SHEET_COLUMNS]):
                body += _form_box(form, column * SHEET_BOX, top)
            top += SHEET_ROW
    intro = gettext("The dot is the cell that is moved to q,r.")
    return picture(
        gettext("Twigs: the twelve twigs in all their orientations"),
        "The twelve twigs, named by letters, each drawn in all its orientations, which are numbered from 0. " + intro,
        WIDTH,
        top,
        [label(intro, WIDTH / 2, 16, 13), *body],
        (),
    )


def _form_box(form: Form, left: float, top: float) -> Iterator[str]:
    corners = [corner(vertex) for vertex in form.vertices] + [centre((0, 0))]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    plan = Plan(
        SHEET_SIDE,
        left + SHEET_BOX / 2 - SHEET_SIDE * (min(xs) + max(xs)) / 2,
        top + SHEET_ROW / 2 + 4 - SHEET_SIDE * (min(ys) + max(ys)) / 2,
    )
    path = path_of(sorted(form.edges), plan, GAP)
    x, y = plan.at(centre((0, 0)))
    yield label(form.name, left + 6, top + 7, 11, anchor="start")
    yield toned("circle", fill="faint", cx=x, cy=y, r=2)
    yield stroked(path, 4, "edge")
