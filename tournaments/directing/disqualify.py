"""Taking an entrant out of the event as a sanction, also after its end."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy

from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.directing.withdraw import OneEntrant, Withdraw
from tournaments.event_log.kinds import Disqualified
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision
from tournaments.running.departures import take_out
from tournaments.running.entrants import entrant_named


class Disqualify(Withdraw):
    """No reserve takes over the place by itself; a director can put in a substitute."""

    slug = "disqualify"
    title = gettext_lazy("Disqualify")
    meaning = gettext_lazy("Takes a player out of the running event as a sanction; they cannot enter it again.")
    states = (Event.State.RUNNING, Event.State.FINISHED)

    def consequences(self, event: Event, inputs: OneEntrant, *, at: datetime) -> DryRun:
        return dry_run_of_leaving(entrant_named(event, inputs.player), kind=Disqualified, at=at)

    def perform(self, event: Event, inputs: OneEntrant, decision: Decision) -> EventLogEntry:
        entrant = entrant_named(event, inputs.player)
        return take_out(event.pk, entrant.pk, Disqualified, decision, whose=entrant.player)
