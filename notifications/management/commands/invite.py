"""Make an invitation to join, for the first member of a service that nobody joins without one, and for scripts."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from notifications.accounts import joining


class Command(BaseCommand):
    help = "Print a link that lets one person join if REGISTRATION requires an invitation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--note", default="", help="a note on who it is for, up to 60 characters")

    def handle(self, *args: Any, **options: Any) -> None:
        if not joining.needs_code():
            raise CommandError("Everybody can join: REGISTRATION is open.")
        if len(options["note"]) > 60:
            raise CommandError(f"A note can have up to 60 characters, not {len(options['note'])}.")
        self.stdout.write(joining.joining_link(joining.make_code(None, note=options["note"], at=timezone.now())))
