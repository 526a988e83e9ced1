"""The settings of a test run in which nothing of ``settings.FEATURES`` is installed."""

from __future__ import annotations

from tests.settings import *  # noqa: F403
from tests.settings import CELERY_BEAT_SCHEDULE, FEATURES, INSTALLED_APPS

INSTALLED_APPS = [app for app in INSTALLED_APPS if app not in FEATURES]
CELERY_BEAT_SCHEDULE = {name: one for name, one in CELERY_BEAT_SCHEDULE.items() if name != "wake-evaluations"}
FEATURES = []
