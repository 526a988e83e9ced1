"""Words about a deadline that was moved, for players of games that are open."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.base import moment
from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.words import numbered
from tournaments.event_log.kinds import DeadlineMoved


class DeadlineMovedWords(EntryWords[DeadlineMoved]):
    @property
    def subject(self) -> str:
        return _("a new deadline")

    @property
    def headline(self) -> str:
        return _("A deadline of an event that you play in was moved.")

    def advice(self) -> list[str]:
        """When that is for the reader, and which games it is about."""
        deadline, advice = self.payload.deadline, []
        if self.reader.time_zone != "UTC":
            advice.append(_("In your time zone, that is %(moment)s.") % {"moment": moment(deadline, self.reader)})
        if games := self.open_games(deadline=deadline):
            advice += [_("Your open games: %(games)s.") % {"games": numbered(games)}, self.at_the_end(deadline)]
        return advice
