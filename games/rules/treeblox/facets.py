"""In what the steps of Treeblox differ: the column on the map, the cell in it, branch or leaf; or no cube."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.facets import Facet, FacetValues
from games.rules.treeblox.charts import shown_spots, top_cubes
from games.rules.treeblox.cubes import Kind, Move, Word
from games.rules.treeblox.position import Position
from games.rules.treeblox.words import cell_words

FACETS = (
    Facet("column", "Column", is_place=True),
    Facet("cell", "Level"),
    Facet("kind", "Cube"),
    Facet("word", "No more cubes"),
)
_KIND_WORDS = {kind.letter: kind.name.lower() for kind in Kind}
_WORD_WORDS = {Word.PASS.value: "pass the turn without a cube", Word.DONE.value: "end the turn here"}


def facets_of(move: Move) -> FacetValues:
    """The values of a step; one that places no cube has its word only."""
    if isinstance(move, Word):
        return {"word": (move.value,)}
    x, y, _ = move.cell
    return {"column": (f"{x},{y}",), "cell": (str(move.cell),), "kind": (move.kind.letter,)}


def value_words(facet: str, value: str) -> str:
    """A cell is named by its level, for its column is picked first."""
    match facet:
        case "cell":
            return f"level {value.rpartition(',')[2]}"
        case "kind":
            return _KIND_WORDS[value]
    return value


def move_words(move: Move) -> str:
    """A step as it is spoken."""
    return _WORD_WORDS[move.value] if isinstance(move, Word) else f"{move.kind.name.lower()} in {move.cell}"


def place_words(position: Position) -> Mapping[str, str]:
    """The top cube of each column on the map."""
    tops = top_cubes(position)
    described = {}
    for x, y in shown_spots(position):
        top = tops.get((x, y))
        described[f"{x},{y}"] = "no cube" if top is None else f"level {top[0].z}, {cell_words(position, top[0])}"
    return described
