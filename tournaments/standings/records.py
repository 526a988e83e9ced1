"""Records of a game that follow from its games: the biggest win, the longest streak and so on. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext_noop

FEWEST = 2  # of titles, and of wins in a row, that are a record


class RecordKind(StrEnum):
    """What a record is about. The value names it for programs."""

    BIGGEST_WIN = "biggest-win"
    CLOSEST_MATCH = "closest-match"
    FASTEST_WIN = "fastest-win"
    LONGEST_STREAK = "longest-streak"
    MOST_GAMES = "most-games"
    MOST_TITLES = "most-titles"


TITLES = {
    RecordKind.BIGGEST_WIN: gettext_noop("Biggest win"),
    RecordKind.CLOSEST_MATCH: gettext_noop("Closest match"),
    RecordKind.FASTEST_WIN: gettext_noop("Fastest win"),
    RecordKind.LONGEST_STREAK: gettext_noop("Longest streak"),
    RecordKind.MOST_GAMES: gettext_noop("Most games"),
    RecordKind.MOST_TITLES: gettext_noop("Most titles"),
}


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of an event: players and scores by seat, places (empty without a result), and the match that it
    belongs to. ``is_played_out``: the rules ended it, nobody left."""

    game: int
    fixture: int
    event: str
    at: datetime
    players: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    steps: int
    is_played_out: bool

    @property
    def winner(self) -> str:
        """The player alone in first place; empty without one."""
        first = [player for player, place in zip(self.players, self.places, strict=False) if place == 1]
        return first[0] if len(first) == 1 else ""


@dataclass(frozen=True, slots=True)
class AllTimeRecord:
    """A record: its ``value``, the player or players who hold it, against whom, the scores of a game or match, the
    ``game`` (0 for none) and the ``event`` in which it was set, and when. Of equal ones it is the first that was
    set."""

    kind: RecordKind
    value: int
    players: tuple[str, ...]
    scores: tuple[int, ...] = ()
    game: int = 0
    event: str = ""
    at: datetime | None = None


def records_in(games: Iterable[Played], *, has_aggregates: bool) -> list[AllTimeRecord]:
    """The records that follow from games, which come in the order in which they ended. ``has_aggregates``: the points
    of all games of a match decide it. Pure."""
    games = list(games)
    duels = [one for one in games if len(one.players) == 2]
    closest = _closest(duels) if has_aggregates else None
    found = [_biggest(duels), closest, _fastest(games), _streak(games), _most_games(games)]
    return [record for record in found if record is not None]


def _biggest(games: Sequence[Played]) -> AllTimeRecord | None:
    won = [one for one in games if one.winner and one.is_played_out]
    best = max(won, key=lambda one: abs(one.scores[0] - one.scores[1]), default=None)
    if best is None or best.scores[0] == best.scores[1]:
        return None
    return _of_game(RecordKind.BIGGEST_WIN, abs(best.scores[0] - best.scores[1]), best)


def _fastest(games: Sequence[Played]) -> AllTimeRecord | None:
    won = [one for one in games if one.winner and one.is_played_out]
    best = min(won, key=lambda one: one.steps, default=None)
    return _of_game(RecordKind.FASTEST_WIN, best.steps, best) if best else None


def _of_game(kind: RecordKind, value: int, game: Played) -> AllTimeRecord:
    """The winner comes first."""
    order = sorted(range(len(game.players)), key=lambda seat: game.places[seat])
    players, scores = tuple(game.players[seat] for seat in order), tuple(game.scores[seat] for seat in order)
    return AllTimeRecord(kind, value, players, scores, game.game, game.event, game.at)


@dataclass(slots=True)
class _Totals:
    """A match of two as far as it was seen."""

    last: Played
    games: int = 0
    is_played_out: bool = True
    totals: Counter[str] = field(default_factory=Counter)

    def add(self, game: Played) -> None:
        self.last = game
        self.games += 1
        self.is_played_out &= game.is_played_out
        self.totals.update(dict(zip(game.players, game.scores, strict=True)))


def _closest(games: Sequence[Played]) -> AllTimeRecord | None:
    """The match of several games that was won by the least; of equal ones that with the most points."""
    matches: dict[int, _Totals] = {}
    for one in games:
        matches.setdefault(one.fixture, _Totals(one)).add(one)
    closest: AllTimeRecord | None = None
    for match in matches.values():
        if match.games < 2 or not match.is_played_out or len(match.totals) != 2:
            continue
        (winner, more), (loser, less) = match.totals.most_common()
        if more == less or (closest and (more - less, -more) >= (closest.value, -closest.scores[0])):
            continue
        last = match.last
        players, scores = (winner, loser), (more, less)
        closest = AllTimeRecord(RecordKind.CLOSEST_MATCH, more - less, players, scores, 0, last.event, last.at)
    return closest


def _streak(games: Sequence[Played]) -> AllTimeRecord | None:
    """Games won one after another, whatever events they were played in."""
    running: Counter[str] = Counter()
    best: AllTimeRecord | None = None
    for one in games:
        for player in one.players if one.places else ():
            running[player] = running[player] + 1 if player == one.winner else 0
        if one.winner and running[one.winner] > (best.value if best else FEWEST - 1):
            count = running[one.winner]
            best = AllTimeRecord(RecordKind.LONGEST_STREAK, count, (one.winner,), (), one.game, one.event, one.at)
    return best


def _most_games(games: Sequence[Played]) -> AllTimeRecord | None:
    count = Counter(player for one in games if one.places for player in one.players)
    if not count:
        return None
    most = max(count.values())
    return AllTimeRecord(
        RecordKind.MOST_GAMES, most, tuple(sorted(name for name, many in count.items() if many == most))
    )
