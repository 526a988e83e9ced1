"""Move an installation to another database, and verify it there."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from seeds.databases.moving import CannotMoveError, move, opened
from seeds.databases.options import SQLITE

CHECKS = (["check_games"], ["verify_event"], ["ratings", "--check"])


class Command(BaseCommand):
    help = (
        "Copy everything into an empty database, SQLite or PostgreSQL, and check all logs, tables and ratings there. "
        "The service must be stopped. Nothing changes in the database that is moved."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="source", help="the URL of the database; DATABASE_URL if it is left out")
        parser.add_argument("--to", dest="target", required=True, help="as postgres://user:password@host/name")

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["target"]
        try:
            with opened(options["source"] or _url_of_settings(), target):
                move(now=timezone.now(), say=self.stdout.write)
        except CannotMoveError as error:
            raise CommandError(str(error)) from error
        for check in CHECKS:
            self._run(check, target)
        self.stdout.write(
            "Everything is there and agrees with its logs. Set DATABASE_URL to the new database, and start the service "
            "with the SECRET_KEY that it had."
        )

    def _run(self, check: list[str], target: str) -> None:
        """One of the documented checks, as a process that knows no other database than the target."""
        environment = os.environ | {"DATABASE_URL": target}
        if target.startswith("sqlite") and settings.PRODUCTION:
            environment["CLUB"] = "1"  # the only kind of production that runs on SQLite
        command = [sys.executable, str(settings.ROOT / "manage.py"), *check]
        said = subprocess.run(  # noqa: S603 - this Python and manage.py; the URL goes in by the environment
            command, env=environment, capture_output=True, text=True, check=False
        )
        self.stdout.write(said.stdout.rstrip())
        if said.returncode:
            raise CommandError(f"manage.py {' '.join(check)} finds on the target: {said.stderr.strip()}")


def _url_of_settings() -> str:
    entry = settings.DATABASES["default"]
    if entry["ENGINE"] == SQLITE:
        return f"sqlite:///{quote(str(entry['NAME']))}"
    return str(settings.DATABASE_URL)
