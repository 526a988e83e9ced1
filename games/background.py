"""Hints to the workers. The database is the truth: a hint that is lost costs a delay until the next sweep, no more."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def hint(task: Task[Any, Any], *args: Any) -> None:
    """Ask a worker to look, once the transaction has committed. A broker that is gone is logged, never raised."""

    def send() -> None:
        try:
            task.delay(*args)
        except OperationalError as error:
            log.warning("The broker did not take %s%s, a sweep will find it: %s", task.name, args, error)

    transaction.on_commit(send)
