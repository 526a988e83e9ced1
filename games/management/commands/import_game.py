"""Store games that were played elsewhere."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games.archive.imports import import_game
from games.records.reading import read_records
from games.rules.replay import RecordError


class Command(BaseCommand):
    """Imports all records of a file, or none of them where one cannot be."""

    help = "Store finished games from a record file: text, JSON, JSON lines, or Abstract Play's format."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file with one record or many; - for standard input")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = sys.stdin.read() if options["file"] == "-" else Path(options["file"]).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error
        number = 0
        try:
            for record in read_records(text):
                game, is_new = import_game(record, at=timezone.now())
                number += 1
                self.stdout.write(f"Game {game.pk}: {'imported' if is_new else 'had been imported before'}.")
        except RecordError as error:
            raise CommandError(f"Nothing was imported. Record {number + 1}: {error}") from error
        if not number:
            raise CommandError("The file contains no record.")
