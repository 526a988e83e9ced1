"""Words of the kinds whose mails say more than the neutral sentence: other subjects, advice, what was reverted."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
    subject = gettext_lazy("your round without a game")
    headline = gettext_lazy("The director has decided what your round without a game is worth.")


class ByeRequestedWords(EntryWords[ByeRequested]):
    reverted_subject = gettext_lazy("you play the round")
    reverted_headline = gettext_lazy("You do not sit a round out after all.")


class CalledOffWords(EntryWords[CalledOff]):
    subject = gettext_lazy("called off")
    headline = gettext_lazy("An event that you are in was called off.")


class DeadlineMovedWords(EntryWords[DeadlineMoved]):
    subject = gettext_lazy("a new deadline")
    headline = gettext_lazy("A deadline of an event that you play in was moved.")

    def advice(self) -> list[str]:
        """When that is for the reader, and which games it is about."""
        deadline, advice = self.payload.deadline, []
        if self.reader.time_zone != "UTC":
            advice.append(_("In your time zone, that is %(moment)s.") % {"moment": moment(deadline, self.reader)})
        if games := self.open_games(deadline=deadline):
            advice += [_("Your open games: %(games)s.") % {"games": numbered(games)}, self.at_the_end(deadline)]
        return advice


class GameAnnulledWords(EntryWords[GameAnnulled]):
    subject = gettext_lazy("one of your games was annulled")
    headline = gettext_lazy("One of your games was annulled: it no longer counts in the event.")
    reverted_subject = gettext_lazy("one of your games counts again")
    reverted_headline = gettext_lazy("One of your games counts again as it did before.")


class GameCorrectedWords(EntryWords[GameCorrected]):
    reverted_subject = gettext_lazy("one of your games counts as before")
    reverted_headline = gettext_lazy("One of your games counts as it did before.")

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


class LadderEndedWords(EntryWords[LadderEnded]):
    subject = gettext_lazy("the ladder ends")
    headline = gettext_lazy("A ladder that you are on has been ended.")
    reverted_subject = gettext_lazy("the ladder is resumed")
    reverted_headline = gettext_lazy("A ladder that you are on is resumed.")

    def advice(self) -> list[str]:
        return [_("When they are over, the final table is mailed to you.")]


class RoundPairedWords(EntryWords[RoundPaired]):
    subject = gettext_lazy("no opponent in this round")

    @property
    def _round(self) -> int:
        """A Swiss tournament pairs one round at a time."""
        return self.payload.byes[0].round

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
    subject = gettext_lazy("a new start date")
    headline = gettext_lazy("The start of an event that you are in was moved.")

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
    subject = gettext_lazy("the event was changed")
    headline = gettext_lazy("An event that you have entered was changed before its start.")

    def advice(self) -> list[str]:
        return [_("If you do not want to play it like this, you can withdraw on its page until it starts.")]
