"""Hints to the workers. The database is the truth: a hint that is lost costs a delay until the next sweep, no more."""

from __future__ import annotations

from functools import partial
from typing import Any

from celery import Task
from django.db import transaction


def hint(task: Task[Any, Any], *args: Any) -> None:
    """Ask a worker to look, once the transaction has committed. A broker that is gone is logged, never raised."""
    transaction.on_commit(partial(task.delay, *args), robust=True)
