"""When sweeps are due, by a counter that nobody can set. Celery's own scheduler goes by the system clock: once that was
moved ahead and back, it asks for nothing until the clock has caught up, and remembers that over restarts in a file.
"""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import Scheduler
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from games.clock.monotonic_counter import read_monotonic_counter
from games.uptime import outages
from seeds.processes import alive

log = logging.getLogger(__name__)


def periods() -> dict[str, float]:
    """After how many seconds each sweep runs again, by its name."""
    return {name: float(entry["schedule"]) for name, entry in settings.CELERY_BEAT_SCHEDULE.items()}


def late_sweeps() -> list[str]:
    """The names of the sweeps that have not run through for too long. Raises DatabaseError."""
    late = outages.seconds_late(periods(), now=timezone.now())
    return sorted(name for name, seconds in late.items() if seconds)


AGAIN = 120.0  # seconds, in which whatever is asked for has run or never will: CELERY_TASK_TIME_LIMIT


class SteadyScheduler(Scheduler):
    """Asks for each sweep once a period, first a period after its last run, or at once where none is known.

    The broker may lose that. Of a sweep with a long period it looks whether it has run since, and asks again: after
    AGAIN seconds, and then whenever it has waited twice as long.
    """

    max_interval = 5  # seconds

    def setup_schedule(self) -> None:
        super().setup_schedule()
        now, ages = read_monotonic_counter().ticks, _seconds_since_runs()
        self._due = {name: now + max(0.0, period - ages.get(name, period)) for name, period in periods().items()}
        self._asked: dict[str, float] = {}  # since when, where it is not known that it has run

    def tick(self, *_: Any, **__: Any) -> float:
        """Ask for what is due; returns after how many seconds to call this again."""
        now = read_monotonic_counter().ticks
        for name, period in periods().items():
            if self._due[name] <= now and self._is_wanted(name, period, now):
                self.apply_entry(self.schedule[name], producer=self.producer)
                alive.touch("beat")
        return max(0.0, min(self.max_interval, min(self._due.values()) - read_monotonic_counter().ticks))

    def _is_wanted(self, name: str, period: float, now: float) -> bool:
        """Whether to ask for a sweep that is due, and when to look again."""
        since = self._asked.setdefault(name, now)
        age = _seconds_since_runs().get(name, now) if since < now and period > AGAIN else now
        if age < now - since:
            del self._asked[name]
            self._due[name] = now + period - age
            return False
        self._due[name] = now + min(period, max(AGAIN, now - since))
        return True


def _seconds_since_runs() -> dict[str, float]:
    try:
        return outages.seconds_since_runs(now=timezone.now())
    except DatabaseError as error:
        log.warning("It is not known when sweeps have run last, so all are due: %s", error)
        return {}
    finally:
        connection.close()
