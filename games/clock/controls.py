"""Time controls as plain arithmetic. Time is always a parameter, always time zone aware, never "now".

Days per turn are the control whose base, increment and cap are equal: a second kind of clock would be a special case
wherever time is computed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from ground.wording import gettext, moment_in_utc, time_in_words


class ControlError(ValueError):
    """A time control that cannot be played; the message says what would be right."""


ANSWER = timedelta(hours=24)
DAY = timedelta(days=1)
LATEST_END = datetime(2200, 1, 1, tzinfo=UTC)  # of a game: dates after it can be computed with, too


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A bank of ``base``, and ``increment`` added after each turn, never beyond ``cap``.

    Plain days per turn are the same thing with all three equal: whatever was used, the bank is full again. At
    ``ends``, a hard end if there is one, the time of whoever is to move is over.
    """

    base: timedelta
    increment: timedelta
    cap: timedelta
    answer: timedelta = ANSWER  # for a decision that is asked of a player in another one's turn, each time anew
    ends: datetime | None = None

    def __post_init__(self) -> None:
        if self.base < timedelta(minutes=1):
            raise ControlError(gettext("The base must be at least one minute."))
        if self.increment < timedelta(0):
            raise ControlError(gettext("The increment cannot be negative."))
        if not self.base <= self.cap <= timedelta(days=366):
            raise ControlError(gettext("The cap must be at least the base and at most 366 days."))
        if self.increment > self.cap:
            raise ControlError(gettext("The increment cannot be more than the cap."))
        if not timedelta(minutes=1) <= self.answer <= timedelta(days=14):
            raise ControlError(gettext("The time for an answer must be at least one minute and at most 14 days."))
        if self.ends and self.ends.tzinfo is None:
            raise ControlError(gettext("The hard end needs a time zone, such as 2027-06-01T00:00:00Z."))

    @classmethod
    def days_per_turn(cls, days: int) -> Self:
        """Every turn has the same time, and unused time is not saved."""
        turn = timedelta(days=days)
        return cls(base=turn, increment=turn, cap=turn)

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """From ``dump``'s whole seconds; ``answer`` may be left out. Raises ControlError."""
        try:
            whole = {name: int(data[name]) for name in ("base", "increment", "cap")}
            whole["answer"] = int(data.get("answer", ANSWER.total_seconds()))
            spans = {name: timedelta(seconds=seconds) for name, seconds in whole.items()}
            ends = datetime.fromisoformat(data["ends"]) if data.get("ends") else None
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ControlError(gettext("A time control is base, increment and cap, each in whole seconds.")) from error
        return cls(**spans, ends=ends)

    def dump(self) -> dict[str, Any]:
        """Whole seconds, and the hard end in ISO 8601 if there is one; read back by ``load``."""
        whole = {name: int(getattr(self, name).total_seconds()) for name in ("base", "increment", "cap", "answer")}
        return whole | ({"ends": self.ends.astimezone(UTC).isoformat()} if self.ends else {})

    @property
    def is_per_turn(self) -> bool:
        return self.base == self.increment == self.cap

    def check_hard_end(self, begins: datetime) -> None:
        """Raises ControlError when a game that begins then has no time for a turn, or one that nobody could mean."""
        if self.ends and self.ends <= begins + self.base:
            raise ControlError(gettext("The hard end must leave time for the first turn: choose a later one."))
        if self.ends and self.ends > LATEST_END:
            raise ControlError(gettext("The hard end must lie before the year {year}.").format(year=LATEST_END.year))

    def after_turn(self, remaining: timedelta, used: timedelta) -> timedelta:
        """What is left when a turn that took ``used`` is over and the increment has been added."""
        return min(self.cap, max(timedelta(0), remaining - used) + self.increment)

    def describe(self) -> str:
        """In words: "3 days a turn", "10 days + 36 hours a turn, up to 14 days", "10 days + 1 a turn, up to 14"."""
        if self.is_per_turn:
            text = gettext("{span} a turn").format(span=time_in_words(self.base))
        elif not self.increment:
            text = gettext("{span} for the whole game").format(span=time_in_words(self.base))
        else:
            spans = (self.base, self.increment, self.cap)
            in_days = all(span % DAY == timedelta(0) for span in spans)
            _, added, cap = (str(span // DAY) if in_days else time_in_words(span) for span in spans)
            text = gettext("{base} + {added} a turn, up to {cap}").format(
                base=time_in_words(self.base), added=added, cap=cap
            )
        return (
            gettext("{time}; it ends by {end}").format(time=text, end=moment_in_utc(self.ends)) if self.ends else text
        )

    def most_time(self, turns: int, seats: int) -> timedelta:
        """All the time that a game of ``turns`` turns in all can take while clocks run."""
        if self.is_per_turn:
            return turns * self.base
        most_turns = -(-turns // seats)
        return seats * (self.base + (most_turns - 1) * self.increment)

    def slowest_end(self, started: datetime, turns: int, seats: int) -> datetime:
        """The latest end of a game of ``turns`` turns in all, every seat using all the time it ever has and no rest."""
        end = started + self.most_time(turns, seats)
        return min(end, self.ends) if self.ends else end


# The words for each unit in all languages, which may not share a word for two units.
_UNIT_WORDS = {
    604_800: ("week", "weeks", "w", "woche", "wochen"),
    86_400: ("day", "days", "d", "tag", "tage", "tagen"),
    3_600: ("hour", "hours", "h", "hrs", "stunde", "stunden", "std"),
    60: ("minute", "minutes", "m", "min", "mins", "minuten"),
}
_SECONDS = {word: seconds for seconds, words in _UNIT_WORDS.items() for word in words}
_NOTHING = ("0", "none", "no time", "keine", "keine zeit")
_LONGEST = 1_000 * 365 * 86_400  # longer than any control may be; a timedelta has an end
_SPAN = re.compile(rf"(\d{{1,6}})\s*({'|'.join(_SECONDS)})(?![^\W\d_])\.?[\s,]*(?:(?:and|und)\s+)?")


def read_words(text: str) -> timedelta:
    """The span that people's words name: "10 days", "1 Tag 12 Stunden", "36h", "no time". Raises ControlError.

    Reads all that ``time_in_words`` writes in any language, down to minutes.
    """
    rest = text.strip().lower()
    if rest in _NOTHING:
        return timedelta(0)
    seconds = 0
    while rest:
        part = _SPAN.match(rest)
        if part is None:
            raise ControlError(
                gettext("Write a time as days, hours and minutes, such as 10 days, 36 hours or 1 day 12 hours.")
            )
        count, unit = part.groups()
        seconds += int(count) * _SECONDS[unit]
        rest = rest[part.end() :]
    if not seconds:
        raise ControlError(
            gettext("Write a time as days, hours and minutes, such as 10 days, 36 hours or 1 day 12 hours.")
        )
    return timedelta(seconds=min(seconds, _LONGEST))
