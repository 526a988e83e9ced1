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

if TYPE_CHECKING:
    from games.rules.treeblox.position import Position

FIRST_TURN = "Your first turn places one leaf in an empty board hole: L x,y,1 with x and y from 1 to 4."
OPEN_CELLS = (
    "A cube goes into an empty board hole (x and y from 1 to 4, level 1) or against a face of one of your own branches."
)


def why_not(move: Move, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    if position.reason:
        return "The game is over."
    if isinstance(move, Word):
        return _why_not_stop(move, position)
    if move.cell.z < 1:
        return f"{move.cell} is below the board. The lowest level, in the holes of the board, is 1."
    if (found := position.forest.at(move.cell)) is not None:
        return f"{move.cell} is taken: a {found.name} is there."
    if position.is_first_turn:
        return FIRST_TURN
    if not position.forest.is_open(position.mover, move.index):
        return _why_not_there(move, position)
    other = Kind(1 - move.kind)
    left = position.forest.hands[position.mover][other]
    return f"All your {STOCK} {move.kind.words(STOCK).split()[1]} are placed; you still have {other.words(left)}."


def _why_not_stop(word: Word, position: Position) -> str:
    if position.is_first_turn:
        return f"The first turn cannot be passed. {FIRST_TURN}"
    if position.is_final:
        left = sum(position.forest.hands[position.mover])
        return (
            f"In the final growth every cube is placed as long as a cell is open to it: {left} to go. "
            f'Write "{BRANCH.letter} x,y,z" or "{LEAF.letter} x,y,z".'
        )
    if word is Word.DONE:
        return "You have placed nothing in this turn yet. To place nothing, write pass."
    return "You have placed a cube in this turn. To end the turn after it, write done."


def _why_not_there(move: Place, position: Position) -> str:
    """The reason against an empty cell at which the seat's tree has no hole."""
    forest, seat = position.forest, position.mover
    beside = {forest.cubes.get(index_of(move.cell) + step) for step in BESIDE if index_of(move.cell)}
    if Cube(seat, LEAF) in beside:
        return f"Only leaves of yours are beside {move.cell}, and a leaf carries nothing. {OPEN_CELLS}"
    if Cube(1 - seat, BRANCH) in beside:
        owner = COLOURS[1 - seat].capitalize()
        return f"The branch beside {move.cell} belongs to {owner}, and carries only its own cubes. {OPEN_CELLS}"
    if move.cell == Cell(move.cell.x, move.cell.y, 1):
        return f"{move.cell} is outside the board, and no branch of yours is beside it. {OPEN_CELLS}"
    return f"No branch of yours is beside {move.cell}. {OPEN_CELLS}"
