"""When a player is reminded that a turn's time runs out, and when not to be disturbed. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from games.calendars import Calendar
from games.rests import goes_on_at

USUAL = (50, 80, 95)  # per cent of the time of a turn
MOST = 5
SPARE = timedelta(hours=1)  # that must be left after quiet hours for a reminder to wait for their end


class ScheduleError(ValueError):
    """A schedule that cannot be kept; the message says what would be right."""


def read_schedule(text: str) -> tuple[int, ...]:
    """The shares of a turn's time in per cent, in order: "80, 50 %" is (50, 80). Raises ScheduleError."""
    parts = re.sub(r"[\s,;%]+", " ", text).split()
    if not parts or len(parts) > MOST or not all(re.fullmatch(r"[1-9][0-9]?", part) for part in parts):
        raise ScheduleError(f"Write one to {MOST} whole numbers from 1 to 99, such as 50, 80, 95.")
    return tuple(sorted({int(part) for part in parts}))


def write_schedule(shares: Sequence[int]) -> str:
    """The text that ``read_schedule`` reads back."""
    return ", ".join(map(str, shares))


def reached(used: timedelta, whole: timedelta, schedule: Sequence[int]) -> int | None:
    """The highest share of a turn's time in the schedule that is used; None below the lowest."""
    return max((share for share in schedule if whole and used * 100 >= whole * share), default=None)


def disturbs(now: datetime, deadline: datetime, zone: str, quiet: tuple[time, time] | None) -> bool:
    """Whether a reminder should wait: it is quiet now, and after the quiet hours there is time enough left."""
    quiet_until = goes_on_at(now, Calendar(zone=zone, sleep=quiet).rests(now))
    return quiet_until > now and deadline - quiet_until >= SPARE
