"""Erase words of a person from a log, on request, and note it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.append_only import LOGS
from games.erasing import EraseError, erase_words


class Command(BaseCommand):
    help = "Replace a text in a log by [erased], and record when, by which operator and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(f"{log.model._meta.label_lower} {word}" for log in LOGS for word in log.words)
        parser.add_argument("log", help=f"the log, and below its field: {known}")
        parser.add_argument("row", type=int, help="the number of the line (its id)")
        parser.add_argument("field", help="such as reason or payload.why")
        parser.add_argument("--operator", required=True, help="who erases it")
        parser.add_argument("--reason", required=True, help="why, such as the date of the request; without the words")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("log", "row", "field", "operator", "reason")
        try:
            erasure = erase_words(at=timezone.now(), **{name: options[name] for name in names})
        except EraseError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Erased: {erasure}.")
