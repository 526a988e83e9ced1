"""Circuits to test with."""

from __future__ import annotations

from tests.built_once import built_once
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import play_all, started
from tournaments.circuits import services as changes
from tournaments.event_rules.layouts import Layout
from tournaments.models import Circuit, Event

SCALE = (10, 6, 3)


def made(*events: Event, by: str = "cleo", name: str = "Tour", best: int | None = None) -> Circuit:
    """A circuit that a friend directs, for which these events count."""
    circuit = changes.make_circuit(player=friend(by), name=name, about="", points=SCALE, best=best, at=NOON)
    for event in events:
        add(circuit, event, by=by)
    return circuit


def add(circuit: Circuit, event: Event, *, by: str = "cleo") -> Circuit:
    return changes.add_event(circuit_id=circuit.pk, player=friend(by), event_id=event.pk)


def take_out(circuit: Circuit, event: Event, *, by: str = "cleo") -> Circuit:
    return changes.take_out_event(circuit_id=circuit.pk, player=friend(by), event_id=event.pk)


def end(circuit: Circuit, *, by: str = "cleo") -> Circuit:
    return changes.end_circuit(circuit_id=circuit.pk, player=friend(by), at=after(99))


@built_once
def over(name: str, layout: Layout | None = None, players: int = 3, *, at: float = 1, rules: str = "btt") -> Event:
    """An event of cleo's that is played to its end: anna comes before bert, bert before dora."""
    event = started(layout or Layout(), players, name=name, rules=rules)
    play_all(event, after(at))
    return event
