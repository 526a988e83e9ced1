"""New entries of the feed from the database: PostgreSQL wakes us, a file of SQLite is looked at twice a second.

Plain SQL with the drivers themselves: models and their connections belong to processes that work in threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
from django.conf import settings

from games.feed.entries import CHANNEL, GIVEN, HELD, settled, shaped

Entry = dict[str, Any]
LOOKS_EVERY = 0.5  # seconds, where nothing wakes us, and between attempts to reach a database that is away
LONGEST_SLEEP = 5.0  # then we look again, whatever we have not heard
MOST = 1000  # entries at a time


class Source(ABC):
    """Reads entries; any error of the driver means that the database is away."""

    @abstractmethod
    async def last(self) -> int:
        """The number up to which every entry can be seen."""

    @abstractmethod
    async def entries(self, after: int, upto: int, topics: Sequence[str] | None = None) -> list[tuple[str, Entry]]:
        """Entries with their topics, oldest first, ``MOST`` at a time; of some topics alone, if they are named."""

    @abstractmethod
    async def wait(self) -> None:
        """Return when there may be something new."""

    @abstractmethod
    async def close(self) -> None:
        """Let the database go, to ask it anew."""


class PostgresSource(Source):
    """One connection that listens, one that reads."""

    def __init__(self) -> None:
        self._reader: psycopg.AsyncConnection[Any] | None = None
        self._ear: psycopg.AsyncConnection[Any] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def _execute(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        async with self._one_at_a_time:
            try:
                if self._reader is None:
                    self._reader = await psycopg.AsyncConnection.connect(settings.DATABASE_URL, autocommit=True)
                cursor = await self._reader.execute(statement, values)
                return await cursor.fetchall()
            except psycopg.Error:
                await self.close()
                raise

    async def last(self) -> int:
        ((given,),) = await self._execute(GIVEN)
        ((held,),) = await self._execute(HELD)
        return settled(given, held)

    async def entries(self, after: int, upto: int, topics: Sequence[str] | None = None) -> list[tuple[str, Entry]]:
        chosen = None if topics is None else list(topics)  # the driver makes an array of a list alone
        found = await self._execute(
            "SELECT id, topic, what, facts, at FROM games_feedentry WHERE id > %s AND id <= %s"
            " AND (%s::text[] IS NULL OR topic = ANY(%s)) ORDER BY id LIMIT %s",
            [after, upto, chosen, chosen, MOST],
        )
        return [(topic, shaped(number, topic, what, facts, at)) for number, topic, what, facts, at in found]

    async def wait(self) -> None:
        if self._ear is None:
            self._ear = await psycopg.AsyncConnection.connect(settings.DATABASE_URL, autocommit=True)
            await self._ear.execute(f"LISTEN {CHANNEL}")
            return
        async for _ in self._ear.notifies(timeout=LONGEST_SLEEP, stop_after=1):
            pass

    async def close(self) -> None:
        for line in (self._reader, self._ear):
            if line is not None:
                with contextlib.suppress(psycopg.Error):
                    await line.close()
        self._reader = self._ear = None


class SqliteSource(Source):
    """The file of the installation, read only."""

    def __init__(self, path: str) -> None:
        self._path = path

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        with contextlib.closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, timeout=5)) as line:
            return line.execute(statement, values).fetchall()

    async def last(self) -> int:
        ((last,),) = self._execute("SELECT max(id) FROM games_feedentry")
        return int(last or 0)

    async def entries(self, after: int, upto: int, topics: Sequence[str] | None = None) -> list[tuple[str, Entry]]:
        chosen = "" if topics is None else f"AND topic IN ({', '.join('?' * len(topics))})"
        statement = (
            "SELECT id, topic, what, facts, at FROM games_feedentry"  # noqa: S608 - placeholders only
            f" WHERE id > ? AND id <= ? {chosen} ORDER BY id LIMIT ?"
        )
        found = self._execute(statement, [after, upto, *(topics or ()), MOST])
        return [
            (topic, shaped(number, topic, what, json.loads(facts), datetime.fromisoformat(at).replace(tzinfo=UTC)))
            for number, topic, what, facts, at in found
        ]

    async def wait(self) -> None:
        await asyncio.sleep(LOOKS_EVERY)

    async def close(self) -> None:
        pass


def source() -> Source:
    """Of the database of the settings."""
    database = settings.DATABASES["default"]
    return SqliteSource(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else PostgresSource()
