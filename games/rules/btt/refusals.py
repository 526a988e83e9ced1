"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.btt.pieces import COLOURS, NULL, SIZES, Move, Pyramid, Token, hand_in_words, name_of

if TYPE_CHECKING:
    from games.rules.btt.position import Position


def why_not(move: Move, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    if position.to_act is None:
        return "The game is over: the board is full."
    due = position.token_due
    if due and (isinstance(move, Pyramid) or move.kind != due):
        return f"{mover_name(position)} places a {due} now: write {due} and the square."
    if not due and isinstance(move, Token):
        return f"All nulls and roots are placed: now every step lays a pyramid, written {shape(position)}."
    if (off := _off_the_board(move, position)) is not None:
        return f"There is no square {off} on this board ({position.variant.board.extent})."
    if (found := position.at(move.at)) is not None:
        return f"{move.at} is not empty: {name_of(found)} is there."
    if isinstance(move, Token):
        return f"A null on {move.at} would cut the board in two. All squares that are not nulls must stay connected."
    return _why_not_pointing(move, position)


def _why_not_pointing(move: Pyramid, position: Position) -> str:
    """The reason against a pyramid on an empty square of the board."""
    if (move.at, move.target) not in position.variant.contacts:
        return f"{move.at} and {move.target} do not touch. {_ways(move.at, position)}"
    found = position.at(move.target)
    if found is None:
        return f"{move.target} is empty; a pyramid points at a root or at another pyramid. {_ways(move.at, position)}"
    if found == NULL:
        return f"{move.target} is a null, and nothing may point at a null. {_ways(move.at, position)}"
    hand = position.hands[position.mover]
    return f"{mover_name(position)} has no {SIZES.get(move.size, 'such')} pyramid left, only {hand_in_words(hand)}."


def _ways(square: str, position: Position) -> str:
    """Where a pyramid on the empty square could point."""
    targets = targets_from(square, position)
    if not targets:
        return f"Nothing beside {square} can be pointed at yet."
    return f"From {square} a pyramid can point at {' or '.join(targets)}."


def targets_from(square: str, position: Position) -> list[str]:
    """The squares that a pyramid on the square could point at, as the board lies."""
    board = position.variant.board
    beside = [board.squares[number] for number in board.neighbours[board.squares.index(square)]]
    return [name for name in beside if position.at(name) not in (None, NULL)]


def shape(position: Position) -> str:
    """How a step of the kind that is due looks, with placeholders that cannot be played."""
    due = position.token_due
    return f'"{due} SQUARE"' if due else '"SIZE SQUARE>TARGET" (sizes S, M, L)'


def _off_the_board(move: Move, position: Position) -> str | None:
    names = (move.at,) if isinstance(move, Token) else (move.at, move.target)
    return next((name for name in names if name not in position.variant.board.squares), None)


def mover_name(position: Position) -> str:
    """The colour of the seat to act, as a sentence begins."""
    return COLOURS[position.mover].capitalize()
