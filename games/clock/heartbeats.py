"""Heartbeats, and what two of them in a row say: was there a gap, and has somebody moved the system clock? And which
parts of the service send them, and what the machine itself knows of time: a counter that nobody can set. Pure."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from ground.wording import gettext

EVERY = timedelta(seconds=20)  # how often a part of the service gives a sign
STALE = timedelta(seconds=90)  # a silence longer than this is a gap
TOLERANCE = timedelta(seconds=30)  # by which two clocks may differ between two signs
LONGEST_GAP = timedelta(days=7)  # over a restart of the machine; more may as well be a clock set wrong

ZERO = timedelta(0)


@dataclass(frozen=True, slots=True)
class HeartbeatSample:
    """One heartbeat: ``at`` by the system clock, which can be set, and ``ticks``, seconds of a counter that cannot.

    Counters can be compared within one ``boot`` of a machine only; an empty one is like no other.
    """

    at: datetime
    ticks: float = 0
    boot: str = ""

    def shares_counter_with(self, other: HeartbeatSample) -> bool:
        return bool(self.boot) and self.boot == other.boot


@dataclass(frozen=True, slots=True)
class Finding:
    """What happened between two pulses: a gap without a heartbeat, by the clock as it stands now, and by how much
    the system clock was moved (forwards is positive)."""

    gap: tuple[datetime, datetime] | None = None
    jump: timedelta = ZERO


def silence(last: HeartbeatSample, now: HeartbeatSample) -> timedelta:
    """How long ago ``last`` was. Without a counter in common, a heartbeat that is dated in the future is as doubtful as
    one that is as long ago."""
    if now.shares_counter_with(last):
        return timedelta(seconds=max(0.0, now.ticks - last.ticks))
    return abs(now.at - last.at)


def compare(last: HeartbeatSample, new: HeartbeatSample) -> Finding:
    """What the newer of two pulses says about the time since the older one.

    With a counter in common the real time between them is known. Without, a clock that has gone back, or ahead by
    more than LONGEST_GAP, counts as moved, since nobody can tell.
    """
    elapsed = new.at - last.at
    if new.shares_counter_with(last):
        real = timedelta(seconds=max(0.0, new.ticks - last.ticks))
        moved = elapsed - real
        return Finding(
            gap=(new.at - real, new.at) if real > STALE else None, jump=moved if abs(moved) > TOLERANCE else ZERO
        )
    if elapsed < -TOLERANCE or elapsed > LONGEST_GAP:
        return Finding(jump=elapsed)
    return Finding(gap=(last.at, new.at) if elapsed > STALE else None)


_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Counter:
    """``ticks`` in seconds since ``boot``; two counters of one boot can be compared, whichever process read them."""

    ticks: float
    boot: str

    def values(self) -> dict[str, Any]:
        return asdict(self)


@cache
def _boot() -> str:
    with contextlib.suppress(OSError):
        return _BOOT_ID.read_text().strip()
    return f"process {uuid.uuid4()}"  # elsewhere a counter is good for the process that reads it


def read_monotonic_counter() -> Counter:
    """The counter now. On Linux it goes on while the machine sleeps."""
    source = getattr(time, "CLOCK_BOOTTIME", None)
    return Counter(time.monotonic() if source is None else time.clock_gettime(source), _boot())


ASIDE = "aside: "  # begins the name of a part whose silence is nothing that a clock should stop for
SWEEP = "sweep "  # begins the name of a row that stands for the last run of a sweep
_NAMES: dict[str, Callable[[], str]] = {
    "web": lambda: gettext("Web server"),
    "worker": lambda: gettext("Worker"),
    "worker of mail in": lambda: gettext("Worker for incoming mail"),
    "worker of mail out": lambda: gettext("Worker for outgoing mail"),
    "worker of bots": lambda: gettext("Worker for house bots"),
    "worker of webhooks": lambda: gettext("Worker for webhooks"),
    "beat": lambda: gettext("Scheduler"),
    "mail intake": lambda: gettext("Mail intake"),
    "mail intake by LMTP": lambda: gettext("Mail intake by LMTP"),
    "mail intake by IMAP": lambda: gettext("Mail intake by IMAP"),
    "system clock": lambda: gettext("System clock"),
}


def name_of_part(name: str) -> str:
    """The part of this stored name, in the reader's language; a name that is none of ours stays as it is."""
    name = name.removeprefix(ASIDE)
    return _NAMES[name]() if name in _NAMES else name
