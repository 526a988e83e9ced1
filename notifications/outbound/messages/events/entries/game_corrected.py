"""Words about a game that counts with another result, for its players."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import GameCorrected


class GameCorrectedWords(EntryWords[GameCorrected]):
    @property
    def subject(self) -> str:
        if self.payload.is_adjudicated:
            return _("one of your games was adjudicated")
        return _("the result of one of your games was corrected")

    @property
    def headline(self) -> str:
        if self.payload.is_adjudicated:
            return _("The director has ended one of your games and decided how it counts in the event.")
        return _("The director has corrected the result of one of your games in the event.")

    def reverted_subject(self) -> str:
        return _("one of your games counts as before")

    def reverted_headline(self) -> str:
        return _("One of your games counts as it did before.")
