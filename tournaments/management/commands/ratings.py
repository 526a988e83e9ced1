"""Count ratings now, count them anew from the first game on, or check them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.models.ratings import RatingPool
from tournaments.ratings import services
from tournaments.ratings.advantage import estimate
from tournaments.ratings.days import FIRST_SEAT_ADVANTAGE


class Command(BaseCommand):
    """Brings every pool up to date, as the service does by itself each night; fails if a check finds a difference."""

    help = "Compute the ratings of past days: new days only, or all with --recompute. With --check, only compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pools", nargs="*", help="only these, such as treeblox:2p or btt:multi")
        parser.add_argument("--recompute", action="store_true", help="recompute every day")
        parser.add_argument("--check", action="store_true", help="then recompute everything and compare exactly")
        parser.add_argument("--advantage", action="store_true", help="then estimate the advantage of moving first")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        findings = []
        for pool in self._chosen(options["pools"]):
            if options["recompute"]:
                services.recount_from(pool.pk)
            services.bring_up_to_date(pool.pk, now=now)
            if options["check"]:
                findings += services.check_pool(pool.pk, now=now)
            pool.refresh_from_db()
            self.stdout.write(f"{pool}: {pool.players.count()} players, counted through {pool.rated_through}.")
            if options["advantage"] and pool.rules in FIRST_SEAT_ADVANTAGE:
                self.stdout.write(f"{pool}: {self._advantage(pool)}")
        for finding in findings:
            self.stderr.write(finding)
        if findings:
            raise CommandError(f"{len(findings)} differences; the next run recomputes those days.")

    @staticmethod
    def _advantage(pool: RatingPool) -> str:
        counted = f"{FIRST_SEAT_ADVANTAGE[pool.rules]:g} points are counted"
        found = estimate(services.first_movers(pool))
        if found is None:
            return f"no single game yet tells what it is worth to move first; {counted}."
        games = "game" if found.games == 1 else "games"
        return (
            f"by {found.games} single {games} it is worth {found.points:.0f} ± {found.error:.0f} points to move first; "
            f"{counted}."
        )

    def _chosen(self, names: list[str]) -> list[RatingPool]:
        pools = {f"{pool.rules}:{pool.field}": pool for pool in services.all_pools()}
        for name in names:
            if name not in pools:
                raise CommandError(f"There is no pool {name!r}. The pools: {', '.join(pools)}.")
        return [pools[name] for name in names or pools]
