"""Back up a service that runs, into one file, and verify what is in it."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from seeds.databases.moving import CannotMoveError, check_tables, copy, opened
from seeds.databases.verifying import url_of_settings, verify

PAGES = 500  # of a SQLite file that are copied before others have their turn


class Command(BaseCommand):
    help = (
        "Write a consistent copy of the whole database, SQLite or PostgreSQL, into a new file, and check all logs, "
        "tables and ratings in it. The service can keep running. manage.py restore reads the file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="the file to write, which must not exist yet, such as seeds-2026-03-01.sqlite3"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"].absolute()
        if file.exists():
            raise CommandError(f"{file} exists already. Name a new file.")
        draft = file.with_name(f"{file.name}.part")
        _delete(draft)
        try:
            self._write(draft)
        except (CannotMoveError, DatabaseError, sqlite3.Error, OSError) as error:
            raise CommandError(f"{file} could not be written: {error}") from error
        else:
            draft.replace(file)
        finally:
            _delete(draft)
        self.stdout.write(f"{file} is complete and agrees with its logs.")

    def _write(self, draft: Path) -> None:
        """Raises CannotMoveError, CommandError for a copy that disagrees with its logs, and errors of the databases."""
        url = f"sqlite:///{quote(str(draft))}"
        if connection.vendor == "sqlite":
            _copy_file(draft)
        else:
            with opened(url_of_settings(), url):
                check_tables()
                copy(say=self.stdout.write)
        verify(url, self.stdout.write)
        _close(draft)


def _delete(draft: Path) -> None:
    """Remove a file that was begun, with what SQLite keeps beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        draft.with_name(draft.name + end).unlink(missing_ok=True)


def _copy_file(draft: Path) -> None:
    """The database file in use, copied while others write to it."""
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as target:
        connection.connection.backup(target, pages=PAGES)


def _close(draft: Path) -> None:
    """Leave one file and none beside it."""
    with closing(sqlite3.connect(draft)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
