"""Words about a ladder whose last challenges are played out."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import LadderEnded


class LadderEndedWords(EntryWords[LadderEnded]):
    @property
    def subject(self) -> str:
        return _("the ladder ends")

    @property
    def headline(self) -> str:
        return _("A ladder that you are on has been ended.")

    def reverted_subject(self) -> str:
        return _("the ladder is resumed")

    def reverted_headline(self) -> str:
        return _("A ladder that you are on is resumed.")

    def advice(self) -> list[str]:
        return [_("When they are over, the final table is mailed to you.")]
