"""Sentences of the list of events, of their calendar, and of the page on which one is left."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.presenting.page_sentences.event import players


def asked_to_stay(count: int) -> str:
    """How many of the previous season have not answered yet whether they stay; empty for none."""
    if not count:
        return ""
    return ngettext(
        "{count} player of the previous season has been asked to stay",
        "{count} players of the previous season have been asked to stay",
        count,
    ).format(count=count)


def entered(count: int, most: int | None = None, *, of_teams: bool = False) -> str:
    """How many players there are, or teams; ``most`` is how many there is room for, as long as players enter."""
    if most is None:
        return players(count, of_teams=of_teams)
    if of_teams:
        return ngettext("{count} of {most} team", "{count} of {most} teams", most).format(count=count, most=most)
    return ngettext("{count} of {most} player", "{count} of {most} players", most).format(count=count, most=most)


def nothing_planned(*, is_one_game: bool) -> str:
    """Why the calendar is empty."""
    if is_one_game:
        return gettext("Nothing is planned in this game: events without a date start when their directors start them.")
    return gettext("Nothing is planned: events without a date start when their directors start them.")


def what_it_means(director: str, *, is_ladder: bool, leave_address: str) -> SafeString:
    """Whether there is a way back, and what else one can do."""
    back = (
        gettext("You can enter again later, and then begin on the last rung.")
        if is_ladder
        else gettext("You cannot undo this.")
    )
    text = gettext(
        '{back} If you only need time, book <a href="{address}">leave</a>, or ask {director}, who directs the event.'
    )
    return format_html(text, back=back, address=leave_address, director=director)
