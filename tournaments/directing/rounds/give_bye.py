"""What a round without a game is worth to an entrant who had to sit it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun, with_changes
from tournaments.directing.action.inputs import BYES, ByeKind, RoundNumber
from tournaments.directing.action.names import EntrantName
from tournaments.event_log.kinds import ByeGiven
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, EventLogEntry, Fixture
from tournaments.queries import field_of
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division
from tournaments.standings import tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """Which player sat out which round, and what it is worth."""

    player: Annotated[str, EntrantName()]
    round: Annotated[int, RoundNumber()]
    bye: Annotated[str, ByeKind()]


class GiveBye(EntryAction[Bye]):
    """In Swiss tournaments only."""

    slug = "give-bye"
    title = gettext_lazy("Give bye")
    meaning = gettext_lazy("Sets what a round without a game is worth to a player who had to sit it out.")
    Inputs = Bye
    offered_at = (Place.RESULTS,)
    forms = (Form.SWISS,)
    states = (Event.State.RUNNING, Event.State.FINISHED)

    def stakes(self, event: Event, inputs: Bye) -> Sequence[Stake]:
        return stake_in_division([entrant_named(event, inputs.player)])

    def consequences(self, event: Event, inputs: Bye, *, at: datetime) -> DryRun:
        given, division = _bye(event, inputs)
        counts = _("Round %(number)d counts as a %(bye)s for %(player)s.")
        sentence = counts % {"number": inputs.round, "bye": round_in_words(inputs.bye), "player": inputs.player}
        return with_changes([sentence], division, [given], at=at)

    def write(self, event: Event, inputs: Bye, decision: Decision) -> EventLogEntry:
        payload, division = _bye(event, inputs)
        return write_entry(event, payload, decision, division=division)


def _bye(event: Event, inputs: Bye) -> tuple[ByeGiven, Division]:
    """The entry that says what the round is worth, and the division that it concerns. Raises EventError."""
    if event.form != Form.SWISS:
        raise EventError(
            _("Byes are given in Swiss tournaments only; elsewhere a round without a game is worth nothing.")
        )
    entrant = entrant_named(event, inputs.player)
    if inputs.bye not in BYES:
        raise EventError(_("A bye is a full_point_bye, a half_point_bye or a zero_point_bye."), "bye")
    paired = Fixture.objects.filter(seats__entrant=entrant, round__number=inputs.round).exists()
    if entrant.division is None or paired or not 1 <= inputs.round <= field_of(entrant.division).rounds:
        problem = _("Round %(number)d is not paired yet, or %(player)s did not have to sit it out.")
        raise EventError(problem % {"player": entrant.player, "number": inputs.round}, "round")
    bye = tables.Bye(entrant.pk, inputs.round, tables.Kind(inputs.bye))
    return ByeGiven(byes=(bye,)), entrant.division
