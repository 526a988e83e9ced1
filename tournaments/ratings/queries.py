"""The read side of ratings: lists, histories, records. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When

from games.models import Game, Player, Seat
from tournaments.glicko2 import PROVISIONAL, Meeting, Rating, expected_score, meetings_of
from tournaments.models import Entrant, Event
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.ratings.days import RatedResult, Standing, value_on
from tournaments.ratings.results import changed_results, day_of, start_of

Field = RatingPool.Field

ACTIVE = timedelta(days=365)  # a rating that nothing was added to for longer is not in the list


def field_for(seats: int) -> RatingPool.Field:
    """In which pool of its game a table of so many counts."""
    return Field.TWO if seats == 2 else Field.MULTI


# Ratings for seeding --------------------------------------------------------------------------------------------------


def ratings_of(player_ids: Iterable[int], game: str, seats: int, at: datetime) -> dict[int, Rating]:
    """By player, the rating at tables of so many seats with which the day of ``at`` (UTC) began; who has played nothing
    by then has the one with which everybody begins."""
    wanted, day = list(player_ids), day_of(at)
    earlier = RatingRow.objects.filter(pool=OuterRef("pool"), player=OuterRef("player"), day__lt=day).order_by("-day")
    newest = (
        PlayerRating.objects.filter(pool__rules=game, pool__field=field_for(seats), player__in=wanted)
        .annotate(row=Subquery(earlier.values("pk")[:1]))
        .values("row")
    )
    rows = {row.player_id: row for row in RatingRow.objects.filter(pk__in=newest)}
    return {player: value_on(_standing(rows[player]) if player in rows else None, day) for player in wanted}


def _standing(row: RatingRow) -> Standing:
    return Standing(row.value, row.day, row.games, row.total)


# Lists ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a rating list: the rating as it is today, of when it is, and from how many results.

    ``place`` is None for who has never been rated surely enough.
    """

    place: int | None
    player: str
    value: Rating
    day: date
    total: int


def pools_with_players(today: date) -> list[RatingPool]:
    """The pools in which anybody is rated; ``listed`` is how many are in the list."""
    is_listed = Q(players__day__gte=today - ACTIVE, players__player__is_active=True)
    pools = RatingPool.objects.annotate(listed=Count("players", filter=is_listed))
    return list(pools.filter(listed__gt=0).order_by("rules", "field"))


def pool_named(rules: str, field: str) -> RatingPool | None:
    """The pool of a game by its table's size, "2p" or "multi"."""
    return RatingPool.objects.filter(rules=rules, field=field).first()


def rating_list(pool: RatingPool, today: date) -> QuerySet[PlayerRating]:
    """Who has played in the last year and has an open account, the best first.

    Who was not rated surely enough even after the last result comes behind all others.
    """
    active = PlayerRating.objects.filter(pool=pool, day__gte=today - ACTIVE, player__is_active=True)
    is_unsure = Case(When(deviation__gt=PROVISIONAL, then=1), default=0)
    return active.annotate(is_unsure=is_unsure).select_related("player").order_by("is_unsure", "-rating", "player_id")


def list_lines(ratings: Iterable[PlayerRating], today: date, *, first: int = 1) -> list[ListLine]:
    """A part of a rating list whose first line is number ``first`` of all."""
    return [
        ListLine(
            place if each.deviation <= PROVISIONAL else None,
            each.player.username,
            present_value(each, today),
            each.day,
            each.total,
        )
        for place, each in enumerate(ratings, first)
    ]


def present_value(each: PlayerRating, today: date) -> Rating:
    """The rating as it is on a day without a game."""
    return value_on(Standing(each.value, each.day, 0, each.total), today)


