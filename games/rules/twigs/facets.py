"""In what the steps of Twigs differ: the twig, how it is turned, the edges that it covers, the cell it is moved to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.rules.base import Seat
from games.rules.drawing import element
from games.rules.facets import Facet, FacetValues, Withheld
from games.rules.hexgrid import corner, edges_around
from games.rules.twigs.charts import shown_cells
from games.rules.twigs.pieces import COLOURS, FORMS, LETTERS, Placement, turns_alike
from games.rules.twigs.plan import Plan, path_of
from games.rules.twigs.position import Position
from games.rules.twigs.words import cell_words, edge_owners
from ground.wording import gettext, gettext_noop

PICTURE, PICTURE_SIDE = 44.0, 8.0  # edge of a small picture, and of a cell in it

FACETS = (
    Facet("twig", gettext_noop("Twig"), is_pictured=True),
    Facet("turn", gettext_noop("Turned by"), is_pictured=True),
    Facet("covers", gettext_noop("Edge"), is_place=True),
    Facet("cell", gettext_noop("Moved to"), is_place=True),
)


def facets_of(move: Placement) -> FacetValues:
    """The values of a step. It is picked by any of the five edges that it covers, and by every orientation in which its
    twig looks the same, the one that notation uses first.
    """
    return {
        "twig": (move.twig,),
        "turn": tuple(map(str, turns_alike(move.twig, move.turn))),
        "covers": tuple(str(edge) for edge in sorted(move.edges)),
        "cell": (f"{move.q},{move.r}",),
    }


def value_words(facet: str, value: str) -> str:
    """An orientation as the turn from the reference, anticlockwise; the others have their names."""
    if facet != "turn":
        return value
    mirrored, turns = divmod(int(value), 6)
    return f"{value}: {'mirrored, ' if mirrored else ''}{60 * turns}\N{DEGREE SIGN}"


@cache
def move_picture(twig: str, turn: int) -> str:
    """A twig as it lies in an orientation, on a square of five sides of a cell."""
    form = FORMS[twig, turn]
    corners = [corner(vertex) for vertex in form.vertices]
    (left, right), (top, bottom) = ((min(ends), max(ends)) for ends in zip(*corners, strict=True))
    plan = Plan(PICTURE_SIDE, -PICTURE_SIDE * (left + right) / 2, -PICTURE_SIDE * (top + bottom) / 2)
    path = element("path", d=path_of(sorted(form.edges), plan), stroke_width=4, stroke_linecap="round")
    size = f"{-PICTURE / 2:g} {-PICTURE / 2:g} {PICTURE:g} {PICTURE:g}"
    return element("svg", path, class_="piece", viewBox=size, fill="none", stroke="currentColor", aria_hidden="true")


def withheld(facet: str, position: Position) -> tuple[Withheld, ...]:
    """The twigs that the seat to act has placed, and that of the first step in the second."""
    if facet != "twig" or position.to_act is None:
        return ()
    hand = position.hands[position.mover]
    closed = (twig for twig in LETTERS if twig not in position.choice)
    return tuple(
        Withheld(twig, gettext("not as a first twig") if twig in hand else gettext("used"), move_picture(twig, 0))
        for twig in closed
    )


def holdings(position: Position, seat: Seat) -> str:
    """The twigs that a seat has left."""
    hand = position.hands[seat]
    if len(hand) == len(LETTERS):
        return gettext("all twigs left")
    return gettext("twigs left: {twigs}").format(twigs=" ".join(hand)) if hand else gettext("no twigs left")


def move_words(move: Placement) -> str:
    """A step as it is spoken."""
    return gettext("twig {twig}, orientation {turn}, at {q},{r}").format(
        twig=move.twig, turn=move.turn, q=move.q, r=move.r
    )


def place_words(position: Position) -> Mapping[str, str]:
    """The cells and the edges that the drawing shows."""
    cells, owners = shown_cells(position, 1), edge_owners(position)
    areas = {cell: area for area in position.areas for cell in area.cells}
    described = {f"{q},{r}": cell_words((q, r), owners, areas.get((q, r))) for q, r in sorted(cells)}
    for edge in sorted({edge for cell in cells for edge in edges_around(cell)}):
        owner = owners.get(edge)
        described[str(edge)] = gettext("free") if owner is None else gettext(COLOURS[owner])
    return described
