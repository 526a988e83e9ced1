"""What is rated on a day: games that were played, and matches of events, with the results that stand today.

A game counts on the day (UTC) on which it ended, for its whole table, if it is rated, has a result, no house bot sat at
it and every seat took at least FEWEST_TURNS turns of its own. With a bot of a player it counts in a pool of bots. A
match in which colours are swapped (Treeblox) is one result and counts on the day on which the last of its games ended.
What an event's log says of a game comes before the game's own result, as in the standings; but a game that an event
does not count because somebody withdrew was played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, GameEvent, Seat
from games.rules.base import places_of
from games.turns.playing import Cause
from tournaments.event_log.kinds import (
    Adjudicated,
    Confirmed,
    GameAnnulled,
    GameCorrected,
    Kind,
    OfGame,
    Reverted,
    slugs_of,
)
from tournaments.event_log.kinds.folding import LogEntry, standing_entries
from tournaments.models import EventLogEntry, FixtureGame
from tournaments.models.ratings import RatingPool
from tournaments.ratings.days import FEWEST_TURNS, FIRST_SEAT_ADVANTAGE, RatedResult
from tournaments.standings.matches import GameResult, aggregate_match
from tournaments.standings.rulesets import Ruleset

_AT_ONCE = 400  # games asked about in one statement
_OWN = (Cause.SENT, Cause.STANDING, Cause.PLAN)
_CORRECTIONS = (GameCorrected.slug, GameAnnulled.slug)
_DECISIONS = (*_CORRECTIONS, Adjudicated.slug)
_CHANGES = (*_CORRECTIONS, Confirmed.slug, Reverted.slug)


@dataclass(slots=True)
class _Table:
    """A finished game as far as ratings are concerned. ``places`` and ``scores`` are those that stand today."""

    game: int
    ended: datetime
    reason: str
    players: list[int] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    turns: dict[int, int] = field(default_factory=dict)
    has_bot: bool = False
    waits: bool = False  # for a second director to confirm how it counts

    @property
    def has_result(self) -> bool:
        return None not in self.places

    @property
    def was_played(self) -> bool:
        return all(self.turns.get(seat, 0) >= FEWEST_TURNS for seat in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class _Fixture:
    """A fixture whose games are added up, and its games, finished or not, that began together."""

    ruleset: Ruleset
    games: tuple[int, ...]


def day_of(moment: datetime) -> date:
    """The day on which something counts."""
    return moment.astimezone(UTC).date()


def start_of(day: date) -> datetime:
    """The first instant of a day."""
    return datetime.combine(day, time(), UTC)


def results_of_day(pool: RatingPool, day: date) -> list[RatedResult]:
    """Everything that is rated in a pool on that day, in the one order that it has."""
    ended = list(_games_of(pool).filter(finished_at__gte=start_of(day), finished_at__lt=start_of(day + timedelta(1)))
                 .values_list("pk", flat=True))  # fmt: skip
    matches = _matches_with(ended)
    in_matches = {game for match in matches for game in match.games}
    tables = _tables([*(game for game in ended if game not in in_matches), *in_matches])
    results = [_rate_game(pool, tables[game]) for game in ended if game not in in_matches]
    for match in matches:
        together = [tables[game] for game in match.games if game in tables]
        if len(together) == len(match.games) and max(day_of(table.ended) for table in together) == day:
            results += _rate_match(pool, match, together)
    return sorted(result for result in results if result is not None)


def next_day_with_games(pool: RatingPool, first: date | None) -> date | None:
    """The first day, from ``first`` on, on which a game of the pool ended that may be rated."""
    games = _games_of(pool) if first is None else _games_of(pool).filter(finished_at__gte=start_of(first))
    earliest = games.order_by("finished_at").values_list("finished_at", flat=True).first()
    return day_of(earliest) if earliest else None


def days_changed_since(pool: RatingPool, moment: datetime) -> set[date]:
    """The days whose results directors have corrected, annulled, confirmed or restored since then; it may be a few
    more."""
    events = EventLogEntry.objects.filter(kind__in=_CHANGES, at__gte=moment, event__rules=pool.rules).values("event")
    games = EventLogEntry.objects.filter(kind__in=_CHANGES, event__in=events, game__isnull=False).values("game")
    fixtures = FixtureGame.objects.filter(game__in=games).values("fixture")
    ended = Game.objects.filter(fixture_game__fixture__in=fixtures, finished_at__isnull=False)
    return {day_of(moment) for moment in ended.values_list("finished_at", flat=True) if moment}


def _games_of(pool: RatingPool) -> QuerySet[Game]:
    """The rated games of a pool that are over."""
    third = Exists(Seat.objects.filter(game=OuterRef("pk"), number=2))
    bot = Exists(Seat.objects.filter(game=OuterRef("pk"), player__owner__isnull=False))
    games = Game.objects.filter(status=Game.Status.FINISHED, rules=pool.rules, rated=True)
    games = games.filter(bot if pool.is_of_bots else ~bot)
    return games.filter(~third if RatingPool.Field(pool.field).is_for_two else third).order_by()


# Single games ---------------------------------------------------------------------------------------------------------


def _rate_game(pool: RatingPool, table: _Table) -> RatedResult | None:
    if table.waits or table.has_bot or not table.has_result or not table.was_played:
        return None
    advantage = FIRST_SEAT_ADVANTAGE.get(pool.rules, 0)
    return RatedResult((table.game,), tuple(table.players), _ranked(table.places), advantage)


def _ranked(places: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(place for place in places if place is not None)


# Matches --------------------------------------------------------------------------------------------------------------


def _rate_match(pool: RatingPool, match: _Fixture, tables: Sequence[_Table]) -> list[RatedResult | None]:
    """A match is one result, once none of its games waits for a second director.

    Where somebody was substituted in the middle of it, its games are rated one by one; and so is the only one that has
    a result, as nobody had the other colour.
    """
    if any(table.waits for table in tables):
        return []
    people = sorted(tables[0].players)
    counting = [table for table in tables if table.has_result]
    if len(counting) == 1 or any(sorted(table.players) != people for table in tables):
        return [_rate_game(pool, table) for table in tables]
    if any(table.has_bot for table in tables) or not any(table.was_played for table in counting):
        return []
    first = tables[0].players
    results = [
        GameResult(0, table.game, number, tuple(table.players), tuple(table.scores), _ranked(table.places),
                   tuple(table.left), table.reason)
        for number, table in enumerate(counting, 1)
    ]  # fmt: skip
    rules = match.ruleset
    added = aggregate_match(
        fixture=0, entrants=tuple(first), games=results, length=len(results), scoring=rules.scoring, par=rules.par
    )
    if added.is_void:
        return []
    return [RatedResult(match.games, tuple(first), places_of(added.totals))]


def _matches_with(games: Sequence[int]) -> list[_Fixture]:
    """The matches that these games belong to. Games added later, because a match was drawn, are one of their own."""
    fixtures: set[int] = set()
    for some in _chunks(games):
        fixtures.update(FixtureGame.objects.filter(game__in=some).order_by().values_list("fixture", flat=True))
    found = []
    for some in _chunks(sorted(fixtures)):
        played = (
            FixtureGame.objects.filter(fixture__in=some, game__rules__in=FIRST_SEAT_ADVANTAGE)
            .select_related("fixture__round__division__event", "game")
            .order_by("fixture_id", "game__started_at", "number")
        )
        for _, together in groupby(played, key=lambda each: (each.fixture_id, each.game.started_at)):
            line = list(together)
            if len(line) > 1:
                event = line[0].fixture.round.division.event
                found.append(_Fixture(event.event_ruleset, tuple(each.game_id for each in line)))
    return found


# What the database knows ----------------------------------------------------------------------------------------------


def _tables(games: Sequence[int]) -> dict[int, _Table]:
    """The games that are over among these, by number."""
    found: dict[int, _Table] = {}
    for some in _chunks(games):
        over = Game.objects.filter(pk__in=some, status=Game.Status.FINISHED)
        for pk, ended, reason in over.values_list("pk", "finished_at", "end_reason"):
            found[pk] = _Table(pk, ended or start_of(date.max), reason)
        _seat(found, some)
        _count_turns(found, some)
        _correct(found, some)
    return found


def _seat(found: dict[int, _Table], games: Sequence[int]) -> None:
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    for game, number, player, is_bot, place, points, left in seats.values_list(
        "game", "number", "player", "player__is_bot", "place", "points", "left_ply"
    ):
        if table := found.get(game):
            table.players.append(player)
            table.places.append(place)
            table.scores.append(points or 0)
            table.has_bot |= is_bot
            if left is not None:
                table.left.append(number)


def _count_turns(found: dict[int, _Table], games: Sequence[int]) -> None:
    """A turn is what a seat plays in a row. What was played for it does not count, nor what its predecessor played."""
    kinds = (GameEvent.Kind.STEP, GameEvent.Kind.SUBSTITUTED)
    events = GameEvent.objects.filter(game__in=games, kind__in=kinds).order_by("game", "seq")
    last: tuple[int, int | None] | None = None
    for game, kind, seat, cause in events.values_list("game", "kind", "seat", "cause"):
        if game not in found or seat is None:
            continue
        turns = found[game].turns
        if kind == GameEvent.Kind.SUBSTITUTED:
            turns[seat] = 0
            last = None
        elif cause in _OWN and last != (game, seat):
            turns[seat] = turns.get(seat, 0) + 1
            last = game, seat
        else:
            last = game, seat


def _correct(found: dict[int, _Table], games: Sequence[int]) -> None:
    """Put the results that stand in the events' logs in the place of the games' own, where a director changed any."""
    for game, result in _rated_results(games).items():
        table = found.get(game)
        if table is not None and result is None:
            table.waits = True
        elif table is not None and result is not None:
            table.reason, table.left, table.scores = result.reason, list(result.left), list(result.scores)
            table.places = list(result.places) or [None] * len(table.players)


def changed_results(games: Any) -> dict[int, GameResult]:
    """What stands in the logs of events, by game, of those among ``games`` that a director has ever changed.

    ``games`` are numbers, or a query for them.
    """
    found = {}
    for entries in _decided_logs(games, _CORRECTIONS):
        for payload in [entry.payload for entry in entries]:
            if isinstance(payload, OfGame):
                found[payload.result.game] = payload.result
    return found


def _rated_results(games: Any) -> dict[int, GameResult | None]:
    """As ``changed_results``, but a provisional decision takes no effect before it is confirmed.

    Until then a game that was corrected or adjudicated is not rated (None), and one that was annulled still is.
    """
    found: dict[int, GameResult | None] = {}
    for entries in _decided_logs(games, _DECISIONS):
        confirmed = {entry.payload.entry for entry in entries if isinstance(entry.payload, Confirmed)}
        for seq, payload, *_ in entries:
            if payload.provisional and seq not in confirmed:
                if payload.about_game is not None and not isinstance(payload, GameAnnulled):
                    found[payload.about_game] = None
            elif isinstance(payload, OfGame):
                found[payload.result.game] = payload.result
    return found


def waits_for_confirmation(game: int) -> bool:
    """Whether a decision about a game of a director keeps it from being rated until it is confirmed."""
    return _rated_results([game]).get(game, ...) is None


def _decided_logs(games: Any, kinds: Collection[str]) -> Iterator[list[LogEntry[Kind]]]:
    """Of each event in whose log an entry of these kinds is about one of ``games``: what stands about those games."""
    decided = EventLogEntry.objects.filter(game__in=games, kind__in=kinds).order_by()
    wanted = set(decided.values_list("game", flat=True))
    events = sorted(set(decided.values_list("event", flat=True)))
    deciding = slugs_of(OfGame, Adjudicated, Confirmed, Reverted)
    rows = EventLogEntry.objects.filter(event__in=events, kind__in=deciding).order_by("event", "seq")
    for _, log in groupby(rows, key=lambda row: row.event_id):
        standing = standing_entries(row.entry for row in log)
        yield [entry for entry in standing if entry.payload.about_game in wanted]


def _chunks(games: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(games), _AT_ONCE):
        yield games[start : start + _AT_ONCE]
