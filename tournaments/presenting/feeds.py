"""Events for other programs to follow: dates as iCal (RFC 5545), results and announcements as Atom (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from icalendar import Calendar, vDuration
from icalendar import Event as Entry

from tournaments.event_log import kinds
from tournaments.event_log.describing import describe
from tournaments.models import Event
from tournaments.presenting.calendar import Date

MOST_ENTRIES = 50
FETCHED_AGAIN = timedelta(hours=1)
_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, section 2.2


def as_ical(dates: Sequence[Date], *, name: str, at: datetime) -> bytes:
    """A calendar of these dates as known at that moment. A date that is put off keeps its UID."""
    calendar = calendar_named(name, "Events")
    for date in dates:
        link = reverse("tournaments:event", args=[date.event.slug])
        entry = ical_entry(date.key, date.at, date.words, link, at=at)
        entry.add("duration", timedelta())
        entry.add("transp", "TRANSPARENT")
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def calendar_named(name: str, product: str) -> Calendar:
    """A calendar without entries, for a program to fetch every hour."""
    calendar = Calendar()
    calendar.add("prodid", f"-//Seeds//{product}//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _on_one_line(name))
    calendar.add("refresh-interval", FETCHED_AGAIN, {"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(FETCHED_AGAIN))
    return calendar


def ical_entry(key: str, begins: datetime, words: str, path: str, *, at: datetime) -> Entry:
    """An entry as known ``at`` that moment: a program that has an older one of the same key replaces it."""
    entry = Entry()
    entry.add("uid", f"{key}@{settings.MAIL_DOMAIN}")
    entry.add("dtstamp", at)
    entry.add("last-modified", at)
    entry.add("sequence", int(at.timestamp()) // 60)  # nobody counts the changes; it only has to grow
    entry.add("dtstart", begins.astimezone(UTC))
    entry.add("summary", _on_one_line(words))
    entry.add("url", settings.SITE_URL + path)
    return entry


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
    for entry in [one for one in describe(event, lines) if one.decided_in is None]:
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
