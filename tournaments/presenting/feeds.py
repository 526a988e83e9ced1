"""Events for other programs to follow: dates as iCal (RFC 5545), results and announcements as Atom (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from icalendar import Calendar
from icalendar import Event as Entry

from tournaments.event_log import kinds
from tournaments.event_log.describing import describe
from tournaments.models import Event
from tournaments.presenting.calendar import Date

MOST_ENTRIES = 50
_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, section 2.2


def as_ical(dates: Sequence[Date], *, name: str, at: datetime) -> bytes:
    """A calendar of these dates as known at that moment. A date that is put off keeps its UID."""
    calendar = Calendar()
    calendar.add("prodid", "-//Seeds//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _on_one_line(name))
    for date in dates:
        entry = Entry()
        entry.add("uid", f"{date.key}@{settings.MAIL_DOMAIN}")
        entry.add("dtstamp", at)
        entry.add("dtstart", date.at)
        entry.add("duration", timedelta())
        entry.add("summary", _on_one_line(date.words))
        entry.add("url", settings.SITE_URL + reverse("tournaments:event", args=[date.event.slug]))
        entry.add("transp", "TRANSPARENT")
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def as_atom(event: Event) -> str:
    """The last results and announcements of an event, the newest first."""
    address = reverse("tournaments:event", args=[event.slug])
    feed = Atom1Feed(
        title=_printable(event.name),
        link=settings.SITE_URL + address,
        description=gettext("Results and announcements of {printable}").format(printable=_printable(event.name)),
        feed_url=settings.SITE_URL + reverse("tournaments:feed", args=[event.slug]),
        feed_guid=f"tag:{settings.MAIL_DOMAIN},{event.created_at:%Y-%m-%d}:event-{event.pk}",
        author_name=event.director.username,
    )
    lines = list(event.log_entries.filter(kind__in=kinds.in_feed()).order_by("-seq")[:MOST_ENTRIES])
    for entry in describe(event, lines):
        link = reverse("games:game", args=[entry.game]) if entry.game else address + f"log/#entry-{entry.seq}"
        text, why = _printable(entry.text), _printable(entry.why)
        feed.add_item(
            title=_short(text),
            link=settings.SITE_URL + link,
            description=linebreaksbr(
                gettext("{text} Why: {why}").format(text=text, why=why) if why else text, autoescape=True
            ),  # readers take it as HTML
            unique_id=f"tag:{settings.MAIL_DOMAIN},{event.created_at:%Y-%m-%d}:event-{event.pk}-{entry.seq}",
            pubdate=entry.at,
            updateddate=entry.at,
        )
    return feed.writeString("utf-8")


def _printable(text: str) -> str:
    """A text without the control characters that XML cannot say."""
    return _UNSPEAKABLE.sub("", text)


def _on_one_line(text: str) -> str:
    """A printable text without line ends, which would end the line of a calendar that it stands in."""
    return " ".join(_printable(text).split())


def _short(text: str) -> str:
    line = _on_one_line(text)
    return line if len(line) <= 100 else line[:99] + "\N{HORIZONTAL ELLIPSIS}"
