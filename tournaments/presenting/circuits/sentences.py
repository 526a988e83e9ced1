"""Sentences of the pages of circuits."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.wording import and_list
from tournaments.standings.circuits import CircuitRules, Parted


def about(name: str) -> str:
    return gettext("The circuit {name}: its table and its events.").format(name=name)


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


def place_of_result(place: int) -> str:
    return gettext("place {place}").format(place=place)


def champions(players: Sequence[str]) -> str:
    """The first of a circuit that has ended; empty for nobody."""
    words = ngettext("Champion: {players}", "Champions: {players}", len(players))
    return words.format(players=and_list(players)) if players else ""


def made(name: str) -> str:
    return gettext("{circuit} has been made. Add its events.").format(circuit=name)


def added(event: str) -> str:
    return gettext("{event} counts for the circuit.").format(event=event)


def taken_out(event: str) -> str:
    return gettext("{event} no longer counts for the circuit.").format(event=event)


def ended(name: str) -> str:
    return gettext("{circuit} has ended.").format(circuit=name)


def reopened(name: str) -> str:
    return gettext("{circuit} goes on.").format(circuit=name)


def deleted(name: str) -> str:
    return gettext("{circuit} is deleted.").format(circuit=name)
