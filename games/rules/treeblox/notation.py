"""Steps as text: ``B 2,3,1`` and ``L 2,3,1``, ``pass``, ``done``, and the other spellings that players may use."""

from __future__ import annotations

import re

from games.rules.base import IllegalMove, UnreadableMove
from games.rules.treeblox.cubes import BRANCH, LEAF, Cell, Move, Place, Word
from games.rules.treeblox.position import Position
from games.rules.treeblox.refusals import why_not
from ground.wording import gettext, gettext_noop

SHAPE = gettext_noop('"B x,y,z" for a branch, "L x,y,z" for a leaf (column, row, level), pass, or done')

_NUMBER = r"(-?\s*[0-9]{1,3})"
_CELL = re.compile(
    rf"\s*(?:(?P<kind>branch|leaf|b|l)\s*)??"
    rf"(?:{_NUMBER}\s*,\s*{_NUMBER}\s*,\s*{_NUMBER}|(?P<column>[a-d])\s*(?P<row>[1-4])(?:\s*\.\s*(?P<level>{_NUMBER}))?)\s*",
    re.IGNORECASE | re.ASCII,
)


def parse_move(text: str, position: Position) -> Move:
    """The legal move that the text names. Raises UnreadableMove or IllegalMove."""
    move = read_move(text)
    if not position.is_legal(move):
        raise IllegalMove(why_not(move, position))
    return move


def read_move(text: str) -> Move:
    """The move that the text names, allowed or not. Raises UnreadableMove."""
    for word in Word:
        if text.strip().casefold() == word.value:
            return word
    found = _CELL.fullmatch(text)
    if found is None:
        raise UnreadableMove(
            gettext("A step is written {shape}. A board hole may also be a letter and a row, a1 to d4.").format(
                shape=gettext(SHAPE)
            )
        )
    cell = _cell(found)
    if not found["kind"]:
        raise UnreadableMove(gettext("Say which cube: B {cell} for a branch, L {cell} for a leaf.").format(cell=cell))
    return Place(BRANCH if found["kind"][0] in "bB" else LEAF, cell)


def _cell(found: re.Match[str]) -> Cell:
    if found["column"]:
        return Cell("abcd".index(found["column"].lower()) + 1, int(found["row"]), _integer(found["level"] or "1"))
    return Cell(*(_integer(found[group]) for group in (2, 3, 4)))


def _integer(text: str) -> int:
    return int(text.replace(" ", ""))


def format_move(move: Move) -> str:
    """The canonical text of a move."""
    return move.value if isinstance(move, Word) else f"{move.kind.letter} {move.cell}"


def is_leftover(text: str, position: Position) -> bool:
    """Whether the text is a ``done`` although no cube is placed in this turn: said after a turn that ended itself."""
    return text.strip().casefold() == Word.DONE.value and not (position.to_act is not None and position.placed)
