"""Words about a substitute, for the new player, the old one and the director."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.words import numbered
from tournaments.event_log.kinds import Substituted


class SubstitutedWords(EntryWords[Substituted]):
    @property
    def _has_come_in(self) -> bool:
        return self.payload.new == self.reader.pk

    @property
    def subject(self) -> str:
        return _("you have taken over a place") if self._has_come_in else _("a substitute has taken over a place")

    @property
    def headline(self) -> str:
        if self._has_come_in:
            return _("You have taken over a player's place in an event, in the table and in the open games.")
        if self.payload.old == self.reader.pk:
            return _("Another player has taken over your place in an event.")
        return _("A substitute has taken over a place in an event that you direct.")

    def advice(self) -> list[str]:
        if not self._has_come_in:
            return []
        games = self.open_games()
        yours = _("Yours now: %(games)s.") % {"games": numbered(games)} + " " if games else ""
        mails = _("The games have mails of their own, and you have at least a day for the first turn.")
        return [f"{yours}{mails}", _("If you cannot play, withdraw on the page of the event.")]
