"""When a player is reminded that a turn's time runs out, gets a digest, and is not to be disturbed. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

from django.utils.translation import gettext

from games.clock.calendars import Calendar
from games.clock.pauses import resumes_at
from notifications.choices.topics import Every

USUAL = (50, 80, 95)  # per cent of the time of a turn
MOST = 5
SPARE = timedelta(hours=1)  # that must be left after quiet hours for a reminder to wait for their end


class ScheduleError(ValueError):
    """A schedule that cannot be kept; the message says what would be right."""


def read_schedule(text: str) -> tuple[int, ...]:
    """The shares of a turn's time in per cent, in order: "80, 50 %" is (50, 80). Raises ScheduleError."""
    parts = re.sub(r"[\s,;%]+", " ", text).split()
    if not parts or len(parts) > MOST or not all(re.fullmatch(r"[1-9][0-9]?", part) for part in parts):
        raise ScheduleError(
            gettext("Write one to {most} whole numbers from 1 to 99, such as 50, 80, 95.").format(most=MOST)
        )
    return tuple(sorted({int(part) for part in parts}))


def write_schedule(shares: Sequence[int]) -> str:
    """The text that ``read_schedule`` reads back."""
    return ", ".join(map(str, shares))


def reached(used: timedelta, whole: timedelta, schedule: Sequence[int]) -> int | None:
    """The highest share of a turn's time in the schedule that is used; None below the lowest."""
    return max((share for share in schedule if whole and used * 100 >= whole * share), default=None)


def quiet_until(now: datetime, zone: str, quiet: tuple[time, time] | None) -> datetime:
    """When the quiet hours end in which ``now`` lies; ``now`` itself outside of them."""
    return resumes_at(now, Calendar(zone=zone, sleep=quiet).pause_spans(now))


def quiet_begins(now: datetime, zone: str, quiet: tuple[time, time] | None) -> datetime | None:
    """When the next quiet hours begin; None without any."""
    coming = (rest.start for rest in Calendar(zone=zone, sleep=quiet).pause_spans(now) if rest.start > now)
    return next(coming, None) if quiet else None


def last_digest(now: datetime, zone: str, every: str, hour: int) -> datetime:
    """When the newest digest was due: at the full hour, or at ``hour`` of the player's day.

    A day has exactly one, also where the clock is changed: an hour that does not exist is counted on from the old
    time, of one that comes twice the first counts (as everywhere in ``games.clock.calendars``).
    """
    if every != Every.DAY:
        return now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    calendar = Calendar(zone=zone)
    today = calendar.local_day(now)
    due = calendar.instant(today, time(hour))
    return due if due <= now else calendar.instant(today - timedelta(days=1), time(hour))


def next_digest(now: datetime, zone: str, every: str, hour: int) -> datetime:
    """When the next digest is due, after ``now``."""
    if every != Every.DAY:
        return last_digest(now, zone, every, hour) + timedelta(hours=1)
    calendar = Calendar(zone=zone)
    today = calendar.local_day(now)
    due = calendar.instant(today, time(hour))
    return due if due > now else calendar.instant(today + timedelta(days=1), time(hour))
