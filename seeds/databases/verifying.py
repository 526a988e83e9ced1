"""Whether a database agrees with its logs: what operators run by hand, run by programs after a move and a backup.

``python -m seeds.databases.verifying`` runs all checks on the database of DATABASE_URL.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import quote

import django
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from seeds.databases.options import SQLITE

CHECKS = (["check_games"], ["verify_event"], ["ratings", "--check"])


def verify(url: str, say: Callable[[str], object]) -> None:
    """Run the documented checks on the database of ``url``. Raises CommandError with what they find."""
    environment = os.environ | {"DATABASE_URL": url}
    if url.startswith("sqlite") and settings.PRODUCTION:
        environment["CLUB"] = "1"  # the only kind of production that runs on SQLite
    said = subprocess.run(
        [sys.executable, "-m", "seeds.databases.verifying"], env=environment, capture_output=True, text=True
    )
    say(said.stdout.rstrip())
    if said.returncode:
        raise CommandError(said.stderr.strip())


def url_of_settings() -> str:
    """The URL of the database in use."""
    entry = settings.DATABASES["default"]
    if entry["ENGINE"] == SQLITE:
        return f"sqlite:///{quote(str(entry['NAME']))}"
    return str(settings.DATABASE_URL)


def main() -> None:
    """The checks, in a process that has no other database."""
    django.setup()
    for check in CHECKS:
        try:
            call_command(*check)
        except CommandError as error:
            sys.exit(f"manage.py {' '.join(check)} finds on the copy: {error}")


if __name__ == "__main__":
    main()
