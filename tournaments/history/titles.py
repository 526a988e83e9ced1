"""Titles: the players who have come first in events that are over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Q, QuerySet

from games.models import Player
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event, StandingSnapshot, TeamPlayer
from tournaments.queries import events_over, without_lobby

MOST_EVENTS = 2000  # whose titles are counted, the latest
MOST_OF_PLAYER = 100  # events of a player that are looked through, the latest
FIRST_ROWS = 8  # of a table, among which the players are who have come first

GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Title:
    """An event that is over, and the player, or those who share the place, who came first in it. Where ``teams`` have
    come first, the champions are all the players of them, reserves included."""

    event: Event
    champions: tuple[str, ...]
    teams: tuple[str, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether several have the title, players of one team apart."""
        return len(self.teams or self.champions) > 1

    @property
    def at(self) -> datetime | None:
        return self.event.finished_at


class HasChampions(Protocol):
    """A title of any kind."""

    @property
    def champions(self) -> tuple[str, ...]: ...

    @property
    def is_shared(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Titles:
    """How many titles a player has, shared ones included, and of which of them the player is the only holder."""

    player: str
    count: int
    alone: int


def events_with_titles() -> QuerySet[Event]:
    """The organised events that have ended with a result, the latest first; challenge matches give no title."""
    return without_lobby(events_over()).exclude(form=Form.MATCH)


def titles_in(events: Iterable[Event]) -> list[Title]:
    """The titles of these events, in their order; an event whose end has left nobody in its table has none.

    First is the best in the table of the last stage who has not left; of several divisions it is the highest one.
    """
    events = list(events)
    winners = _winners([event.pk for event in events])
    squads = _squads([entrant for found in winners.values() for entrant, _, team in found if team])
    return [_title(event, winners[event.pk], squads) for event in events if event.pk in winners]


_Winner = tuple[int, str, str]  # the entrant, its player, and the name of its team


def _title(event: Event, winners: Sequence[_Winner], squads: Mapping[int, Sequence[str]]) -> Title:
    teams = tuple(team for _, _, team in winners if team)
    if not teams:
        return Title(event, tuple(player for _, player, _ in winners))
    return Title(event, tuple(player for entrant, *_ in winners for player in squads.get(entrant, ())), teams)


def _squads(entrants: Sequence[int]) -> dict[int, list[str]]:
    """The players of these teams, in the order of their lists."""
    accepted = TeamPlayer.objects.filter(entrant__in=entrants, accepted_at__isnull=False).order_by("entrant", "number")
    found: dict[int, list[str]] = {}
    for entrant, player in accepted.values_list("entrant", "player__username") if entrants else ():
        found.setdefault(entrant, []).append(player)
    return found


def _winners(events: Sequence[int]) -> dict[int, list[_Winner]]:
    """By event the entrants who have come first."""
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
    there = Entrant.objects.filter(pk__in=shown).exclude(status__in=GONE)
    known = {one[0]: one for one in there.values_list("pk", "player__username", "team_name")}
    found = {event: _first_of(rows, known) for event, rows in tables.items()}
    return {event: winners for event, winners in found.items() if winners}


def _first_of(rows: Sequence[dict[str, Any]], known: Mapping[int, _Winner]) -> list[_Winner]:
    there = [row for row in rows if row["entrant"] in known]
    return [known[row["entrant"]] for row in there if row["rank"] == there[0]["rank"]]


def titles_of(player: Player) -> list[Title]:
    """The titles of a player, the latest first."""
    own = Q(player=player) | Q(squad__player=player, squad__accepted_at__isnull=False)
    entered = Entrant.objects.filter(own, division__tier=1, division__number=1).exclude(status__in=GONE)
    events = events_with_titles().filter(pk__in=entered.values("event"))[:MOST_OF_PLAYER]
    return [title for title in titles_in(events) if player.username in title.champions]


def most_titles(titles: Iterable[HasChampions]) -> list[Titles]:
    """The players by how many of these titles, of events and circuits, they hold, the most first."""
    count: dict[str, int] = {}
    alone: dict[str, int] = {}
    for title in titles:
        for name in title.champions:
            count[name] = count.get(name, 0) + 1
            alone[name] = alone.get(name, 0) + (not title.is_shared)
    return sorted(
        (Titles(name, count[name], alone[name]) for name in count), key=lambda one: (-one.count, -one.alone, one.player)
    )
