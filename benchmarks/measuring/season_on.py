"""The measuring process of ``benchmarks.season``, on the database that DATABASE_URL names. Prints one line of JSON."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.clock.controls import TimeControl  # noqa: E402
from games.models import Game, Player  # noqa: E402
from games.play.agreements import resign  # noqa: E402
from tournaments.event_rules.layouts import Layout  # noqa: E402
from tournaments.models import Division, Entrant, Event, Fixture, PairingRun, StandingSnapshot  # noqa: E402
from tournaments.queries import stale_divisions  # noqa: E402
from tournaments.running import services  # noqa: E402
from tournaments.verifying.events import verify_event  # noqa: E402

LONGEST = 3600  # seconds


def main() -> None:
    players, pool_size, workers = map(int, sys.argv[1:])
    call_command("migrate", verbosity=0)
    measured: dict[str, Any] = {}
    event = _enter(players, pool_size)
    with _workers(workers):
        started = time.monotonic()
        services.start_event(event_id=event.pk, player=event.director, at=timezone.now())
        measured[f"start with {players} players returns after, s"] = _since(started)
        _wait(lambda: PairingRun.objects.count() == Division.objects.count())
        measured[f"{Division.objects.count()} divisions, {Game.objects.count()} games are paired after, s"] = _since(
            started
        )
        begun = time.monotonic()
        ended = _end_all(workers)
        spent = time.monotonic() - begun
        measured["games that end, a second, with their tables computed meanwhile"] = round(ended / spent, 1)
        _wait(lambda: not stale_divisions().exists())
        measured["all tables are computed so many seconds after the last game"] = round(
            time.monotonic() - begun - spent, 1
        )
        _wait(lambda: Event.objects.get(pk=event.pk).state == Event.State.FINISHED)
        measured["the event is over so many seconds after the last game"] = round(time.monotonic() - begun - spent, 1)
    begun = time.monotonic()
    wrong = verify_event(Event.objects.get(pk=event.pk))
    measured["everything is computed again and compared in, s"] = _since(begun)
    measured["discrepancies"] = len(wrong)
    measured["tables"] = StandingSnapshot.objects.count()
    measured["fixtures"] = Fixture.objects.count()
    print(json.dumps(measured))


def _since(started: float) -> float:
    return round(time.monotonic() - started, 1)


def _enter(players: int, pool_size: int) -> Event:
    director = Player.objects.create_user("director")
    people = Player.objects.bulk_create(Player(username=f"player{number:05}") for number in range(players))
    event = services.create_event(
        name="Big League", director=director, rules="btt", control=TimeControl.days_per_turn(3), at=timezone.now(),
        layout=Layout(form="league", pool_size=pool_size), most_entrants=players,
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=director)
    at = timezone.now()
    Entrant.objects.bulk_create(Entrant(event=event, player=player, entered_at=at) for player in people)
    return event


@contextlib.contextmanager
def _workers(number: int) -> Iterator[None]:
    celery = [sys.executable, "-m", "celery", "-A", "seeds", "worker", "--pool=prefork", f"--concurrency={number}"]
    worker = subprocess.Popen([*celery, "--queues=celery", "--without-gossip", "--without-mingle", "--loglevel=ERROR"])
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


def _wait(is_so: Any) -> None:
    for _ in range(LONGEST * 5):
        if is_so():
            return
        time.sleep(0.2)
    raise TimeoutError("The workers do not get on.")


def _end_all(processes: int) -> int:
    """Let somebody resign every game; says how many games there were."""
    keys = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    connections.close_all()
    with get_context("spawn").Pool(processes) as pool:
        pool.map(end_game, keys, chunksize=50)
    connection.ensure_connection()
    return len(keys)


def end_game(key: int) -> None:
    """The seat with the higher player number resigns."""
    loser = max(Game.objects.get(pk=key).seats.values_list("player_id", flat=True))
    resign(game_id=key, player_id=loser, at=timezone.now(), source="api")


if __name__ == "__main__":
    main()
