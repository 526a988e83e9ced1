"""Put a backup back, into an empty database, and verify what is in it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.play.renewing import renew_dice
from seeds import schema
from seeds.databases.moving import CannotMoveError, check_tables, copy, opened
from seeds.databases.verifying import url_of_settings, verify


class Command(BaseCommand):
    help = (
        "Read a file written by manage.py backup into the database of DATABASE_URL, which must be empty, draw a nonce "
        "for all dice to come, and check all logs, tables and ratings there. Without a file: the database was put back "
        "by other means. The service must be stopped, and must keep its SECRET_KEY."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="a file written by manage.py backup")

    def handle(self, *args: Any, **options: Any) -> None:
        target = url_of_settings()
        if options["file"]:
            self._read(options["file"].absolute(), target)
        elif schema.is_behind():
            raise CommandError("The tables are older than this code: run manage.py migrate first.")
        games = renew_dice(now=timezone.now())
        self.stdout.write(f"Dice of {games} running game{'s' * (games != 1)} follow from a new nonce from here on.")
        verify(target, self.stdout.write)
        self.stdout.write("The database is complete and agrees with its logs. Start the service.")

    def _read(self, file: Path, target: str) -> None:
        if not file.is_file():
            raise CommandError(f"{file} is not a file. Name one that manage.py backup has written.")
        try:
            with opened(f"sqlite:///{quote(str(file))}", target):
                check_tables()
                copy(say=self.stdout.write)
        except CannotMoveError as error:
            raise CommandError(str(error)) from error
