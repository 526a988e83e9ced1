"""A league over its seasons: champions, promotions and relegations, the all-time table, and records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.event_rules.layouts import Form
from tournaments.history.all_time import AllTime, Line, all_time, lines_of
from tournaments.history.titles import titles_in
from tournaments.models import Entrant, Event
from tournaments.standings.points import POINT

MOST_SEASONS = 60  # of a league, the latest


@dataclass(frozen=True, slots=True)
class Moved:
    """A player in another tier than in the season before."""

    player: str
    tier: int


@dataclass(frozen=True, slots=True)
class Moves:
    """The players who have come up into a season and down into it, the highest tier first."""

    up: tuple[Moved, ...] = ()
    down: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """A season: how many play in it, its champions (nobody while it is played), and the players who changed tiers."""

    event: Event
    players: int
    champions: tuple[str, ...]
    moves: Moves


@dataclass(frozen=True, slots=True)
class MostPoints:
    """The most points in a season, in 1/840, from the fewest matches."""

    player: str
    points: int
    played: int
    season: Event


@dataclass(frozen=True, slots=True)
class Run:
    """Several titles in a row, from one season to another."""

    player: str
    count: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class League:
    """A league: seasons from the latest to the first, and what they have come to."""

    seasons: tuple[Season, ...]
    all_time: tuple[AllTime, ...]
    most_points: MostPoints | None
    longest_run: Run | None


def seasons_of(event: Event) -> list[Event]:
    """The seasons of the league that an event is one of, drafts left out, the first first; ``MOST_SEASONS`` at most."""
    leagues = Event.objects.filter(form=Form.LEAGUE).exclude(state=Event.State.DRAFT).order_by("pk")
    before = dict(leagues.values_list("pk", "previous"))
    after = {previous: pk for pk, previous in before.items() if previous}
    chain = [event.pk]
    earlier = before.get(event.pk)
    while earlier in before:
        chain.insert(0, earlier)
        earlier = before[earlier]
    while (following := after.get(chain[-1])) is not None:
        chain.append(following)
    wanted = chain[-MOST_SEASONS:]
    found = Event.objects.in_bulk(wanted)
    return [found[pk] for pk in wanted if pk in found]


def has_seasons(event: Event) -> bool:
    """Whether it is a league, which can have one season after another."""
    return event.form == Form.LEAGUE


def league_of(event: Event) -> League:
    """The league that an event is a season of."""
    seasons = seasons_of(event)
    over = [one for one in seasons if one.state in (Event.State.FINISHED, Event.State.ARCHIVED)]
    champions = {title.event.pk: title.champions for title in titles_in(over)}
    lines = lines_of(over)
    tiers = _tiers_of(seasons)
    shown = [
        Season(
            event=one,
            players=len(tiers.get(one.pk, {})),
            champions=champions.get(one.pk, ()),
            moves=_moves(tiers.get(before.pk, {}) if before else {}, tiers.get(one.pk, {})),
        )
        for before, one in zip([None, *seasons], seasons, strict=False)
    ]
    return League(
        seasons=tuple(reversed(shown)),
        all_time=tuple(all_time(lines, champions)),
        most_points=_most_points(lines, {one.pk: one for one in over}),
        longest_run=_longest_run([(one.season, champions.get(one.pk, ())) for one in over]),
    )


def _tiers_of(seasons: Sequence[Event]) -> dict[int, dict[str, int]]:
    """By season the tier of each player who has a place in it."""
    placed = Entrant.objects.filter(event__in=[one.pk for one in seasons], division__isnull=False).order_by("pk")
    found: dict[int, dict[str, int]] = {}
    for event, player, tier in placed.values_list("event", "player__username", "division__tier"):
        found.setdefault(event, {})[player] = tier
    return found


def _moves(before: dict[str, int], now: dict[str, int]) -> Moves:
    both = sorted((tier, player) for player, tier in now.items() if player in before)
    return Moves(
        up=tuple(Moved(player, tier) for tier, player in both if tier < before[player]),
        down=tuple(Moved(player, tier) for tier, player in both if tier > before[player]),
    )


def _most_points(lines: Sequence[Line], seasons: dict[int, Event]) -> MostPoints | None:
    scored = [line for line in lines if line.points >= POINT]
    if not scored:
        return None
    best = min(scored, key=lambda line: (-line.points, line.sum_of("played"), line.event, line.player))
    return MostPoints(best.player, best.points, best.sum_of("played"), seasons[best.event])


def _longest_run(champions: Sequence[tuple[int, tuple[str, ...]]]) -> Run | None:
    """The most titles in consecutive seasons, at least two; of equal runs the first."""
    best: Run | None = None
    running: dict[str, Run] = {}
    for season, players in champions:
        running = {
            name: Run(name, known.count + 1, known.first, season)
            if (known := running.get(name))
            else Run(name, 1, season, season)
            for name in players
        }
        for run in running.values():
            if run.count > (best.count if best else 1):
                best = run
    return best
