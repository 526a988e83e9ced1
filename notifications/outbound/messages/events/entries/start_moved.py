"""Words about an event that starts later."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.base import moment
from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import StartMoved


class StartMovedWords(EntryWords[StartMoved]):
    @property
    def subject(self) -> str:
        return _("a new start date")

    @property
    def headline(self) -> str:
        return _("The start of an event that you are in was moved.")

    def advice(self) -> list[str]:
        if self.reader.time_zone == "UTC":
            return []
        there = moment(self.payload.start, self.reader)
        return [_("In your time zone, that is %(moment)s.") % {"moment": there}]
