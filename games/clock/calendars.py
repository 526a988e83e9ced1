"""A player's life outside the game: sleep, days off, holidays and leave, and what of it a game respects. Pure.

Days and hours are those of the player's own time zone; what comes out are rests, in UTC. A day may have 23 or 25
hours. Where a clock is put forward, a time that does not exist is counted on from the old time; where it is put back,
a time that comes twice means its first coming (PEP 495).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from typing import Any, Self
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from games.clock.pauses import Pause, Reason
from ground.wording import gettext, ngettext

# Limits that leave every week some running time: without them a game might never end.
MOST_SLEEP = timedelta(hours=10)
MOST_DAYS_OFF = 2  # a week
MOST_HOLIDAYS = 20  # a year

DAY = timedelta(days=1)
MOST_NEAREST, NEAREST = 3, 0.8  # names of zones that are offered, and how alike (0 to 1) they are but for a slip
_YEAR = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 13)]  # in which zones are compared


class CalendarError(ValueError):
    """A calendar that nobody may have; the message says what would be right."""


def zone_named(name: str) -> ZoneInfo:
    """The time zone; UTC for a name that the machine's time zone data does not have."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@cache
def zone_names() -> list[str]:
    """The time zones that are named after a place, and UTC."""
    regions = ("Etc", "posix", "right", "SystemV")
    places = (name for name in available_timezones() if "/" in name and name.split("/")[0] not in regions)
    return ["UTC", *sorted(places)]


def _plain(name: str) -> str:
    """A name of a zone as it is compared with what somebody types: without accents, capitals, hyphens and underscores.

    A sign before a digit stays, since it is part of an offset from UTC.
    """
    letters = "".join(mark for mark in normalize("NFKD", name.casefold()) if not combining(mark))
    return " ".join(re.sub(r"[\s_]|-(?!\d)", " ", letters).split())


@cache
def _places() -> dict[str, list[str]]:
    """The zones by what can be typed for them, in plain letters: the whole name, or the place at its end."""
    places: dict[str, list[str]] = {}
    for known in zone_names():
        for name in {_plain(known), _plain(known.rpartition("/")[2])}:
            places.setdefault(name, []).append(known)
    return places


def zone_meant(typed: str) -> str | None:
    """The zone of that name, or of a place of that name; None if there is none, or several whose times differ."""
    found = _places().get(_plain(typed), [])
    offsets = {tuple(moment.astimezone(zone_named(name)).utcoffset() for moment in _YEAR) for name in found}
    return max(found, key=len) if len(offsets) == 1 else None  # of two names of one zone the longer is the present one


