"""What all mails about one event have in common; the mail with a director's own words, and the one with news."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from textwrap import shorten
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from games.moderation.blocks import are_covering
from notifications.choices.topics import Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, NotWanted, plain, short_lines
from notifications.outbound.messages.events.entries import WORDS, EntryWords, RevertedWords
from notifications.outbound.messages.events.questions import QUESTIONS
from notifications.outbound.messages.events.words import Words
from tournaments.event_log.kinds import Requested
from tournaments.models import Division, Event, EventLogEntry
from tournaments.signals import ROUND_READY

LONGEST_NAME = 60  # characters of an event's name


class EventMessage(Message):
    """A mail about one event."""

    topic = Topic.EVENTS
    page = "tournaments:event"

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self.mail.context["event"])

    @cached_property
    def divisions(self) -> list[Division]:
        divisions = list(self.event.divisions.select_related("stage"))
        for division in divisions:
            division.event = self.event
        return divisions

    @property
    def event_id(self) -> int | None:
        return self.event.pk

    @property
    def link(self) -> str:
        is_for_directors = self.mail.context.get("what") in (Requested.slug, ROUND_READY)
        page = "tournaments:console" if is_for_directors else self.page
        return f"{settings.SITE_URL}{reverse(page, args=[self.event.slug])}"

    @property
    def in_digest(self) -> str:
        return f"{self.event.name}: {self.headline}"

    @property
    def thread(self) -> str:
        return f"event-{self.event.pk}@{settings.MAIL_DOMAIN}"

    def values(self) -> dict[str, Any]:
        event = self.event
        return {
            "event_name": short_lines(event.name, LONGEST_NAME),
            "title": event.game_title,
            "time": event.time_control.describe(),
            "rated": event.rated,
            "headline": self.headline,
            "link": self.link,
        }


LONGEST_ANNOUNCEMENT = 2000  # characters


class Announcement(EventMessage):
    """What a director says to the players of the event, or to some; not to those who have blocked the author."""

    kind = OutboundMail.Kind.ANNOUNCEMENT

    @property
    def subject(self) -> str:
        return plain(_("%(event)s: the director writes") % {"event": self.event.name})

    def check_wanted(self) -> None:
        if self.author != self.reader and are_covering([self.reader.pk], self.author).exists():
            raise NotWanted(_("The reader has blocked the author of the announcement."))

    @cached_property
    def author(self) -> Player:
        key = self.mail.context["author"]
        return self.event.director if key is None else Player.objects.get(pk=key)

    @property
    def headline(self) -> str:
        director = {"director": self.author.username}
        if self.mail.context["to_all"]:
            return _("A director of the event, %(director)s, writes to everybody in it.") % director
        return _("A director of the event, %(director)s, writes to some of its players.") % director

    def values(self) -> dict[str, Any]:
        paragraphs = self.mail.context["text"].splitlines()
        return super().values() | {"words": [short_lines(line, LONGEST_ANNOUNCEMENT) or [""] for line in paragraphs]}


class News(EventMessage):
    """One kind of mail for all of these; ``words`` says what it says."""

    kind = OutboundMail.Kind.EVENT

    @cached_property
    def words(self) -> Words:
        context = self.mail.context
        if "entry" not in context:
            return QUESTIONS[context["what"]](self.event, self.reader, context)
        return words_about(self.event, self.reader, self.event.log_entries.get(seq=context["entry"]), context)

    def check_wanted(self) -> None:
        self.words.check_wanted()

    @property
    def subject(self) -> str:
        words = self.words.subject.rstrip(".")
        return shorten(plain(f"{self.event.name}: {words}", LONGEST_ANNOUNCEMENT), 120, placeholder=" …")

    @property
    def headline(self) -> str:
        return str(self.words.headline)

    def values(self) -> dict[str, Any]:
        return super().values() | {
            "is_question": self.words.is_question,
            "described": [short_lines(sentence, LONGEST_ANNOUNCEMENT) for sentence in self.words.paragraphs()],
            "advice": self.words.advice(),
        }


def words_about(event: Event, reader: Player, row: EventLogEntry, context: Mapping[str, Any]) -> EntryWords[Any]:
    reverts = row.entry.payload.reverts
    if reverts is None:
        return WORDS.get(row.kind, EntryWords)(event, reader, context, row)
    of_entry = words_about(event, reader, event.log_entries.get(seq=reverts), context)
    return RevertedWords(event, reader, context, row, of_entry)
