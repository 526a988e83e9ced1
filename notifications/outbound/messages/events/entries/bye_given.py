"""Words about what a round without a game is worth."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import ByeGiven


class ByeGivenWords(EntryWords[ByeGiven]):
    @property
    def subject(self) -> str:
        return _("your round without a game")

    @property
    def headline(self) -> str:
        return _("The director has decided what your round without a game is worth.")
