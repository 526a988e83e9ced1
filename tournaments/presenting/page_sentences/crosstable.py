"""Sentences of the crosstable of a division."""

from __future__ import annotations

from django.utils.translation import gettext


def about(event: str) -> str:
    return gettext("The crosstable of {event}: the points of each player against each of the others.").format(
        event=event
    )


def how_to_read(*, counts_leaves: bool, several_games: bool) -> str:
    """What stands in a line and in its cells."""
    if counts_leaves:
        cells = gettext(
            "Each line reads from left to right: the points of that player against each of the "
            "others, and below them the "
            "leaves for and against."
        )
    elif several_games:
        cells = gettext(
            "Each line reads from left to right: the points of that player against each of the "
            "others, and below them the "
            "games for and against."
        )
    else:
        cells = gettext("Each line reads from left to right: the points of that player against each of the others.")
    return " ".join([cells, gettext("What is not over yet has no points.")])


def cell(points: str, state: str) -> str:
    """What stands for a match in its cell: its points, or that it has none."""
    return {"void": gettext("void"), "running": gettext("open")}.get(state, points)


def place_of_opponent(place: int) -> str:
    """The place of the opponent of a round: "#7"."""
    return f"#{place}"
