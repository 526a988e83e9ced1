"""The Celery application: tasks of the apps, settings from Django."""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, task_failure, task_postrun, task_prerun, task_success, worker_ready

from ground import tracing
from ground.sweeps import SweepError

log = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")

# Celery believes these before any setting. Where a person has them for another project, our tasks would go there.
for _name in ("BROKER_URL", "BROKER_READ_URL", "BROKER_WRITE_URL", "RESULT_BACKEND", "LOADER"):
    os.environ.pop(f"CELERY_{_name}", None)

os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # before each start: they would load all pages of the site

# The part of the service that a worker is, by its name; the last two are no reason for a clock to stand still.
PARTS = {
    "mail-in": "worker of mail in",
    "mail-out": "worker of mail out",
    "bots": "aside: worker of bots",
    "webhooks": "aside: worker of webhooks",
}

app = Celery("seeds")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
def _take_trace(task: Any, **_: Any) -> None:
    """A task works under the id of whoever has asked for it, a sweep under a new one."""
    work = tracing.traced(task.request.get(tracing.HEADER) or "")
    work.__enter__()
    task.request.traced = work


@task_postrun.connect
def _leave_trace(task: Any, **_: Any) -> None:
    if (work := task.request.get("traced")) is not None:
        work.__exit__(None, None, None)


@task_success.connect
def _note_run(sender: Any, **_: Any) -> None:
    """A sweep has run through: that, and no living process, says that work is done."""
    from django.db import DatabaseError
    from django.utils import timezone

    from games.uptime.outages import record_run

    for name, entry in app.conf.beat_schedule.items():
        if entry["task"] == sender.name:
            try:
                record_run(name, at=timezone.now())
            except DatabaseError as error:
                log.warning("The run of %s could not be noted: %s", name, error)


@task_failure.connect
def _note_run_with_failures(sender: Any, exception: BaseException, **_: Any) -> None:
    if isinstance(exception, SweepError):  # it went on to the end
        _note_run(sender)


@worker_ready.connect
def _worker_lives(sender: Any, **_: Any) -> None:
    give_signs_of(sender.hostname.partition("@")[0])


@beat_init.connect
def _beat_lives(**_: Any) -> None:
    give_signs_of("beat")


def give_signs_of(name: str) -> None:
    """From now on the worker of this name, or beat, sends heartbeats; ``celery`` is the name of the first."""
    from seeds.processes import heartbeat  # the apps are loaded by now

    name = "worker" if name == "celery" else name
    # On the machine beat is well when it asks for sweeps (seeds.processes.scheduling), and not while a thread lives.
    heartbeat.start(PARTS.get(name, name), file="" if name == "beat" else name)
