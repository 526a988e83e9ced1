"""Words about a later round in which the reader has no opponent."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import RoundPaired
from tournaments.formats.swiss import rounds_of
from tournaments.wording.byes import pairing_bye_in_words


class RoundPairedWords(EntryWords[RoundPaired]):
    @property
    def _round(self) -> int:
        """A Swiss tournament pairs one round at a time."""
        return self.payload.byes[0].round

    @property
    def subject(self) -> str:
        return _("no opponent in this round")

    @property
    def headline(self) -> str:
        return _("In round %(round)s you have no opponent.") % {"round": self._round}

    def paragraphs(self) -> list[str]:
        """Nothing but the headline, which says the reader's part in it."""
        return []

    def advice(self) -> list[str]:
        division = self.row.division
        worth = pairing_bye_in_words(self.event.event_ruleset)
        if division and self._round == rounds_of(self.event.event_layout, division.entrants.count()):
            then = _("It is the last round: when it is over, the final table is mailed to you.")
        else:
            then = _("You are mailed when the next round begins.")
        return [f"{worth} {then}"]
