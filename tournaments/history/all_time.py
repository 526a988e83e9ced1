"""All-time tables: what players have done in several events that are over, from their final tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.history.titles import GONE
from tournaments.models import Entrant, Event, StandingSnapshot


@dataclass(slots=True)
class AllTime:
    """What a player has done in all events; ``points`` in 1/840, and the highest place reached, 0 for none."""

    player: str
    events: int = 0
    titles: int = 0
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    best_tier: int = 0
    best_place: int = 0


@dataclass(slots=True)
class Line:
    """A player's line in a table of an event; ``is_final``: in one of its last stage, where places are those of the
    event."""

    event: int
    stage: int
    tier: int
    is_final: bool
    rank: int
    player: str
    points: int
    columns: dict[str, int] = field(default_factory=dict)

    def sum_of(self, *codes: str) -> int:
        return sum(self.columns.get(code, 0) for code in codes)


def lines_of(events: Sequence[Event]) -> list[Line]:
    """Every line of every table of these events, without the players who had left."""
    tables = StandingSnapshot.objects.filter(division__event__in=[one.pk for one in events])
    stored = list(
        tables.order_by("division").values_list(
            "division__event", "division__stage__number", "division__tier", "table__rows"
        )
    )
    last = dict(sorted((event, stage) for event, stage, _tier, _rows in stored))
    there = Entrant.objects.filter(event__in=[one.pk for one in events]).exclude(status__in=GONE)
    names = dict(there.values_list("pk", "player__username"))
    return [
        Line(event, stage, tier, stage == last[event], row["rank"], name, row["points"], row["columns"])
        for event, stage, tier, rows in stored
        for row in rows
        if (name := names.get(row["entrant"]))
    ]


def all_time(lines: Iterable[Line], champions: Mapping[int, tuple[str, ...]]) -> list[AllTime]:
    """The table of these lines, the most points first; ``champions`` by event."""
    found: dict[str, AllTime] = {}
    events: dict[str, set[int]] = {}
    for line in lines:
        known = found.setdefault(line.player, AllTime(line.player))
        events.setdefault(line.player, set()).add(line.event)
        known.points += line.points
        known.played += line.sum_of("played")
        known.won += line.sum_of("won", "forfeits_won")
        known.drawn += line.sum_of("drawn")
        known.lost += line.sum_of("lost", "forfeits_lost")
        place, best = (line.tier, line.rank), (known.best_tier, known.best_place)
        if line.is_final and (not known.best_place or place < best):
            known.best_tier, known.best_place = place
    for name, known in found.items():
        known.events = len(events[name])
        known.titles = sum(name in champions.get(event, ()) for event in events[name])
    return sorted(found.values(), key=lambda one: (-one.points, -one.titles, one.played, one.player))
