"""The process that holds streams open: who gets a stream, and that nothing in it is missing or comes twice."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core import signing
from django.utils import timezone

from games.feed import topics
from games.feed.tokens import SECONDS, Permission, token_of
from games.models import FeedEntry
from seeds.live import hub, sources
from seeds.live.app import AGAIN_AFTER, Live
from seeds.live.sources import Entry, PostgresSource, Source, SqliteSource

GAME, OTHER = topics.of_game(17), topics.of_game(18)
PATIENCE = 10  # seconds, after which a test has failed


class Feed:
    """A feed in a file, as the service writes it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "db.sqlite3"
        columns = "id integer PRIMARY KEY AUTOINCREMENT, topic text, what text, facts text, at text"
        self._execute(f"CREATE TABLE games_feedentry ({columns})")

    def write(self, topic: str = GAME, what: str = topics.MOVED, times: int = 1) -> None:
        for _ in range(times):
            statement = (
                "INSERT INTO games_feedentry (topic, what, facts, at) VALUES (?, ?, '{}', '2026-03-02 12:00:00')"
            )
            self._execute(statement, topic, what)

    def lose(self) -> None:
        """Nothing can be read any more."""
        self._execute("DROP TABLE games_feedentry")

    def _execute(self, statement: str, *values: str) -> None:
        with closing(sqlite3.connect(self.path)) as line, line:
            line.execute(statement, values)


class Stream:
    """A request at the process, and what has come so far."""

    def __init__(self, live: Live, token: str, *, headers: Sequence[tuple[bytes, bytes]] = (), **query: str) -> None:
        self.gone = asyncio.Event()
        self.answer: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/live/stream",
            "query_string": urlencode({"token": token} | query).encode(),
            "headers": headers,
            "client": ("192.0.2.1", 4000),
        }
        self.task = asyncio.create_task(live(scope, self._receive, self.answer.put))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def begin(self) -> int:
        """The status with which it begins, once entries that come are handed to it."""
        status = int((await self._next())["status"])
        if status == 200:
            await self.line()
        return status

    async def line(self) -> str:
        body: bytes = (await self._next())["body"]
        return body.decode()

    async def numbers(self, count: int) -> list[int]:
        """The numbers of so many entries, those that only say that the stream is open left out."""
        found: list[int] = []
        while len(found) < count:
            if line := (await self._next()).get("body", b"").decode().strip():
                found.append(json.loads(line)["number"])
        return found

    async def leave(self) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, PATIENCE)

    async def _next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.answer.get(), PATIENCE)


@pytest.fixture
def feed(tmp_path: Path) -> Feed:
    return Feed(tmp_path)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LOOKS_EVERY", 0.005)
    monkeypatch.setattr(hub, "LOOKS_EVERY", 0.005)


@asynccontextmanager
async def running(source: Source) -> AsyncIterator[Live]:
    """The process, which follows the feed until the end of the block."""
    live = Live(source)
    to_it: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    from_it: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    life = asyncio.create_task(live({"type": "lifespan"}, to_it.get, from_it.put))
    await to_it.put({"type": "lifespan.startup"})
    await asyncio.wait_for(from_it.get(), PATIENCE)
    try:
        yield live
    finally:
        await to_it.put({"type": "lifespan.shutdown"})
        await asyncio.wait_for(life, PATIENCE)
        await source.close()


def tried(feed: Feed | PostgresSource, story: Callable[[Live], Awaitable[None]]) -> None:
    """Run what happens while the process is there."""

    async def run() -> None:
        async with running(SqliteSource(str(feed.path)) if isinstance(feed, Feed) else feed) as live:
            await story(live)

    asyncio.run(run())


def token(*named: str) -> str:
    return token_of(Permission(named or (GAME,)))


@pytest.fixture
def expired(monkeypatch: pytest.MonkeyPatch) -> str:
    """A token that was made a moment too long ago."""
    with monkeypatch.context() as clock:
        now = signing.time.time()
        clock.setattr(signing.time, "time", lambda: now - SECONDS - 1)
        return token()


def test_altered_expired_and_missing_tokens_open_nothing(feed: Feed, expired: str) -> None:
    good = token()
    content, _, seal = good.partition(":")
    foreign = token(OTHER).partition(":")[0]

    async def story(live: Live) -> None:
        for refused in (f"{content[:-1]}A:{seal}", f"{foreign}:{seal}", expired, "", "\x00", "x" * 5000):
            assert await Stream(live, refused).begin() == 403, refused
        assert await Stream(live, good, after="-1").begin() == 400
        assert await Stream(live, good, after="9" * 19).begin() == 400
        assert await Stream(live, good, headers=[(b"last-event-id", b"all")]).begin() == 400
        assert live.peers.total() == 0

    tried(feed, story)


def test_stream_has_what_its_token_names_and_nothing_else(feed: Feed) -> None:
    async def story(live: Live) -> None:
        reader = Stream(live, token(GAME, topics.LOBBY))
        assert await reader.begin() == 200
        feed.write(OTHER)
        feed.write(topics.of_player(3))
        feed.write(GAME)
        feed.write(topics.LOBBY)
        assert await reader.numbers(2) == [3, 4]

    tried(feed, story)


