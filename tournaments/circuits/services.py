"""Making a circuit, changing it, and ending it. The circuit is locked first.

The director of a circuit adds events that they direct or assist; another director agrees by making them an assistant.
Players know what they play for: what places are worth is fixed once an event of the circuit is over. Directors who play
decide about no event that has started.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext

from games.models import Player
from ground.wording import and_list
from tournaments import permission
from tournaments.circuits.points import MOST_EVENTS, CircuitRules, rules_of
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError, NotDirector, NotNeutral
from tournaments.models import Circuit, Entrant, Event
from tournaments.queries import OVER, directs_as_staff, events_over, may_direct
from tournaments.setup.addresses import check_name, is_taken, slug_of
from tournaments.standings.rulesets import RulesetError

State = Event.State


@transaction.atomic
def make_circuit(
    *, player: Player, name: str, about: str, points: Sequence[int], best: int | None, at: datetime
) -> Circuit:
    """A new circuit without events, which the player directs. Raises EventError, and NotAllowed where a quota or a
    moderator is against it."""
    rules = _rules(points, best)
    permission.check_may_make_circuit(player, at=at)
    made = Circuit(
        name=name.strip(), about=about.strip(), director=player, points=rules.points, best=rules.best, created_at=at
    )
    made.slug = slug_of(made.name)
    if is_taken(Circuit.objects.all(), made.name):
        raise _name_taken(made.name)
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError as error:
        raise _name_taken(made.name) from error
    return made


def _name_taken(name: str) -> EventError:
    problem = gettext("There is a circuit {circuit} already. Choose another name.")
    return EventError(problem.format(circuit=f"{name!r}"), "name")


@transaction.atomic
def edit_circuit(
    *, circuit_id: int, player: Player, name: str, about: str, points: Sequence[int], best: int | None, at: datetime
) -> Circuit:
    """Give a circuit another name, description or scale; its address stays. Raises EventError and NotAllowed."""
    circuit = _lock_going_on(circuit_id, player)
    was = {circuit.name, circuit.about}
    permission.check_words(player, "".join({name.strip(), about.strip()} - was), at=at)
    check_name(name)
    if is_taken(Circuit.objects.exclude(pk=circuit.pk), name):
        raise _name_taken(name.strip())
    rules = _rules(points, best)
    before = rules_of(circuit)
    if rules != before and (over := events_over().filter(circuits=circuit).first()):
        problem = gettext("{event} is over. Its players knew what they played for, so the points stay as they are.")
        raise EventError(problem.format(event=over.name), "points" if rules.points != before.points else "best")
    circuit.name, circuit.about, circuit.points, circuit.best = name.strip(), about.strip(), rules.points, rules.best
    circuit.save(update_fields=["name", "about", "points", "best"])
    return circuit


@transaction.atomic
def add_event(*, circuit_id: int, player: Player, event_id: int) -> Circuit:
    """Let an event count for a circuit; twice changes nothing. Raises EventError, NotDirector, NotNeutral."""
    circuit, event = _lock_going_on(circuit_id, player), Event.objects.get(pk=event_id)
    named = {"event": event.name, "circuit": circuit.name}
    if not may_direct(event, player):
        problem = gettext("You do not direct {event}. Its director agrees to the circuit by making you an assistant.")
        raise NotDirector(problem.format(**named), "event")
    if circuit.events.filter(pk=event.pk).exists():
        return circuit
    if event.form == Form.TEAMS:
        raise EventError(gettext("{event} is played by teams. Players collect points.").format(**named), "event")
    if event.state == State.CALLED_OFF:
        raise EventError(gettext("{event} was called off and has no final table.").format(**named), "event")
    if circuit.events.count() >= MOST_EVENTS:
        problem = gettext("A circuit has at most {most} events. Take one out, or make another circuit.")
        raise EventError(problem.format(most=MOST_EVENTS), "event")
    _check_neutral(circuit, event, player)
    circuit.events.add(event)
    return circuit


@transaction.atomic
def take_out_event(*, circuit_id: int, player: Player, event_id: int) -> Circuit:
    """Let an event count for a circuit no more, as its director or the circuit's; twice changes nothing. Raises
    EventError, NotDirector, NotNeutral."""
    circuit, event = _lock(circuit_id), Event.objects.get(pk=event_id)
    if not may_take_out(circuit, event, player):
        named = {"event": event.name, "circuit": circuit.name}
        raise NotDirector(gettext("Only directors of {circuit} and of {event} can do that.").format(**named))
    _check_going_on(circuit)
    if circuit.events.filter(pk=event.pk).exists():
        _check_neutral(circuit, event, player)
        circuit.events.remove(event)
    return circuit


@transaction.atomic
def end_circuit(*, circuit_id: int, player: Player, at: datetime) -> Circuit:
    """Let a circuit be over, which makes its first a champion. Raises EventError and NotDirector."""
    circuit = _lock_going_on(circuit_id, player)
    going_on = circuit.events.filter(state__in=(State.DRAFT, State.OPEN, State.RUNNING)).order_by("pk")
    if names := [event.name for event in going_on]:
        problem = gettext("Not yet over: {events}. Wait for the end, or take them out of the circuit first.")
        raise EventError(problem.format(events=and_list(names)))
    if not events_over().filter(circuits=circuit).exists():
        raise EventError(gettext("No event of {circuit} is over, so nobody has points.").format(circuit=circuit.name))
    circuit.ended_at = at
    circuit.save(update_fields=["ended_at"])
    return circuit


@transaction.atomic
def reopen_circuit(*, circuit_id: int, player: Player, at: datetime) -> Circuit:
    """Let a circuit go on that was ended too early; it has no champion then. Twice changes nothing. Raises
    NotDirector, and NotAllowed where a quota or a moderator is against one more that goes on."""
    circuit = _lock_directed(circuit_id, player)
    if circuit.ended_at is not None:
        if circuit.is_directed_by(player):
            permission.check_may_make_circuit(player, at=at)
        circuit.ended_at = None
        circuit.save(update_fields=["ended_at"])
    return circuit


@transaction.atomic
def delete_circuit(*, circuit_id: int, player: Player) -> None:
    """Delete a circuit that has no events. Raises EventError and NotDirector."""
    circuit = _lock_directed(circuit_id, player)
    if circuit.events.exists():
        problem = gettext("{circuit} has events. Only a circuit without events can be deleted.")
        raise EventError(problem.format(circuit=circuit.name))
    circuit.delete()


def may_direct_circuit(circuit: Circuit, player: Player | None) -> bool:
    """Whether a player directs the circuit: the one who has made it, while that account is closed also the directors of
    its events, and staff that directs every event."""
    if player is None:
        return False
    if circuit.is_directed_by(player) or directs_as_staff(player):
        return True
    return not circuit.director.is_active and circuit.events.filter(director=player).exists()


def may_take_out(circuit: Circuit, event: Event, player: Player | None) -> bool:
    """Whether a player can take the event out of the circuit, as a director of one of them."""
    return may_direct_circuit(circuit, player) or may_direct(event, player)


def _lock(circuit_id: int) -> Circuit:
    return Circuit.objects.select_for_update().get(pk=circuit_id)


def _lock_directed(circuit_id: int, player: Player) -> Circuit:
    circuit = _lock(circuit_id)
    if not may_direct_circuit(circuit, player):
        raise NotDirector(gettext("Only the director of {circuit} can do that.").format(circuit=circuit.name))
    return circuit


def _lock_going_on(circuit_id: int, player: Player) -> Circuit:
    circuit = _lock_directed(circuit_id, player)
    _check_going_on(circuit)
    return circuit


def _check_going_on(circuit: Circuit) -> None:
    if circuit.ended_at is not None:
        raise EventError(gettext("{circuit} has ended. Its director can reopen it first.").format(circuit=circuit.name))


def _rules(points: Sequence[int], best: int | None) -> CircuitRules:
    try:
        return CircuitRules(tuple(points), best)
    except RulesetError as error:
        raise EventError(str(error), error.field) from error


def _check_neutral(circuit: Circuit, event: Event, player: Player) -> None:
    """Raises NotNeutral for a player of the circuit who decides whether an event counts that has started."""
    if event.state not in (State.RUNNING, *OVER):
        return
    entered = Entrant.objects.filter(player=player).exclude(status=Entrant.Status.WITHDRAWN)
    if entered.filter(Q(event=event) | Q(event__circuits=circuit)).exists():
        problem = gettext(
            "{event} has started, and you play in events of {circuit}. Staff, or another director of the event who "
            "does not play, can decide whether it counts. Before its start you can."
        )
        raise NotNeutral(problem.format(event=event.name, circuit=circuit.name), "event")
