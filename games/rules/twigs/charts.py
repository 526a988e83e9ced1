"""The table and the twigs in ASCII: every edge of the grid is one mark, every cell three characters.

A cell that is not claimed shows its q, the row shows r. Wide figures are cut into parts, printed one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import fill, wrap

from games.rules.hexgrid import SIDES, Cell, Edge, beside, edges_around
from games.rules.twigs.pieces import COLOURS, FORMS_OF, Form
from games.rules.twigs.position import Position
from ground.wording import gettext, gettext_noop

MARKS = "o#x+"  # of the seats
FREE, LAST, TIED = ".", "@", "-"
LINES = {"e": "|", "se": "/", "sw": "\\"}

CELL_WIDTH = 4  # characters, with one of its upright sides
PART_WIDTH = 66  # characters of a line between the numbers of its row
OVERLAP = 3 * CELL_WIDTH  # of neighbouring parts
SHEET_BOX = 13  # characters for one form; six beside each other

COMPASS = """\
 nw . . ne
 w . q . e
 sw . . se"""
NAMES = gettext_noop(
    'A cell is named q,r by the number in it and the number of its row; an edge by a cell and a side, as in "q,r se". '
    "A twig is written as its five edges with commas between them, or as letter, number, @, q,r."
)
TWIGS = gettext_noop(
    "The twigs to choose from, as they lie with the number 0. Numbers 1 to 5: turned as many times by 60 degrees "
    "anticlockwise about the cell marked 0; 6 to 11: mirrored left to right, then turned. The cell marked 0 is moved "
    "to q,r."
)

Spot = tuple[int, int]  # column, line


def text_board(position: Position, *, over: bool = False) -> str:
    """The table for a monospaced mail, with legend, points and twigs left."""
    blocks = [*_parts(position), _legend(position), _table(position, over=over)]
    if position.to_act is not None and not over:
        blocks += [fill(gettext(TWIGS), 77), *_form_rows([FORMS_OF[twig][0] for twig in position.choice])]
    return "\n\n".join(blocks) + "\n"


def shown_cells(position: Position, steps: int) -> frozenset[Cell]:
    """The cells within so many steps of the figure; on an empty table those around (0, 0)."""
    cells = {cell for placement in position.placed for edge in placement.edges for cell in edge.cells} or {(0, 0)}
    for _ in range(steps):
        cells |= {beside(cell, side) for cell in cells for side in SIDES}
    return frozenset(cells)


def _parts(position: Position) -> list[str]:
    """The drawing with less room around the figure, or in several parts, if it is too wide for a mail otherwise."""
    marks, claims = _marks(position), _claims(position)
    for steps in (2, 1):
        cells = shown_cells(position, steps)
        left, width = _extent(cells)
        if width <= PART_WIDTH:
            return [_drawing(cells, marks, claims)]
    count = -(-(width - OVERLAP) // (PART_WIDTH - OVERLAP))
    step = -(-(width - OVERLAP) // count)
    parts = []
    for number in range(count):
        start = left + number * step
        inside = {cell for cell in cells if start <= _column(cell) < start + step + OVERLAP - CELL_WIDTH}
        parts.append(
            gettext("Part {number} of {count}, from left to right:\n{drawing}").format(
                number=number + 1, count=count, drawing=_drawing(inside, marks, claims)
            )
        )
    return parts


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    """The first column of a drawing of the cells, and how many there are."""
    columns = [_column(cell) for cell in cells]
    return min(columns), max(columns) + CELL_WIDTH + 1 - min(columns)


def _column(cell: Cell) -> int:
    """The column of the left side of a cell."""
    return CELL_WIDTH * cell[0] + 2 * cell[1]


def _drawing(cells: Iterable[Cell], marks: Mapping[Edge, str], claims: Mapping[Cell, str]) -> str:
    """The cells and their edges, each row of cells with its number on both sides."""
    spots: dict[Spot, str] = {}
    for cell in cells:
        _write(spots, cell, claims.get(cell, str(cell[0])))
        for edge in edges_around(cell):
            spots[_spot(edge)] = marks.get(edge, FREE)
    lines = [gettext(" row")]
    for y, line in _lines(spots):
        row = "" if y % 2 else str(y // 2)
        lines.append(f"{row:>4}  {line}  {row}".rstrip())
    return "\n".join(lines)


def _lines(spots: Mapping[Spot, str]) -> Iterator[tuple[int, str]]:
    """The lines that the characters make, all of the same width, with their numbers."""
    columns, numbers = {x for x, _ in spots}, {y for _, y in spots}
    for y in range(min(numbers), max(numbers) + 1):
        yield y, "".join(spots.get((x, y), " ") for x in range(min(columns), max(columns) + 1))


def _marks(position: Position) -> dict[Edge, str]:
    """The marks of the edges that are taken."""
    owners = [MARKS[position.variant.seat_of(step)] for step in range(len(position.placed))]
    steps = zip(position.placed, [*owners[:-1], LAST], strict=False)
    return {edge: mark for placement, mark in steps for edge in placement.edges}


def _claims(position: Position) -> dict[Cell, str]:
    """What is written into the cells of areas."""
    claims = {}
    for area in position.areas:
        mark = TIED if area.owner is None else MARKS[area.owner]
        claims.update(dict.fromkeys(area.cells, f"({mark})" if area.size == 1 else f"[{mark}]"))
    return claims


def _spot(edge: Edge) -> Spot:
    x, y = _column((edge.q, edge.r)), 2 * edge.r
    return {"e": (x + 4, y), "se": (x + 3, y + 1), "sw": (x + 1, y + 1)}[edge.side]


def _write(spots: dict[Spot, str], cell: Cell, label: str) -> None:
    """Writes into the middle of a cell. What is too long for it is left to the reader to count."""
    x, y = _column(cell) + 1, 2 * cell[1]
    shown = label if len(label) < CELL_WIDTH else ""
    spots.update(((x + place, y), char) for place, char in enumerate(f"{shown:^3}"))


def _legend(position: Position) -> str:
    seats = range(position.variant.seats)
    marks = [f"{MARKS[seat]} {gettext(COLOURS[seat])}" for seat in seats]
    lines = ["   ".join([*marks, gettext("{mark} free edge").format(mark=FREE)])]
    if position.placed:
        last = len(position.placed) - 1
        owner = gettext(COLOURS[position.variant.seat_of(last)])
        lines.append(
            gettext("{last} the last twig, {owner}'s {placed}").format(
                last=LAST, owner=owner, placed=position.placed[last]
            )
        )
    sizes = {area.size > 1 for area in position.areas}
    if False in sizes:
        lines.append(gettext("(o) hexagon with the mark of its owner   (-) tied, nobody's"))
    if True in sizes:
        lines.append(gettext("[o] cell of a larger area with the mark of its owner   [-] tied, nobody's"))
    return "\n".join([*lines, *wrap(gettext(NAMES), 70)])


def _table(position: Position, *, over: bool) -> str:
    """Points and twigs left by seat, beside the names of the sides."""
    lines = [gettext("          points  still holds")]
    for seat, (points, hand) in enumerate(zip(position.scores, position.hands, strict=True)):
        acts = gettext("  to act") if position.to_act == seat and not over else ""
        twigs = " ".join(hand) or gettext("nothing")
        lines.append(f"{MARKS[seat]} {gettext(COLOURS[seat]):8}{points:4}    {twigs}{acts}")
    rows = zip_longest(lines, COMPASS.splitlines(), fillvalue="")
    return "\n".join(f"{one:58}{two}".rstrip() for one, two in rows)


def text_sheet() -> str:
    """All forms of all twigs with their orientations, at most 78 columns; the cell (0, 0) of each is marked ``0``."""
    intro = gettext("The twigs, each in all its orientations. 0 is the cell that is moved to q,r.")
    return "\n\n".join([intro, *(row for forms in FORMS_OF.values() for row in _form_rows(forms))]) + "\n"


def _form_rows(forms: Sequence[Form]) -> list[str]:
    """Drawings of the forms, six beside each other."""
    rows = (forms[first : first + 6] for first in range(0, len(forms), 6))
    return [_beside_each_other(map(_form_box, row)) for row in rows]


def _form_box(form: Form) -> list[str]:
    spots = {_spot(edge): LINES[edge.side] for edge in form.edges}
    spots[_column((0, 0)) + 2, 0] = "0"
    return [f"{form.name}:", *(line for _, line in _lines(spots))]


def _beside_each_other(boxes: Iterable[list[str]]) -> str:
    rows = zip_longest(*boxes, fillvalue="")
    return "\n".join("".join(f"{line:{SHEET_BOX}}" for line in row).rstrip() for row in rows)
