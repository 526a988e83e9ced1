"""Counting ratings, day by day. Nothing else writes them.

Each day of a pool is one transaction under the pool's lock, and the pool says which day comes next. So a day is counted
once, however many schedulers ask; days on which nobody asked are made up in order; and a run that is cut short goes on
where it stopped. When an old result has changed, the days from then on are counted again in the same way, in the place
of the old ones, which are shown until then. Rating after each game instead would let the order of workers decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from games.models import Player
from games.rules import RULES
from tournaments.glicko2 import Rating
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.ratings import queries
from tournaments.ratings.advantage import FirstMover
from tournaments.ratings.days import SYSTEM, RatedResult, Standing, Starts, digest_of, rate_day, value_on
from tournaments.ratings.results import day_of, days_changed_since, next_day_with_games, results_of_day, start_of

Field = RatingPool.Field

SETTLING = timedelta(minutes=10)  # after midnight, for moves that arrived before it and are still worked on
LOOKED_AT_AGAIN = 3  # days before a new one whose results may have come late
ONE_DAY = timedelta(days=1)
_ROWS_AT_ONCE = 1000


@dataclass(slots=True)
class _Course:
    """How far a run has come: the day that it counts next, and what everybody's standing is when that day begins."""

    next_day: date | None  # None: from the first game on
    again: bool  # whether it counts days again that were counted before
    standings: dict[int, Standing] = field(default_factory=dict)


def all_pools() -> list[RatingPool]:
    """The pools of all games, made where they are missing."""
    known = {(pool.rules, pool.field): pool for pool in RatingPool.objects.all()}
    for rules in RULES.values():
        for kind in Field:
            fits = 2 in rules.seats if kind.is_for_two else rules.seats[-1] > 2
            if fits and (rules.slug, kind) not in known:
                pool, _ = RatingPool.objects.get_or_create(rules=rules.slug, field=kind, defaults={"system": SYSTEM})
                known[rules.slug, kind] = pool
    return sorted(known.values(), key=lambda pool: (pool.rules, pool.field))


def last_day_over(now: datetime) -> date:
    """The last day that is over and settled."""
    return day_of(now - SETTLING) - ONE_DAY


def bring_up_to_date(pool_id: int, *, now: datetime) -> None:
    """Count every day of a pool that is over and not counted yet, or to be counted again."""
    until = last_day_over(now)
    note_changes(pool_id, until=until)
    course: _Course | None = None
    while course := _count_next(pool_id, until, course):
        pass


@transaction.atomic
def note_changes(pool_id: int, *, until: date) -> None:
    """Before new days are counted: mark the earliest counted one, over or not, whose results are not what they were."""
    pool = _lock(pool_id)
    if pool.system != SYSTEM:
        pool.system = SYSTEM
        pool.save(update_fields=["system"])
        _mark(pool, date.min)
    through = pool.rated_through
    if through is None or through == until:
        return
    days = {through - ONE_DAY * ago for ago in range(LOOKED_AT_AGAIN)}
    days |= {day for day in days_changed_since(pool, start_of(through)) if day <= through}
    changed = [day for day in sorted(days) if digest_of(results_of_day(pool, day)) != _digest_on(pool, day)]
    if changed:
        _mark(pool, changed[0])


@transaction.atomic
def recount_from(pool_id: int, day: date | None = None) -> None:
    """Let a pool be counted again from that day on, None for from its beginning: the next run does it."""
    pool = _lock(pool_id)
    if pool.rated_through is not None:
        _mark(pool, day or date.min)


def _lock(pool_id: int) -> RatingPool:
    return RatingPool.objects.select_for_update().get(pk=pool_id)


def _mark(pool: RatingPool, day: date) -> None:
    if pool.rated_through is not None and day <= pool.rated_through:
        pool.dirty_from = min(day, pool.dirty_from or day)
        pool.save(update_fields=["dirty_from"])


