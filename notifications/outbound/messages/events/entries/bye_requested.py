"""Words about a request to sit out a round that was reverted; the request itself is not mailed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import ByeRequested


class ByeRequestedWords(EntryWords[ByeRequested]):
    def reverted_subject(self) -> str:
        return _("you play the round")

    def reverted_headline(self) -> str:
        return _("You do not sit a round out after all.")
