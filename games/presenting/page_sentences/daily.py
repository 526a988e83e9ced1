"""Sentences of the puzzle of the day."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

WIN = "win"


def title(number: int, game: str) -> str:
    """ "Puzzle 12: Twigs"."""
    return gettext("Puzzle {number}: {game}").format(number=number, game=game)


def task(claim: str, depth: int) -> str:
    """What is to be found."""
    if claim == WIN:
        return gettext("Find the only step that wins.")
    return gettext("Find the best step: count your step, the best answer to it, and your next step.")


def proof(claim: str, depth: int) -> str:
    """What has been proven, and how far."""
    if claim == WIN:
        return ngettext(
            "Every step has been followed to the end of the game, {depth} step from here: one wins.",
            "Every step and every answer have been followed to the end of the game, {depth} steps from here: one wins.",
            depth,
        ).format(depth=depth)
    return ngettext(
        "All lines of {depth} step from here have been searched: one step gives the greatest lead.",
        "All lines of {depth} steps from here have been searched: one step gives the greatest lead.",
        depth,
    ).format(depth=depth)


def solved(claim: str, margin: float) -> str:
    """What the solution is worth."""
    if claim == WIN:
        return gettext("Every other step draws or loses.")
    return ngettext(
        "Every other step leaves you at least {margin} point worse off.",
        "Every other step leaves you at least {margin} points worse off.",
        round(margin),
    ).format(margin=round(margin))


def wrong(claim: str, reply: str) -> str:
    """Why a legal step is not the solution; ``reply`` is the strongest answer to it, blank at the end."""
    if not reply:
        return gettext("It does not win.")
    if claim == WIN:
        return gettext("After {reply} you do not win any more.").format(reply=reply)
    return gettext("There is a better one: look at the answer {reply}.").format(reply=reply)
