"""What an event game is called, by its event and its place there, and how a game ended, in words. Pure."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext, gettext_noop


class PlaceInEvent(TypedDict, total=False):
    """Where a game belongs in an event; what does not apply is left out. All numbers count from 1."""

    event: str  # its name
    tier: int  # with ``division``: of a league
    division: int
    group: int
    finals: bool
    bracket: str  # the part of one in which it is: "winners", "losers", "grand final" ...; ``round`` is counted there
    last: int  # of a knockout: how many are left in this round
    round: int
    board: int  # of a match of teams
    game: int  # of the match
    games: int  # of the match, in all


def title_in_words(place: PlaceInEvent) -> str:
    """In the reader's language: "Spring, division 1.2, round 3, game 1 of 2"."""
    words = [place["event"], *division_in_words(place)]
    if place.get("finals"):
        words.append(gettext("finals"))
    if "round" in place or "bracket" in place:
        words.append(round_in_words(place))
    if "board" in place:
        words.append(gettext("board {number}").format(number=place["board"]))
    if "game" in place:
        words.append(gettext("game {number} of {most}").format(number=place["game"], most=place["games"]))
    return ", ".join(words)


def division_in_words(place: PlaceInEvent) -> list[str]:
    """The division or group of a game within a sentence: "division 1.2"; nothing where there is none."""
    if "division" in place:
        return [gettext("division {tier}.{number}").format(tier=place["tier"], number=place["division"])]
    return [gettext("group {number}").format(number=place["group"])] if "group" in place else []


def round_in_words(place: PlaceInEvent) -> str:
    """The round of a game within a sentence: "round 3", "losers' bracket, round 2", "semi-final"."""
    named = {
        "grand final": gettext("grand final"),
        "grand final again": gettext("grand final, once more"),
        "third place": gettext("match for third place"),
    }
    late = {2: gettext("final"), 4: gettext("semi-final"), 8: gettext("quarter-final")}
    bracket, last = place.get("bracket", ""), place.get("last", 0)
    if bracket in named:
        return named[bracket]
    if bracket == "winners":
        return gettext("winners' bracket, round {number}").format(number=place["round"])
    if bracket == "losers":
        return gettext("losers' bracket, round {number}").format(number=place["round"])
    return late[last] if last in late else gettext("round {number}").format(number=place["round"])


_KNOWN = frozenset(
    (
        gettext_noop("score"),
        gettext_noop("no active leaves"),
        gettext_noop("resignation"),
        gettext_noop("time"),
        gettext_noop("forfeit"),
        gettext_noop("draw agreed"),
        gettext_noop("abandoned"),
        gettext_noop("adjudicated"),
        gettext_noop("annulled"),
        gettext_noop("withdrawn"),
    )
)


def end_in_words(reason: str) -> str:
    """The reason that a log has for the end of a game, in the language of the reader; another one as it is."""
    return gettext(reason) if reason in _KNOWN else reason
