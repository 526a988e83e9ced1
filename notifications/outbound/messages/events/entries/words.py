"""The words about an entry of the log, made from its neutral sentence: the default for every kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.utils.translation import gettext as _

from games.models import Player
from notifications.outbound.messages.events.words import Words
from tournaments.event_log.describing import DescribedEntry, describe
from tournaments.event_log.kinds import Kind, Reverted
from tournaments.models import Event, EventLogEntry
from tournaments.presenting.roster import EventRoster

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

K = TypeVar("K", bound=Kind)


class EntryWords(Words, Generic[K]):
    """A kind that deserves words of its own overrides what it says otherwise."""

    def __init__(self, event: Event, reader: Player, context: Mapping[str, Any], row: EventLogEntry) -> None:
        super().__init__(event, reader, context)
        self.row = row

    @cached_property
    def payload(self) -> K:
        return self.row.entry.payload  # type: ignore[return-value] # words are registered under their kind

    @cached_property
    def described(self) -> DescribedEntry:
        return describe(self.event, [self.row])[0]

    @cached_property
    def roster(self) -> EventRoster:
        return EventRoster(self.event, self.row)

    @property
    def subject(self) -> StrOrPromise:
        return self.described.text

    @property
    def headline(self) -> StrOrPromise:
        return self.described.text

    def paragraphs(self) -> list[str]:
        """The sentence, unless it is the headline, and the reason that was given."""
        sentences = [] if self.headline == self.described.text else [self.described.text]
        return [*sentences, *self.reason()]

    def reason(self) -> list[str]:
        why = self.described.why
        return [_("Why: %(why)s") % {"why": why}] if why else []

    @property
    def reverted_subject(self) -> StrOrPromise:
        """The subject when this entry was reverted."""
        return _("an entry was reverted")

    @property
    def reverted_headline(self) -> StrOrPromise:
        return _("Something that concerned you in an event was reverted.")


class RevertedWords(EntryWords[Reverted]):
    """``of_entry`` are the words of the entry that was reverted."""

    def __init__(
        self, event: Event, reader: Player, context: Mapping[str, Any], row: EventLogEntry, of_entry: EntryWords[Any]
    ) -> None:
        super().__init__(event, reader, context, row)
        self.of_entry = of_entry

    @property
    def subject(self) -> StrOrPromise:
        return self.of_entry.reverted_subject

    @property
    def headline(self) -> StrOrPromise:
        return self.of_entry.reverted_headline
