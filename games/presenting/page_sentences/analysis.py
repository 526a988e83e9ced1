"""Sentences of the analysis board. Those in ``phrases`` are for its script, which fills them in."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


def title(number: int, players: Sequence[str]) -> str:
    """Which game is analysed."""
    return gettext("Analysis of game {number}: {players}").format(number=number, players=" \N{EN DASH} ".join(players))


def begins_at(ply: int, last: int, game: SafeString) -> SafeString:
    """The moment of the game from which the lines go on; ``game`` leads there."""
    return format_html(gettext("From move {ply} of {last} of {game}."), ply=ply, last=last, game=game)


def after_step(step: str) -> str:
    """Where a line leaves the one above it; blank at the moment where all begin."""
    return gettext("after {step}:").format(step=step) if step else gettext("at the beginning:")


def throw_of(sides: int) -> str:
    """The button that throws a die of the browser."""
    return gettext("Throw a d{sides}").format(sides=sides)


def not_our_dice() -> str:
    """What stands beside that button."""
    return gettext("at random, not the dice of the game")


def not_tried() -> str:
    """In front of the reason why a line cannot be shown."""
    return gettext("This line cannot be shown.")


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
