"""Sweeps: the same action for everything that waits, where one thing that fails does not keep the others waiting."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from celery.exceptions import SoftTimeLimitExceeded

from ground.metrics import FAILURES, SWEEPS

log = logging.getLogger(__name__)


class SweepError(Exception):
    """What a sweep could not do, by name; each failure stands in the log with its traceback."""


class Sweep:
    """One sweep, as a ``with`` block. At its end it raises SweepError if anything failed, so that the run counts as
    failed; an error of the block itself passes as it is.

        with Sweep("flags") as sweep:
            for game_id in overdue:
                with sweep.one(game_id):
                    declare_flag(game_id)
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._failed: list[str] = []
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        SWEEPS.labels(self._name).observe(time.monotonic() - self._begun)
        if kind is None and self._failed:
            raise SweepError(f"{self._name}: {len(self._failed)} failed: {', '.join(self._failed)}.")

    @contextmanager
    def one(self, what: object) -> Iterator[None]:
        """The action for one thing. What it raises is logged, and the sweep goes on with the next."""
        try:
            yield
        except SoftTimeLimitExceeded:  # the worker's own time is over, whatever the thing
            raise
        except Exception:
            log.exception("%s: %s failed; the other items continue", self._name, what)
            self._failed.append(str(what))
            FAILURES.labels(self._name).inc()
