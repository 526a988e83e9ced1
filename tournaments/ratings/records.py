"""Records of players: their results against others, in events, and head to head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q, QuerySet

from games.models import Game, Player, Seat
from tournaments.glicko2 import Difference, Rating, difference, expected_score
from tournaments.models import Entrant, Event
from tournaments.models.ratings import RatingPool
from tournaments.ratings.queries import field_for, present_value, ratings_by_pool
from tournaments.ratings.results import changed_results


@dataclass(slots=True)
class Score:
    """Games won, drawn (or first together with others) and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, sign: int) -> None:
        """One more game: 1 won, 0 drawn, -1 lost."""
        if sign > 0:
            self.won += 1
        elif sign < 0:
            self.lost += 1
        else:
            self.drawn += 1


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event that a player is or was in; ``place`` is the one in the stored table, None before the first result."""

    event: Event
    place: int | None
    of: int


@dataclass(slots=True)
class Streaks:
    """Games one after another, in the order in which they ended: the longest row of wins, the longest without a loss,
    and how many of the last ones were won, and were not lost."""

    most_won: int = 0
    most_unbeaten: int = 0
    won: int = 0
    unbeaten: int = 0

    def add(self, sign: int) -> None:
        """One more game: 1 won, 0 drawn, -1 lost."""
        self.won = self.won + 1 if sign > 0 else 0
        self.unbeaten = self.unbeaten + 1 if sign >= 0 else 0
        self.most_won, self.most_unbeaten = max(self.most_won, self.won), max(self.most_unbeaten, self.unbeaten)


@dataclass(slots=True)
class Record:
    """What a player has done: by game and size of the table, against each opponent (best known first), in events, and
    in a row."""

    by_pool: dict[tuple[str, str], Score] = field(default_factory=dict)
    by_opponent: dict[str, Score] = field(default_factory=dict)
    events: list[EventLine] = field(default_factory=list)
    streaks: Streaks = field(default_factory=Streaks)


@dataclass(slots=True)
class _Table:
    """A finished game: the places by player, and the names of the others by player."""

    rules: str
    places: dict[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)


def record_of(player: Player) -> Record:
    """A player's finished games with a result, rated or not, as directors have corrected them; and the events."""
    record = Record(events=events_of(player))
    for table in _results_of(player):
        places = table.places
        own = places[player.pk]
        others = [place for each, place in places.items() if each != player.pk]
        key = (table.rules, str(field_for(len(places))))
        sign = _sign(min(others), own) if own == 1 else -1
        record.by_pool.setdefault(key, Score()).add(sign)
        record.streaks.add(sign)
        for each, name in table.names.items():
            record.by_opponent.setdefault(name, Score()).add(_sign(places[each], own))
    record.by_pool = dict(sorted(record.by_pool.items()))
    record.by_opponent = dict(sorted(record.by_opponent.items(), key=lambda line: (-line[1].games, line[0])))
    return record


def _sign(other: int, own: int) -> int:
    return (other > own) - (other < own)


def _results_of(player: Player) -> list[_Table]:
    """The finished games of a player that have a result, in the order in which they ended."""
    own = Seat.objects.filter(player=player, game__status=Game.Status.FINISHED).order_by().values("game")
    changed = changed_results(own)
    tables: dict[int, _Table] = {}
    seats = Seat.objects.filter(game__in=own).order_by("game__finished_at", "game", "number")
    for game, rules, number, each, name, place in seats.values_list(
        "game", "game__rules", "number", "player", "player__username", "place"
    ):
        table = tables.setdefault(game, _Table(rules))
        if game in changed:
            place = changed[game].places[number] if changed[game].places else None
        if place is not None:
            table.places[each] = place
        if each != player.pk:
            table.names[each] = name
    return [table for table in tables.values() if player.pk in table.places]


def events_of(player: Player) -> list[EventLine]:
    """The events that a player has entered, the newest first."""
    entries = (
        Entrant.objects.filter(Q(player=player) | Q(squad__player=player, squad__accepted_at__isnull=False))
        .distinct()
        .exclude(event__state=Event.State.DRAFT)
        .exclude(division=None, status=Entrant.Status.WITHDRAWN)
        .select_related("event", "division__snapshot")
        .order_by("event", "pk")
    )
    lines = {entry.event_id: _event_line(entry) for entry in entries}  # of several stages the last one
    return sorted(lines.values(), key=lambda line: -line.event.pk)


def _event_line(entry: Entrant) -> EventLine:
    snapshot = getattr(entry.division, "snapshot", None)
    rows = snapshot.standings.rows if snapshot is not None and snapshot.version else ()
    place = next((row.rank for row in rows if row.entrant == entry.pk), None)
    return EventLine(entry.event, place, len(rows))


def recent_results(player: Player, many: int) -> list[Game]:
    """The games of a player that ended last, with their seats."""
    ended = Game.objects.filter(seats__player=player, status=Game.Status.FINISHED)
    return list(ended.prefetch_related("seats__player").order_by("-finished_at", "-pk")[:many])


@dataclass(frozen=True, slots=True)
class Prospect:
    """Two players who are both rated in a pool, and how much of a point the first may hope for in a game today."""

    pool: RatingPool
    first: Rating
    second: Rating
    expected: float

    @property
    def difference(self) -> Difference:
        return difference(self.first, self.second)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two players have done against each other, seen from the first: by game and in all."""

    by_rules: dict[str, Score]
    total: Score
    prospects: tuple[Prospect, ...]


def head_to_head(first: Player, second: Player, today: date) -> HeadToHead:
    """All finished games with a result at which both sat; at tables of more it counts who was placed before whom."""
    by_rules: dict[str, Score] = {}
    total = Score()
    for table in _results_of(first):
        if second.pk in table.places:
            sign = _sign(table.places[second.pk], table.places[first.pk])
            by_rules.setdefault(table.rules, Score()).add(sign)
            total.add(sign)
    return HeadToHead(dict(sorted(by_rules.items())), total, tuple(_prospects(first, second, today)))


def games_between(first: Player, second: Player) -> QuerySet[Game]:
    """All games at which both sit or sat, the newest first."""
    both = Game.objects.filter(seats__player=first).filter(seats__player=second)
    return both.prefetch_related("seats__player").order_by("-pk")


def _prospects(first: Player, second: Player, today: date) -> Iterable[Prospect]:
    others = {each.pool_id: each for each in ratings_by_pool(second)}
    for own in ratings_by_pool(first):
        if other := others.get(own.pool_id):
            one, two = present_value(own, today), present_value(other, today)
            yield Prospect(own.pool, one, two, expected_score(one, two))
