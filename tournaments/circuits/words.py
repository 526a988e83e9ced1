"""Sentences of the pages of circuits."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from ground.wording import and_list
from tournaments.circuits.points import CircuitRules, Parted


def how_points_count(rules: CircuitRules) -> list[str]:
    """The scale, the events that count, and what decides ties."""
    scale = ", ".join(map(str, rules.points))
    return [
        gettext("Points for the final place in each event, the first place first: {scale}.").format(scale=scale),
        gettext("Players who share a place get the points of that place each. Players who have left get none."),
        *([_best(rules.best)] if rules.best else []),
        gettext(
            "Of players level on points, the one with more first places comes first, then with more second places, and "
            "so on. Players equal in all of this share their place."
        ),
        gettext("The table follows from those of the events: a corrected result changes it."),
    ]


def _best(count: int) -> str:
    return ngettext(
        "The best event of each player counts; points of others are struck out.",
        "The best {count} events of each player count; points of others are struck out.",
        count,
    ).format(count=count)


def parted(tie: Parted) -> str:
    """Why one of two players who are level on points is ahead."""
    named = {"ahead": tie.ahead, "behind": tie.behind, "more": tie.more, "fewer": tie.fewer, "place": tie.place}
    if tie.place == 1:
        return gettext("{ahead} is ahead of {behind} by first places: {more} to {fewer}.").format(**named)
    return gettext("{ahead} is ahead of {behind} by finishes in place {place}: {more} to {fewer}.").format(**named)


def champions(players: Sequence[str]) -> str:
    """The first of a circuit that has ended; empty for nobody."""
    words = ngettext("Champion: {players}", "Champions: {players}", len(players))
    return words.format(players=and_list(players)) if players else ""
