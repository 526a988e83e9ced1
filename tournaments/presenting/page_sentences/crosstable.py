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


def how_to_read_rounds() -> str:
    """What stands in a line of rounds and in its cells."""
    return gettext(
        "Each line has the rounds of that player: the points, and below them the place that each opponent has now."
    )


def round_cell(points: str, note: str) -> str:
    """What stands for a round: its points, or what it was."""
    return points or note


def place_of_opponent(place: int) -> str:
    """The place of the opponent of a round: "#7"."""
    return f"#{place}"


def title_of_round(opponent: str, note: str) -> str:
    """Against whom a round was, and what it was besides: "anna", "pairing bye", "anna, forfeit win"."""
    return ", ".join(filter(None, (opponent, note)))