def test_stream_ends_when_its_key_is_revoked_and_opens_no_more(feed: Feed) -> None:
    async def story(live: Live) -> None:
        lent = token_of(Permission((GAME,), ends=(topics.of_account(3), topics.of_key(7))))
        reader, other = Stream(live, lent), Stream(live, token())
        assert [await reader.begin(), await other.begin()] == [200, 200]
        feed.write(topics.of_key(8), topics.REVOKED)
        feed.write()
        assert [await reader.numbers(1), await other.numbers(1)] == [[2], [2]]
        feed.write(topics.of_key(7), topics.REVOKED)
        await asyncio.wait_for(reader.task, PATIENCE)
        feed.write()
        assert await other.numbers(1) == [4]
        assert await Stream(live, lent).begin() == 403
        feed.lose()
        assert await Stream(live, lent).begin() == 503

    tried(feed, story)


def test_reader_who_comes_again_goes_on_from_a_number_without_gap_or_double(feed: Feed) -> None:
    feed.write(times=3)

    async def story(live: Live) -> None:
        first = Stream(live, token(), after="1")
        assert (await first._next())["status"] == 200
        assert await first.numbers(2) == [2, 3]
        await first.leave()
        feed.write(times=2)
        again = Stream(live, token(), headers=[(b"last-event-id", b"3")])
        await again._next()
        feed.write()
        assert await again.numbers(3) == [4, 5, 6]
        feed.write()
        assert await again.numbers(1) == [7]

    tried(feed, story)


@pytest.mark.services
def test_stream_on_postgresql_begins_with_what_has_come_since_its_number(postgres_database: str, settings: Any) -> None:
    settings.DATABASE_URL = postgres_database
    first, other, last = (
        FeedEntry.objects.create(topic=topic, what=topics.MOVED, facts={}, at=timezone.now()).pk
        for topic in (GAME, OTHER, GAME)
    )

    async def story(live: Live) -> None:
        stream = Stream(live, token(), after=str(first))
        assert (await stream.numbers(1), first < other < last) == ([last], True)
        await stream.leave()

    tried(PostgresSource(), story)


def test_entries_written_while_the_process_was_away_are_sent_when_it_is_back(feed: Feed) -> None:
    feed.write()

    async def before(live: Live) -> None:
        await Stream(live, token(), after="1").begin()

    async def later(live: Live) -> None:
        reader = Stream(live, token(), after="1")
        await reader._next()
        assert await reader.numbers(2) == [2, 3]

    tried(feed, before)
    feed.write(times=2)
    tried(feed, later)


def test_many_readers_get_the_same_entries_in_the_same_order(feed: Feed) -> None:
    async def story(live: Live) -> None:
        readers = [Stream(live, token()) for _ in range(200)]
        assert {await reader.begin() for reader in readers} == {200}
        feed.write(times=5)
        assert all([await reader.numbers(5) == [1, 2, 3, 4, 5] for reader in readers])
        for reader in readers:
            await reader.leave()
        assert live.peers.total() == 0
        assert not live.hub._readers

    tried(feed, story)


def test_streams_of_one_address_are_counted_and_given_back(feed: Feed, settings: Any) -> None:
    settings.LIVE_CONNECTIONS_OF_A_PEER = 1

    async def story(live: Live) -> None:
        first = Stream(live, token())
        assert await first.begin() == 200
        assert await Stream(live, token()).begin() == 429
        await first.leave()
        assert await Stream(live, token()).begin() == 200

    tried(feed, story)


def test_stream_that_the_database_breaks_off_ends_and_gives_its_place_back(feed: Feed) -> None:
    feed.write(times=2)

    async def story(live: Live) -> None:
        feed.lose()
        reader = Stream(live, token(), after="1")
        await asyncio.wait_for(reader.task, PATIENCE)
        assert live.peers.total() == 0
        while live.hub.is_well:
            await asyncio.sleep(0.005)

    tried(feed, story)


def test_reader_who_does_not_take_what_is_sent_has_to_come_again(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 3)
    feed.write(times=3)

    async def story(live: Live) -> None:
        reader = hub.Reader(Permission((GAME,)))
        for number in range(4):
            reader.take(GAME, {"number": number})
        with pytest.raises(hub.TooSlow):
            await anext(live.hub._news(reader))

    tried(feed, story)


def test_browser_is_sent_events_with_their_numbers_and_comes_again_soon(feed: Feed) -> None:
    async def story(live: Live) -> None:
        reader = Stream(live, token(), form="sse")
        assert (await reader._next())["status"] == 200
        assert await reader.line() == f"retry: {AGAIN_AFTER}\n\n"
        assert await reader.line() == ":\n\n"
        feed.write()
        number, _, data = (await reader.line()).partition("\n")
        entry: Entry = json.loads(data.removeprefix("data: "))
        assert (number, entry["number"], entry["what"]) == ("id: 1", 1, "moved")

        page = Stream(live, token(), form="sse", beats="1")
        assert (await page._next())["status"] == 200
        assert [await page.line(), await page.line()] == [f"retry: {AGAIN_AFTER}\n\n", "event: beat\ndata: 1\n\n"]

    tried(feed, story)
    assert AGAIN_AFTER <= 1000
