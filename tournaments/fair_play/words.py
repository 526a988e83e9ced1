"""Sentences of the moderators' page about fair play: reasons with their numbers, and no verdict."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext


def shared(*, is_program: bool, accounts: int, days: int) -> str:
    """What two accounts share, with how many others, and within how many days."""
    if is_program:
        text = gettext("Signed in with the same program from the same address within {days} days")
    else:
        text = gettext("Signed in from the same address within {days} days")
    several = ngettext("{count} account shares it.", "{count} accounts share it.", accounts).format(count=accounts)
    return gettext("{shared}. {several}").format(shared=text.format(days=days), several=several)


def met(games: int) -> str:
    """How often two accounts have met."""
    if not games:
        return gettext("They have no rated game with each other.")
    text = ngettext(
        "They have {count} rated game with each other.", "They have {count} rated games with each other.", games
    )
    return text.format(count=games)


def resigned_early(player: str, turns: int, usual: int) -> str:
    text = ngettext(
        "{player} resigned after {count} turn of their own; {usual} are usual.",
        "{player} resigned after {count} turns of their own; {usual} are usual.",
        turns,
    )
    return text.format(player=player, count=turns, usual=usual)


def score(players: Sequence[str], first: int, second: int, others: int) -> str:
    """How often each of two won."""
    wins = gettext("{one} won {first}, {other} won {second}").format(
        one=players[0], first=first, other=players[1], second=second
    )
    if not others:
        return gettext("{wins}.").format(wins=wins)
    return gettext("{wins}, {others} without a winner.").format(wins=wins, others=others)


def slow_when_losing(games: int, times: float) -> str:
    text = ngettext(
        "In {count} lost game the last quarter of the turns took {times:.0f} times as long as the turns before.",
        "In {count} lost games the last quarter of the turns took {times:.0f} times as long as the turns before.",
        games,
    )
    return text.format(count=games, times=times)


def asked_back(requests: int, games: int) -> str:
    asked = ngettext("Asked {count} time to take back a move", "Asked {count} times to take back a move", requests)
    where = ngettext("in {count} game", "in {count} games", games)
    return gettext("{asked}, {where}.").format(asked=asked.format(count=requests), where=where.format(count=games))


def unwarned(notices: int, games: int) -> str:
    given = ngettext(
        "{count} grace period because no warning was delivered",
        "{count} grace periods because no warning was delivered",
        notices,
    )
    where = ngettext("in {count} game", "in {count} games", games)
    return gettext("{given}, {where}.").format(given=given.format(count=notices), where=where.format(count=games))


def leave_when_losing(days: int, games: int) -> str:
    stood = ngettext("Leave stopped the clock on {count} day", "Leave stopped the clock on {count} days", days)
    where = ngettext("in {count} lost game", "in {count} lost games", games)
    return gettext("{stood}, {where}.").format(stood=stood.format(count=days), where=where.format(count=games))


def more_time_when_losing(times: int, games: int) -> str:
    given = ngettext("Got more time from a director {count} time", "Got more time from a director {count} times", times)
    where = ngettext("in {count} lost game", "in {count} lost games", games)
    return gettext("{given}, {where}.").format(given=given.format(count=times), where=where.format(count=games))


def lost_on_time(games: int) -> str:
    text = ngettext("Lost {count} game on time.", "Lost {count} games on time.", games)
    return text.format(count=games)


def links(addresses: Sequence[tuple[str, str]]) -> SafeString:
    """Links in a row."""
    return format_html_join(", ", '<a href="{}">{}</a>', addresses)