def _digest_on(pool: RatingPool, day: date) -> str:
    period = RatingPeriod.objects.filter(pool=pool, day=day).only("digest").first()
    return period.digest if period else digest_of([])


# One day --------------------------------------------------------------------------------------------------------------


@transaction.atomic
def _count_next(pool_id: int, until: date, course: _Course | None) -> _Course | None:
    """Count the next day on which anything was to be rated, and say how far the run has come; None if it is done.

    ``course`` is what this said before. It holds as long as no other run has counted meanwhile.
    """
    pool = _lock(pool_id)
    again = pool.dirty_from is not None
    first = pool.dirty_from or (pool.rated_through + ONE_DAY if pool.rated_through else None)
    last = pool.rated_through if again and pool.rated_through else until
    if first is not None and first > last:
        return None
    if course is None or (course.next_day, course.again) != (first, again):
        course = _Course(first, again, _standings_before(pool, first) if again else _present_standings(pool))
    day = _next_day(pool, first)
    if day is not None and day <= last:
        _count_day(pool, day, course)
        _advance(pool, day, course)
    else:
        _advance(pool, last, course)
    return course


def _next_day(pool: RatingPool, first: date | None) -> date | None:
    """The first day from ``first`` on (None: of all) on which any game ended, or on which anything was rated before."""
    periods = RatingPeriod.objects.filter(pool=pool, day__gte=first or date.min).order_by("day")
    days = (next_day_with_games(pool, first), periods.values_list("day", flat=True).first())
    return min((day for day in days if day), default=None)


def _count_day(pool: RatingPool, day: date, course: _Course) -> None:
    results = results_of_day(pool, day)
    new = rate_day(course.standings, day, results, _starts_in(pool))
    course.standings.update(new)
    _store_results(pool, day, results)
    _store_rows(pool, day, new)
    if not course.again:
        _store_players(pool, new)


def _starts_in(pool: RatingPool) -> Starts:
    bots = Player.objects.filter(owner__isnull=False) if pool.is_of_bots else ()
    return {bot.pk: queries.starts_of(bot) for bot in bots if bot.versions}


def _advance(pool: RatingPool, day: date, course: _Course) -> None:
    """Everything up to ``day`` is counted."""
    course.next_day = day + ONE_DAY
    if not course.again:
        pool.rated_through = day
    elif pool.rated_through and course.next_day <= pool.rated_through:
        pool.dirty_from = course.next_day
    else:
        pool.dirty_from = None
        course.again = False
        _store_players(pool, course.standings)
        rows = RatingRow.objects.filter(pool=pool, player=OuterRef("player"))
        PlayerRating.objects.filter(~Exists(rows), pool=pool).delete()
    pool.save(update_fields=["rated_through", "dirty_from"])


def _store_results(pool: RatingPool, day: date, results: list[RatedResult]) -> None:
    if not results:
        RatingPeriod.objects.filter(pool=pool, day=day).delete()
        return
    values: dict[str, Any] = {"results": [result.dump() for result in results], "digest": digest_of(results)}
    if _digest_on(pool, day) != values["digest"]:
        RatingPeriod.objects.update_or_create(pool=pool, day=day, defaults=values)


def _store_rows(pool: RatingPool, day: date, standings: Mapping[int, Standing]) -> None:
    """Put the rows of a day in the place of those that there are."""
    rows = RatingRow.objects.filter(pool=pool, day=day)
    if dict(_standings_of(rows)) == standings:
        return
    rows.delete()
    RatingRow.objects.bulk_create(
        (
            RatingRow(pool=pool, player_id=player, day=day, games=standing.games, total=standing.total,
                      **_numbers(standing.value))
            for player, standing in sorted(standings.items())
        ),
        batch_size=_ROWS_AT_ONCE,
    )  # fmt: skip


def _store_players(pool: RatingPool, standings: Mapping[int, Standing]) -> None:
    PlayerRating.objects.bulk_create(
        (
            PlayerRating(pool=pool, player_id=player, day=standing.day, total=standing.total,
                         **_numbers(standing.value))
            for player, standing in sorted(standings.items())
        ),
        batch_size=_ROWS_AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=["day", "total", "rating", "deviation", "volatility"],
    )  # fmt: skip


