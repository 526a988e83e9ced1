"""Words about an entry that was reverted: those of the entry itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Player
from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import Reverted
from tournaments.models import Event, EventLogEntry


class RevertedWords(EntryWords[Reverted]):
    """``of_entry`` are the words of the entry that was reverted."""

    def __init__(
        self, event: Event, reader: Player, context: Mapping[str, Any], row: EventLogEntry, of_entry: EntryWords[Any]
    ) -> None:
        super().__init__(event, reader, context, row)
        self.of_entry = of_entry

    @property
    def subject(self) -> str:
        return self.of_entry.reverted_subject()

    @property
    def headline(self) -> str:
        return self.of_entry.reverted_headline()
