"""The last run of each sweep, and which sweeps are late: whether work is done, whoever sends heartbeats."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime

from games.clock.monotonic_counter import read_monotonic_counter
from games.models import Heartbeat
from games.uptime.outages import seconds_of_silence
from games.uptime.parts import SWEEP

LATENESS, PART_OF_PERIOD = 25.0, 0.1  # seconds beyond its period, or this part of it, after which a sweep is late


def record_run(sweep: str, *, at: datetime) -> None:
    """The sweep of this name has just run through."""
    values = {"at": at, "clear_until": at, **read_monotonic_counter().values()}
    Heartbeat.objects.update_or_create(name=f"{SWEEP}{sweep}", defaults=values)


def seconds_since_runs(*, now: datetime) -> dict[str, float]:
    """How long ago each sweep has run through, by its name; one that never has is missing."""
    runs = seconds_of_silence(Heartbeat.objects.filter(name__startswith=SWEEP), now)
    return {run.name.removeprefix(SWEEP): seconds for run, seconds in runs}


def seconds_late(periods: Mapping[str, float], *, now: datetime) -> dict[str, float]:
    """For how long each sweep that should run every so many seconds (``periods``) has been late; 0 for one on time."""
    ages = seconds_since_runs(now=now)
    return {
        name: max(0.0, ages.get(name, math.inf) - period - max(LATENESS, period * PART_OF_PERIOD))
        for name, period in periods.items()
    }
