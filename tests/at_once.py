"""Several deeds at once, for tests on PostgreSQL, where nothing but our own locks makes them wait."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

from django.db import connection

from games.exceptions import GameError
from tournaments.exceptions import EventError

WAITED = 0.5  # seconds, after which a deed surely waits for the lock of another


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Run the deeds in threads that start together; a refusal is a result like any other."""
    barrier = Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        barrier.wait()
        return _answer(deed)

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(run, deeds))


def in_the_middle(*words: str, of: Callable[[], Any], do: Callable[[], Any]) -> tuple[Any, Any]:
    """What ``of`` and ``do`` answer, if ``do`` begins when ``of`` has executed an SQL statement with all these words.

    ``of`` then goes on as soon as ``do`` is over, or waits for a lock.
    """
    reached, is_over = Event(), Event()

    def stopping(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        result = execute(sql, *args)
        if not reached.is_set() and all(word in sql for word in words):
            reached.set()
            is_over.wait(WAITED)
        return result

    def outer() -> Any:
        with connection.execute_wrapper(stopping):
            return of()

    def inner() -> Any:
        try:
            assert reached.wait(20), f"no statement has the words {words}"
            return do()
        finally:
            is_over.set()

    with ThreadPoolExecutor(2) as threads:
        answers = threads.submit(_answer, outer), threads.submit(_answer, inner)
        return answers[0].result(), answers[1].result()


def _answer(deed: Callable[[], Any]) -> Any:
    try:
        return deed()
    except (GameError, EventError) as refusal:
        return refusal
    finally:
        connection.close()
