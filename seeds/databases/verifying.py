"""Whether a database agrees with its logs: what operators run by hand, run by programs after a move and a backup."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import CommandError

from seeds.databases.options import SQLITE

CHECKS = (["check_games"], ["verify_event"], ["ratings", "--check"])


def verify(url: str, say: Callable[[str], object]) -> None:
    """Run the documented checks on the database of ``url``. Raises CommandError with what they find."""
    for check in CHECKS:
        environment = os.environ | {"DATABASE_URL": url}
        if url.startswith("sqlite") and settings.PRODUCTION:
            environment["CLUB"] = "1"  # the only kind of production that runs on SQLite
        command = [sys.executable, "-m", "seeds", *check]
        said = subprocess.run(  # noqa: S603 - this Python and our commands; the URL goes in by the environment
            command, env=environment, capture_output=True, text=True, check=False
        )
        say(said.stdout.rstrip())
        if said.returncode:
            raise CommandError(f"manage.py {' '.join(check)} finds on the copy: {said.stderr.strip()}")


def url_of_settings() -> str:
    """The URL of the database in use."""
    entry = settings.DATABASES["default"]
    if entry["ENGINE"] == SQLITE:
        return f"sqlite:///{quote(str(entry['NAME']))}"
    return str(settings.DATABASE_URL)
