"""Sentences of the puzzle of the day."""

from __future__ import annotations

from django.utils import formats
from django.utils.translation import gettext, ngettext

WIN = "win"


def title(number: int, game: str) -> str:
    """ "Puzzle 12: Twigs"."""
    return gettext("Puzzle {number}: {game}").format(number=number, game=game)


def task(claim: str, depth: int, *, has_dice: bool) -> str:
    """What is to be found."""
    if claim == WIN:
        return gettext("Find the only turn that wins.")
    if has_dice:
        return gettext(
            "The die has fallen. Find the turn with the greatest lead at its end, on average over all throws."
        )
    if depth == 1:
        return gettext("Find the turn with the greatest lead at its end.")
    if depth == 2:
        return gettext("Find the best turn: count your turn and the best answer to it.")
    return gettext("Find the best turn: count your turn, the best answer to it, and your next turn.")


def proof(claim: str, depth: int, *, has_dice: bool) -> str:
    """What has been proven, and how far."""
    if claim == WIN:
        return ngettext(
            "Every turn has been followed to the end of the game, {depth} turn from here: one wins.",
            "Every turn and every answer have been followed to the end of the game, {depth} turns from here: one wins.",
            depth,
        ).format(depth=depth)
    if has_dice:
        return gettext(
            "All turns have been searched to the d12 that says whether a nutrient spawns, with every throw on the way: "
            "one gives the greatest lead on average."
        )
    return ngettext(
        "All lines of {depth} turn from here have been searched: one turn gives the greatest lead.",
        "All lines of {depth} turns from here have been searched: one turn gives the greatest lead.",
        depth,
    ).format(depth=depth)


def solved(claim: str, margin: float) -> str:
    """What the solution is worth."""
    if claim == WIN:
        return gettext("Every other turn draws or loses.")
    if margin != round(margin):
        return gettext("Every other turn leaves you at least {margin} points worse off on average.").format(
            margin=formats.number_format(margin, 2)
        )
    return ngettext(
        "Every other turn leaves you at least {margin} point worse off.",
        "Every other turn leaves you at least {margin} points worse off.",
        round(margin),
    ).format(margin=round(margin))


def wrong(claim: str, reply: str) -> str:
    """Why a legal turn is not the solution; ``reply`` is the strongest answer to it, blank where nobody answers."""
    if not reply:
        return gettext("It does not win.") if claim == WIN else gettext("There is a better one.")
    if claim == WIN:
        return gettext("After {reply} you do not win any more.").format(reply=reply)
    return gettext("There is a better one: look at the answer {reply}.").format(reply=reply)
