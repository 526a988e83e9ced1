"""Replay every game from its log and compare it with what is stored."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archive.checks import check_game
from games.feed.moment import one_moment
from games.models import Game


class Command(BaseCommand):
    """Prints a line for each game that does not agree with its log, and fails if there is one."""

    help = "Replay every game from its log, check the receipts, and compare with the stored position."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("numbers", nargs="*", type=int, help="the numbers of the games; all games by default")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["numbers"]:
            games = games.filter(pk__in=options["numbers"])
        checked = wrong = 0
        for pk in games.values_list("pk", flat=True):
            checked += 1
            with one_moment():  # moves are played meanwhile
                problems = check_game(Game.objects.get(pk=pk))
            if problems:
                wrong += 1
                self.stderr.write(f"Game {pk}: {'; '.join(problems)}.")
        if wrong:
            raise CommandError(f"{wrong} of {checked} games do not agree with their logs.")
        self.stdout.write(f"{checked} games agree with their logs.")
