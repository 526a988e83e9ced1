"""From the games of a fixture to its result: what each game counts for, totals, margin, points. Pure.

The rulings for games that were not played out are those of the rules of Treeblox, "Match".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from games.rules.base import places_of
from tournaments.standings.points import POINT, share_points

ABANDONED = "abandoned"
DRAW_AGREED = "draw agreed"
TIME = "time"
WITHDRAWN = "withdrawn"  # lost because a player left the event
ANNULLED = "annulled"
FORFEIT = "forfeit"  # lost without a move: who is in ``left`` never came


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game of a fixture. ``entrants``, ``scores`` and ``places`` by seat of that game.

    ``scores`` stand on the board at its end, ``left`` are the seats that resigned or fell on time, ``places`` is
    empty for a game without a result.
    """

    fixture: int
    game: int
    number: int
    entrants: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[int, ...]
    reason: str

    def dump(self) -> dict[str, Any]:
        """Plain JSON values for the result log, read back by ``load``."""
        return {
            "fixture": self.fixture,
            "game": self.game,
            "number": self.number,
            "entrants": list(self.entrants),
            "scores": list(self.scores),
            "places": list(self.places),
            "left": list(self.left),
            "reason": self.reason,
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The result that ``dump`` wrote."""
        return cls(
            fixture=data["fixture"],
            game=data["game"],
            number=data["number"],
            entrants=tuple(data["entrants"]),
            scores=tuple(data["scores"]),
            places=tuple(data["places"]),
            left=tuple(data["left"]),
            reason=data["reason"],
        )


class Scoring(ABC):
    """What one game counts for in its match."""

    unit: ClassVar[int]  # what a person calls one

    @abstractmethod
    def count(self, game: GameResult, par: int) -> tuple[int, ...] | None:
        """What the game counts for by seat; None if it does not count."""


class LeavesScoring(Scoring):
    """Active leaves, added up over the match (Treeblox)."""

    unit = 1

    def count(self, game: GameResult, par: int) -> tuple[int, ...] | None:
        if game.reason in (ABANDONED, ANNULLED):
            return None
        if game.left:
            return tuple(0 if seat in game.left else max(score, par) for seat, score in enumerate(game.scores))
        if game.reason == DRAW_AGREED:
            return (min(game.scores),) * len(game.scores)
        return game.scores


class PlacesScoring(Scoring):
    """The points of a game by its places: 1, ½ and 0 with two seats."""

    unit = POINT

    def count(self, game: GameResult, par: int) -> tuple[int, ...] | None:
        if game.reason == FORFEIT:
            return tuple(0 if seat in game.left else POINT for seat in range(len(game.entrants)))
        return share_points(game.places) if game.places else None


SCORINGS: dict[str, Scoring] = {"leaves": LeavesScoring(), "places": PlacesScoring()}


class CountedGame(NamedTuple):
    """A game of a match, and what it counts for by entrant of the match (None: it does not count)."""

    result: GameResult
    counted: tuple[int, ...] | None

    @property
    def first_mover(self) -> int:
        return self.result.entrants[0]


class Match(NamedTuple):
    """A fixture as far as it has been played. ``totals`` by entrant; ``points`` in 1/840, None until it is complete.

    ``forfeited_by`` are the entrants of two who forfeited all its games, so that it counts as not played.
    """

    fixture: int
    entrants: tuple[int, ...]
    games: tuple[CountedGame, ...]
    totals: tuple[int, ...]
    points: tuple[int, ...] | None
    is_void: bool = False
    forfeited_by: tuple[int, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.is_void or self.points is not None

    @property
    def margin(self) -> int:
        """By how much the first entrant of two is ahead."""
        return self.totals[0] - self.totals[1]


def aggregate_match(
    *,
    fixture: int,
    entrants: Sequence[int],
    games: Sequence[GameResult],
    length: int,
    scoring: str,
    par: int,
    points: Sequence[int] = (),
) -> Match:
    """The match of ``entrants`` from those of its ``length`` games that are finished, in any order.

    The higher total wins, equal totals are a drawn match; a complete match of which no game counts is void. A match of
    which one player forfeited some games only counts as played (as in FIDE's Double-Swiss, C.04.5); if both forfeited
    all of them, both have lost.
    """
    rule = SCORINGS[scoring]
    entrants = tuple(entrants)
    in_order = sorted(games, key=lambda game: game.number) if len(games) > 1 else games
    counted_games = [CountedGame(game, _by_entrant(rule.count(game, par), game, entrants)) for game in in_order]
    counting = [game.counted for game in counted_games if game.counted is not None]
    totals = _totals(counting) if counting else (0,) * len(entrants)
    is_over = len(games) >= length
    forfeited_by = _forfeited_by(entrants, games) if is_over and games and games[0].reason == FORFEIT else ()
    match_points = _match_points(totals, tuple(points), forfeited_by) if is_over and counting else None
    return Match(fixture, entrants, tuple(counted_games), totals, match_points, is_over and not counting, forfeited_by)


def _by_entrant(by_seat: tuple[int, ...] | None, game: GameResult, entrants: tuple[int, ...]) -> tuple[int, ...] | None:
    if by_seat is None or game.entrants == entrants:
        return by_seat
    return tuple(by_seat[game.entrants.index(entrant)] for entrant in entrants)


def _totals(counting: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return counting[0] if len(counting) == 1 else tuple(map(sum, zip(*counting, strict=True)))


def _match_points(totals: tuple[int, ...], points: tuple[int, ...], forfeited_by: Sequence[int]) -> tuple[int, ...]:
    return (0,) * len(totals) if len(forfeited_by) == len(totals) else _points_for(totals, points)


@lru_cache(maxsize=4096)  # the same few totals come again and again
def _points_for(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return share_points(places_of(totals), points)


def _forfeited_by(entrants: Sequence[int], games: Sequence[GameResult]) -> tuple[int, ...]:
    """Those who never came to any of the games."""
    if any(game.reason != FORFEIT for game in games):
        return ()
    return tuple(entrant for entrant in entrants if all(game.entrants.index(entrant) in game.left for game in games))
