"""A day of ratings: what was rated on it, and what that makes of everybody's rating. Pure.

All results of a day are rated at once, with the ratings that their players had when it began; so it does not matter in
which order they ended, nor in which order they are given here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import hypot
from types import MappingProxyType
from typing import Any, Self

from ground import canonical
from tournaments.glicko2 import GREATEST_DEVIATION, PERIODS_A_DAY, Meeting, Rating, aged, meetings_of, rated

# The version of everything that ratings follow from besides the results: the constants of glicko2, the advantages below
# and what counts as a result (ratings.results). With another number every pool is computed anew.
SYSTEM = 2
# What the first seat of a single game is worth, in rating points. A match, in which colours are swapped, needs none.
FIRST_SEAT_ADVANTAGE: Mapping[str, int] = {"treeblox": 60}
FEWEST_TURNS = 2  # that every seat must have taken for a game to be rated
NEW_VERSION = 150.0  # standard deviation of what a new version of a bot may differ from the old one, in rating points
Starts = Mapping[int, Sequence[date]]  # by bot, the days on which its versions began


@dataclass(frozen=True, slots=True, order=True)
class RatedResult:
    """One game, or one match of several, that counts. ``players`` and ``places`` by seat (of the first game);
    ``advantage`` is what the first seat is worth."""

    games: tuple[int, ...]
    players: tuple[int, ...]
    places: tuple[int, ...]
    advantage: int = 0

    def dump(self) -> list[Any]:
        """Plain JSON values, read back by ``load``."""
        return [list(self.games), list(self.players), list(self.places), self.advantage]

    @classmethod
    def load(cls, data: Sequence[Any]) -> Self:
        """The result that ``dump`` wrote."""
        games, players, places, advantage = data
        return cls(tuple(games), tuple(players), tuple(places), advantage)


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating at the end of ``day``, after ``games`` results on it and ``total`` in all."""

    value: Rating
    day: date
    games: int
    total: int


def digest_of(results: Iterable[RatedResult]) -> str:
    """SHA-256 of the results of a day as canonical text, in whichever order they come."""
    return canonical.digest_of([result.dump() for result in sorted(results)])


def value_on(standing: Standing | None, day: date, starts: Sequence[date] = ()) -> Rating:
    """The rating with which somebody goes into a day: surely as high as at the end of the last one, but less sure.

    None is a player without any result; a day before that of the standing is taken for the one after it. ``starts`` are
    the days on which versions of a bot began: the first result of a version follows a rating that is much less sure.
    """
    if standing is None:
        return Rating()
    idle = (day - standing.day).days - 1
    value = aged(standing.value, idle * PERIODS_A_DAY) if idle > 0 else standing.value
    if not any(standing.day < start <= day for start in starts):
        return value
    return replace(value, deviation=min(hypot(value.deviation, NEW_VERSION), GREATEST_DEVIATION))


def rate_day(
    standings: Mapping[int, Standing], day: date, results: Iterable[RatedResult], starts: Starts = MappingProxyType({})
) -> dict[int, Standing]:
    """The new standings, by player, of all who have a result on that day. ``standings`` are those of before."""
    before: dict[int, Rating] = {}
    met: dict[int, list[Meeting]] = {}
    games: dict[int, int] = {}
    for result in results:
        for player in result.players:
            if player not in before:
                before[player] = value_on(standings.get(player), day, starts.get(player, ()))
        values = [before[player] for player in result.players]
        for seat, player in enumerate(result.players):
            met.setdefault(player, []).extend(meetings_of(values, result.places, seat, result.advantage))
            games[player] = games.get(player, 0) + 1
    return {
        player: Standing(
            value=rated(before[player], meetings, PERIODS_A_DAY),
            day=day,
            games=games[player],
            total=games[player] + (standings[player].total if player in standings else 0),
        )
        for player, meetings in met.items()
    }
