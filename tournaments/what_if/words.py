"""Sentences of the page on which results are supposed."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from ground.wording import and_list


def nothing_open(player: str) -> str:
    """That no result is left to be supposed, of anybody or of one player."""
    if player:
        return gettext("No game of {player} is open.").format(player=player)
    return gettext("No game is open.")


def leaves_hint(first: str, second: str) -> str:
    """What to write where leaves are counted."""
    return gettext("leaves of {first} and {second}, such as {example}").format(
        first=first, second=second, example="9:5"
    )


def places_hint(players: Sequence[str]) -> str:
    """What to write at a table of three or more."""
    example = "-".join(str(place) for place in range(1, len(players) + 1))
    return gettext("places of {players}, such as {example}").format(players=and_list(players), example=example)


def results_of_two(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """The results of a match of two, each with its words."""
    wins = gettext("{player} wins")
    return (("1", wins.format(player=first)), ("=", gettext("drawn")), ("0", wins.format(player=second)))
