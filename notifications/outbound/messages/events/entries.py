"""Words about entries of the log: those of kinds that have words of their own are registered at the end.

All other kinds have the default words, ``EntryWords``, made from the neutral sentence of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from notifications.outbound.messages.base import moment
from notifications.outbound.messages.events.words import Words, numbered
from tournaments.entries.coming_back import entry_to_come_back
from tournaments.event_log import kinds
from tournaments.event_log.describing import DescribedEntry, describe
from tournaments.event_rules.layouts import Form
from tournaments.formats.swiss import rounds_of
from tournaments.models import Event, EventLogEntry
from tournaments.presenting.roster import EventRoster
from tournaments.queries import games_of_event
from tournaments.wording.byes import pairing_bye_in_words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

K = TypeVar("K", bound=kinds.Kind)


class EntryWords(Words, Generic[K]):
    """A kind that deserves words of its own overrides what it says otherwise."""

    def __init__(self, event: Event, reader: Player, context: Mapping[str, Any], row: EventLogEntry) -> None:
        super().__init__(event, reader, context)
        self.row = row

    @cached_property
    def payload(self) -> K:
        return self.row.entry.payload  # type: ignore[return-value] # words are registered under their kind

    @cached_property
    def described(self) -> DescribedEntry:
        return describe(self.event, [self.row])[0]

    @cached_property
    def roster(self) -> EventRoster:
        return EventRoster(self.event, self.row)

    @property
    def subject(self) -> StrOrPromise:
        return self.described.text

    @property
    def headline(self) -> StrOrPromise:
        return self.described.text

    def paragraphs(self) -> list[str]:
        """The sentence, unless it is the headline, and the reason that was given."""
        sentences = [] if self.headline == self.described.text else [self.described.text]
        return [*sentences, *self.reason()]

    def reason(self) -> list[str]:
        why = self.described.why
        return [_("Why: %(why)s") % {"why": why}] if why else []

    @property
    def reverted_subject(self) -> StrOrPromise:
        """The subject when this entry was reverted."""
        return _("an entry was reverted")

    @property
    def reverted_headline(self) -> StrOrPromise:
        return _("Something that concerned you in an event was reverted.")


class RevertedWords(EntryWords[kinds.Reverted]):
    """``of_entry`` are the words of the entry that was reverted."""

    def __init__(
        self, event: Event, reader: Player, context: Mapping[str, Any], row: EventLogEntry, of_entry: EntryWords[Any]
    ) -> None:
        super().__init__(event, reader, context, row)
        self.of_entry = of_entry

    @property
    def subject(self) -> StrOrPromise:
        return self.of_entry.reverted_subject

    @property
    def headline(self) -> StrOrPromise:
        return self.of_entry.reverted_headline


class DepartureWords(EntryWords[kinds.Departure]):
    """A player left, or had to leave: the reader, a player whom they direct, or an opponent on a ladder."""

    subject_for_others = gettext_lazy("a player has left")
    headline_for_director = gettext_lazy("A player has left an event that you direct.")
    may_enter_again: ClassVar[bool] = True

    @cached_property
    def is_own(self) -> bool:
        """Whether it is the reader who left."""
        return self.roster.player_then(self.payload.entrant) == self.reader.pk

    @property
    def subject(self) -> StrOrPromise:
        return _("you are no longer taking part") if self.is_own else self.subject_for_others

    @property
    def headline(self) -> StrOrPromise:
        if self.is_own:
            return _("You are no longer taking part in an event.")
        if self._games_that_go_on:
            return _("An opponent of yours has left a ladder.")
        return self.headline_for_director

    def advice(self) -> list[str]:
        if self.event.form == Form.LADDER:
            return self._advice_on_a_ladder()
        if self.is_own and self.described.actor:
            actor = self.described.actor
            return [_("If that is a mistake, write to %(actor)s, who can revert it.") % {"actor": actor}]
        return []

    def _advice_on_a_ladder(self) -> list[str]:
        games, advice = self._games_that_go_on, []
        if games:
            described = _("Your games there go on (%(games)s), but no longer count on the ladder.")
            if self.event.rated:
                described += " " + _("It is rated like any other game.")
            advice.append(described % {"games": numbered(games)})
        if self.is_own and self.may_enter_again:
            advice.append(_("You can enter the ladder again, and begin on the last rung. Its page says from when."))
        return advice

    @cached_property
    def _games_that_go_on(self) -> list[int]:
        """The reader's games that count for nothing on a ladder any more, because somebody left it by this entry."""
        if self.event.form != Form.LADDER:
            return []
        games = games_of_event(self.event).filter(seats__player=self.reader)
        here = games.filter(fixture_game__fixture__in=self.payload.void)
        return list(here.order_by("pk").values_list("pk", flat=True))

    @property
    def reverted_subject(self) -> str:
        return _("you are taking part again") if self._is_back else _("a player is back")

    @property
    def reverted_headline(self) -> str:
        if self._is_back:
            return _("You are taking part in an event again.")
        return _("A player is taking part in an event again.")

    @property
    def _is_back(self) -> bool:
        return self.roster.player(self.payload.entrant) == self.reader.pk


