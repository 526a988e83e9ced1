"""Several calls at once, for tests on PostgreSQL, where nothing but our own locks makes them wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

from django.db import connection

from games.exceptions import GameError
from tournaments.exceptions import EventError

SECONDS = 120  # in which a call has begun, and is over or waits for the lock of another


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in threads that start together; a refusal is a result like any other."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        return _answer(call)

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def in_the_middle(*words: str, of: Callable[[], Any], do: Callable[[], Any]) -> tuple[Any, Any]:
    """What ``of`` and ``do`` answer, if ``do`` begins when ``of`` has executed an SQL statement with all these words.

    ``of`` then goes on as soon as ``do`` is over, or waits for a lock that ``of`` has.
    """
    reached, is_over = Event(), Event()

    def stopping(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        result = execute(sql, *args)
        if not reached.is_set() and all(word in sql for word in words):
            reached.set()
            limit = time.monotonic() + SECONDS
            while not is_over.wait(0.01) and not _is_waited_for():
                assert time.monotonic() < limit, "the other call neither ends nor waits for a lock"
        return result

    def outer() -> Any:
        with connection.execute_wrapper(stopping):
            return of()

    def inner() -> Any:
        try:
            assert reached.wait(SECONDS), f"no statement has the words {words}"
            return do()
        finally:
            is_over.set()

    with ThreadPoolExecutor(2) as threads:
        answers = threads.submit(_answer, outer), threads.submit(_answer, inner)
        return answers[0].result(), answers[1].result()


def _is_waited_for() -> bool:
    """Whether another session waits for a lock that this one has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def _answer(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (GameError, EventError) as refusal:
        return refusal
    finally:
        connection.close()
