"""The Celery application: tasks of the apps, settings from Django."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")

# Celery believes these before any setting. Where a person has them for another project, our tasks would go there.
for _name in ("BROKER_URL", "BROKER_READ_URL", "BROKER_WRITE_URL", "RESULT_BACKEND", "LOADER"):
    os.environ.pop(f"CELERY_{_name}", None)

app = Celery("seeds")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def _worker_lives(sender: Any, **_: Any) -> None:
    if not sender.hostname.startswith("webhooks@"):  # whose silence is nothing that a clock should stop for
        _heartbeat("worker")


@beat_init.connect
def _beat_lives(**_: Any) -> None:
    _heartbeat("beat")


def _heartbeat(name: str) -> None:
    from seeds import heartbeat  # the apps are loaded by now

    heartbeat.start(name)
