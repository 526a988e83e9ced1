"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.treeblox.cubes import (
    BESIDE,
    BRANCH,
    COLOURS,
    LEAF,
    STOCK,
    Cell,
    Cube,
    Kind,
    Move,
    Place,
    Word,
    index_of,
)
from ground.wording import gettext, gettext_noop

if TYPE_CHECKING:
    from games.rules.treeblox.position import Position

FIRST_TURN = gettext_noop("Your first turn places one leaf in an empty board hole: L x,y,1 with x and y from 1 to 4.")
OPEN_CELLS = gettext_noop(
    "A cube goes into an empty board hole (x and y from 1 to 4, level 1) or against a face of one of your own branches."
)


def why_not(move: Move, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    if position.reason:
        return gettext("The game is over.")
    if isinstance(move, Word):
        return _why_not_stop(move, position)
    if move.cell.z < 1:
        return gettext("{cell} is below the board. The lowest level, in the holes of the board, is 1.").format(
            cell=move.cell
        )
    if (found := position.forest.at(move.cell)) is not None:
        return gettext("{cell} is taken: a {found} is there.").format(cell=move.cell, found=found.name)
    if position.is_first_turn:
        return gettext(FIRST_TURN)
    if not position.forest.is_open(position.mover, move.index):
        return _why_not_there(move, position)
    other = Kind(1 - move.kind)
    left = position.forest.hands[position.mover][other]
    return gettext("All your {stock} {split} are placed; you still have {words}.").format(
        stock=STOCK, split=move.kind.words(STOCK).split()[1], words=other.words(left)
    )


def _why_not_stop(word: Word, position: Position) -> str:
    if position.is_first_turn:
        return gettext("The first turn cannot be passed. {first_turn}").format(first_turn=gettext(FIRST_TURN))
    if position.is_final:
        left = sum(position.forest.hands[position.mover])
        return gettext(
            "In the final growth every cube is placed as long as a cell is open to it: {left} to go. Write "
            '"{letter} x,y,z" or "{letter_2} x,y,z".'
        ).format(left=left, letter=BRANCH.letter, letter_2=LEAF.letter)
    if word is Word.DONE:
        return gettext("You have placed nothing in this turn yet. To place nothing, write pass.")
    return gettext("You have placed a cube in this turn. To end the turn after it, write done.")


def _why_not_there(move: Place, position: Position) -> str:
    """The reason against an empty cell at which the seat's tree has no hole."""
    forest, seat = position.forest, position.mover
    beside = {forest.cubes.get(index_of(move.cell) + step) for step in BESIDE if index_of(move.cell)}
    if Cube(seat, LEAF) in beside:
        return gettext("Only leaves of yours are beside {cell}, and a leaf carries nothing. {open_cells}").format(
            cell=move.cell, open_cells=gettext(OPEN_CELLS)
        )
    if Cube(1 - seat, BRANCH) in beside:
        owner = gettext(COLOURS[1 - seat]).capitalize()
        return gettext(
            "The branch beside {cell} belongs to {owner}, and carries only its own cubes. {open_cells}"
        ).format(cell=move.cell, owner=owner, open_cells=gettext(OPEN_CELLS))
    if move.cell == Cell(move.cell.x, move.cell.y, 1):
        return gettext("{cell} is outside the board, and no branch of yours is beside it. {open_cells}").format(
            cell=move.cell, open_cells=gettext(OPEN_CELLS)
        )
    return gettext("No branch of yours is beside {cell}. {open_cells}").format(
        cell=move.cell, open_cells=gettext(OPEN_CELLS)
    )
