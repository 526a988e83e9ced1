"""Days and moments in words, in the time zone of the reader. Pure.

Each form is a message like others: a translation is a format that Django's ``date`` filter knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from ground.wording import time_in_words


def write_full_moment(at: datetime) -> str:
    """ "Tuesday 3 March 2026, 14:00 UTC"."""
    return date_format(localtime(at), gettext("l j F Y, H:i T"))


def write_moment_this_year(at: datetime) -> str:
    """ "Tuesday 3 March, 14:00 UTC": for moments that are near."""
    return date_format(localtime(at), gettext("l j F, H:i T"))


def write_near_moment(at: datetime) -> str:
    """ "Tue 3 Mar, 14:00"."""
    return date_format(localtime(at), gettext("D j M, H:i"))


def write_weekday_and_day(at: datetime) -> str:
    """ "Tuesday 3 March 2026"."""
    return date_format(localtime(at), gettext("l j F Y"))


def write_moment(at: datetime) -> str:
    """ "3 March 2026, 14:00"."""
    return date_format(localtime(at), gettext("j F Y, H:i"))


def write_short_moment(at: datetime) -> str:
    """ "3 Mar 2026, 14:00"."""
    return date_format(localtime(at), gettext("j M Y, H:i"))


def write_day(day: date) -> str:
    """ "3 March 2026"; of a moment, the day that the reader has then."""
    return date_format(_local(day), gettext("j F Y"))


def write_short_day(day: date) -> str:
    """ "3 Mar 2026"; of a moment, the day that the reader has then."""
    return date_format(_local(day), gettext("j M Y"))


def write_month(day: date) -> str:
    """ "Mar 2026"."""
    return date_format(day, gettext("M Y"))


def write_day_this_year(day: date) -> str:
    """ "3 Mar": for days that are near."""
    return date_format(day, gettext("j M"))


def time_element(at: datetime, words: str = "") -> SafeString:
    """A moment as HTML: in ``words``, by default those of :func:`write_moment`, and as programs read it."""
    iso = localtime(at).isoformat()
    return format_html('<time datetime="{iso}">{words}</time>', iso=iso, words=words or write_moment(at))


def clock_element(left: timedelta, *, runs: bool) -> SafeString:
    """The time left on a clock as HTML; while the clock runs, a script counts it down (``static/live/clock.js``)."""
    if not runs:
        return format_html("<span>{}</span>", time_in_words(left))
    return format_html('<span data-left="{}">{}</span>', left // timedelta(milliseconds=1), time_in_words(left))


def short_clock(left: timedelta, *, runs: bool) -> SafeString:
    """The same as ``6 d 4 h``, whole in its title."""
    units = gettext("d h min s")
    words = short_span(left // timedelta(seconds=1), units.split())
    running = format_html(' data-left="{}" data-units="{}"', left // timedelta(milliseconds=1), units) if runs else ""
    return format_html('<span title="{}"{}>{}</span>', time_in_words(left), running, words)


def short_span(seconds: int, units: Sequence[str]) -> str:
    """A span in its two largest units; ``units``: how a day, an hour, a minute and a second are written."""
    counts = (seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)
    first = next((number for number, count in enumerate(counts) if count), 3)
    return (
        " ".join(f"{count} {unit}" for count, unit in list(zip(counts, units, strict=True))[first : first + 2] if count)
        or f"0 {units[3]}"
    )


def _local(day: date) -> date:
    return localtime(day) if isinstance(day, datetime) else day
