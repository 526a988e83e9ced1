"""The table and the twigs as SVG: twigs as thick strokes in the colour and pattern of their seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.rules.drawing import coordinate, element, label, picture, points, seat_fill, toned
from games.rules.hexgrid import Cell, centre, corner, outline
from games.rules.twigs.charts import shown_cells
from games.rules.twigs.pieces import COLOURS, FORMS_OF, Form
from games.rules.twigs.plan import GAP, WIDTH, Plan, fitted, grid, path_of, stroked
from games.rules.twigs.position import Position
from games.rules.twigs.words import describe

READABLE = 17.0  # width of a cell that still has room for its number
ROW = 26.0  # height of a line of the list of seats
KEY = "A cell is q,r: q is written in it, r at both ends of its row."

SHEET_COLUMNS = 6
SHEET_BOX = WIDTH / SHEET_COLUMNS
SHEET_ROW = 68.0
SHEET_SIDE = 12.5  # of a cell on the sheet


def svg_board(position: Position) -> str:
    """The table as a stand-alone SVG, 360 units wide."""
    cells = shown_cells(position, 1)
    plan, height = fitted(cells)
    seats = position.variant.seats
    lines = (seats + 1) // 2
    body = [
        *_areas(position, plan),
        grid(cells, plan),
        *_names(position, cells, plan),
        *_twigs(position, plan),
        *_discs(position, plan),
        *_seats(position, height),
        label(KEY, WIDTH / 2, height + ROW * lines + 8, 10, fill="faint"),
    ]
    turn = "game over" if position.to_act is None else f"{COLOURS[position.to_act]} to act"
    return picture(
        f"Twigs, {seats} players: {turn}",
        describe(position),
        WIDTH,
        height + ROW * lines + 18,
        body,
        COLOURS[:seats],
    )


def _names(position: Position, cells: Iterable[Cell], plan: Plan) -> Iterator[str]:
    """q in the cells that are not claimed, r at both ends of each row; only some of them where cells are small."""
    width = plan.side * 3**0.5
    columns, rows = (1, 1) if width >= READABLE else (2, 1) if width >= READABLE / 2 else (5, 3)
    size = max(8.0, min(11.0, width * 0.45))
    claimed = {cell for area in position.areas for cell in area.cells}
    named = [cell for cell in sorted(cells) if cell[1] % rows == 0]
    texts = []
    for q, r in named:
        if (q, r) not in claimed and q % columns == 0:
            x, y = plan.at(centre((q, r)))
            texts.append(element("text", str(q), x=x, y=y + size * 0.35))
    yield toned("g", *texts, fill="faint", font_size=size, text_anchor="middle")
    for row in {r for _, r in named}:
        places = [plan.at(centre((q, r))) for q, r in named if r == row]
        (left, y), (right, _) = min(places), max(places)
        yield label(str(row), left - width / 2 - 4, y, size + 1, anchor="end")
        yield label(str(row), right + width / 2 + 4, y, size + 1, anchor="start")


def _twigs(position: Position, plan: Plan) -> Iterator[str]:
    """A mark under the last twig; then each twig, an outline below its colour."""
    for step, placement in enumerate(position.placed):
        path = path_of(sorted(placement.edges), plan, GAP)
        if step == len(position.placed) - 1:
            yield stroked(path, plan.side * 0.72, "edge")
            yield stroked(path, plan.side * 0.62, "mark")
        yield stroked(path, plan.side * 0.38, "edge")
        yield stroked(path, plan.side * 0.38 - 1.6, seat_fill(COLOURS[position.variant.seat_of(step)]))


def _areas(position: Position, plan: Plan) -> Iterator[str]:
    """The cells of owned larger areas, tinted."""
    for area in position.areas:
        if area.owner is not None and area.size > 1:
            for cell in area.cells:
                corners = points(plan.at(point) for point in outline(cell))
                yield element("polygon", fill=seat_fill(COLOURS[area.owner]), fill_opacity=0.45, points=corners)


def _discs(position: Position, plan: Plan) -> Iterator[str]:
    """A disc in each area: its owner's, or an empty one with a bar where it is tied; its size where that is not 1."""
    for area in position.areas:
        x, y = plan.at(centre(area.middle))
        fill = "paper" if area.owner is None else seat_fill(COLOURS[area.owner])
        stroke = "faint" if area.owner is None else "edge"
        radius = plan.side * 0.5 if area.size == 1 else 9.0
        yield toned("circle", fill=fill, stroke=stroke, stroke_width=1.4, cx=x, cy=y, r=radius)
        if area.size > 1:
            yield toned("circle", fill="paper", stroke=stroke, cx=x, cy=y, r=6)
            yield label(str(area.size), x, y, 9)
        elif area.owner is None:
            yield toned("path", stroke="faint", stroke_width=1.6, d=_bar(x, y, radius * 0.55))


def _bar(x: float, y: float, half: float) -> str:
    return f"M{coordinate(x - half)},{coordinate(y)} h{coordinate(2 * half)}"


def _seats(position: Position, top: float) -> Iterator[str]:
    """Two seats a line: colour, points, twigs left; a frame around the one to act."""
    for seat, (score, hand) in enumerate(zip(position.scores, position.hands, strict=True)):
        x, y = 6 + 176 * (seat % 2), top + ROW * (seat // 2) + ROW / 2
        if position.to_act == seat:
            yield toned("rect", stroke="edge", stroke_width=2, x=x, y=y - 11, width=172, height=22, rx=5)
        yield toned("circle", fill=seat_fill(COLOURS[seat]), stroke="edge", cx=x + 14, cy=y, r=8)
        yield label(COLOURS[seat], x + 27, y, 13, anchor="start")
        yield label(str(score), x + 75, y, 13)
        yield label(hand or "none left", x + 168, y, 10, fill="faint", anchor="end")


def svg_sheet() -> str:
    """All forms of all twigs with their orientations as a stand-alone SVG; a dot in the cell (0, 0) of each."""
    body: list[str] = []
    top = 30.0
    for forms in FORMS_OF.values():
        for first in range(0, len(forms), SHEET_COLUMNS):
            for column, form in enumerate(forms[first : first + SHEET_COLUMNS]):
                body += _form_box(form, column * SHEET_BOX, top)
            top += SHEET_ROW
    intro = "The dot is the cell that is moved to q,r."
    return picture(
        "Twigs: the twelve twigs in all their orientations",
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