class DisqualifiedWords(DepartureWords):
    subject_for_others = gettext_lazy("a player was disqualified")
    headline_for_director = gettext_lazy("A player of an event that you direct was disqualified.")
    may_enter_again = False


class RemovedFromLadderWords(DepartureWords):
    subject_for_others = gettext_lazy("a player was removed from the ladder")
    headline_for_director = gettext_lazy("A player was removed from a ladder that you direct.")


class WithdrawnWords(DepartureWords):
    def advice(self) -> list[str]:
        if self.is_own and entry_to_come_back(self.event, self.reader) is not None:
            return [_("You can come back until the next round is paired: use the button on the page of the event.")]
        return super().advice()


class ByeGivenWords(EntryWords[kinds.ByeGiven]):
    subject = gettext_lazy("your round without a game")
    headline = gettext_lazy("The director has decided what your round without a game is worth.")


class ByeRequestedWords(EntryWords[kinds.ByeRequested]):
    reverted_subject = gettext_lazy("you play the round")
    reverted_headline = gettext_lazy("You do not sit a round out after all.")


class CalledOffWords(EntryWords[kinds.CalledOff]):
    subject = gettext_lazy("called off")
    headline = gettext_lazy("An event that you are in was called off.")


class DeadlineMovedWords(EntryWords[kinds.DeadlineMoved]):
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


class GameAnnulledWords(EntryWords[kinds.GameAnnulled]):
    subject = gettext_lazy("one of your games was annulled")
    headline = gettext_lazy("One of your games was annulled: it no longer counts in the event.")
    reverted_subject = gettext_lazy("one of your games counts again")
    reverted_headline = gettext_lazy("One of your games counts again as it did before.")


class GameCorrectedWords(EntryWords[kinds.GameCorrected]):
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


class LadderEndedWords(EntryWords[kinds.LadderEnded]):
    subject = gettext_lazy("the ladder ends")
    headline = gettext_lazy("A ladder that you are on has been ended.")
    reverted_subject = gettext_lazy("the ladder is resumed")
    reverted_headline = gettext_lazy("A ladder that you are on is resumed.")

    def advice(self) -> list[str]:
        return [_("When they are over, the final table is mailed to you.")]


class RoundPairedWords(EntryWords[kinds.RoundPaired]):
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


class StartMovedWords(EntryWords[kinds.StartMoved]):
    subject = gettext_lazy("a new start date")
    headline = gettext_lazy("The start of an event that you are in was moved.")

    def advice(self) -> list[str]:
        if self.reader.time_zone == "UTC":
            return []
        there = moment(self.payload.start, self.reader)
        return [_("In your time zone, that is %(moment)s.") % {"moment": there}]


class SubstitutedWords(EntryWords[kinds.Substituted]):
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


class TermsChangedWords(EntryWords[kinds.TermsChanged]):
    subject = gettext_lazy("the event was changed")
    headline = gettext_lazy("An event that you have entered was changed before its start.")

    def advice(self) -> list[str]:
        return [_("If you do not want to play it like this, you can withdraw on its page until it starts.")]


WORDS: dict[str, type[EntryWords[Any]]] = {
    kinds.ByeGiven.slug: ByeGivenWords,
    kinds.ByeRequested.slug: ByeRequestedWords,
    kinds.CalledOff.slug: CalledOffWords,
    kinds.DeadlineMoved.slug: DeadlineMovedWords,
    kinds.Disqualified.slug: DisqualifiedWords,
    kinds.GameAnnulled.slug: GameAnnulledWords,
    kinds.GameCorrected.slug: GameCorrectedWords,
    kinds.LadderEnded.slug: LadderEndedWords,
    kinds.RemovedFromLadder.slug: RemovedFromLadderWords,
    kinds.RoundPaired.slug: RoundPairedWords,
    kinds.StartMoved.slug: StartMovedWords,
    kinds.Substituted.slug: SubstitutedWords,
    kinds.TermsChanged.slug: TermsChangedWords,
    kinds.Withdrawn.slug: WithdrawnWords,
}