def line_of(pool: RatingPool, player: Player, today: date) -> tuple[int, ListLine] | None:
    """The number of a player's line in the list, from 1, and the line; None if the list does not show the player."""
    own = rating_list(pool, today).filter(player=player).first()
    if own is None:
        return None
    better = Q(rating__gt=own.rating) | Q(rating=own.rating, player__lt=player.pk)
    is_unsure = own.deviation > PROVISIONAL
    sure = Q(deviation__lte=PROVISIONAL)
    before = sure | better if is_unsure else sure & better
    number = 1 + rating_list(pool, today).filter(before).count()
    return number, list_lines([own], today, first=number)[0]


def place_of(pool: RatingPool, player: Player, today: date) -> int | None:
    """The place of a player in the list, from 1; None without one."""
    found = line_of(pool, player, today)
    return found[1].place if found else None


# One player -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A day on which a player was rated: the rating after it, the change since the last one, how many results."""

    day: date
    value: Rating
    change: float
    games: int
    total: int


def ratings_by_pool(player: Player) -> list[PlayerRating]:
    """A player's newest rating in every pool."""
    return list(
        PlayerRating.objects.filter(player=player).select_related("pool").order_by("pool__rules", "pool__field")
    )


def present_lines(player: Player, today: date) -> list[dict[str, Any]]:
    """A player's ratings as they are on that day, by pool."""
    return [
        {"pool": each.pool, "value": present_value(each, today), "total": each.total, "day": each.day,
         "is_listed": today - each.day <= ACTIVE}
        for each in ratings_by_pool(player)
    ]  # fmt: skip


def history_of(player: Player, pool: RatingPool) -> list[HistoryLine]:
    """All days on which a player was rated in a pool, the earliest first. The first change is from the start."""
    lines = []
    before = Rating().rating
    for row in RatingRow.objects.filter(player=player, pool=pool).order_by("day"):
        lines.append(HistoryLine(row.day, row.value, row.rating - before, row.games, row.total))
        before = row.rating
    return lines


@dataclass(frozen=True, slots=True)
class Encounter:
    """One opponent of a rated result: who, with which rating then, what was scored and what could be expected.

    The opponent in ``meeting`` is raised or lowered by what the first seat of a single game is worth.
    """

    games: tuple[int, ...]
    opponent: str
    value: Rating
    meeting: Meeting
    expected: float

    @property
    def advantage(self) -> float:
        return self.meeting.opponent.rating - self.value.rating


@dataclass(frozen=True, slots=True)
class Account:
    """Where a rating comes from on one day."""

    before: Rating
    after: Rating
    encounters: tuple[Encounter, ...]


def account_of(player: Player, pool: RatingPool, day: date) -> Account | None:
    """What a day's results made of a player's rating; None for a day on which the player was not rated."""
    row = RatingRow.objects.filter(player=player, pool=pool, day=day).first()
    period = RatingPeriod.objects.filter(pool=pool, day=day).first()
    if row is None or period is None:
        return None
    results = [result for result in map(RatedResult.load, period.results) if player.pk in result.players]
    people = sorted({each for result in results for each in result.players})
    seats = 2 if pool.field == Field.TWO else 3
    before = ratings_of(people, pool.rules, seats, start_of(day))
    names = dict(Player.objects.filter(pk__in=people).values_list("pk", "username"))
    encounters = []
    for result in results:
        seat = result.players.index(player.pk)
        others = [each for each in result.players if each != player.pk]
        met = meetings_of([before[each] for each in result.players], result.places, seat, result.advantage)
        encounters += [
            Encounter(result.games, names[other], before[other], each, expected_score(before[player.pk], each.opponent))
            for other, each in zip(others, met, strict=True)
        ]
    return Account(before[player.pk], row.value, tuple(encounters))


# Records --------------------------------------------------------------------------------------------------------------


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
class Record:
    """What a player has done: by game and size of the table, against each opponent (best known first), in events."""

    by_pool: dict[tuple[str, str], Score] = field(default_factory=dict)
    by_opponent: dict[str, Score] = field(default_factory=dict)
    events: list[EventLine] = field(default_factory=list)


