"""Sentences that explain the numbers of one line of a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.presenting.page_sentences.standings import NO_VALUE
from tournaments.wording.decisions import points_in_words


def result(points: str) -> str:
    """How a round ended where points do not count: "won"; a dash while it is open."""
    if not points:
        return NO_VALUE
    return {"1": gettext("won"), "0": gettext("lost")}.get(points, gettext("drawn"))


def against(amount: str, opponent: str) -> str:
    """What a match contributed: "2 against anna"."""
    return gettext("{amount} against {opponent}").format(amount=amount, opponent=opponent) if opponent else amount


def with_note(part: SafeString, note: str) -> SafeString:
    """A part of a number with what is to be said of it: "1 (round 3, pairing bye)"."""
    return format_html(gettext("{part} ({note})"), part=part, note=note) if note else part


def tie_break(
    name: str, among: Sequence[str], amount: str, parts: Sequence[SafeString], *, is_next: bool
) -> SafeString:
    """A tie-break of a player: among whom, how much, and what it came from.

    ``is_next``: the same once more, among those who were still level.
    """
    came_from = format_html_join(", ", "{}", ((part,) for part in parts)) or gettext("no match counts")
    if is_next:
        text = (
            gettext("Then {name} among {players} <b>{amount}</b>: {parts}")
            if among
            else gettext("Then {name} <b>{amount}</b>: {parts}")
        )
    else:
        text = (
            gettext("{name} among {players} <b>{amount}</b>: {parts}")
            if among
            else gettext("{name} <b>{amount}</b>: {parts}")
        )
    return format_html(text, name=name, players=", ".join(among), amount=amount, parts=came_from)


def still_possible(most: str, places: str) -> str:
    """What a player can still reach; ``places`` is one, "3", or several, "1 to 3". Empty when nothing is open."""
    if not most:
        return ""
    first, _, last = places.partition(" to ")
    text = (
        gettext("By winning everything that is open: {points}. By points alone, places {first} to {last} are possible.")
        if last
        else gettext("By winning everything that is open: {points}. By points alone, only place {first} is possible.")
    )
    return text.format(points=points_in_words(most), first=first, last=last)
