"""The Celery application: tasks of the apps, settings from Django."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")

app = Celery("seeds")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
