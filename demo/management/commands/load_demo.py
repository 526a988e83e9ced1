"""Loads the demo league into a development database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from demo.league import PASSWORD, SLUG, DemoRefused, address_of, load_demo
from demo.script import DIRECTOR, PLAYERS
from tournaments.exceptions import EventError
from tournaments.models import Event


class Command(BaseCommand):
    help = "Load the demo league unless it is loaded. Its passwords are public: never load it beside real players."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--show-logins", action="store_true", help="only print the logins of a demo that has been loaded"
        )

    def handle(self, *args: Any, show_logins: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo's passwords are public, so it cannot be loaded with PRODUCTION=1.")
        if show_logins:
            self._show_logins()
        else:
            self._load()

    def _load(self) -> None:
        try:
            is_new = load_demo(at=timezone.now())
        except (DemoRefused, EventError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The demo league is loaded." if is_new else "The demo league had been loaded before.")

    def _show_logins(self) -> None:
        if not Event.objects.filter(slug=SLUG).exists():
            return
        self.stdout.write(f"Demo players, all with the password {PASSWORD}:")
        for name in (*PLAYERS, DIRECTOR):
            self.stdout.write(f"  {name:8}{address_of(name)}")
        self.stdout.write(f"Their league: {settings.SITE_URL}/events/{SLUG}/")
        where = f"--site {settings.SITE_URL} --mail-smtp {settings.MAIL_SMTP}"
        self.stdout.write(f"To see it played to the end: .venv/bin/python manage.py play_demo {where}")
