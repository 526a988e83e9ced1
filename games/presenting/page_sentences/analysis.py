"""Sentences of the analysis board. Those in ``phrases`` are for its script, which fills them in."""

from __future__ import annotations

from django.utils.translation import gettext


def after_step(step: str) -> str:
    """Where a line leaves the one above it; blank at the moment where all begin."""
    return gettext("after {step}:").format(step=step) if step else gettext("at the beginning:")


def not_our_dice() -> str:
    """What stands beside that button."""
    return gettext("at random, not the dice of the game")


def phrases() -> dict[str, str]:
    """What the script says, by name, with its placeholders."""
    return {
        "after_step": gettext("after {step}:"),
        "at_start": gettext("at the beginning:"),
        "throw": gettext("Throw"),
        "not_our_dice": not_our_dice(),
        "ready": gettext("The game is over here"),
        "copied": gettext("The address is copied."),
        "too_long": gettext(
            "Not everything fits into an address. It holds what fits: all lines without notes, or else the line "
            "that is shown."
        ),
    }
