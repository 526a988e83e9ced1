"""Put a backup back, into an empty database, and verify what is in it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError

from seeds.databases.moving import CannotMoveError, check_tables, copy, opened
from seeds.databases.verifying import url_of_settings, verify


class Command(BaseCommand):
    help = (
        "Read a file written by manage.py backup into the database of DATABASE_URL, which must be empty, and check all "
        "logs, tables and ratings there. The service must be stopped, and must keep its SECRET_KEY."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by manage.py backup")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"].absolute()
        if not file.is_file():
            raise CommandError(f"{file} is not a file. Name one that manage.py backup has written.")
        target = url_of_settings()
        try:
            with opened(f"sqlite:///{quote(str(file))}", target):
                check_tables()
                copy(say=self.stdout.write)
        except CannotMoveError as error:
            raise CommandError(str(error)) from error
        verify(target, self.stdout.write)
        self.stdout.write("The database is complete and agrees with its logs. Start the service.")
