"""Move an installation to another database, and verify it there."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from seeds.databases.moving import CannotMoveError, move, opened
from seeds.databases.verifying import url_of_settings, verify


class Command(BaseCommand):
    help = (
        "Copy everything into an empty database, SQLite or PostgreSQL, and check all logs, tables and ratings there. "
        "The service must be stopped. The original database is not changed."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="source", help="the URL of the present database; DATABASE_URL by default")
        parser.add_argument(
            "--to",
            dest="target",
            required=True,
            help="the URL of the new database, such as postgres://user:password@host/name",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target = options["target"]
        try:
            with opened(options["source"] or url_of_settings(), target):
                move(now=timezone.now(), say=self.stdout.write)
        except CannotMoveError as error:
            raise CommandError(str(error)) from error
        verify(target, self.stdout.write)
        self.stdout.write(
            "The database is complete and agrees with its logs. Set DATABASE_URL to the new database, and start the "
            "service with the same SECRET_KEY as before."
        )