def zones_nearest(typed: str) -> list[str]:
    """The zones whose places are written as was typed but for a slip, the nearest first; a few at most."""
    near = get_close_matches(_plain(typed.rpartition("/")[2]), _places(), n=MOST_NEAREST, cutoff=NEAREST)
    return list(dict.fromkeys(zone for name in near for zone in _places()[name]))[:MOST_NEAREST]


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player is not there. ``sleep`` is from and until; weekdays count from 0, Monday.

    ``leave`` was booked ahead, ``taken`` are days that the clock took by itself when time was over: only a player who
    was really away gets a grace on coming back.
    """

    zone: str = "UTC"
    sleep: tuple[time, time] | None = None
    days_off: tuple[int, ...] = ()
    holidays: tuple[date, ...] = ()
    leave: tuple[date, ...] = ()
    taken: tuple[date, ...] = ()

    def __post_init__(self) -> None:
        if self.sleep and not timedelta(0) < self.sleep_hours <= MOST_SLEEP:
            raise CalendarError(gettext("Sleep hours are at most 10 hours a night."))
        if len(set(self.days_off)) > MOST_DAYS_OFF or not set(self.days_off) <= set(range(7)):
            raise CalendarError(gettext("At most two days of the week can be days off."))
        years = Counter(day.year for day in set(self.holidays))
        if max(years.values(), default=0) > MOST_HOLIDAYS:
            raise CalendarError(gettext("At most {most_holidays} holidays a year.").format(most_holidays=MOST_HOLIDAYS))

    @classmethod
    def load(cls, data: Mapping[str, Any], zone: str | None = None) -> Self:
        """From ``dump``'s JSON; what is missing is not there. ``zone`` instead of the one in it."""
        sleep = data.get("sleep")
        return cls(
            zone=data.get("zone", "UTC") if zone is None else zone,
            sleep=(time.fromisoformat(sleep[0]), time.fromisoformat(sleep[1])) if sleep else None,
            days_off=tuple(data.get("days_off", ())),
            **{name: tuple(map(date.fromisoformat, data.get(name, ()))) for name in ("holidays", "leave", "taken")},
        )

    def dump(self) -> dict[str, Any]:
        """JSON, read back by ``load``."""
        days = {name: sorted(day.isoformat() for day in getattr(self, name)) for name in ("holidays", "leave", "taken")}
        sleep = [f"{at:%H:%M}" for at in self.sleep] if self.sleep else None
        full = {"zone": self.zone, "sleep": sleep, "days_off": sorted(set(self.days_off)), **days}
        return {name: value for name, value in full.items() if value}

    @property
    def sleep_hours(self) -> timedelta:
        """How long the player sleeps in a night without a change of the clocks."""
        if not self.sleep:
            return timedelta(0)
        start, end = (timedelta(hours=at.hour, minutes=at.minute) for at in self.sleep)
        return (end - start) % DAY

    def local_day(self, at: datetime) -> date:
        """The player's date at an instant."""
        return at.astimezone(zone_named(self.zone)).date()

    def instant(self, day: date, at: time = time()) -> datetime:
        """The instant of the player's wall clock, in UTC."""
        return datetime.combine(day, at, zone_named(self.zone)).astimezone(UTC)

    def leave_days(self, year: int) -> int:
        """How many days of a year's leave are booked or taken."""
        return sum(day.year == year for day in {*self.leave, *self.taken})

    def pause_spans(self, since: datetime, grace: timedelta = timedelta(0)) -> Iterator[Pause]:
        """The rests from an instant on, in order of their starts and without end; leave comes with ``grace``."""
        if not (self.sleep or self.days_off or self.holidays or self.leave or self.taken):
            return
        day = self.local_day(since) - DAY
        last = max((*self.holidays, *self.leave, *self.taken), default=day)
        while day <= last or self.sleep or self.days_off:
            yield from self.pauses_of(day, grace)
            day += DAY

    def pauses_of(self, day: date, grace: timedelta) -> Iterator[Pause]:
        whole = [
            Reason.DAY_OFF if day.weekday() in self.days_off else None,
            Reason.HOLIDAY if day in self.holidays else None,
            Reason.LEAVE if day in self.leave or day in self.taken else None,
        ]
        for reason in filter(None, whole):
            is_away = reason == Reason.LEAVE and day in self.leave
            yield Pause(self.instant(day), self.instant(day + DAY), reason, grace if is_away else timedelta(0))
        if self.sleep:
            start, end = self.sleep
            asleep, awake = self.instant(day, start), self.instant(day if start < end else day + DAY, end)
            if asleep < awake:  # not so where the whole of a short sleep falls into the hour that does not exist
                yield Pause(asleep, awake, Reason.SLEEP)


