"""Titles: the players who have come first in events that are over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models import QuerySet

from games.models import Player
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.queries import events_over, without_lobby

MOST_EVENTS = 2000  # whose titles are counted, the latest
MOST_OF_PLAYER = 100  # events of a player that are looked through, the latest
FIRST_ROWS = 8  # of a table, among which the players are who have come first

GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Title:
    """An event that is over, and the player, or those who share the place, who came first in it."""

    event: Event
    champions: tuple[str, ...]

    @property
    def at(self) -> datetime | None:
        return self.event.finished_at


class HasChampions(Protocol):
    """A title of any kind."""

    @property
    def champions(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Titles:
    """How many titles a player has, shared ones included, and of which of them the player is the only holder."""

    player: str
    count: int
    alone: int


def events_with_titles() -> QuerySet[Event]:
    """The organised events of players that have ended with a result, the latest first; teams have none."""
    return without_lobby(events_over()).exclude(form__in=(Form.MATCH, Form.TEAMS))


def titles_in(events: Iterable[Event]) -> list[Title]:
    """The titles of these events, in their order; an event whose end has left nobody in its table has none.

    First is the best in the table of the last stage who has not left; of several divisions it is the highest one.
    """
    events = list(events)
    champions = _champions([event.pk for event in events])
    return [Title(event, champions[event.pk]) for event in events if event.pk in champions]


def _champions(events: Sequence[int]) -> dict[int, tuple[str, ...]]:
    finals = (
        StandingSnapshot.objects.filter(division__event__in=events, division__tier=1, division__number=1)
        .exclude(division__event__form=Form.GROUPS, division__stage__number=1)  # groups without finals
        .order_by("division__stage__number")
    )
    first_rows = [f"table__rows__{number}" for number in range(FIRST_ROWS)]
    tables = {  # of several stages the last one
        event: [row for row in rows if row is not None]
        for event, *rows in finals.values_list("division__event", *first_rows)
    }
    shown = [row["entrant"] for rows in tables.values() for row in rows]
    names = dict(Entrant.objects.filter(pk__in=shown).exclude(status__in=GONE).values_list("pk", "player__username"))
    found = {event: _first_of(rows, names) for event, rows in tables.items()}
    return {event: players for event, players in found.items() if players}


def _first_of(rows: Sequence[dict[str, Any]], names: dict[int, str]) -> tuple[str, ...]:
    there = [row for row in rows if row["entrant"] in names]
    return tuple(names[row["entrant"]] for row in there if row["rank"] == there[0]["rank"])


def titles_of(player: Player) -> list[Title]:
    """The titles of a player, the latest first."""
    entered = Entrant.objects.filter(player=player, division__tier=1, division__number=1).exclude(status__in=GONE)
    events = events_with_titles().filter(pk__in=entered.values("event"))[:MOST_OF_PLAYER]
    return [title for title in titles_in(events) if player.username in title.champions]


def most_titles(titles: Iterable[HasChampions]) -> list[Titles]:
    """The players by how many of these titles, of events and circuits, they hold, the most first."""
    count: dict[str, int] = {}
    alone: dict[str, int] = {}
    for title in titles:
        for name in title.champions:
            count[name] = count.get(name, 0) + 1
            alone[name] = alone.get(name, 0) + (len(title.champions) == 1)
    return sorted(
        (Titles(name, count[name], alone[name]) for name in count), key=lambda one: (-one.count, -one.alone, one.player)
    )
