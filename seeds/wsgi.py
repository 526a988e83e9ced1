"""The WSGI entry point for granian and other servers."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
_application = get_wsgi_application()

from seeds.front import Front  # noqa: E402 - needs the apps that the line before has loaded
from seeds.visitors import KeptAnswers  # noqa: E402 - the same

application = Front(KeptAnswers(_application))