def record_of(player: Player) -> Record:
    """A player's finished games with a result, rated or not, as directors have corrected them; and the events."""
    record = Record(events=events_of(player))
    for rules, places, opponents in _results_of(player):
        own = places[player.pk]
        others = [place for each, place in places.items() if each != player.pk]
        key = (rules, str(field_for(len(places))))
        record.by_pool.setdefault(key, Score()).add(_sign(min(others), own) if own == 1 else -1)
        for each, name in opponents.items():
            record.by_opponent.setdefault(name, Score()).add(_sign(places[each], own))
    record.by_pool = dict(sorted(record.by_pool.items()))
    record.by_opponent = dict(sorted(record.by_opponent.items(), key=lambda line: (-line[1].games, line[0])))
    return record


def _sign(other: int, own: int) -> int:
    return (other > own) - (other < own)


def _results_of(player: Player) -> Iterable[tuple[str, dict[int, int], dict[int, str]]]:
    """Of each finished game: its rules, the places by player, and the others' names by player."""
    own = Seat.objects.filter(player=player, game__status=Game.Status.FINISHED).order_by().values("game")
    changed = changed_results(own)
    tables: dict[int, tuple[str, dict[int, int], dict[int, str]]] = {}
    seats = Seat.objects.filter(game__in=own).order_by("game", "number")
    for game, rules, number, each, name, place in seats.values_list(
        "game", "game__rules", "number", "player", "player__username", "place"
    ):
        _, places, names = tables.setdefault(game, (rules, {}, {}))
        if game in changed:
            place = changed[game].places[number] if changed[game].places else None
        if place is not None:
            places[each] = place
        if each != player.pk:
            names[each] = name
    return [table for table in tables.values() if player.pk in table[1]]


def events_of(player: Player) -> list[EventLine]:
    """The events that a player has entered, the newest first."""
    entries = (
        Entrant.objects.filter(player=player)
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


# Two players ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prospect:
    """Two players who are both rated in a pool, and how much of a point the first may hope for in a game today."""

    pool: RatingPool
    first: Rating
    second: Rating
    expected: float


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
    for rules, places, _ in _results_of(first):
        if second.pk in places:
            sign = _sign(places[second.pk], places[first.pk])
            by_rules.setdefault(rules, Score()).add(sign)
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


# One game -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What the day on which a game ended made of a player's rating."""

    player: str
    before: Rating
    after: Rating
    games: int


def changes_of(game: Game, seats: Sequence[Seat]) -> list[Change]:
    """The ratings before and after the day on which a game was rated, by seat; nothing if it was not, or not yet.

    A match is rated with the last of its games: then they all show its change.
    """
    pool = pool_named(game.rules, field_for(len(seats)))
    if pool is None or not game.rated or game.finished_at is None:
        return []
    found = _period_with(pool, game)
    if found is None:
        return []
    period, result = found
    rows = {
        row.player_id: row for row in RatingRow.objects.filter(pool=pool, day=period.day, player__in=result.players)
    }
    before = ratings_of(result.players, game.rules, len(seats), start_of(period.day))
    return [
        Change(seat.player.username, before[seat.player_id], rows[seat.player_id].value, rows[seat.player_id].games)
        for seat in seats
        if seat.player_id in rows
    ]


def _period_with(pool: RatingPool, game: Game) -> tuple[RatingPeriod, RatedResult] | None:
    """The day on which a game was rated, and the result that it was or was a part of."""
    fixture = Q(fixture_game__fixture__games__game=game) | Q(pk=game.pk)
    ended = Game.objects.filter(fixture, finished_at__isnull=False).values_list("finished_at", flat=True)
    days = {day_of(moment) for moment in ended if moment}
    for period in RatingPeriod.objects.filter(pool=pool, day__in=days).order_by("day"):
        for data in period.results:
            if game.pk in data[0]:
                return period, RatedResult.load(data)
    return None
