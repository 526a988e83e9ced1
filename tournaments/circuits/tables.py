"""The tables of circuits, from the final tables of their events as they are now. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Player
from tournaments.circuits.points import Line, circuit_table, final_places, rules_of
from tournaments.event_log.kinds import Substituted
from tournaments.event_log.reading import read
from tournaments.history.all_time import lines_of
from tournaments.history.titles import GONE, Title
from tournaments.models import Circuit, Entrant, Event, EventLogEntry
from tournaments.queries import events_over

MOST_CIRCUITS = 200  # whose titles are counted, the latest


@dataclass(frozen=True, slots=True)
class CircuitTable:
    """A circuit's table; ``events`` are those that are over, the first to end first, as the results of its lines."""

    circuit: Circuit
    events: tuple[Event, ...]
    lines: tuple[Line, ...]

    @property
    def champions(self) -> tuple[str, ...]:
        """The first, or those who share the place, of a circuit that has ended; nobody's before."""
        return tuple(line.player for line in self.lines if line.rank == 1) if self.circuit.ended_at else ()

    @property
    def is_shared(self) -> bool:
        return len(self.champions) > 1

    @property
    def at(self) -> datetime | None:
        return self.circuit.ended_at


def tables_of(circuits: Iterable[Circuit]) -> list[CircuitTable]:
    """The tables of these circuits, in their order."""
    circuits = list(circuits)
    in_circuits = Circuit.events.through.objects.filter(circuit__in=[one.pk for one in circuits])
    pairs = list(in_circuits.values_list("circuit", "event"))
    over = list(events_over().filter(pk__in={event for _, event in pairs}).reverse())
    places = _places_in(over)
    found = []
    for circuit in circuits:
        own = {event for number, event in pairs if number == circuit.pk}
        events = tuple(event for event in over if event.pk in own)
        lines = circuit_table(rules_of(circuit), [places.get(event.pk, {}) for event in events])
        found.append(CircuitTable(circuit, events, tuple(lines)))
    return found


def circuit_titles(rules: str = "") -> list[CircuitTable]:
    """The circuits that have ended, the latest first; of a game those in which nothing else was played."""
    ended = Circuit.objects.filter(ended_at__isnull=False).order_by("-ended_at", "-pk")
    if rules:
        ended = ended.exclude(events__in=Event.objects.exclude(rules=rules))
    return [table for table in tables_of(ended[:MOST_CIRCUITS]) if table.champions]


def circuit_titles_of(player: Player) -> list[CircuitTable]:
    """The circuits that a player has won, the latest first."""
    entered = Entrant.objects.filter(player=player).exclude(status__in=GONE).values("event")
    ended = Circuit.objects.filter(ended_at__isnull=False, events__in=entered).distinct().order_by("-ended_at", "-pk")
    return [table for table in tables_of(ended[:MOST_CIRCUITS]) if player.username in table.champions]


def latest_first(titles: Sequence[Title], circuits: Sequence[CircuitTable]) -> list[Title | CircuitTable]:
    """Titles of events and of circuits in one row."""
    together: list[Title | CircuitTable] = [*circuits, *titles]
    return sorted(together, key=lambda one: one.at.timestamp() if one.at else 0.0, reverse=True)


def _places_in(events: Sequence[Event]) -> dict[int, dict[str, int]]:
    """Final places by event and player: the last stage comes before earlier ones, then higher tiers and ranks. Players
    who have left, whichever stage it was, or whose place somebody else has taken over, have none; those behind move
    up."""
    left = Entrant.objects.filter(event__in=[one.pk for one in events], division__isnull=False, status__in=GONE)
    gone = set(left.values_list("event", "player__username")) | _replaced_in(events)
    reached: dict[int, dict[str, tuple[int, ...]]] = {}
    for line in lines_of(events):
        if (line.event, line.player) in gone:
            continue
        known, here = reached.setdefault(line.event, {}), (-line.stage, line.tier, line.rank)
        known[line.player] = min(known.get(line.player, here), here)
    return {event: final_places(finishes) for event, finishes in reached.items()}


def _replaced_in(events: Sequence[Event]) -> set[tuple[int, str]]:
    """By event the players whose place somebody else has, who keep none of an earlier stage."""
    log = EventLogEntry.objects.filter(event__in=[one.pk for one in events])
    handed_on = [entry.payload for entry in read(log, Substituted)]
    taken = Entrant.objects.filter(pk__in={one.entrant for one in handed_on}).values_list("pk", "event", "player")
    now = {pk: (event, player) for pk, event, player in taken}
    gone = {(now[one.entrant][0], one.old) for one in handed_on if now[one.entrant][1] != one.old}
    names = dict(Player.objects.filter(pk__in={player for _, player in gone}).values_list("pk", "username"))
    return {(event, names[player]) for event, player in gone}
