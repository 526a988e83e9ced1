"""The list of the players of an event, as its page and the director's console have it."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext


def players_heading(count: int, most: int | None = None, *, of_teams: bool = False) -> str:
    """ "Players (5)", or as many teams; ``most`` is how many there is room for, as long as players enter."""
    if of_teams and most is None:
        return gettext("Teams ({count})").format(count=count)
    if of_teams:
        return gettext("Teams ({count} of {most})").format(count=count, most=most)
    if most is None:
        return gettext("Players ({count})").format(count=count)
    return gettext("Players ({count} of {most})").format(count=count, most=most)


def part_of_all(shown: int, count: int, *, standings: str) -> SafeString:
    """That a list shows only the first of the players; ``standings`` is where all are, empty before the start."""
    if not standings:
        text = gettext("These are the first {shown} of {count} players; all are listed when the event starts.")
    else:
        text = gettext(
            'These are the first {shown} of {count} players; the <a href="{standings}">standings</a> have all of them.'
        )
    return format_html(text, shown=shown, count=count, standings=standings)


def by_pairing_number(*, is_drawn: bool) -> str:
    """In which order the players are listed; ``is_drawn``: the lot gave them their numbers."""
    if is_drawn:
        return gettext("By pairing number (random):")
    return gettext("By pairing number:")


def not_yet_playing(status: str) -> str:
    """What comes before the names of those who do not play (yet), by the status of their entry."""
    return {
        "asked": gettext("Asked whether they stay for this season:"),
        "standby": gettext("Standing by as substitutes:"),
        "waiting": gettext("On the waiting list:"),
    }[status]


def place_in_league(tier: int, division: int, number: int) -> str:
    return gettext("division {tier}.{division}, number {number}").format(tier=tier, division=division, number=number)


def open_games(count: int) -> str:
    """ "1 open game", "5 open games"."""
    return ngettext("{count} open game", "{count} open games", count).format(count=count)
