"""Deciding that two players meet in the next round of a Swiss tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.names import EntrantName
from tournaments.directing.rounds.next_round import division_to_pair, new_pairs
from tournaments.event_log.kinds import PairingSet
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Division, Entrant, Event, EventLogEntry
from tournaments.queries import field_of
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two players who are to meet."""

    player: Annotated[str, EntrantName()]
    opponent: Annotated[str, EntrantName(gettext_lazy("Opponent"))]


class SetPairing(EntryAction[Pair]):
    """All others are paired around them, so exchanging two pairs takes one decision or two. Seats follow the rules."""

    slug = "set-pairing"
    title = gettext_lazy("Set pairing")
    meaning = gettext_lazy("Pairs two players with each other in the next round; all others are paired around them.")
    Inputs = Pair
    offered_at = (Place.NEXT_ROUND,)

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.SWISS

    def stakes(self, event: Event, inputs: Pair) -> Sequence[Stake]:
        return stake_in_division([entrant_named(event, inputs.player, field="player")])

    def consequences(self, event: Event, inputs: Pair, *, at: datetime) -> DryRun:
        entry, division = _entry(event, inputs)
        values = {"player": inputs.player, "opponent": inputs.opponent, "number": entry.round}
        sentences = [_("%(player)s and %(opponent)s meet in round %(number)d.") % values]
        pair = {entry.entrant, entry.opponent}
        field = field_of(division)
        if any(pair == set(pairing.entrants) for pairing in field.roster.pairings):
            sentences.append(_("They have been paired with each other before."))
        if frozenset(pair) in field.account.apart:
            sentences.append(_("They are to be kept apart, but would meet."))
        return DryRun((*sentences, new_pairs(division, entry.round, entry, at=at)))

    def write(self, event: Event, inputs: Pair, decision: Decision) -> EventLogEntry:
        entry, division = _entry(event, inputs)
        return write_entry(event, entry, decision, division=division)


def _entry(event: Event, inputs: Pair) -> tuple[PairingSet, Division]:
    """The entry that is meant, with its division. Raises EventError for players who cannot meet in the next round."""
    division, number = division_to_pair(event)
    player = entrant_named(event, inputs.player, field="player")
    opponent = entrant_named(event, inputs.opponent, field="opponent")
    if player == opponent:
        raise EventError(_("Choose two players, not the same one twice."), "opponent")
    account = field_of(division).account
    decided = {entrant for pair in account.chosen.get(number, ()) for entrant in pair}
    for field, entrant in (("player", player), ("opponent", opponent)):
        values = {"player": entrant.player, "number": number}
        if entrant.status != Entrant.Status.ACTIVE:
            raise EventError(_("%(player)s has left the event.") % values, field)
        if number in account.asked.get(entrant.pk, ()):
            raise EventError(_("%(player)s has asked to sit out round %(number)d.") % values, field)
        if entrant.pk in decided:
            problem = _("The opponent of %(player)s in round %(number)d is set already; revert that entry first.")
            raise EventError(problem % values, field)
    return PairingSet(round=number, entrant=player.pk, opponent=opponent.pk), division
