"""Promoting or relegating a player by hand, whatever the table of the season before says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import Choice
from tournaments.directing.action.names import EntrantName
from tournaments.directing.before_start.planned import new_places, tier_of
from tournaments.event_log.kinds import Placed
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entered_named
from tournaments.running.neutrality import Stake, stake_in_event

UP, DOWN = "up", "down"
DIRECTIONS = ((UP, gettext_lazy("up one tier")), (DOWN, gettext_lazy("down one tier")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Which player, and where to."""

    player: Annotated[str, EntrantName(before_start=True)]
    direction: Annotated[str, Choice(gettext_lazy("Direction"), DIRECTIONS)]


class ChangeTier(EntryAction[Step]):
    """The entry names the tier, so that it holds however many enter later."""

    slug = "change-tier"
    title = gettext_lazy("Change tier")
    meaning = gettext_lazy(
        "Promotes or relegates a player by one tier, counted from where they would play now; all others are placed "
        "around them."
    )
    Inputs = Step
    offered_at = (Place.DIVISIONS, Place.ENTERED)
    forms = (Form.LEAGUE,)
    states = (Event.State.OPEN,)

    def stakes(self, event: Event, inputs: Step) -> Sequence[Stake]:
        return [stake_in_event(event)]

    def consequences(self, event: Event, inputs: Step, *, at: datetime) -> DryRun:
        entry = _entry(event, inputs, at=at)
        moved = _("%(player)s plays in tier %(tier)d.") % {"player": inputs.player, "tier": entry.tier}
        return DryRun((moved, *new_places(event, at=at, more=[entry])))

    def write(self, event: Event, inputs: Step, decision: Decision) -> EventLogEntry:
        return write_entry(event, _entry(event, inputs, at=decision.at), decision)


def _entry(event: Event, inputs: Step, *, at: datetime) -> Placed:
    """The entry that is meant. Raises EventError for a player without a tier, and where there is none further on."""
    if event.form != Form.LEAGUE:
        raise EventError(_("Only a league has tiers."))
    entrant = entered_named(event, inputs.player)
    now = tier_of(event, entrant.pk, at=at)
    if now is None:
        problem = _("%(player)s has no tier yet: so few have entered, or the player has not said yes. Choose a place.")
        raise EventError(problem % {"player": entrant.player}, "player")
    tier, lowest = now
    wanted = tier - 1 if inputs.direction == UP else tier + 1
    if not 1 <= wanted <= lowest:
        problem = _("%(player)s plays in tier %(tier)d of %(count)d already; there is none beyond.")
        raise EventError(problem % {"player": entrant.player, "tier": tier, "count": lowest}, "direction")
    return Placed(entrant=entrant.pk, tier=wanted)
