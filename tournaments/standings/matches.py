"""From the games of a fixture to its result: what each game counts for, totals, margin, points. Pure.

The rulings for games that were not played out are those of the rules of Treeblox, "Match".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

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


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game of a match, and what it counts for by entrant of the match (None: it does not count)."""

    result: GameResult
    counted: tuple[int, ...] | None

    @property
    def first_mover(self) -> int:
        return self.result.entrants[0]


@dataclass(frozen=True, slots=True)
class Match:
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
    counted_games = []
    for game in sorted(games, key=lambda game: game.number):
        by_seat = rule.count(game, par)
        counted = None if by_seat is None else tuple(by_seat[game.entrants.index(entrant)] for entrant in entrants)
        counted_games.append(CountedGame(game, counted))
    counting = [game.counted for game in counted_games if game.counted is not None]
    totals = tuple(sum(column) for column in zip(*counting, strict=True)) or (0,) * len(entrants)
    is_over = len(games) >= length
    forfeited_by = _forfeited_by(entrants, games) if is_over else ()
    return Match(
        fixture=fixture,
        entrants=tuple(entrants),
        games=tuple(counted_games),
        totals=totals,
        points=_match_points(totals, points, forfeited_by) if is_over and counting else None,
        is_void=is_over and not counting,
        forfeited_by=forfeited_by,
    )


def _match_points(totals: Sequence[int], points: Sequence[int], forfeited_by: Sequence[int]) -> tuple[int, ...]:
    if len(forfeited_by) == len(totals):
        return (0,) * len(totals)
    return share_points(places_of(totals), points)


def _forfeited_by(entrants: Sequence[int], games: Sequence[GameResult]) -> tuple[int, ...]:
    """Those who never came to any of the games."""
    if any(game.reason != FORFEIT for game in games):
        return ()
    return tuple(entrant for entrant in entrants if all(game.entrants.index(entrant) in game.left for game in games))
