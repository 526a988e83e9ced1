"""Words about players who left or had to leave."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from notifications.outbound.messages.events.words import numbered
from tournaments.entries.coming_back import entry_to_come_back
from tournaments.event_log.kinds import Departure
from tournaments.event_rules.layouts import Form
from tournaments.queries import games_of_event


class DepartureWords(EntryWords[Departure]):
    """A player left, or had to leave: the reader, a player whom they direct, or an opponent on a ladder."""

    @cached_property
    def is_own(self) -> bool:
        """Whether it is the reader who left."""
        return self.roster.player_then(self.payload.entrant) == self.reader.pk

    @property
    def subject(self) -> str:
        return _("you are no longer taking part") if self.is_own else self.subject_for_others

    @property
    def subject_for_others(self) -> str:
        return _("a player has left")

    @property
    def headline(self) -> str:
        if self.is_own:
            return _("You are no longer taking part in an event.")
        if self._games_that_go_on:
            return _("An opponent of yours has left a ladder.")
        return self.headline_for_director

    @property
    def headline_for_director(self) -> str:
        return _("A player has left an event that you direct.")

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

    @property
    def may_enter_again(self) -> bool:
        return True

    @cached_property
    def _games_that_go_on(self) -> list[int]:
        """The reader's games that count for nothing on a ladder any more, because somebody left it by this entry."""
        if self.event.form != Form.LADDER:
            return []
        games = games_of_event(self.event).filter(seats__player=self.reader)
        here = games.filter(fixture_game__fixture__in=self.payload.void)
        return list(here.order_by("pk").values_list("pk", flat=True))

    def reverted_subject(self) -> str:
        return _("you are taking part again") if self._is_back else _("a player is back")

    def reverted_headline(self) -> str:
        if self._is_back:
            return _("You are taking part in an event again.")
        return _("A player is taking part in an event again.")

    @property
    def _is_back(self) -> bool:
        return self.roster.player(self.payload.entrant) == self.reader.pk


class DisqualifiedWords(DepartureWords):
    @property
    def subject_for_others(self) -> str:
        return _("a player was disqualified")

    @property
    def headline_for_director(self) -> str:
        return _("A player of an event that you direct was disqualified.")

    @property
    def may_enter_again(self) -> bool:
        return False


class RemovedFromLadderWords(DepartureWords):
    @property
    def subject_for_others(self) -> str:
        return _("a player was removed from the ladder")

    @property
    def headline_for_director(self) -> str:
        return _("A player was removed from a ladder that you direct.")


class WithdrawnWords(DepartureWords):
    def advice(self) -> list[str]:
        if self.is_own and entry_to_come_back(self.event, self.reader) is not None:
            return [_("You can come back until the next round is paired: use the button on the page of the event.")]
        return super().advice()
