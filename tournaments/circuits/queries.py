"""Circuits as pages and REST show them. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from games.models import Player
from tournaments.circuits.points import Parted, parted
from tournaments.circuits.services import may_direct_circuit, may_take_out
from tournaments.circuits.tables import CircuitTable, tables_of
from tournaments.event_rules.layouts import Form
from tournaments.models import Circuit, Club, Event
from tournaments.queries import events_shown_to, events_visible_to

MOST_TO_ADD = 100  # events to choose from, the latest


@dataclass(frozen=True, slots=True)
class CircuitSeen:
    """A circuit as a viewer sees it; ``events`` are all that the viewer sees, the latest first, those that are not over
    included. ``removable`` are those that the viewer can take out, for the circuit's director also drafts of others."""

    circuit: Circuit
    table: CircuitTable
    events: QuerySet[Event]
    may_direct: bool
    removable: tuple[Event, ...]

    @property
    def slug(self) -> str:
        return self.circuit.slug

    @property
    def event_slugs(self) -> list[str]:
        return list(self.events.values_list("slug", flat=True))

    @property
    def ties(self) -> list[Parted]:
        return list(parted(self.table.lines))


def circuits(viewer: Player | None) -> QuerySet[Circuit]:
    """The circuits with an event that is no draft, and those that the viewer directs, the latest first."""
    public = Event.objects.filter(circuits=OuterRef("pk")).exclude(state=Event.State.DRAFT)
    own = Q(director=viewer) if viewer is not None else Q()
    return Circuit.objects.filter(Exists(public) | own).select_related("director").order_by("-pk")


def circuits_of_club(club: Club) -> QuerySet[Circuit]:
    """The circuits for which public events of a club count, the latest first."""
    held = Event.objects.filter(circuits=OuterRef("pk"), club=club).exclude(state=Event.State.DRAFT)
    return Circuit.objects.filter(Exists(held)).order_by("-pk")


def find_circuit(slug: str) -> Circuit:
    """The circuit of an address. Raises Http404."""
    found = Circuit.objects.filter(slug=slug).select_related("director").first()
    if found is None:
        raise Http404(gettext("There is no circuit {slug}.").format(slug=slug))
    return found


def circuit_seen_by(circuit: Circuit, viewer: Player | None) -> CircuitSeen:
    """What a viewer, None for a visitor, sees of a circuit."""
    events = events_shown_to(viewer).filter(pk__in=circuit.events.values("pk"))
    return CircuitSeen(
        circuit=circuit,
        table=tables_of([circuit])[0],
        events=events,
        may_direct=may_direct_circuit(circuit, viewer),
        removable=tuple(_removable(circuit, events, viewer)),
    )


def find_event_of(circuit: Circuit, player: Player, slug: str) -> Event:
    """An event of an address that the player sees or, as the circuit's director, has in it. Raises Http404."""
    shown = Q(pk__in=events_visible_to(player).values("pk"))
    if may_direct_circuit(circuit, player):
        shown |= Q(pk__in=circuit.events.values("pk"))
    return get_object_or_404(Event.objects.filter(shown), slug=slug)


def _removable(circuit: Circuit, shown: QuerySet[Event], viewer: Player | None) -> list[Event]:
    if viewer is None or circuit.ended_at is not None:
        return []
    if may_direct_circuit(circuit, viewer):
        return list(circuit.events.order_by("-pk"))
    return [event for event in shown if may_take_out(circuit, event, viewer)]


def events_to_add(circuit: Circuit, player: Player) -> QuerySet[Event]:
    """The events of a player that can be added to a circuit, the latest first."""
    own = Event.objects.filter(Q(director=player) | Q(pk__in=player.assisted_events.values("pk")), agreed=None, cup="")
    possible = own.exclude(form=Form.TEAMS).exclude(state=Event.State.CALLED_OFF)
    return possible.exclude(pk__in=circuit.events.values("pk")).order_by("-pk")[:MOST_TO_ADD]
