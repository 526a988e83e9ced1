"""Steps of BTT as text and back.

Canonical: ``null d3``, ``root e2``, ``M c4>c5``. Also read: sizes as digits or words, ``-`` and ``->`` for ``>``, on
square boards a compass letter for the target (``M c4 n``), and the notation of Abstract Play (``c2-NULL``, ``c2-3W``).
"""

from __future__ import annotations

import re

from games.rules.base import AmbiguousMove, IllegalMove, UnreadableMove
from games.rules.btt.pieces import LETTERS, NULL, ROOT, SIZES, Move, Pyramid, Token
from games.rules.btt.position import Position
from games.rules.btt.refusals import shape, targets_from, why_not
from ground.wording import gettext

SIZE_WORDS = {word: size for size in SIZES for word in (str(size), LETTERS[size].lower(), SIZES[size])}

_SQUARE = r"[a-z]\d{1,2}"
_SIZE = r"small|medium|large|[sml123]"
_WAY = r"north|east|south|west|[nesw]"
_TOKEN = re.compile(rf"(?P<kind>null|root)\s+(?P<at>{_SQUARE})|(?P<at2>{_SQUARE})\s*-\s*(?P<kind2>null|root)")
_PYRAMID = re.compile(
    rf"(?P<size>{_SIZE})\s*(?P<at>{_SQUARE})(?:\s*(?:->|>|-)\s*|\s+)(?:(?P<target>{_SQUARE})|(?P<way>{_WAY}))"
    rf"|(?P<at2>{_SQUARE})\s*-\s*(?P<size2>[123])\s*(?P<way2>[nesw])"
)
_PART = re.compile(rf"(?:(?P<size>{_SIZE})\s*)?(?P<at>{_SQUARE})(?:\s*(?:->|>|-)\s*(?P<target>{_SQUARE}))?")
_LONGEST_QUOTE = 40


def format_move(move: Move) -> str:
    """The canonical text of a step."""
    if isinstance(move, Token):
        return f"{move.kind} {move.at}"
    return f"{LETTERS[move.size]} {move.at}>{move.target}"


def parse_move(text: str, position: Position) -> Move:
    """The legal step that the text names. Raises UnreadableMove, AmbiguousMove or IllegalMove."""
    typed = " ".join(text.lower().split())
    move = _read(typed, position)
    if move is None:
        raise _near_miss(typed, text, position)
    if not position.is_legal(move):
        raise IllegalMove(why_not(move, position))
    return move


def _read(typed: str, position: Position) -> Move | None:
    """The step that the text spells out, legal or not; None if it is not the notation of one."""
    if (match := _TOKEN.fullmatch(typed)) is not None:
        return Token(NULL if "null" in typed else ROOT, _square(match["at"] or match["at2"], position))
    if (match := _PYRAMID.fullmatch(typed)) is None:
        return None
    size = SIZE_WORDS[match["size"] or match["size2"]]
    at = _square(match["at"] or match["at2"], position)
    if match["target"] is not None:
        return Pyramid(size, at, _square(match["target"], position))
    return Pyramid(size, at, _beside(at, match["way"] or match["way2"], position))


def _square(typed: str, position: Position) -> str:
    """The name of the square as the board spells it; what the board does not have stays as typed."""
    return position.variant.board.name(typed) or typed


def _beside(at: str, way: str, position: Position) -> str:
    """The target that a compass letter or word stands for."""
    board = position.variant.board
    if board.wedges:
        raise UnreadableMove(
            gettext("This board has no compass: name the square pointed at, as in {shape}.").format(
                shape=shape(position)
            )
        )
    if at not in board.squares:
        raise IllegalMove(
            gettext("There is no square {at} on this board ({extent}).").format(at=at, extent=board.extent)
        )
    target = board.beside(at, way[0])
    if target is None:
        raise IllegalMove(
            gettext("{at} is at the edge of the board; there is nothing in that direction to point at.").format(at=at)
        )
    return target


def _near_miss(typed: str, text: str, position: Position) -> UnreadableMove | AmbiguousMove:
    """The answer to a text that is no step: what it could have meant, or how a step is written."""
    shown = text.strip()
    shown = shown if len(shown) <= _LONGEST_QUOTE else shown[:_LONGEST_QUOTE] + "..."
    readings = [format_move(move) for move in _completions(typed, position)]
    if len(readings) > 1:
        return AmbiguousMove(
            gettext('"{shown}" can mean {readings} or {readings_2}.').format(
                shown=shown, readings=", ".join(readings[:-1]), readings_2=readings[-1]
            )
        )
    if readings:
        return UnreadableMove(
            gettext('"{shown}" is not complete. Did you mean {readings}?').format(shown=shown, readings=readings[0])
        )
    if position.to_act is None:
        return UnreadableMove(
            gettext('"{shown}" is not a step of this game, and the game is over.').format(shown=shown)
        )
    return UnreadableMove(
        gettext('"{shown}" is not a step of this game. Now one is written {shape}.').format(
            shown=shown, shape=shape(position)
        )
    )


def _completions(typed: str, position: Position) -> list[Move]:
    """The legal steps that a text without size, target or token word could mean."""
    match = _PART.fullmatch(typed)
    at = match and position.variant.board.name(match["at"])
    if match is None or at is None or position.to_act is None:
        return []
    if position.token_due is not None:
        candidates: list[Move] = [Token(position.token_due, at)]
    else:
        sizes = [SIZE_WORDS[match["size"]]] if match["size"] else list(SIZES)
        targets = [_square(match["target"], position)] if match["target"] else targets_from(at, position)
        candidates = [Pyramid(size, at, target) for target in targets for size in sizes]
    return [move for move in candidates if position.is_legal(move)]
