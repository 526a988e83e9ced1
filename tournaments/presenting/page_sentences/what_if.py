"""Sentences of the page on which results are supposed."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.wording import and_list


def about(event: str) -> str:
    return gettext("The table of {event} if games ended as you suppose.").format(event=event)


def fixture(round_number: int, verdict: str) -> str:
    """To which round a match belongs, and how it stands."""
    return gettext("round {number} · {verdict}").format(number=round_number, verdict=verdict)


def moved(before: int, now: int) -> str:
    """Which way a place has moved, in words; empty for one that has not."""
    if before == now:
        return ""
    return gettext("higher than now") if before > now else gettext("lower than now")


def nothing_open(player: str) -> str:
    """That no result is left to be supposed, of anybody or of one player."""
    if player:
        return gettext("No game of {player} is open.").format(player=player)
    return gettext("No game is open.")


def more_games(most: int) -> str:
    return gettext(
        "There are more games than the {most} that can be supposed at once: choose a player to find others."
    ).format(most=most)


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


def all_is_decided() -> str:
    return gettext("Every match is over, so there is nothing to suppose: this is the final table.")


def changed_place(before: int, after: int) -> str | SafeString:
    """A place (or rung) before and after, with the direction; the same number where it stays."""
    if before == after:
        return gettext("{place} as before").format(place=before)
    arrow, direction = ("↑", gettext("up")) if after < before else ("↓", gettext("down"))
    return format_html(
        gettext('{before} → <b>{after}</b> <span aria-label="{direction}">{arrow}</span>'),
        before=before, after=after, direction=direction, arrow=arrow,
    )  # fmt: skip


def changed_points(before: str, after: str) -> str | SafeString:
    """Points before and after."""
    if before == after:
        return gettext("{points} as before").format(points=before)
    return format_html("{before} → <b>{after}</b>", before=before, after=after)
