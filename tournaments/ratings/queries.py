"""The read side of ratings: lists, histories, records. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When

from games.accounts.bots import versions_of
from games.models import Game, Player, Seat
from tournaments.glicko2 import PROVISIONAL, Difference, Meeting, Rating, difference, expected_score, meetings_of
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.ratings.days import RatedResult, Standing, value_on
from tournaments.ratings.results import day_of

Field = RatingPool.Field
ACTIVE = timedelta(days=365)  # a rating that nothing was added to for longer is not in the list


def field_for(seats: int, *, has_bots: bool = False) -> RatingPool.Field:
    """In which pool of its game a table of so many counts, where bots of players sit at it or not."""
    if has_bots:
        return Field.TWO_BOTS if seats == 2 else Field.MULTI_BOTS
    return Field.TWO if seats == 2 else Field.MULTI


# Ratings for seeding --------------------------------------------------------------------------------------------------


def ratings_of(
    player_ids: Iterable[int], game: str, seats: int, at: datetime, *, has_bots: bool = False
) -> dict[int, Rating]:
    """By player, the rating at tables of so many seats with which the day of ``at`` (UTC) began; a player who has
    played nothing by then has the one with which everybody begins."""
    return _ratings_in(game, field_for(seats, has_bots=has_bots), player_ids, day_of(at))


def _ratings_in(game: str, field: str, player_ids: Iterable[int], day: date) -> dict[int, Rating]:
    wanted = list(player_ids)
    earlier = RatingRow.objects.filter(pool=OuterRef("pool"), player=OuterRef("player"), day__lt=day).order_by("-day")
    newest = (
        PlayerRating.objects.filter(pool__rules=game, pool__field=field, player__in=wanted)
        .annotate(row=Subquery(earlier.values("pk")[:1]))
        .values("row")
    )
    rows = {row.player_id: row for row in RatingRow.objects.filter(pk__in=newest).select_related("player")}
    known = {
        player: value_on(Standing(row.value, row.day, row.games, row.total), day, starts_of(row.player))
        for player, row in rows.items()
    }
    return {player: known.get(player, Rating()) for player in wanted}


def starts_of(bot: Player) -> list[date]:
    """The days on which the versions of a bot began that its owner has named; none for others."""
    return [date.fromisoformat(day) for _, day in bot.versions]


# Lists ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a rating list: the rating as it is today, of when it is, and from how many results.

    ``place`` is None for a player who has never been rated surely enough.
    """

    place: int | None
    player: str
    value: Rating
    day: date
    total: int


def pools_with_players(today: date) -> list[RatingPool]:
    """The pools in which anybody is rated, those of bots last; ``listed`` is how many are in the list."""
    is_listed = Q(players__day__gte=today - ACTIVE, players__player__is_active=True)
    belongs = ~Q(field__in=[field for field in Field if field.is_of_bots]) | Q(players__player__owner__isnull=False)
    pools = RatingPool.objects.annotate(listed=Count("players", filter=is_listed & belongs)).filter(listed__gt=0)
    return sorted(pools, key=lambda pool: (pool.is_of_bots, pool.rules, pool.field))


def pool_named(rules: str, field: str) -> RatingPool | None:
    """The pool of a game by its table's size, "2p" or "multi"."""
    return RatingPool.objects.filter(rules=rules, field=field).first()


def rating_list(pool: RatingPool, today: date) -> QuerySet[PlayerRating]:
    """The players who have played in the last year and have an open account, the best first; of bots, no people.

    A player who was not rated surely enough even after the last result comes behind all others.
    """
    active = PlayerRating.objects.filter(pool=pool, day__gte=today - ACTIVE, player__is_active=True)
    active = active.filter(player__owner__isnull=False) if pool.is_of_bots else active
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
    return value_on(Standing(each.value, each.day, 0, each.total), today, starts_of(each.player))


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
        PlayerRating.objects.filter(player=player)
        .select_related("pool", "player")
        .order_by("pool__rules", "pool__field")
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
class VersionLine:
    """A version of a bot in a pool: what its last result made of the rating, and how much better it is than the one
    before or a chosen one, ``than``; None without results to compare."""

    version: str
    since: date
    value: Rating | None
    games: int
    than: str
    difference: Difference | None


def versions_in(bot: Player, pool: RatingPool, than: str = "") -> list[VersionLine]:
    """The versions of a bot, the newest first. ``than`` is the label of the one with which all are compared."""
    rows = list(RatingRow.objects.filter(player=bot, pool=pool).order_by("day"))
    versions = versions_of(bot) if bot.owner_id else []
    played = {
        each.label: [row for row in rows if each.since <= row.day and (end is None or row.day < end.since)]
        for each, end in zip_longest(versions, versions[1:])
    }
    values = {label: rated[-1].value for label, rated in played.items() if rated}
    lines, before = [], ""
    for each in versions:
        other = than or before
        own, base = values.get(each.label), values.get(other) if other != each.label else None
        by = difference(own, base) if own and base else None
        games = sum(row.games for row in played[each.label])
        lines.append(VersionLine(each.label, each.since, own, games, other if by else "", by))
        before = each.label if own else before
    return lines[::-1]


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
    before = _ratings_in(pool.rules, pool.field, people, day)
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

# Two players ----------------------------------------------------------------------------------------------------------

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
    has_bots = any(seat.player.owner_id for seat in seats)
    pool = pool_named(game.rules, field_for(len(seats), has_bots=has_bots))
    if pool is None or not game.rated or game.finished_at is None:
        return []
    found = _period_with(pool, game)
    if found is None:
        return []
    period, result = found
    rows = {
        row.player_id: row for row in RatingRow.objects.filter(pool=pool, day=period.day, player__in=result.players)
    }
    before = _ratings_in(pool.rules, pool.field, result.players, period.day)
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
