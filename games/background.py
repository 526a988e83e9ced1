"""Work for the Celery workers. The database is the truth: a lost task costs a delay until the next sweep, no more.

Tasks call services, so services name the tasks that they want and import none. Nobody waits for the broker: a thread
of its own hands it what is asked for, and what it does not take is forgotten.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import queue
import threading
import time
from typing import Any

from celery import signature
from django.db import transaction

from games.tracing import HEADER, present

log = logging.getLogger(__name__)

MOST_WAITING = 1000  # requests that one process keeps for a broker that is slow
SECONDS_AT_THE_END = 1.0  # for which a process that ends waits for the broker


class Publisher:
    """Hands requests for tasks to the broker, from a thread that starts with the first."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[tuple[str, tuple[Any, ...], str]] = queue.Queue(MOST_WAITING)
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def publish(self, task: str, args: tuple[Any, ...], trace: str = "") -> None:
        """Returns at once. Where too much waits already, the request is dropped: a sweep finds what it was about."""
        try:
            self._waiting.put_nowait((task, args, trace))
        except queue.Full:
            log.warning("The broker is slow: %s%s was not asked for, a sweep will find it.", task, args)
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._publish_all, name="publisher", daemon=True)
                    self._thread.start()

    def flush(self, seconds: float) -> None:
        """Wait until everything has been handed over, but no longer than this."""
        limit = time.monotonic() + seconds
        while self._waiting.unfinished_tasks and time.monotonic() < limit:
            time.sleep(0.01)

    def _publish_all(self) -> None:
        while True:
            task, args, trace = self._waiting.get()
            try:
                signature(task, args=args).apply_async(headers={HEADER: trace})
            except Exception as error:  # whatever the broker or the network does
                dropped = self._drop()
                log.warning(
                    "The broker did not take %s%s nor %d more, sweeps will find them: %s", task, args, dropped, error
                )
            finally:
                self._waiting.task_done()

    def _drop(self) -> int:
        """Forget what waits at this moment, and say how much: each would wait for the broker anew."""
        dropped = 0
        for _ in range(self._waiting.qsize()):
            with contextlib.suppress(queue.Empty):
                self._waiting.get_nowait()
                self._waiting.task_done()
                dropped += 1
        return dropped


_publisher = Publisher()


def _start_anew() -> None:
    """A forked process has no thread of its parent's, and perhaps a queue that the parent had locked."""
    global _publisher
    _publisher = Publisher()


def _hand_over_the_rest() -> None:
    _publisher.flush(SECONDS_AT_THE_END)


os.register_at_fork(after_in_child=_start_anew)
atexit.register(_hand_over_the_rest)


def enqueue_after_commit(task: str, *args: Any) -> None:
    """Ask a worker to run a task, such as ``games.tasks.flag_overdue_games``, once this transaction commits.

    Never waits for the broker. One that takes nothing is logged, never raised.
    """
    trace = present()
    transaction.on_commit(lambda: _publisher.publish(task, args, trace))
