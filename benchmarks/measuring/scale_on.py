"""The measuring process of ``benchmarks.scale``, on the database that DATABASE_URL names. Prints one line of JSON."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import django

django.setup()

from celery import current_app  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from benchmarks.measuring import big_database  # noqa: E402
from games.models import Player  # noqa: E402
from tests.permissions import operations  # noqa: E402

READERS = ("sula", "dora", "anna", "")  # superuser, director, player, nobody: the first who is shown a page counts
SETTLES_IN = 1  # runs of all tasks, after which nothing is due that was due before
NOT_VISITED = ("logout", "mail-lab", "stream/", "healthz", "readyz", "admin/jsi18n")
SLOW = {"tournaments.tasks.check_ratings"}  # once a night, all there is, on purpose

Figures = list[float]  # milliseconds of this process, statements, milliseconds in SQL


def main() -> None:
    games, running, players, is_empty = map(int, sys.argv[1:])
    if is_empty:
        big_database.fill(games=games, running=running, players=players)
    else:
        setup_test_environment()
    measured: dict[str, Any] = {"pages": _pages()}
    measured["tasks"] = _tasks()
    measured["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(measured))


class Counted:
    """How often the database was asked, and how long that took on the clock."""

    def __init__(self) -> None:
        self.statements, self.seconds = 0, 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.statements += not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))
            self.seconds += time.perf_counter() - begun


@contextmanager
def _counted() -> Iterator[Figures]:
    found: Figures = []
    begun = time.process_time()
    with connection.execute_wrapper(counted := Counted()):
        yield found
    found += [(time.process_time() - begun) * 1000, counted.statements, counted.seconds * 1000]


# Pages ----------------------------------------------------------------------------------------------------------------


def _pages() -> dict[str, Figures]:
    """Every route that can be read, as the reader who is shown it, without anything that an earlier reader has left."""
    world = big_database.remembered()
    clients = {name: _client(name) for name in READERS}
    found = {}
    for route in operations.routes():
        if not any(part in route for part in NOT_VISITED):
            path = world.path("GET", route)
            if "<" not in path and (figures := _visit(path, clients)):
                found[route] = figures
    return found


def _client(name: str) -> Client:
    client = Client(raise_request_exception=False)
    if name:
        client.force_login(Player.objects.get(username=name), backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def _visit(path: str, clients: dict[str, Client]) -> Figures | None:
    for client in clients.values():
        with transaction.atomic():
            if client.get(path).status_code == 200:  # what is loaded and compiled once is no part of it
                cache.clear()
                with _counted() as figures:
                    answer: Any = client.get(path)
                    parts = answer.streaming_content if answer.streaming else [answer.content]
                    size = sum(len(part) for part in parts)
                transaction.set_rollback(True)
                return [*figures, size / 1000, answer.status_code]
            transaction.set_rollback(True)
    return None


# Tasks ----------------------------------------------------------------------------------------------------------------


def _tasks() -> dict[str, dict[str, Figures]]:
    """Every task of the schedule: with all that is due, when nothing is, and with as many idle games again."""
    current_app.loader.import_default_modules()
    names = sorted({str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()} - SLOW)
    found: dict[str, dict[str, Figures]] = {name: {} for name in names}
    for name in names:
        found[name]["all that is due"] = _run(name)
    for _ in range(SETTLES_IN):
        for name in names:
            _run(name)
    for name in names:
        found[name]["nothing is due"] = _run(name)
    big_database.double_running()
    for name in names:
        found[name]["twice the idle games"] = _run(name)
    return found


def _run(name: str) -> Figures:
    with _counted() as figures:
        try:
            current_app.tasks[name].run()
        except Exception as error:  # a sweep in which one thing fails has done the others
            sys.stderr.write(f"{name}: {error!r}"[:300] + "\n")
    return figures


if __name__ == "__main__":
    main()
