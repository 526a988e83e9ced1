"""Seconds for a day of ratings and for counting a year anew, through the real services.

    python -m benchmarks.ratings [--players 5000] [--games 10000] [--days 365] [--a-day 300]

A day: so many games of two among so many players, on PostgreSQL and on SQLite, with logs of 40 plies. A year: so many
days of so many games each, counted for the first time, then anew, then checked. DATABASE_URL names a PostgreSQL server
to use, else one is started from a wheel. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
BEGAN = datetime(2026, 1, 5, tzinfo=UTC)
PLIES = 40  # of a game; those of the year have the fewest that are rated
FEWEST_PLIES = 4


def main() -> None:
    """Measure on both databases, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=5000)
    parser.add_argument("--games", type=int, default=10_000, help="that end on the one day")
    parser.add_argument("--days", type=int, default=365, help="of the year")
    parser.add_argument("--a-day", type=int, default=300, help="games that end on each day of it")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        _measure(options)
        return
    from seeds import embedded

    with tempfile.TemporaryDirectory() as folder:
        _run("SQLite", {"SEEDS_VAR": folder, "DATABASE_URL": ""})
    if lent := os.environ.get("DATABASE_URL"):
        _on_postgres(lent)
    else:
        with embedded.running_postgres() as server:
            _on_postgres(server)


def _on_postgres(server: str) -> None:
    from seeds import embedded

    with embedded.empty_database(server) as url, tempfile.TemporaryDirectory() as folder:
        _run("PostgreSQL", {"SEEDS_VAR": folder, "DATABASE_URL": url})


def _run(name: str, environment: dict[str, str]) -> None:
    values = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "seeds.settings"}
    subprocess.run([sys.executable, ROOT / "manage.py", "migrate", "--verbosity=0"], env=values, check=True)
    print(name, flush=True)
    subprocess.run([sys.executable, "-m", "benchmarks.ratings", *sys.argv[1:], "--inside"], env=values, check=True)


def _measure(options: argparse.Namespace) -> None:
    import django

    django.setup()
    from games.models import Player
    from tournaments.models.ratings import PlayerRating
    from tournaments.ratings import services
    from tournaments.ratings.days import rate_day
    from tournaments.ratings.results import results_of_day

    random = Random(5)
    players = Player.objects.bulk_create(
        (Player(username=f"player{number}", password="!") for number in range(options.players)), batch_size=1000
    )
    numbers = [player.pk for player in players]
    pools = {(pool.rules, pool.field): pool for pool in services.all_pools()}
    day, year = pools["btt", "2p"], pools["twigs", "2p"]
    _play("btt", numbers, [options.games], PLIES, random)
    results = results_of_day(day, BEGAN.date())
    _line(f"a day of {options.games} games, the pure function", lambda: rate_day({}, BEGAN.date(), results))
    _line(f"a day of {options.games} games", lambda: services.bring_up_to_date(day.pk, now=BEGAN + timedelta(days=1.5)))
    _play("twigs", numbers, [options.a_day] * options.days, FEWEST_PLIES, random)
    end = BEGAN + timedelta(days=options.days + 0.5)
    words = f"{options.days} days of {options.a_day} games"
    _line(f"{words}, for the first time", lambda: services.bring_up_to_date(year.pk, now=end))
    services.recount_from(year.pk)
    _line(f"{words}, anew", lambda: services.bring_up_to_date(year.pk, now=end))
    _line(f"{words}, checked", lambda: _expect_nothing(services.check_pool(year.pk, now=end)))
    print(f"  {PlayerRating.objects.filter(pool=year).count()} players are rated")


def _expect_nothing(findings: list[str]) -> None:
    if findings:
        raise AssertionError("; ".join(findings))


def _line(words: str, work: Callable[[], object]) -> None:
    began, used = time.perf_counter(), time.process_time()
    work()
    print(f"  {time.perf_counter() - began:8.2f} s  ({time.process_time() - used:7.2f} of CPU)  {words}", flush=True)


def _play(rules: str, players: list[int], games_a_day: list[int], plies: int, random: Random) -> None:
    """Rows of finished games of two, as games leave them."""
    from games.models import Game, GameEvent, Seat

    for number, many in enumerate(games_a_day):
        ended = BEGAN + timedelta(days=number, hours=12)
        games = Game.objects.bulk_create(
            (
                Game(rules=rules, rules_version=1, status="finished", position={}, control={}, clocks=[0, 0],
                     started_at=ended, finished_at=ended, end_reason="score")
                for _ in range(many)
            ),
            batch_size=1000,
        )  # fmt: skip
        seats, events = [], []
        for game in games:
            for seat, player in enumerate(random.sample(players, 2)):
                seats.append(Seat(game=game, number=seat, player_id=player, place=1 + seat, points=0))
            events += [
                GameEvent(game=game, seq=ply, ply=ply, kind="step", seat=ply % 2, text="any", source="page", at=ended)
                for ply in range(1, plies + 1)
            ]
        Seat.objects.bulk_create(seats, batch_size=2000)
        GameEvent.objects.bulk_create(events, batch_size=5000)


if __name__ == "__main__":
    main()
