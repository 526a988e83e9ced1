"""Players who may keep lost games open: slow only at the end of them, leave, notices, requests, time from directors.

Nobody can ask an opponent for a pause: clocks stop by leave, by a calendar or for a whole event. What a player can ask
a director for is more time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from games.models import GameEvent, Seat
from tournaments.fair_play import words as sentences
from tournaments.fair_play.findings import LOOKED_BACK, MOST_LINKED, Finding, Played, heaviest

SLOWER = 4.0  # times the median turn of before, in the last quarter of a game
FEWEST_TURNS = 8  # of a seat, so that it has an end to be slow in
FEWEST_GAMES = 2  # in which a player was slow
FEWEST_REQUESTS = 4  # to take back moves
FEWEST_NOTICES = 2
FEWEST_GIFTS = 3  # of time, by directors, in lost games
FEWEST_DAYS = 10  # of leave that stopped the clock in lost games
LEAST_SLOW = timedelta(hours=12)  # for a turn to be slow at all
_AT_ONCE = 400


@dataclass(slots=True)
class _Use:
    """What a player did with the clock; games by number."""

    slow: list[tuple[int, float]] = field(default_factory=list)
    timed_out: list[int] = field(default_factory=list)
    leave: dict[int, int] = field(default_factory=dict)
    requests: dict[int, int] = field(default_factory=dict)
    notices: dict[int, int] = field(default_factory=dict)
    gifts: dict[int, int] = field(default_factory=dict)


def clock_use(games: Sequence[Played], *, now: datetime) -> list[Finding]:
    """A finding for each player whose use of the clock deserves a look."""
    uses: dict[str, _Use] = defaultdict(_Use)
    for game, name, times in _slowness(games):
        uses[name].slow.append((game, times))
    for played in games:
        loser = played.loser
        if loser is not None and played.left[loser] == "time":
            uses[played.names[loser]].timed_out.append(played.game.pk)
        if loser is not None and (days := len(played.game.leave_spent.get(str(loser), ()))):
            uses[played.names[loser]].leave[played.game.pk] = days
    asked = GameEvent.objects.filter(kind=GameEvent.Kind.UNDO_ASKED, at__gte=now - LOOKED_BACK)
    seats = Seat.objects.filter(game__in=asked.values("game")).values_list("game", "number", "player__username")
    name_of: dict[tuple[int, int | None], str] = {(game, number): name for game, number, name in seats}
    for game, seat in asked.values_list("game", "seat"):
        requests = uses[name_of[game, seat]].requests
        requests[game] = requests.get(game, 0) + 1
    for game, name in _gifts_of_time(games):
        uses[name].gifts[game] = uses[name].gifts.get(game, 0) + 1
    noticed = Seat.objects.filter(notices__gt=0, game__started_at__gte=now - LOOKED_BACK - LOOKED_BACK)
    for game, name, notices in noticed.values_list("game", "player__username", "notices"):
        uses[name].notices[game] = notices
    return heaviest(finding for name, use in uses.items() if (finding := _look(name, use)))


def _look(name: str, use: _Use) -> Finding | None:
    reasons: list[str] = []
    numbers: set[int] = set()
    weight = 0.0
    if len(use.slow) >= FEWEST_GAMES:
        reasons.append(sentences.slow_when_losing(len(use.slow), median(times for _, times in use.slow)))
        numbers |= {game for game, _ in use.slow}
        weight += len(use.slow)
    if sum(use.requests.values()) >= FEWEST_REQUESTS:
        reasons.append(sentences.asked_back(sum(use.requests.values()), len(use.requests)))
        numbers |= use.requests.keys()
        weight += sum(use.requests.values()) / FEWEST_REQUESTS
    if sum(use.notices.values()) >= FEWEST_NOTICES:
        reasons.append(sentences.unwarned(sum(use.notices.values()), len(use.notices)))
        numbers |= use.notices.keys()
        weight += sum(use.notices.values())
    if sum(use.leave.values()) >= FEWEST_DAYS:
        reasons.append(sentences.leave_when_losing(sum(use.leave.values()), len(use.leave)))
        numbers |= use.leave.keys()
        weight += sum(use.leave.values()) / FEWEST_DAYS
    if sum(use.gifts.values()) >= FEWEST_GIFTS:
        reasons.append(sentences.more_time_when_losing(sum(use.gifts.values()), len(use.gifts)))
        numbers |= use.gifts.keys()
        weight += sum(use.gifts.values()) / FEWEST_GIFTS
    if not reasons:
        return None
    if use.timed_out:
        reasons.append(sentences.lost_on_time(len(use.timed_out)))
    return Finding((name,), tuple(reasons), tuple(sorted(numbers, reverse=True)[:MOST_LINKED]), weight)


def _gifts_of_time(games: Sequence[Played]) -> Iterator[tuple[int, str]]:
    """The game and the loser, for each time that a director gave the loser of a game more time."""
    lost = {(played.game.pk, played.loser): played for played in games if played.loser is not None}
    numbers = sorted(game for game, _ in lost)
    for start in range(0, len(numbers), _AT_ONCE):
        added = GameEvent.objects.filter(game__in=numbers[start : start + _AT_ONCE], kind=GameEvent.Kind.TIME_ADDED)
        for game, seat in added.values_list("game", "seat"):
            if seat is not None and (played := lost.get((game, seat))) is not None:
                yield game, played.names[seat]


def _slowness(games: Sequence[Played]) -> Iterator[tuple[int, str, float]]:
    """Of each lost game in which the loser was slow only at the end: the game, the loser, how many times slower."""
    lost = {played.game.pk: played for played in games if played.loser is not None}
    numbers = sorted(lost)
    for start in range(0, len(numbers), _AT_ONCE):
        steps = GameEvent.objects.filter(game__in=numbers[start : start + _AT_ONCE], kind=GameEvent.Kind.STEP)
        spans: dict[int, list[timedelta]] = defaultdict(list)
        last: tuple[int, int | None, datetime] | None = None
        for game, seat, at in steps.order_by("game", "seq").values_list("game", "seat", "at"):
            if last is not None and last[0] == game and last[1] != seat and seat == lost[game].loser:
                spans[game].append(at - last[2])
            last = game, seat, at
        for game, used in spans.items():
            if times := _times_slower(used):
                played = lost[game]
                yield game, played.names[played.loser or 0], times


def _times_slower(spans: Sequence[timedelta]) -> float | None:
    """How many times slower the last quarter of a player's turns was than the others; None where it was not."""
    if len(spans) < FEWEST_TURNS:
        return None
    cut = len(spans) - len(spans) // 4
    before, after = (median(span.total_seconds() for span in part) for part in (spans[:cut], spans[cut:]))
    if after < LEAST_SLOW.total_seconds() or after < SLOWER * before:
        return None
    return after / max(before, 60.0)
