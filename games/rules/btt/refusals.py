"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.btt.pieces import COLOURS, NULL, SIZES, Move, Pyramid, Token, hand_in_words, name_of
from ground.wording import gettext, or_list

if TYPE_CHECKING:
    from games.rules.btt.position import Position


def why_not(move: Move, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    if position.to_act is None:
        return gettext("The game is over: the board is full.")
    due = position.token_due
    if due and (isinstance(move, Pyramid) or move.kind != due):
        return gettext("{mover_name} places a {due} now: write {due} and the square.").format(
            mover_name=mover_name(position), due=due
        )
    if not due and isinstance(move, Token):
        return gettext("All nulls and roots are placed: now every step lays a pyramid, written {shape}.").format(
            shape=shape(position)
        )
    if (off := _off_the_board(move, position)) is not None:
        return gettext("There is no square {off} on this board ({extent}).").format(
            off=off, extent=position.variant.board.extent
        )
    if (found := position.at(move.at)) is not None:
        return gettext("{at} is not empty: {name_of} is there.").format(at=move.at, name_of=name_of(found))
    if isinstance(move, Token):
        return gettext(
            "A null on {at} would cut the board in two. All squares that are not nulls must stay connected."
        ).format(at=move.at)
    return _why_not_pointing(move, position)


def _why_not_pointing(move: Pyramid, position: Position) -> str:
    """The reason against a pyramid on an empty square of the board."""
    if (move.at, move.target) not in position.variant.contacts:
        return gettext("{at} and {target} do not touch. {ways}").format(
            at=move.at, target=move.target, ways=_ways(move.at, position)
        )
    found = position.at(move.target)
    if found is None:
        return gettext("{target} is empty; a pyramid points at a root or at another pyramid. {ways}").format(
            target=move.target, ways=_ways(move.at, position)
        )
    if found == NULL:
        return gettext("{target} is a null, and nothing may point at a null. {ways}").format(
            target=move.target, ways=_ways(move.at, position)
        )
    hand = position.hands[position.mover]
    return gettext("{mover_name} has no {get} pyramid left, only {hand_in_words}.").format(
        mover_name=mover_name(position), get=gettext(SIZES.get(move.size, "such")), hand_in_words=hand_in_words(hand)
    )


def _ways(square: str, position: Position) -> str:
    """Where a pyramid on the empty square could point."""
    targets = targets_from(square, position)
    if not targets:
        return gettext("Nothing beside {square} can be pointed at yet.").format(square=square)
    return gettext("From {square} a pyramid can point at {targets}.").format(square=square, targets=or_list(targets))


def targets_from(square: str, position: Position) -> list[str]:
    """The squares that a pyramid on the square could point at, as the board lies."""
    board = position.variant.board
    beside = [board.squares[number] for number in board.neighbours[board.squares.index(square)]]
    return [name for name in beside if position.at(name) not in (None, NULL)]


def shape(position: Position) -> str:
    """How a step of the kind that is due looks, with placeholders that cannot be played."""
    due = position.token_due
    return gettext('"{token} SQUARE"').format(token=due) if due else gettext('"SIZE SQUARE>TARGET" (sizes S, M, L)')


def _off_the_board(move: Move, position: Position) -> str | None:
    names = (move.at,) if isinstance(move, Token) else (move.at, move.target)
    return next((name for name in names if name not in position.variant.board.squares), None)


def mover_name(position: Position) -> str:
    """The colour of the seat to act, as a sentence begins."""
    return gettext(COLOURS[position.mover]).capitalize()
