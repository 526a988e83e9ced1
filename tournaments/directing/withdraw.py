"""Taking an entrant out of the running event, by its rules for players who leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.directing.action.names import EntrantName
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.running.decisions import Decision
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEntrant:
    """Which player."""

    player: Annotated[str, EntrantName()]


class Withdraw(Action[OneEntrant]):
    """In a knockout before the first move a player who stands by takes over the place instead."""

    slug = "withdraw"
    title = gettext_lazy("Withdraw")
    meaning = gettext_lazy("Takes a player out of the running event, by its rules for players who leave.")
    Inputs = OneEntrant
    grants = True
    offered_at = (Place.ENTRANT,)
    is_grave = True

    def suits(self, entrant: Entrant) -> bool:
        return entrant.status == Entrant.Status.ACTIVE

    def stakes(self, event: Event, inputs: OneEntrant) -> Sequence[Stake]:
        return stake_in_division([entrant_named(event, inputs.player)])

    def consequences(self, event: Event, inputs: OneEntrant, *, at: datetime) -> DryRun:
        return dry_run_of_leaving(entrant_named(event, inputs.player), at=at)

    def perform(self, event: Event, inputs: OneEntrant, decision: Decision) -> EventLogEntry:
        return withdraw_entrant(entrant_named(event, inputs.player), decision)
