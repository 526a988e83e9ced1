"""Days and moments in words, in the time zone of the reader. Pure."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime


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


def time_element(at: datetime) -> SafeString:
    """A moment as HTML: in words, and as programs read it."""
    return format_html('<time datetime="{iso}">{words}</time>', iso=localtime(at).isoformat(), words=write_moment(at))


def _local(day: date) -> date:
    return localtime(day) if isinstance(day, datetime) else day
