"""From the games of a fixture to its result: what each game counts for, totals, margin, points. Pure.

The rulings for games that were not played out are those of the rules of Treeblox, "Match".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Self

from games.rules.base import places_of
from tournaments.standings.points import POINT, share_points

ABANDONED = "abandoned"
DRAW_AGREED = "draw agreed"
TIME = "time"
WITHDRAWN = "withdrawn"  # lost because a player left the event
ANNULLED = "annulled"
CALLED_OFF = "called off"  # ended without a result, because its event was called off
FORFEIT = "forfeit"  # lost without a move: the players in ``left`` never came

CORRECTED = "corrected"
GIVEN = ("adjudicated", CORRECTED)  # by a director, who may say what counts instead of what stands on the board

MOST_LEAVES = 16  # of a seat in a game of Treeblox: it has no more

_number = attrgetter("number")


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
        """Plain JSON values for the log, read back by ``load``; seats count from 1 there."""
        return {
            "fixture": self.fixture,
            "game": self.game,
            "number": self.number,
            "entrants": list(self.entrants),
            "scores": list(self.scores),
            "places": list(self.places),
            "left": [seat + 1 for seat in self.left],
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
            left=tuple([seat - 1 for seat in data["left"]]),
            reason=data["reason"],
        )


class EmptyBoard(NamedTuple):
    """A board of a team match, counted from 1, for which a team had no player."""

    board: int
    entrant: int


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
        if game.reason in (ABANDONED, ANNULLED, CALLED_OFF):
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


@dataclass(slots=True)  # made by the thousand, so not frozen: that takes thrice as long
class Match:
    """A fixture as far as it has been played. ``totals`` by entrant; ``points`` in 1/840, None until it is complete,
    unless it ``is_provisional``: its open games count as draws, which is what totals that leave them out come to.

    ``results`` are its games in their order, and ``counted`` what each of them counts for by entrant of the match.
    ``forfeited_by`` are the entrants of two who forfeited all its games, so that it counts as not played.
    """

    fixture: int
    entrants: tuple[int, ...]
    results: Sequence[GameResult]
    counted: Sequence[tuple[int, ...] | None]
    totals: tuple[int, ...]
    points: tuple[int, ...] | None
    is_void: bool = False
    forfeited_by: tuple[int, ...] = ()
    is_provisional: bool = False

    @property
    def games(self) -> tuple[CountedGame, ...]:
        return tuple(map(CountedGame, self.results, self.counted))

    @property
    def is_complete(self) -> bool:
        return self.is_void or (self.points is not None and not self.is_provisional)

    @property
    def is_awaited(self) -> bool:
        """Whether the next round waits for it."""
        return self.points is None and not self.is_void

    @property
    def is_called_off(self) -> bool:
        """Whether the event was called off while it was being played."""
        return _is_called_off(self.results)

    @property
    def margin(self) -> int:
        """By how much the first entrant of two is ahead."""
        return self.totals[0] - self.totals[1]


def aggregate_match(
    *,
    fixture: int,
    entrants: tuple[int, ...],
    games: Sequence[GameResult],
    length: int,
    scoring: str,
    par: int,
    points: tuple[int, ...] = (),
    best_of: bool = False,
    is_void: bool = False,
    is_provisional: bool = False,
    boards: int = 0,
    empty: Sequence[EmptyBoard] = (),
) -> Match:
    """The match of ``entrants`` from those of its ``length`` games that are finished, in any order.

    The higher total wins, equal totals are a drawn match; a complete match of which no game counts is void. A match of
    which one player forfeited some games only counts as played (as in FIDE's Double-Swiss, C.04.5); if both forfeited
    all of them, both have lost. One that ``is_void`` has no points, whatever was played; nor has one that was called
    off in the middle. ``best_of``: it is complete once nobody can catch up any more.

    ``boards``: the match is one of two teams, whose games are shared out among so many boards in their order; each
    board is worth a point, and those are its totals. On ``empty`` boards a team has no player.
    """
    count, full = SCORINGS[scoring].count, length
    in_order = sorted(games, key=_number) if len(games) > 1 else games
    counted = [_by_entrant(count(game, par), game.entrants, entrants) for game in in_order]
    counting = [amounts for amounts in counted if amounts]
    if boards:
        length -= length // boards * len({one.board for one in empty})
    totals = _totals(counting) if counting else (0,) * len(entrants)
    if boards:
        totals = board_points(entrants, in_order, counted, boards=boards, length=full, empty=empty)
    is_void = is_void or (len(counting) < len(games) and _is_called_off(games))
    is_played_out = len(games) >= length or (best_of and is_decided(totals, length - len(games)))
    if is_provisional and not is_void and not is_played_out:
        draws = _points_for(totals, points)
        return Match(fixture, entrants, in_order, counted, totals, draws, is_provisional=True)
    if is_void or not is_played_out or not (counting or empty):
        return Match(fixture, entrants, in_order, counted, totals, None, is_void or is_played_out)
    forfeited_by = _forfeited_by(entrants, games) if games and not empty and games[0].reason == FORFEIT else ()
    nobody_came = len(forfeited_by) == len(entrants)
    match_points = (0,) * len(entrants) if nobody_came else _points_for(totals, points)
    return Match(fixture, entrants, in_order, counted, totals, match_points, False, forfeited_by)


def board_points(
    entrants: tuple[int, ...],
    games: Sequence[GameResult],
    counted: Sequence[tuple[int, ...] | None],
    *,
    boards: int,
    length: int,
    empty: Sequence[EmptyBoard] = (),
) -> tuple[int, ...]:
    """What each of two teams has of its boards in 1/840: a board is a match of its own, worth 1, ½ or 0, as soon as all
    its games are over. A board without a player is lost; one that nobody came to, or of which nothing counts, gives
    nothing."""
    points = dict.fromkeys(entrants, 0)
    for board in range(1, boards + 1):
        for entrant, worth in zip(
            entrants, _of_board(board, entrants, games, counted, length // boards, empty), strict=True
        ):
            points[entrant] += worth
    return tuple(points.values())


def _of_board(
    board: int,
    entrants: tuple[int, ...],
    games: Sequence[GameResult],
    counted: Sequence[tuple[int, ...] | None],
    each: int,
    empty: Sequence[EmptyBoard],
) -> tuple[int, ...]:
    nothing = (0,) * len(entrants)
    if lacking := {one.entrant for one in empty if one.board == board}:
        return tuple(0 if entrant in lacking else POINT for entrant in entrants)
    here = [
        (game, amounts) for game, amounts in zip(games, counted, strict=True) if board_of(game.number, each) == board
    ]
    counting = [amounts for _, amounts in here if amounts]
    if len(here) < each or not counting or len(_forfeited_by(entrants, [game for game, _ in here])) == len(entrants):
        return nothing
    return _points_for(_totals(counting), ())


def board_of(number: int, each: int) -> int:
    """The board, from 1, on which a game of a team match is played that has ``each`` games on a board."""
    return (number - 1) // each + 1


def is_decided(totals: Sequence[int], still_open: int) -> bool:
    """Whether nobody can catch up in so many more games, of which each is worth a point to its winner."""
    best, second = sorted(totals, reverse=True)[:2]
    return best - second > still_open * POINT


def _is_called_off(games: Sequence[GameResult]) -> bool:
    return any(game.reason == CALLED_OFF for game in games)


def _by_entrant(
    by_seat: tuple[int, ...] | None, seated: tuple[int, ...], entrants: tuple[int, ...]
) -> tuple[int, ...] | None:
    if by_seat is None or seated == entrants:
        return by_seat
    return tuple(by_seat[seated.index(entrant)] for entrant in entrants)


def _totals(counting: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return counting[0] if len(counting) == 1 else tuple(map(sum, zip(*counting, strict=True)))


@lru_cache(maxsize=4096)  # the same few totals come again and again
def _points_for(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return share_points(places_of(totals), points)


def _forfeited_by(entrants: Sequence[int], games: Sequence[GameResult]) -> tuple[int, ...]:
    """Those who never came to any of the games."""
    if any(game.reason != FORFEIT for game in games):
        return ()
    return tuple(entrant for entrant in entrants if all(game.entrants.index(entrant) in game.left for game in games))
