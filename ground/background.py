"""Work for the Celery workers. The database is the truth: a lost task costs a delay until the next sweep, no more.

Tasks call services, so services name the tasks that they want and import none. Nobody waits for the broker: a thread
of its own hands it what is asked for, and what it does not take is forgotten. What is asked for again before it has
been handed over is handed over once: one run of the task does for both.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections.abc import Hashable

from celery import signature
from django.db import transaction

from ground.tracing import HEADER, present

log = logging.getLogger(__name__)

Request = tuple[str, tuple[Hashable, ...]]  # the name of a task and its arguments

MOST_WAITING = 1000  # requests that one process keeps for a broker that is slow
SECONDS_AT_THE_END = 1.0  # for which a process that ends waits for the broker
PAUSE = 0.2  # seconds between two portions of requests: handing one over costs a tenth of a move, and so does a run


class Publisher:
    """Hands requests for tasks to the broker, from a thread that starts with the first."""

    def __init__(self) -> None:
        self._waiting: dict[Request, str] = {}  # with the id of the work that asked first
        self._change = threading.Condition()
        self._is_publishing = False
        self._thread: threading.Thread | None = None

    def publish(self, task: str, args: tuple[Hashable, ...], trace: str = "") -> None:
        """Returns at once. Where too much waits already, the request is dropped: a sweep finds what it was about."""
        with self._change:
            if len(self._waiting) < MOST_WAITING:
                self._waiting.setdefault((task, args), trace)
            else:
                log.warning("The broker is slow: %s%s was not queued. A sweep will find it.", task, args)
            if self._thread is None:
                self._thread = threading.Thread(target=self._publish_all, name="publisher", daemon=True)
                self._thread.start()
            self._change.notify_all()

    def flush(self, seconds: float) -> None:
        """Wait until everything has been handed over, but no longer than this."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting and not self._is_publishing, seconds)

    def _publish_all(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting)
                portion, self._waiting, self._is_publishing = self._waiting, {}, True
            self._publish_portion(portion)
            with self._change:
                self._is_publishing = False
                self._change.notify_all()
            time.sleep(PAUSE)

    def _publish_portion(self, portion: dict[Request, str]) -> None:
        """Hand requests over. After one that the broker does not take, all are forgotten that wait at this moment: each
        would wait for the broker anew."""
        for number, ((task, args), trace) in enumerate(portion.items(), start=1):
            try:
                signature(task, args=args).apply_async(headers={HEADER: trace})
            except Exception as error:  # whatever the broker or the network does
                with self._change:
                    dropped = len(portion) - number + len(self._waiting)
                    self._waiting = {}
                log.warning(
                    "The broker did not accept %s%s and %d more tasks. Sweeps will find them: %s",
                    task,
                    args,
                    dropped,
                    error,
                )
                return


_publisher = Publisher()


def _start_anew() -> None:
    """A forked process has no thread of its parent's, and perhaps a queue that the parent had locked."""
    global _publisher
    _publisher = Publisher()


def _hand_over_the_rest() -> None:
    _publisher.flush(SECONDS_AT_THE_END)


os.register_at_fork(after_in_child=_start_anew)
atexit.register(_hand_over_the_rest)


def enqueue_after_commit(task: str, *args: Hashable) -> None:
    """Ask a worker to run a task, such as ``games.tasks.flag_overdue_games``, once this transaction commits.

    Never waits for the broker. One that takes nothing is logged, never raised.
    """
    trace = present()
    transaction.on_commit(lambda: _publisher.publish(task, args, trace))
