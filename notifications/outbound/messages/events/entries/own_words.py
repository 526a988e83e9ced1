"""Words of the kinds whose mails say more than the neutral sentence: other subjects, advice, what was reverted."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.base import moment
from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.words import numbered
from tournaments.event_log.kinds import (
    ByeGiven,
    ByeRequested,
    CalledOff,
    DeadlineMoved,
    GameAnnulled,
    GameCorrected,
    LadderEnded,
    RoundPaired,
    StartMoved,
    Substituted,
    TermsChanged,
)
from tournaments.formats.swiss import rounds_of
from tournaments.wording.byes import pairing_bye_in_words


class ByeGivenWords(EntryWords[ByeGiven]):
    @property
    def subject(self) -> str:
        return _("your round without a game")

    @property
    def headline(self) -> str:
        return _("The director has decided what your round without a game is worth.")


class ByeRequestedWords(EntryWords[ByeRequested]):
    def reverted_subject(self) -> str:
        return _("you play the round")

    def reverted_headline(self) -> str:
        return _("You do not sit a round out after all.")


class CalledOffWords(EntryWords[CalledOff]):
    @property
    def subject(self) -> str:
        return _("called off")

    @property
    def headline(self) -> str:
        return _("An event that you are in was called off.")


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


class TermsChangedWords(EntryWords[TermsChanged]):
    @property
    def subject(self) -> str:
        return _("the event was changed")

    @property
    def headline(self) -> str:
        return _("An event that you have entered was changed before its start.")

    def advice(self) -> list[str]:
        return [_("If you do not want to play it like this, you can withdraw on its page until it starts.")]
