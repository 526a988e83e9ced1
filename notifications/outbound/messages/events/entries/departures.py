"""Words about players who left or had to leave."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.words import numbered
from tournaments.entries.coming_back import entry_to_come_back
from tournaments.event_log.kinds import Departure
from tournaments.event_rules.layouts import Form
from tournaments.queries import games_of_event

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class DepartureWords(EntryWords[Departure]):
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
