"""Recompute everything about events from their logs and compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Event
from tournaments.verifying.events import verify_event


class Command(BaseCommand):
    help = "Recompute the seed, log, pairings and tables of events from published data, and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="the addresses of the events; by default all that have started")

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:
        events = Event.objects.filter(slug__in=slugs) if slugs else Event.objects.exclude(seed="")
        missing = set(slugs) - set(events.values_list("slug", flat=True))
        if missing:
            raise CommandError(f"There is no event {', '.join(sorted(missing))}.")
        wrong = 0
        for pk in list(events.order_by("pk").values_list("pk", flat=True)):
            event = Event.objects.get(pk=pk)  # as it is now: others have taken their time
            found = verify_event(event)
            wrong += bool(found)
            self.stdout.write(f"{event.slug}: {'as published' if not found else 'NOT as published'}")
            for sentence in found:
                self.stdout.write(f"  {sentence}")
        if wrong:
            raise CommandError(f"Events that are not as published: {wrong}.")
