"""Seeding players by hand before the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.names import EntrantNames
from tournaments.directing.before_start.planned import new_places
from tournaments.event_log.kinds import Seeded
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entered_named
from tournaments.running.neutrality import Stake, stake_in_event


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Players in order, the first seed first."""

    players: Annotated[Sequence[str], EntrantNames(in_order=True)]


class SeedPlayers(EntryAction[Order]):
    """In a league the order is that of newcomers, since all others go by the season before."""

    slug = "seed-players"
    title = gettext_lazy("Seed players")
    meaning = gettext_lazy(
        "Puts players in an order that counts before ratings and lots: for pairing numbers, groups and the tiers of "
        "newcomers. Players whom you do not name follow as usual."
    )
    Inputs = Order
    offered_at = (Place.DIVISIONS,)
    forms = tuple(form for form in Form if form != Form.MATCH)
    states = (Event.State.OPEN,)

    def stakes(self, event: Event, inputs: Order) -> Sequence[Stake]:
        return [stake_in_event(event)]

    def consequences(self, event: Event, inputs: Order, *, at: datetime) -> DryRun:
        entry = _entry(event, inputs)
        order = ", ".join(f"{place}. {name}" for place, name in enumerate(inputs.players, 1))
        sentences = [_("Seeded before all others: %(players)s.") % {"players": order}]
        if event.previous_id is not None:
            sentences.append(_("Players of the season before go by its tables; only the order of newcomers changes."))
        return DryRun((*sentences, *new_places(event, at=at, more=[entry])))

    def write(self, event: Event, inputs: Order, decision: Decision) -> EventLogEntry:
        return write_entry(event, _entry(event, inputs), decision)


def _entry(event: Event, inputs: Order) -> Seeded:
    """The entry that is meant. Raises EventError for a name that nobody has who entered, or that comes twice."""
    if event.form == Form.MATCH:
        raise EventError(_("In a challenge match nobody is seeded: a lot decides who moves first."))
    entrants = [entered_named(event, name, field="players").pk for name in inputs.players]
    if not entrants or len(set(entrants)) < len(entrants):
        raise EventError(_("Name each player once."), "players")
    return Seeded(entrants=tuple(entrants))
