"""When a clock is stopped, and what that makes of a deadline. Pure: every instant is time zone aware, none is "now".

A clock is charged *running time*: the time since an instant without the rests that lie in it. Rests may overlap, so
the same rest named twice counts once. Wherever several are wanted they come in the order of their starts; there may
be endlessly many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from heapq import merge
from operator import attrgetter
from typing import Any, Self

NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # the end of a rest whose end is not known yet
ZERO = timedelta(0)


class Reason(StrEnum):
    """Why a clock is stopped."""

    SLEEP = "sleep"
    DAY_OFF = "day_off"
    HOLIDAY = "holiday"
    LEAVE = "leave"
    PAUSE = "pause"
    OUTAGE = "outage"
    NOTICE = "notice"  # time was over, but no warning had reached the player
    QUESTION = "question"  # time was over, but the player had been asked about a move that had arrived in time


@dataclass(frozen=True, slots=True)
class Pause:
    """From ``start`` up to, not including, ``end`` no time is charged. A clock that it held runs out no earlier than
    ``grace`` after its end."""

    start: datetime
    end: datetime
    reason: Reason
    grace: timedelta = ZERO

    def __contains__(self, at: datetime) -> bool:
        return self.start <= at < self.end

    @classmethod
    def load(cls, data: Sequence[Any]) -> Self:
        """From ``dump``'s list."""
        start, end, reason, grace = data
        return cls(
            datetime.fromisoformat(start),
            datetime.fromisoformat(end) if end else NEVER,
            Reason(reason),
            timedelta(seconds=grace),
        )

    def dump(self) -> list[Any]:
        """Start, end (null: not known yet), reason and grace in seconds, as JSON."""
        end = None if self.end == NEVER else self.end.isoformat()
        return [self.start.isoformat(), end, str(self.reason), int(self.grace.total_seconds())]


def in_order(*sources: Iterable[Pause]) -> Iterator[Pause]:
    """Rests from several sources, each in order, as one source in order."""
    return merge(*sources, key=attrgetter("start"))


def running_time(since: datetime, until: datetime, pause_spans: Iterable[Pause]) -> timedelta:
    """The time between two instants in which the clock ran."""
    total, at = ZERO, since
    for rest in pause_spans:
        if rest.start >= until:
            break
        total += max(ZERO, rest.start - at)
        at = max(at, rest.end)
    return total + max(ZERO, until - at)


def used_up_at(used: timedelta, since: datetime, pause_spans: Iterable[Pause]) -> datetime | None:
    """The first instant at which ``running_time`` is ``used``; None while a rest before it has no known end."""
    at, left = since, used
    for rest in pause_spans:
        if not left or rest.start >= at + left:
            break
        if rest.end <= at:
            continue
        if rest.end == NEVER:
            return None
        left -= max(ZERO, rest.start - at)
        at = rest.end
    return at + left


def deadline(remaining: timedelta, since: datetime, pause_spans: Iterable[Pause]) -> datetime | None:
    """The last instant at which no more than ``remaining`` has been charged; None while a rest has no known end.

    So a clock whose last second ends where a rest begins has run out when the rest is over, and no flag falls in a
    rest. The grace of a rest counts if the clock was held by it, and is time like any other to the rests after it.
    """
    at, left, earliest = since, remaining, since
    for rest in pause_spans:
        if rest.end <= since:
            continue
        if rest.start > max(at + left, earliest):
            break
        if rest.end == NEVER:
            return None
        left = max(ZERO, left - max(ZERO, rest.start - at))
        at = max(at, rest.end)
        earliest = max(earliest, rest.end + rest.grace)
    return max(at + left, earliest)


def pauses_at(at: datetime, pause_spans: Iterable[Pause]) -> list[Pause]:
    """Every rest that holds the clock at an instant."""
    holding = []
    for rest in pause_spans:
        if rest.start > at:
            break
        if at in rest:
            holding.append(rest)
    return holding


def resumes_at(at: datetime, pause_spans: Iterable[Pause]) -> datetime:
    """When a stopped clock at an instant runs again: the instant itself if it runs, NEVER if that is not known yet."""
    for rest in pause_spans:
        if rest.start > at:
            break
        at = max(at, rest.end)
    return at
