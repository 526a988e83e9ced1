"""Choosing the tier or the pool of a player before the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import Number
from tournaments.directing.action.names import EntrantName
from tournaments.directing.before_start.planned import new_places
from tournaments.event_log.kinds import Placed
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entered_named
from tournaments.running.neutrality import Stake, stake_in_event
from tournaments.setup.division_plan import DIVIDED

MOST_TIERS = 12
MOST_POOLS = 2_000
TIER = Number(gettext_lazy("Tier"), 1, MOST_TIERS, gettext_lazy("1 is the highest. Leave it out for groups."))
POOL = Number(gettext_lazy("Pool"), 1, MOST_POOLS, gettext_lazy("The pool or group. Leave it out for any."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOfPlayer:
    """Which player, and which tier and pool; a pool of groups is a group, and they have one tier."""

    player: Annotated[str, EntrantName(before_start=True)]
    tier: Annotated[int | None, TIER] = None
    pool: Annotated[int | None, POOL] = None


class PlacePlayer(EntryAction[PlaceOfPlayer]):
    """Where a tier or a pool is full or not there, the start does the nearest thing (``divide``)."""

    slug = "place-player"
    title = gettext_lazy("Place player")
    meaning = gettext_lazy("Chooses the tier or the pool of a player; all others are placed around them.")
    Inputs = PlaceOfPlayer
    offered_at = (Place.DIVISIONS, Place.ENTERED)
    forms = DIVIDED
    states = (Event.State.OPEN,)

    def stakes(self, event: Event, inputs: PlaceOfPlayer) -> Sequence[Stake]:
        return [stake_in_event(event)]

    def consequences(self, event: Event, inputs: PlaceOfPlayer, *, at: datetime) -> DryRun:
        return DryRun(tuple(new_places(event, at=at, more=[_entry(event, inputs)])))

    def write(self, event: Event, inputs: PlaceOfPlayer, decision: Decision) -> EventLogEntry:
        return write_entry(event, _entry(event, inputs), decision)


def _entry(event: Event, inputs: PlaceOfPlayer) -> Placed:
    """The entry that is meant. Raises EventError where there are no such places."""
    if event.form not in DIVIDED:
        raise EventError(_("Only leagues and groups have several divisions; here you can seed players."))
    if event.form == Form.GROUPS and (inputs.pool is None or inputs.tier not in (None, 1)):
        raise EventError(_("Groups have no tiers: give the number of a group as the pool."), "pool")
    if event.form == Form.LEAGUE and inputs.tier is None:
        raise EventError(_("Give the tier, 1 for the highest."), "tier")
    entrant = entered_named(event, inputs.player)
    return Placed(entrant=entrant.pk, tier=inputs.tier or 1, pool=inputs.pool or 0)
