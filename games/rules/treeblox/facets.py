"""In what the steps of Treeblox differ: the column on the map, the level in it, branch or leaf; or no cube.

In space a cell is found by what its cube hangs on: a hole of the board, or a face of a branch. These faces have names,
``2,3 hole`` and ``2,3,1 top``, and ``from`` has all that lead into the cell of a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import add

from games.rules.facets import Facet, FacetValues
from games.rules.treeblox.charts import shown_spots, top_cubes
from games.rules.treeblox.cubes import BRANCH, Cell, Cube, Kind, Move, Place, Word
from games.rules.treeblox.position import Position
from games.rules.treeblox.words import cell_words
from ground.wording import gettext, gettext_noop

FACETS = (
    Facet("column", gettext_noop("Column"), is_place=True),
    Facet("level", gettext_noop("Level")),
    Facet("kind", gettext_noop("Cube")),
    Facet("from", gettext_noop("Hangs on"), is_place=True),
    Facet("word", gettext_noop("No more cubes")),
)
HOLE = "hole"
FACES = {
    "west": Cell(-1, 0, 0),
    "east": Cell(1, 0, 0),
    "south": Cell(0, -1, 0),
    "north": Cell(0, 1, 0),
    "bottom": Cell(0, 0, -1),
    "top": Cell(0, 0, 1),
}  # of a cube, with the way to the cell that each leads into
_KIND_WORDS = {kind.letter: kind.name.lower() for kind in Kind}
_WORD_WORDS = {
    Word.PASS.value: gettext_noop("pass the turn without a cube"),
    Word.DONE.value: gettext_noop("end the turn here"),
}


def facets_of(move: Move, position: Position) -> FacetValues:
    """The values of a step; one that places no cube has its word only."""
    if isinstance(move, Word):
        return {"word": (move.value,)}
    x, y, z = move.cell
    return {
        "column": (f"{x},{y}",),
        "level": (str(z),),
        "kind": (move.kind.letter,),
        "from": tuple(_faces_into(move, position)),
    }


def _faces_into(move: Place, position: Position) -> Iterator[str]:
    """The names of the faces through which the cube can be put into its cell."""
    cell = move.cell
    if cell.is_board_hole:
        yield f"{cell.x},{cell.y} {HOLE}"
    for face, (dx, dy, dz) in FACES.items():
        carrier = Cell(cell.x - dx, cell.y - dy, cell.z - dz)
        if position.forest.at(carrier) == Cube(position.mover, BRANCH):
            yield f"{carrier} {face}"


def _cell_behind(face: str) -> Cell:
    """The cell into which the face of that name leads."""
    carrier, _, side = face.partition(" ")
    x, y, *z = map(int, carrier.split(","))
    return Cell(x, y, 1) if side == HOLE else Cell(*map(add, (x, y, *z), FACES[side]))


def value_words(facet: str, value: str) -> str:
    """What a button or a chip says of a value; a face is named by the cell that it leads into."""
    match facet:
        case "level":
            return gettext("level {value}").format(value=value)
        case "kind":
            return gettext(_KIND_WORDS[value])
        case "from":
            return gettext("at {cell_behind}").format(cell_behind=_cell_behind(value))
    return value


def move_words(move: Move) -> str:
    """A step as it is spoken."""
    return (
        gettext(_WORD_WORDS[move.value])
        if isinstance(move, Word)
        else gettext("{kind} in {cell}").format(kind=gettext(move.kind.name.lower()), cell=move.cell)
    )


def place_words(position: Position) -> Mapping[str, str]:
    """The top cube of each column on the map."""
    tops = top_cubes(position)
    described = {}
    for x, y in shown_spots(position):
        top = tops.get((x, y))
        described[f"{x},{y}"] = (
            gettext("no cube")
            if top is None
            else gettext("level {z}, {cell_words}").format(z=top[0].z, cell_words=cell_words(position, top[0]))
        )
    return described
