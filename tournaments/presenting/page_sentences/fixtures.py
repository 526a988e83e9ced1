"""Sentences of the pages of the rounds, matches and brackets of a division."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.presenting.moments import time_element, write_short_moment


def until(deadline: datetime) -> SafeString:
    return format_html(gettext("Until {moment}"), moment=time_element(deadline))


def bye(player: SafeString, kind: str) -> SafeString:
    """A player without an opponent, and what that counts as."""
    return format_html(gettext("{player} ({kind})"), player=player, kind=kind)


def byes(players: Iterable[SafeString]) -> SafeString:
    """The players of a round without an opponent."""
    names = format_html_join(", ", "{}", ((player,) for player in players))
    return format_html(gettext("Without an opponent: {players}"), players=names)


def pairing(number: int, address: str, at: datetime, algorithm: str, milliseconds: int) -> SafeString:
    """One pairing: when, by which algorithm, and how long it took; the link leads to what went in and came out."""
    text = gettext(
        '<a href="{address}">Pairing {number}</a>, {moment}, by <code>{algorithm}</code>, in {milliseconds} ms'
    )
    return format_html(
        text, address=address, number=number, moment=write_short_moment(at), algorithm=algorithm,
        milliseconds=milliseconds,
    )  # fmt: skip


def section(number: int, best: str) -> str:
    """A section of a large bracket, called by its best seed."""
    return gettext("{number}: {player}").format(number=number, player=best)


def sections(count: int) -> str:
    return gettext(
        "The first rounds are shown in {count} sections, each named after its best seed; the winners of the sections "
        "meet at the end."
    ).format(count=count)


def not_in_bracket(name: str) -> str:
    return gettext("There is no {name} in this bracket.").format(name=name)
