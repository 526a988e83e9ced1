"""Replace the name of a closed account, on request, and note it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.erasing import EraseError, replace_name


class Command(BaseCommand):
    help = "Replace the name of a closed account in games, tables and logs, and record when, by whom and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name of the account, which must be closed")
        parser.add_argument("--operator", required=True, help="the person who replaces it")
        parser.add_argument(
            "--reason", required=True, help="the reason, such as the date of the request, without the name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("username", "operator", "reason")
        try:
            name = replace_name(at=timezone.now(), **{one: options[one] for one in names})
        except EraseError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Replaced: the account is called {name} now.")
