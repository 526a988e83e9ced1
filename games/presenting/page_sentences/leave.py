"""Sentences of the page on which a player books leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext


def booked(first: date, last: date) -> str:
    """A span of leave: "Tue 3 March 2026 to Thu 5 March 2026"."""
    if first == last:
        return _day(first)
    return gettext("{first} to {last}").format(first=_day(first), last=_day(last))


def taken_automatically(days: Sequence[date]) -> str:
    """Which days of this year were taken to save the player from losing on time."""
    text = gettext("Taken automatically this year, so that you did not run out of time: {days}.")
    return text.format(days=", ".join(date_format(day, gettext("j F")) for day in days))


def left(days_by_year: Mapping[int, int], *, is_automatic: bool) -> str:
    """How many days are left of each year, and whether one is taken automatically."""
    days = ", ".join(
        ngettext("{days} day in {year}", "{days} days in {year}", days).format(days=days, year=year)
        for year, days in days_by_year.items()
    )
    if is_automatic:
        text = gettext("Left: {days}. A day is taken automatically before you would run out of time.")
    else:
        text = gettext("Left: {days}. None is taken automatically.")
    return text.format(days=days)


def _day(day: date) -> str:
    return date_format(day, gettext("D j F Y"))
