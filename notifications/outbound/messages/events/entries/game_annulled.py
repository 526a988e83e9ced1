"""Words about a game that counts for nobody any more, for its players."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import GameAnnulled


class GameAnnulledWords(EntryWords[GameAnnulled]):
    @property
    def subject(self) -> str:
        return _("one of your games was annulled")

    @property
    def headline(self) -> str:
        return _("One of your games was annulled: it no longer counts in the event.")

    def reverted_subject(self) -> str:
        return _("one of your games counts again")

    def reverted_headline(self) -> str:
        return _("One of your games counts again as it did before.")
