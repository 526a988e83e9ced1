"""Sentences of the page of one match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.presenting.moments import time_element


def score(players: Sequence[str], totals: Sequence[str]) -> str:
    """ "anna 20 : 21 ben"."""
    first, second = players
    return gettext("{first} {score} {second}").format(first=first, score=" : ".join(totals), second=second)


def games_over(finished: int, games: int, *, is_best_of: bool) -> str:
    """How much of a match has been played: "after 1 of 2 games"."""
    if is_best_of:
        text = ngettext(
            "after {finished} game of at most {games}", "after {finished} games of at most {games}", finished
        )
    else:
        text = gettext("after {finished} of {games} games")
    return text.format(finished=finished, games=games)


def this_game(number: int) -> str:
    return gettext("Game {number}, this one").format(number=number)


def about(match: str, event: str, verdict: str) -> str:
    return gettext("{match} in {event}: {verdict}").format(match=match, event=event, verdict=verdict)


def title(match: str, event: str) -> str:
    return gettext("{match}, {event}").format(match=match, event=event)


def place_in_event(title: str, division: str = "", deadline: datetime | None = None) -> SafeString:
    """To which round of which division the match belongs, and until when it goes; ``title`` of the round."""
    text = gettext("{division}, {round}") if division else "{round}"
    words = format_html(text, division=division, round=title)
    if deadline is None:
        return words
    return format_html(gettext("{round}, until {moment}"), round=words, moment=time_element(deadline))


def game(number: int) -> str:
    return gettext("Game {number}").format(number=number)
