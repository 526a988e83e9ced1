"""What the web server loads for streams: the application, in a process that ends with the one that started it."""

from __future__ import annotations

import os

from seeds.processes import ending

ending.die_with_parent()  # before all else is loaded, which takes a while

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")

from django.conf import settings  # noqa: E402 - the same
from django.utils.log import configure_logging  # noqa: E402 - the same

from ground.callers import allow_files  # noqa: E402 - the same

configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)  # as django.setup() does, which would load all models
allow_files(2 * settings.LIVE_CONNECTIONS)  # those that are refused need one, too

from seeds.live.app import application as application  # noqa: E402
