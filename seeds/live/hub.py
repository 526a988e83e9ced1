"""Handing new entries to all who read their topics: each entry is read once, whoever waits for it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator

import psycopg

from games.feed.tokens import Permission
from seeds.live.sources import LOOKS_EVERY, MOST, Entry, Source

log = logging.getLogger(__name__)

REMEMBERED = 10.0  # seconds before a stream that names no number within which it begins: its page was made then
HEARTBEAT = 15.0  # seconds without an entry
MOST_WAITING = 500  # entries that a slow reader may lag behind, before it has to come again
AWAY = (psycopg.Error, sqlite3.Error, OSError)


class TooSlow(Exception):
    """A reader does not take what is sent."""


class Revoked(Exception):
    """A reader may not read any more."""


class Reader:
    """One stream: the topics that it reads and the entries that wait for it."""

    def __init__(self, permission: Permission) -> None:
        self.permission = permission
        self.waiting: deque[tuple[str, Entry]] = deque()
        self.woken = asyncio.Event()

    def take(self, topic: str, entry: Entry) -> None:
        self.waiting.append((topic, entry))
        self.woken.set()


class Hub:
    """Follows the feed, from where it stands at the start."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.cursor = 0
        self.is_well = False
        self._has_begun = asyncio.Event()  # and the cursor is where the feed was then
        self._readers: defaultdict[str, set[Reader]] = defaultdict(set)
        self._past: deque[tuple[float, int]] = deque()  # where the cursor was, and when

    async def follow(self) -> None:
        """Hand out whatever comes, until cancelled; a database that is away is asked again."""
        while True:
            try:
                if not self._has_begun.is_set():
                    self.cursor = await self.source.last()
                    self._has_begun.set()
                self.is_well = True
                await self.source.wait()
                await self._hand_out()
            except AWAY as error:
                log.warning("The feed cannot be read: %s", error)
                self.is_well = False
                await self.source.close()
                await asyncio.sleep(LOOKS_EVERY)

    async def _hand_out(self) -> None:
        last = await self.source.last()
        while self.cursor < last:
            found = await self.source.entries(self.cursor, last)
            for topic, entry in found:
                for reader in self._readers.get(topic, ()):
                    reader.take(topic, entry)
            self.cursor = found[-1][1]["number"] if len(found) == MOST else last
        now = time.monotonic()
        self._past.append((now, self.cursor))
        while len(self._past) > 1 and self._past[1][0] < now - REMEMBERED:
            self._past.popleft()

    def _a_moment_ago(self) -> int:
        return self._past[0][1] if self._past else self.cursor

    async def is_revoked(self, permission: Permission) -> bool:
        """Whether what ends a permission has happened."""
        return bool(permission.ends) and bool(await self.source.entries(0, 2**62, permission.ends))

    async def read(self, permission: Permission, after: int | None, *, since_now: bool) -> AsyncIterator[Entry | None]:
        """Entries after a number (None: of the last seconds, or of none with ``since_now``); None when none comes for
        a while, so that the stream shows that it is open. Raises TooSlow and Revoked.
        """
        await self._has_begun.wait()
        reader = Reader(permission)
        for topic in (*permission.topics, *permission.ends):
            self._readers[topic].add(reader)
        try:
            if await self.is_revoked(permission):
                raise Revoked
            upto = self.cursor  # what comes later is handed out
            start = after if after is not None else upto if since_now else self._a_moment_ago()
            while start < upto:
                found = await self.source.entries(start, upto, permission.topics)
                for _, entry in found:
                    yield entry
                start = found[-1][1]["number"] if len(found) == MOST else upto
            yield None
            while True:
                async for news in self._news(reader):
                    yield news
        finally:
            for topic in (*permission.topics, *permission.ends):
                self._readers[topic].discard(reader)
                if not self._readers[topic]:
                    del self._readers[topic]

    async def _news(self, reader: Reader) -> AsyncIterator[Entry | None]:
        try:
            await asyncio.wait_for(reader.woken.wait(), HEARTBEAT)
        except TimeoutError:
            yield None
            return
        reader.woken.clear()
        if len(reader.waiting) > MOST_WAITING:
            raise TooSlow
        while reader.waiting:
            topic, entry = reader.waiting.popleft()
            if topic in reader.permission.ends:
                raise Revoked
            yield entry
