"""The settings of a test run without the features that ``WITHOUT`` names."""

from __future__ import annotations

import os

from tests.settings import *  # noqa: F403
from tests.settings import CELERY_BEAT_SCHEDULE, INSTALLED_APPS
from tests.settings import FEATURES as EVERY_FEATURE

LEFT_OUT = os.environ["WITHOUT"].split()
FEATURES = [feature for feature in EVERY_FEATURE if feature not in LEFT_OUT]
INSTALLED_APPS = [app for app in INSTALLED_APPS if app not in LEFT_OUT]
if "games.evaluation" in LEFT_OUT:
    CELERY_BEAT_SCHEDULE = {name: one for name, one in CELERY_BEAT_SCHEDULE.items() if name != "wake-evaluations"}
