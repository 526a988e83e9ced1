"""Several deeds at once, for tests on PostgreSQL, where nothing but our own locks makes them wait."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from games.exceptions import GameError
from tournaments.exceptions import EventError


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Run the deeds in threads that start together; a refusal is a result like any other."""
    barrier = Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return deed()
        except (GameError, EventError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(run, deeds))
