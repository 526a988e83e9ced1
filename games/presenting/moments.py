"""Days and moments in words, in the time zone of the reader. Pure."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime


def write_full_moment(at: datetime) -> str:
    """ "Tuesday 3 March 2026, 14:00 UTC"."""
    return date_format(localtime(at), "l j F Y, H:i T")


def write_moment_this_year(at: datetime) -> str:
    """ "Tuesday 3 March, 14:00 UTC": for moments that are near."""
    return date_format(localtime(at), "l j F, H:i T")


def write_weekday_and_moment(at: datetime) -> str:
    """ "Tue 3 Mar 2026, 14:00"."""
    return date_format(localtime(at), "D j M Y, H:i")


def write_near_moment(at: datetime) -> str:
    """ "Tue 3 Mar, 14:00"."""
    return date_format(localtime(at), "D j M, H:i")


def write_hour(at: datetime) -> str:
    """ "14:00"."""
    return date_format(localtime(at), "H:i")


def write_weekday_and_day(at: datetime) -> str:
    """ "Tuesday 3 March 2026"."""
    return date_format(localtime(at), "l j F Y")


def write_moment(at: datetime) -> str:
    """ "3 March 2026, 14:00"."""
    return date_format(localtime(at), "j F Y, H:i")


def write_moment_with_seconds(at: datetime) -> str:
    """ "3 March 2026, 14:00:25"."""
    return date_format(localtime(at), "j F Y, H:i:s")


def write_short_moment(at: datetime) -> str:
    """ "3 Mar 2026, 14:00"."""
    return date_format(localtime(at), "j M Y, H:i")


def write_day(day: date) -> str:
    """ "3 March 2026"; of a moment, the day that the reader has then."""
    return date_format(_local(day), "j F Y")


def write_short_day(day: date) -> str:
    """ "3 Mar 2026"; of a moment, the day that the reader has then."""
    return date_format(_local(day), "j M Y")


def time_element(at: datetime, words: str = "") -> SafeString:
    """A moment as HTML: in ``words``, by default those of :func:`write_moment`, and as programs read it."""
    iso = localtime(at).isoformat()
    return format_html('<time datetime="{iso}">{words}</time>', iso=iso, words=words or write_moment(at))


def _local(day: date) -> date:
    return localtime(day) if isinstance(day, datetime) else day
