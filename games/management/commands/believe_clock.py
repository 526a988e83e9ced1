"""Says that the system clock is right, after it was moved."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.uptime import outages


class Command(BaseCommand):
    help = (
        "Accept the system clock after it was changed, so that games can be lost on time again. Check the clock first."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        moved = outages.believe_clock(now=timezone.now())
        if not moved:
            self.stdout.write("The clock was not changed, so there is nothing to accept.")
            return
        self.stdout.write(f"Accepted: the clock had been changed by {moved.total_seconds():+.0f} seconds.")
        if moved.total_seconds() > 0:
            self.stdout.write("The skipped time is listed as an outage and credited to every clock.")
