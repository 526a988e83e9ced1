"""In what the steps of Twigs differ: the twig, how it is turned, the edges that it covers, the cell it is moved to."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.facets import Facet, FacetValues
from games.rules.hexgrid import edges_around
from games.rules.twigs.charts import shown_cells
from games.rules.twigs.pieces import COLOURS, Placement
from games.rules.twigs.position import Position
from games.rules.twigs.words import cell_words, edge_owners

FACETS = (
    Facet("twig", "Twig"),
    Facet("turn", "Turned by"),
    Facet("covers", "Edge", is_place=True),
    Facet("cell", "Moved to", is_place=True),
)


def facets_of(move: Placement) -> FacetValues:
    """The values of a step. It is picked by any of the five edges that it covers."""
    return {
        "twig": (move.twig,),
        "turn": (str(move.turn),),
        "covers": tuple(str(edge) for edge in sorted(move.edges)),
        "cell": (f"{move.q},{move.r}",),
    }


def value_words(facet: str, value: str) -> str:
    """An orientation as the turn from the reference, anticlockwise; the others have their names."""
    if facet != "turn":
        return value
    mirrored, turns = divmod(int(value), 6)
    return f"{value}: {'mirrored, ' if mirrored else ''}{60 * turns}\N{DEGREE SIGN}"


def move_words(move: Placement) -> str:
    """A step as it is spoken."""
    return f"twig {move.twig}, orientation {move.turn}, at {move.q},{move.r}"


def place_words(position: Position) -> Mapping[str, str]:
    """The cells and the edges that the drawing shows."""
    cells, owners = shown_cells(position, 1), edge_owners(position)
    areas = {cell: area for area in position.areas for cell in area.cells}
    described = {f"{q},{r}": cell_words((q, r), owners, areas.get((q, r))) for q, r in sorted(cells)}
    for edge in sorted({edge for cell in cells for edge in edges_around(cell)}):
        owner = owners.get(edge)
        described[str(edge)] = "free" if owner is None else COLOURS[owner]
    return described
