"""Work for the Celery workers. The database is the truth: a lost task costs a delay until the next sweep, no more.

Tasks call services, so services name the tasks that they want and import none.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import signature
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def enqueue_after_commit(task: str, *args: Any) -> None:
    """Ask a worker to run a task, such as ``games.tasks.flag_overdue_games``, once this transaction commits.

    A broker that cannot be reached is logged, never raised.
    """

    def send() -> None:
        try:
            signature(task, args=args).apply_async()
        except OperationalError as error:
            log.warning("The broker did not take %s%s, a sweep will find it: %s", task, args, error)

    transaction.on_commit(send)
