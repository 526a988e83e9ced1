"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.twigs.pieces import COLOURS, LETTERS, Placement
from ground.wording import gettext, gettext_noop

if TYPE_CHECKING:
    from games.rules.twigs.position import Position

# How a step looks, with placeholders that cannot be played.
SHAPE = gettext_noop('"TWIG ORIENTATION@Q,R", or the five edges, each as "Q,R SIDE" (sides e, ne, nw, w, sw, se)')


def why_not(move: Placement, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    if position.to_act is None:
        return gettext("The game is over: all twigs have been placed.")
    if (reason := _why_not_that_twig(move.twig, position)) is not None:
        return reason
    if not position.placed:
        return gettext(
            "The first twig lies at 0,0: write {replace}. The plane has no middle, so nothing is lost."
        ).format(replace=move._replace(q=0, r=0))
    return _why_not_there(move, position)


def _why_not_that_twig(twig: str, position: Position) -> str | None:
    if twig in position.choice:
        return None
    mover, left = mover_name(position), ", ".join(position.choice)
    if twig not in LETTERS:
        return gettext("There is no twig {twig}. {mover} can place {left}.").format(twig=twig, mover=mover, left=left)
    if twig in position.hands[position.mover]:
        first = gettext(COLOURS[0])
        return gettext(
            "{mover}'s first twig must be of another shape than {first}'s first, which is {twig}. It can be {left}."
        ).format(mover=mover, first=first, twig=twig, left=left)
    return gettext("{mover} has placed {twig} already. {mover} still has {left}.").format(
        mover=mover, twig=twig, left=left
    )


def _why_not_there(move: Placement, position: Position) -> str:
    """The reason against the place of a twig that may be placed."""
    for edge in sorted(move.edges):
        for step, other in enumerate(position.placed):
            if edge in other.edges:
                owner = gettext(COLOURS[position.variant.seat_of(step)])
                return gettext(
                    "{move} needs the edge {edge}, where {owner}'s {other} lies. A twig covers five free edges."
                ).format(move=move, edge=edge, owner=owner, other=other)
    return gettext("{move} touches nothing. A twig must share at least one vertex with the twigs on the table.").format(
        move=move
    )


def mover_name(position: Position) -> str:
    """The colour of the seat to act, as a sentence begins."""
    return gettext(COLOURS[position.mover]).capitalize()
