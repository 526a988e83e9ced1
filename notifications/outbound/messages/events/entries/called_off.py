"""Words about an event that was called off."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import CalledOff


class CalledOffWords(EntryWords[CalledOff]):
    @property
    def subject(self) -> str:
        return _("called off")

    @property
    def headline(self) -> str:
        return _("An event that you are in was called off.")