def _numbers(value: Rating) -> dict[str, float]:
    return {"rating": value.rating, "deviation": value.deviation, "volatility": value.volatility}


def _present_standings(pool: RatingPool) -> dict[int, Standing]:
    newest = PlayerRating.objects.filter(pool=pool).iterator()
    return {each.player_id: Standing(each.value, each.day, 0, each.total) for each in newest}


def _standings_before(pool: RatingPool, day: date | None) -> dict[int, Standing]:
    """What everybody's standing was when a day began."""
    earlier = RatingRow.objects.filter(pool=pool, player=OuterRef("player"), day__lt=day or date.min).order_by("-day")
    newest = PlayerRating.objects.filter(pool=pool).annotate(row=Subquery(earlier.values("pk")[:1])).values("row")
    return dict(_standings_of(RatingRow.objects.filter(pk__in=newest)))


def _standings_of(rows: Any) -> Iterator[tuple[int, Standing]]:
    fields = ("player", "rating", "deviation", "volatility", "day", "games", "total")
    for player, rating, deviation, volatility, day, games, total in rows.order_by().values_list(*fields).iterator():
        yield player, Standing(Rating(rating, deviation, volatility), day, games, total)


# Checking -------------------------------------------------------------------------------------------------------------


def check_pool(pool_id: int, *, now: datetime) -> list[str]:
    """Compute a pool from nothing but the games, compare bit by bit, and say in sentences what differs.

    The days from the first difference on are then counted again by the next run. While days wait for that anyway there
    is nothing to compare.
    """
    pool = RatingPool.objects.get(pk=pool_id)
    if pool.dirty_from is not None:
        return []
    differences = list(_differences(pool))
    if differences:
        recount_from(pool_id, min(day for day, _ in differences))
    findings = [f"{pool}: {words}" for _, words in differences]
    RatingPool.objects.filter(pk=pool_id).update(checked_at=now, findings="\n".join(findings))
    return findings


def _differences(pool: RatingPool) -> Iterator[tuple[date, str]]:
    """By day and in words; of each day the first one only."""
    standings: dict[int, Standing] = {}
    starts = _starts_in(pool)
    day = _next_day(pool, None)
    while day is not None and pool.rated_through is not None and day <= pool.rated_through:
        results = results_of_day(pool, day)
        new = rate_day(standings, day, results, starts)
        standings |= new
        stored = dict(_standings_of(RatingRow.objects.filter(pool=pool, day=day)))
        if digest_of(results) != _digest_on(pool, day):
            yield day, f"the results of {day} are not those that were rated."
        elif stored != new:
            player = min(each for each in stored.keys() | new.keys() if stored.get(each) != new.get(each))
            yield day, f"the rating of player {player} on {day} is not what the results come to."
        day = _next_day(pool, day + ONE_DAY)
    listed = {player: (each.value, each.day, each.total) for player, each in _present_standings(pool).items()}
    if pool.rated_through and listed != {p: (each.value, each.day, each.total) for p, each in standings.items()}:
        yield pool.rated_through, "the list does not show what the last day of each player came to."


# Estimating -----------------------------------------------------------------------------------------------------------


def first_movers(pool: RatingPool) -> Iterator[FirstMover]:
    """The single games of a pool in which moving first was taken for an advantage, with the ratings of the morning."""
    standings: dict[int, Standing] = {}
    for period in RatingPeriod.objects.filter(pool=pool).order_by("day").iterator():
        results = [RatedResult.load(data) for data in period.results]
        for result in results:
            if result.advantage:
                first, second = (value_on(standings.get(player), period.day) for player in result.players)
                one, other = result.places
                yield FirstMover(first, second, 1.0 if one < other else 0.5 if one == other else 0.0)
        standings |= rate_day(standings, period.day, results, _starts_in(pool))
