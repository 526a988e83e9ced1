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

from games.clock.heartbeats import read_monotonic_counter
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


AGAIN = 120.0  # seconds, in which whatever was asked for has run or never will: CELERY_TASK_TIME_LIMIT


class SteadyScheduler(Scheduler):
    """Asks for each sweep once a period. Since the broker may lose that, a sweep with a long period is asked for again
    after AGAIN seconds, then whenever it is twice as late, until it has run.
    """

    max_interval = 5  # seconds

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self._due = dict.fromkeys(periods(), 0.0)

    def tick(self, *_: Any, **__: Any) -> float:
        """Ask for what is due; returns after how many seconds to call this again."""
        now = read_monotonic_counter().ticks
        for name, period in periods().items():
            if self._due[name] > now:
                continue
            late = _seconds_since_runs().get(name, period) - period if period > AGAIN else 0.0
            self._due[name] = now + (min(period, AGAIN + late) if late >= 0 else -late)
            if late >= 0:
                self.apply_entry(self.schedule[name], producer=self.producer)
                alive.touch("beat")
        return max(0.0, min(self.max_interval, min(self._due.values()) - read_monotonic_counter().ticks))


def _seconds_since_runs() -> dict[str, float]:
    try:
        return outages.seconds_since_runs(now=timezone.now())
    except DatabaseError as error:
        log.warning("It is not known when sweeps have run last, so all are due: %s", error)
        return {}
    finally:
        connection.close()
