"""What an event game is called: its event and its place there, in words. Pure."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext


class PlaceInEvent(TypedDict, total=False):
    """Where a game belongs in an event; what does not apply is left out. All numbers count from 1."""

    event: str  # its name
    tier: int  # with ``division``: of a league
    division: int
    group: int
    finals: bool
    round: int
    board: int  # of a match of teams
    game: int  # of the match
    games: int  # of the match, in all


def title_in_words(place: PlaceInEvent) -> str:
    """In the reader's language: "Spring, division 1.2, round 3, game 1 of 2"."""
    words = [place["event"]]
    if "division" in place:
        words.append(gettext("division {tier}.{number}").format(tier=place["tier"], number=place["division"]))
    if "group" in place:
        words.append(gettext("group {number}").format(number=place["group"]))
    if place.get("finals"):
        words.append(gettext("finals"))
    if "round" in place:
        words.append(gettext("round {number}").format(number=place["round"]))
    if "board" in place:
        words.append(gettext("board {number}").format(number=place["board"]))
    if "game" in place:
        words.append(gettext("game {number} of {most}").format(number=place["game"], most=place["games"]))
    return ", ".join(words)
