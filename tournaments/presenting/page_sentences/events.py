"""Sentences of the list of events and of their calendar."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_short_day
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


def starts(at: datetime) -> str:
    return gettext("starts {day}").format(day=write_short_day(at))


def nothing_planned(*, is_one_game: bool) -> str:
    """Why the calendar is empty."""
    if is_one_game:
        return gettext("Nothing is planned in this game: events without a date start when their directors start them.")
    return gettext("Nothing is planned: events without a date start when their directors start them.")