class LeaveRule(StrEnum):
    """What leave does in a game."""

    ALLOWED = "allowed"
    CAPPED = "capped"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class PauseRules:
    """What of its players' lives a game respects: leave (with ``leave_days`` for each seat where it is capped),
    ``pauses`` of sleep, days off and holidays, and second thoughts: ``undo`` by consent. Outages and a director's
    pauses always count. This is the whole policy that an event has about time, and what ``create_game`` takes."""

    leave: LeaveRule = LeaveRule.ALLOWED
    leave_days: int = 0
    pauses: bool = True
    undo: bool = True

    def __post_init__(self) -> None:
        if self.leave == LeaveRule.CAPPED and not 1 <= self.leave_days <= 366:
            raise CalendarError(gettext("Say how many days of leave count for each player, from 1 to 366."))

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """From ``dump``'s JSON; what is missing is as usual."""
        return cls(
            leave=LeaveRule(data.get("leave", "allowed")),
            leave_days=int(data.get("leave_days", 0)),
            pauses=data.get("pauses", True),
            undo=data.get("undo", True),
        )

    def dump(self) -> dict[str, Any]:
        """JSON, read back by ``load``; empty for the usual rules."""
        days = self.leave_days if self.leave == LeaveRule.CAPPED else 0
        full = {"leave": str(self.leave), "leave_days": days, "pauses": self.pauses, "undo": self.undo}
        usual = {"leave": "allowed", "leave_days": 0, "pauses": True, "undo": True}
        return {name: value for name, value in full.items() if value != usual[name]}

    def apply(self, calendar: Calendar, since: datetime, spent: Collection[date] = ()) -> Calendar:
        """What is left of a calendar for a turn that began at ``since``, by a seat that has ``spent`` these days of
        leave in the game already."""
        if not self.pauses:
            calendar = replace(calendar, sleep=None, days_off=(), holidays=())
        today = calendar.local_day(since)
        coming = sorted(day for day in {*calendar.leave, *calendar.taken} if day >= today and day not in spent)
        match self.leave:
            case LeaveRule.ALLOWED:
                good = {*coming, *spent}
            case LeaveRule.CAPPED:
                good = {*coming[: max(0, self.leave_days - len(spent))], *spent}
            case LeaveRule.FORBIDDEN:
                good = set()
        return replace(
            calendar,
            leave=tuple(day for day in calendar.leave if day in good and day >= today),
            taken=tuple(day for day in calendar.taken if day in good and day >= today),
        )

    def describe(self) -> str:
        """In words, for those who are about to agree."""
        sentences = [self._pauses_in_words(), self._leave_in_words()]
        if not self.undo:
            sentences.append(gettext("Moves cannot be taken back."))
        return " ".join(sentences)

    def _pauses_in_words(self) -> str:
        if self.pauses:
            return gettext("The clock stops in sleep hours and on days off.")
        return gettext("The clock runs day and night, also on days off and holidays.")

    def _leave_in_words(self) -> str:
        match self.leave:
            case LeaveRule.ALLOWED:
                return gettext("Leave stops it, too.") if self.pauses else gettext("Only leave stops it.")
            case LeaveRule.CAPPED:
                return ngettext(
                    "Leave stops it for at most {count} day of each player.",
                    "Leave stops it for at most {count} days of each player.",
                    self.leave_days,
                ).format(count=self.leave_days)
            case LeaveRule.FORBIDDEN:
                return gettext("Leave does not stop it.")

    def longest(
        self, running: timedelta, turns: int, seats: int, *, bank: int, grace: timedelta = timedelta(0)
    ) -> timedelta:
        """How long ``turns`` turns with so much running time in all can take if everybody rests whenever possible.

        ``bank`` is the leave that a player has in a year, ``grace`` what follows each day of it. Only outages and a
        director's pauses can make it longer.
        """
        if not self.pauses:
            awake, day_lost, holidays = running, DAY + _CLOCK_CHANGE, 0
        else:
            # That a turn can meet for nothing: when it begins, and when a grace ends.
            weekends = 2 if grace and self.leave != LeaveRule.FORBIDDEN else 1
            awake = running * _WEEK_PER_AWAKE + turns * weekends * _WORST_START
            day_lost, holidays = _DAY_LOST, MOST_HOLIDAYS
        whole = awake
        for _ in range(50):  # the longer it lasts, the more years bring their leave and holidays; it settles soon
            years = whole.days // 365 + 2  # calendar years that it can touch
            leave = {LeaveRule.ALLOWED: bank * years, LeaveRule.CAPPED: self.leave_days}.get(self.leave, 0)
            by_year = seats * (leave * (day_lost + grace) + holidays * years * day_lost)
            by_turn = turns * 2 * (bank * (day_lost + grace) + holidays * day_lost)  # a turn may touch two years
            whole = awake + min(by_year, by_turn)
        return whole


USUAL_PAUSES = PauseRules()

# What the limits above come to. A week has at least 5 x 14 hours in which a clock runs. A turn may begin on the evening
# before two days off: 58 hours until it runs. A day lost is like its 14 hours more to run, 24 without sleep hours.
_CLOCK_CHANGE = timedelta(hours=2)  # in a night and in a day off, once a year
_WEEK_PER_AWAKE = 7 * DAY / ((7 - MOST_DAYS_OFF) * (DAY - MOST_SLEEP))
_WORST_START = MOST_DAYS_OFF * DAY + MOST_SLEEP + _CLOCK_CHANGE
_DAY_LOST = 7 * DAY / (7 - MOST_DAYS_OFF) + _CLOCK_CHANGE
