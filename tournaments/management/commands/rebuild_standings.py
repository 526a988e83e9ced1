"""Make stored tables again from the logs of their events."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.models import Division, Event
from tournaments.queries import stale_divisions
from tournaments.running.services import compute_standings


class Command(BaseCommand):
    help = "Rebuild the tables that have an older format or are behind their logs; with --all, every table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="the addresses of the events; by default all events")
        parser.add_argument("--all", action="store_true", help="also rebuild tables that are up to date")

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:
        missing = set(slugs) - set(Event.objects.filter(slug__in=slugs).values_list("slug", flat=True))
        if missing:
            raise CommandError(f"There is no event {', '.join(sorted(missing))}.")
        again: bool = options["all"]
        wanted = Division.objects.all() if again else stale_divisions()
        if slugs:
            wanted = wanted.filter(event__slug__in=slugs)
        made = 0
        for division in list(wanted.order_by("pk").values_list("pk", flat=True)):
            made += compute_standings(division, at=timezone.now(), again=again) is not None
        self.stdout.write(f"{made} tables were rebuilt.")
