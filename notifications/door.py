"""The SMTP door. It does only cheap things: is it one of our addresses, is it small enough, store it, say yes."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone

from notifications.addresses import find_token
from notifications.inbound import intake
from notifications.models import InboundMail

log = logging.getLogger(__name__)

T = TypeVar("T")

THREADS = 4  # database calls at a time
MOST_RECIPIENTS = 10
MISSES = 20  # unknown addresses that one peer may name ...
MISSES_SECONDS = 600  # ... in this time
MOST_PEERS = 10_000  # that are remembered for it
BEAT_SECONDS = 20
IDLE_SECONDS = 60

NO_SUCH_ADDRESS = "550 5.1.1 There is no such address here"
TRY_LATER = "451 4.3.0 Please try again in a few minutes"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
TOO_MANY_MISSES = "421 4.7.0 Too many unknown addresses, come back later"
STORED = "250 2.0.0 Stored as mail {}"


class Misses:
    """How often each peer has named an address that does not exist, lately."""

    def __init__(self, most: int = MISSES, seconds: float = MISSES_SECONDS) -> None:
        self._most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def add(self, peer: str, now: float) -> None:
        if len(self._times) >= MOST_PEERS:  # forget those who have kept quiet
            self._times = {peer: times for peer, times in self._times.items() if times[-1] > now - self._seconds}
        self._times.setdefault(peer, deque()).append(now)

    def are_too_many(self, peer: str, now: float) -> bool:
        times = self._times.get(peer)
        if times is None:
            return False
        while times and times[0] < now - self._seconds:
            times.popleft()
        if not times:
            del self._times[peer]
        return len(times) >= self._most


class Handler:
    """What the door answers to each command; the protocol itself is aiosmtpd's."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self.misses = Misses()
        self._arriving: dict[int, datetime] = {}

    @property
    def arriving_since(self) -> datetime | None:
        """When the oldest mail arrived that is being stored at this moment."""
        return min(self._arriving.values(), default=None)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        peer = peer_of(session)
        if self.misses.are_too_many(peer, time.monotonic()):
            return await _hang_up(server, TOO_MANY_MISSES)
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        try:
            token = await self._in_thread(lambda: find_token(address))
        except DatabaseError:
            log.exception("The database does not answer")
            return TRY_LATER
        if token is None:
            self.misses.add(peer, time.monotonic())
            return NO_SUCH_ADDRESS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Fine"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        at = timezone.now()
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        self._arriving[id(envelope)] = at
        try:
            numbers = await self._in_thread(lambda: self._store(raw, envelope, peer_of(session), at))
        except intake.NotTaken as reason:
            return f"554 5.6.0 {reason}"
        except DatabaseError:
            log.exception("A mail could not be stored")
            return TRY_LATER
        finally:
            del self._arriving[id(envelope)]
        return STORED.format(", ".join(map(str, numbers)))

    def _store(self, raw: bytes, envelope: Envelope, peer: str, at: datetime) -> list[int]:
        received = [
            intake.receive(
                raw,
                envelope_from=envelope.mail_from or "",
                envelope_to=address,
                door=InboundMail.Door.SMTP,
                peer=peer,
                at=at,
            )
            for address in envelope.rcpt_tos
        ]
        return [one.mail.pk for one in received]

    async def handle_exception(self, error: Exception) -> str:
        """Whatever goes wrong on our side is no reason for the sender to give the mail up."""
        log.error("A conversation failed", exc_info=error)
        return TRY_LATER

    async def beat(self) -> None:
        """Tell the games every few seconds that the door is open; silence says that it is not."""
        while True:
            # Asked before the clock is read: what arrives in between has a later time.
            since = self.arriving_since
            now = timezone.now()
            try:
                await self._in_thread(lambda: intake.beat(now=now, arriving_since=since))  # noqa: B023 - awaited here
            except DatabaseError:
                log.warning("The heartbeat could not be written")
            await asyncio.sleep(BEAT_SECONDS)

    async def _in_thread(self, call: Callable[[], T]) -> T:
        def guarded() -> T:
            close_old_connections()
            try:
                return call()
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._pool, guarded)


def peer_of(session: Session) -> str:
    """The IP address at the other end."""
    return str(session.peer[0]) if session.peer else ""


async def _hang_up(server: SMTP, status: str) -> str:
    await server.push(status)
    if server.transport is not None:
        server.transport.close()
    return status


async def serve(host: str, port: int, *, ready: Callable[[int], None] = lambda port: None) -> None:
    """Keep the door open until SIGTERM or SIGINT; ``ready`` is told the port once it is."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    with ThreadPoolExecutor(THREADS, thread_name_prefix="door") as pool:
        handler = Handler(pool)
        server = await loop.create_server(lambda: _protocol(handler, loop), host, port)
        beating = asyncio.create_task(handler.beat())
        ready(server.sockets[0].getsockname()[1])
        await stop.wait()
        server.close()
        await server.wait_closed()
        while handler.arriving_since is not None:  # what we have taken we store before we go
            await asyncio.sleep(0.05)
        beating.cancel()
        list(pool.map(lambda _: connections.close_all(), range(THREADS)))


class _Protocol(SMTP):
    # Mail programs that write a page of HTML as one line break RFC 5321; their users want to play all the same.
    line_length_limit = settings.MAIL_MAX_BYTES


def _protocol(handler: Handler, loop: asyncio.AbstractEventLoop) -> SMTP:
    options: dict[str, Any] = {
        "hostname": settings.MAIL_DOMAIN,
        "ident": "Seeds",
        "data_size_limit": settings.MAIL_MAX_BYTES,
        "enable_SMTPUTF8": True,
        "decode_data": False,
        "timeout": IDLE_SECONDS,
        "loop": loop,
    }
    return _Protocol(handler, **options)
