"""Play two seasons of leagues on a simulated clock and check every promise."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from demo.seasons import play_seasons
from games.models import Game
from games.rules import RULES


class Command(BaseCommand):
    help = (
        "Play two seasons of a league of three tiers in each game through the services, on a simulated clock, with "
        "withdrawals, losses on time, byes, a substitute and a correction. Needs an empty database: do not run it "
        "on a service that people use."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", nargs="+", choices=sorted(RULES), default=list(RULES))
        parser.add_argument("--pool-size", type=int, default=3)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, rules: list[str], pool_size: int, seed: int, **options: Any) -> None:
        if Game.objects.exists():
            raise CommandError(
                "There are games here already. Set DATABASE_URL to an empty database, or SEEDS_VAR to an empty folder."
            )
        started = time.monotonic()
        report = play_seasons(rules=rules, at=datetime(2026, 1, 5, 9, 0, tzinfo=UTC), seed=seed, pool_size=pool_size)
        for sentence in report.happened:
            self.stdout.write(sentence)
        self.stdout.write(f"{Game.objects.count()} games in {time.monotonic() - started:.0f} s.")
        for sentence in report.broken:
            self.stdout.write(f"BROKEN: {sentence}")
        if report.broken:
            sys.exit(1)
        self.stdout.write("All promises were kept, and everything published can be recomputed.")
