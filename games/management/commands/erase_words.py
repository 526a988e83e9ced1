"""Erase words of a person from a log, on request, and note it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.erasing import EraseError, erase_words
from ground.append_only import LOGS


class Command(BaseCommand):
    help = "Replace a text in a log with [erased], and record when, by whom and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(f"{log.model._meta.label_lower} {word}" for log in LOGS for word in log.words)
        parser.add_argument("log", help=f"a log, with its fields: {known}")
        parser.add_argument("row", type=int, help="the id of the entry")
        parser.add_argument("field", help="the field, such as reason or payload.why")
        parser.add_argument("--operator", required=True, help="the person who erases it")
        parser.add_argument(
            "--reason", required=True, help="the reason, such as the date of the request, without the erased text"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("log", "row", "field", "operator", "reason")
        try:
            erasure = erase_words(at=timezone.now(), **{name: options[name] for name in names})
        except EraseError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Erased: {erasure}.")
