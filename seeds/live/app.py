"""The ASGI application of the process that holds streams open: ``/live/stream`` and ``/live/health``."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")

from django.conf import settings

from games.feed.tokens import SECONDS, Permission, TokenError, permission_of
from ground.callers import network_of
from ground.metrics import STREAMS_REFUSED
from seeds.live.hub import AWAY, Hub, Revoked, TooSlow
from seeds.live.pages import Pages, event_of
from seeds.live.sources import Entry, Source, source

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
NUMBER = 18  # digits
AGAIN_AFTER = 1000  # milliseconds after which a browser reconnects by itself


class Refused(Exception):
    """A request that gets no stream."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for: what it may read, from where on, and in which form."""

    permission: Permission
    after: int | None
    as_events: bool
    has_beats: bool = False  # events instead of comments while nothing happens: a script of a page sees no comments


class Live:
    """One process: its hub, and how many streams it holds."""

    def __init__(self, source: Source) -> None:
        self.pages = Pages()
        self.hub = Hub(source)
        self.peers: Counter[str] = Counter()
        self._following: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        if scope["type"] != "http":
            return None
        if self._following is None:
            self._following = asyncio.create_task(self.hub.follow())
        path, method = scope["path"], scope["method"]
        if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            return await _answer(send, 411, {"message": "Streams are asked for without a body."})
        if method not in ("GET", "HEAD"):
            return await _answer(send, 405, {"message": "Streams are read with GET."})
        if path == "/live/health":
            state = {"live": "ok" if self.hub.is_well else "away", "streams": self.peers.total()}
            return await _answer(send, 200 if self.hub.is_well else 503, state)
        if path != "/live/stream":
            return await _answer(send, 404, {"message": "There is /live/stream, with a token."})
        try:
            return await self._stream(_asked(scope), scope, receive, send)
        except Refused as refused:
            STREAMS_REFUSED.labels(str(refused.status)).inc()
            return await _answer(send, refused.status, {"message": refused.message})

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._following = asyncio.create_task(self.hub.follow())
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                if self._following:
                    self._following.cancel()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _stream(self, asked: Asked, scope: Message, receive: Receive, send: Send) -> None:
        try:
            if await self.hub.is_revoked(asked.permission):
                raise Refused(403, "What made this address was revoked. Ask for a new one.")
        except AWAY as error:
            raise Refused(503, "The feed cannot be read at the moment. Try again later.") from error
        peer = _peer(scope)
        if self.peers.total() >= settings.LIVE_CONNECTIONS or self.peers[peer] >= settings.LIVE_CONNECTIONS_OF_A_PEER:
            raise Refused(429, "There are too many streams. Close one, or try again later.")
        self.peers[peer] += 1
        try:
            await self._send_until_either_leaves(asked, receive, send)
        finally:
            self.peers[peer] -= 1
            if not self.peers[peer]:
                del self.peers[peer]

    async def _send_until_either_leaves(self, asked: Asked, receive: Receive, send: Send) -> None:
        """What breaks the stream off on our side is no error of the reader, who comes again."""
        sending = asyncio.create_task(self._send(asked, send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((sending, leaving), timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, TooSlow, Revoked, RuntimeError, *AWAY):
                    await task
            with suppress(OSError, RuntimeError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, asked: Asked, send: Send) -> None:
        kind = "text/event-stream" if asked.as_events else "application/x-ndjson"
        await send({"type": "http.response.start", "status": 200, "headers": [*_headers(f"{kind}; charset=utf-8")]})
        if asked.as_events:
            await _write(send, b"retry: %d\n\n" % AGAIN_AFTER)
        since_now = not asked.permission.page and not asked.as_events
        async for entry in self.hub.read(asked.permission, asked.after, since_now=since_now):
            await _write(send, await self._written(entry, asked))

    async def _written(self, entry: Entry | None, asked: Asked) -> bytes:
        """An entry in the form that was asked for; of none, what shows that the stream is open."""
        if not asked.as_events:
            return b"\n" if entry is None else f"{json.dumps(entry)}\n".encode()
        if entry is None:
            return b"event: beat\ndata: 1\n\n" if asked.has_beats else b":\n\n"
        if not (page := asked.permission.page):
            return event_of(entry)
        return await self.pages.event(page, asked.permission.language, entry)


def _asked(scope: Message) -> Asked:
    """Raises Refused."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    after = headers.get(b"last-event-id", query.get("after", ""))
    if after and not (after.isascii() and after.isdecimal() and len(after) <= NUMBER):
        raise Refused(400, "after, or Last-Event-ID, is the number of an entry.")
    try:
        permission = permission_of(query.get("token", ""))
    except TokenError as error:
        raise Refused(403, str(error)) from error
    accepts = headers.get(b"accept", "")
    as_events = query.get("form") == "sse" if "form" in query else "text/event-stream" in accepts
    return Asked(permission, int(after) if after else None, as_events, has_beats="beats" in query)


def _peer(scope: Message) -> str:
    """The caller: what our proxy says in the last word of the header, if there is one."""
    address = str((scope.get("client") or ("",))[0])
    if settings.BEHIND_PROXY:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                address = value.decode("latin-1").rpartition(",")[2].strip()
    return network_of(address)


def _headers(kind: str) -> Iterable[tuple[bytes, bytes]]:
    """Streams are never stored or buffered. The token is the permission: any page that has it may read."""
    yield b"content-type", kind.encode()
    yield b"cache-control", b"no-store"
    yield b"x-accel-buffering", b"no"
    yield b"access-control-allow-origin", b"*"
    yield b"x-content-type-options", b"nosniff"
    yield b"referrer-policy", b"no-referrer"


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _answer(send: Send, status: int, body: Message) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [*_headers("application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})


async def _left(receive: Receive) -> None:
    """Return when the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


application = Live(source())
