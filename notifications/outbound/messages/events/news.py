"""The mail about something in an event that concerns its reader: an entry of its log, or a question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from textwrap import shorten
from typing import Any

from games.models import Player
from notifications.models import OutboundMail
from notifications.outbound.messages.base import plain, short_lines
from notifications.outbound.messages.events.announcement import LONGEST_ANNOUNCEMENT
from notifications.outbound.messages.events.base import EventMessage
from notifications.outbound.messages.events.entries import WORDS, EntryWords, RevertedWords
from notifications.outbound.messages.events.questions import QUESTIONS
from notifications.outbound.messages.events.words import Words
from tournaments.models import Event, EventLogEntry


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
    """The words about an entry of the log."""
    reverts = row.entry.payload.reverts
    if reverts is None:
        return WORDS.get(row.kind, EntryWords)(event, reader, context, row)
    of_entry = words_about(event, reader, event.log_entries.get(seq=reverts), context)
    return RevertedWords(event, reader, context, row, of_entry)
