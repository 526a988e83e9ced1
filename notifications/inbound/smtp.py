"""The doors for SMTP and LMTP. They do only cheap things: is it one of our addresses, is there room, store it, say yes.

SMTP is for the world. LMTP is for a mail host of our own: it answers for every recipient, and opens to no address that
is reachable from everywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import signal
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import AnyStr, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone

from ground.callers import allow_files
from notifications.addresses.reply_addresses import find_token
from notifications.inbound import intake
from notifications.inbound.smtp_connections import Budget, Certificate, Connections, Conversation, certificate
from notifications.models import InboundMail

log = logging.getLogger(__name__)

T = TypeVar("T")

THREADS = 4  # database calls at a time
MOST_RECIPIENTS = 10
MISSES = 20  # unknown addresses that one peer may name ...
TALLY_SECONDS = 600  # ... in this time; to each that is more the answer comes ...
MISS_SECONDS = 2.0  # ... so late
MOST_PEERS = 10_000  # that are remembered for it
STORED_IN_A_FLOOD = 100  # mails that one peer may bring in the same time while very many wait
FULL_SECONDS = 5.0  # for which an address without room is not looked up again
MOST_FULL = 10_000
BEAT_SECONDS = 20
SECONDS_TO_HANG_UP = 1.0  # for the last sentence to each connection
MAIL_SECONDS = 300  # for the text of one mail
CONVERSATION_SECONDS = 1800
IDLE_SECONDS_LMTP = 600  # a mail host keeps its line open, and needs no more than this
CONVERSATION_SECONDS_LMTP = 86_400
UNIX = "unix:"  # begins the place of a socket in the file system

NO_SUCH_ADDRESS = "550 5.1.1 There is no such address here"
TRY_LATER = "451 4.3.0 Please try again in a few minutes"
NO_ROOM = "452 4.2.2 {} Please try again later"
TOO_MUCH_NOW = "451 4.7.0 Very many mails are waiting, please try again later"
NOT_FOR_YOU = "550 5.7.1 This port is for our own mail host"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
STORED = "250 2.0.0 Stored as mail {}"


class Tally:
    """How often each peer has done something lately."""

    def __init__(self, most: int, seconds: float = TALLY_SECONDS) -> None:
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
    """What a door answers to each command; the protocol itself is aiosmtpd's."""

    def __init__(
        self,
        pool: ThreadPoolExecutor,
        source: InboundMail.Source = InboundMail.Source.SMTP,
        encryption: Certificate | None = None,
    ) -> None:
        self._pool = pool
        self._door = source
        self.encryption = encryption
        self.misses = Tally(MISSES)
        self.brought = Tally(STORED_IN_A_FLOOD)
        self.is_deep = False  # whether very many mails wait
        self._full: dict[str, tuple[float, str]] = {}  # addresses without room: until when they need not be asked, why
        self._arriving: dict[int, datetime] = {}

    @property
    def is_public(self) -> bool:
        """Whether the world speaks here, and not our own mail host for it."""
        return self._door is InboundMail.Source.SMTP

    @property
    def arriving_since(self) -> datetime | None:
        """When the oldest mail arrived that is being stored at this moment."""
        return min(self._arriving.values(), default=None)

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """What we offer; nobody signs in here, encrypted or not."""
        session.host_name = hostname
        return [line for line in responses if not line.startswith("250-AUTH")]

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        peer, now = peer_of(session), time.monotonic()
        if self.is_public and self.is_deep and self.brought.are_too_many(peer, now):
            return TOO_MUCH_NOW
        if not self.is_public and is_far(peer):
            return NOT_FOR_YOU
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        full_until, why = self._full.get(address.lower(), (0.0, ""))
        if now < full_until:
            return why
        try:
            is_ours = await self._in_thread(lambda: self._has_room(address))
        except intake.NotNow as reason:
            if len(self._full) >= MOST_FULL:
                self._full.clear()
            self._full[address.lower()] = now + FULL_SECONDS, NO_ROOM.format(reason)
            return NO_ROOM.format(reason)
        except DatabaseError:
            log.exception("The database does not answer")
            return TRY_LATER
        if not is_ours:
            await self._count_miss(peer, now)
            return NO_SUCH_ADDRESS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Fine"

    async def _count_miss(self, peer: str, now: float) -> None:
        """An unknown address: whoever names many waits for each answer, and for nothing else. Many people share the
        servers of a big provider, so a live address is taken from every peer at any time."""
        is_slowed = self.is_public and self.misses.are_too_many(peer, now)
        self.misses.add(peer, now)
        if is_slowed:
            await asyncio.sleep(MISS_SECONDS)

    def _has_room(self, address: str) -> bool:
        """Whether it is one of our addresses. Raises NotNow when it is, and has enough mails already."""
        token = find_token(address)
        if token is not None and token.kind != token.Kind.PLAY:  # of that, each account has room of its own
            intake.check_room(token, now=timezone.now(), is_deep=self.is_deep)
        return token is not None

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        at = timezone.now()
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        peer = peer_of(session)
        self._arriving[id(envelope)] = at
        try:
            answers = await self._in_thread(
                lambda: [self._store(raw, envelope, address, peer, at) for address in envelope.rcpt_tos]
            )
        finally:
            del self._arriving[id(envelope)]
        self.brought.add(peer, time.monotonic())
        if not self.is_public:
            return "\r\n".join(answers)
        refused = [answer for answer in answers if not answer.startswith("250")]
        return refused[0] if refused else STORED.format(", ".join(answer.rpartition(" ")[2] for answer in answers))

    def _store(self, raw: bytes, envelope: Envelope, address: str, peer: str, at: datetime) -> str:
        try:
            stored = intake.receive(
                raw, envelope_from=envelope.mail_from or "", envelope_to=address, source=self._door, peer=peer, at=at
            )
        except intake.NotTaken as reason:
            return f"554 5.6.0 {reason}"
        except intake.NotNow as reason:
            return NO_ROOM.format(reason)
        except DatabaseError:
            log.exception("A mail could not be stored")
            return TRY_LATER
        return STORED.format(stored.pk)

    async def handle_exception(self, error: Exception) -> str:
        """Whatever goes wrong on our side is no reason for the sender to give the mail up."""
        if isinstance(error, TLSSetupException):
            log.info("A conversation could not be encrypted: %s", error.__cause__)
        else:
            log.error("A conversation failed", exc_info=error)
        return TRY_LATER

    async def beat(self) -> None:
        """Tell the games every few seconds that the server is open; silence says that it is not."""
        while True:
            # Asked before the clock is read: what arrives in between has a later time.
            since = self.arriving_since
            now = timezone.now()
            try:
                await self._in_thread(partial(intake.beat, now=now, arriving_since=since, source=self._door))
                self.is_deep = await self._in_thread(intake.depth) >= intake.DEEP
            except DatabaseError:
                log.warning("The heartbeat could not be written")
            except Exception:  # the next one must come all the same
                log.exception("The heartbeat task failed")
            if self.encryption is not None:
                self.encryption.renew()
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
    return str(session.peer[0]) if session.peer and isinstance(session.peer, tuple) else ""


def is_far(peer: str) -> bool:
    """Whether an address is reachable from everywhere, and so not one of our own networks."""
    return bool(peer) and ipaddress.ip_address(peer.partition("%")[0]).is_global


async def serve(
    host: str,
    port: int,
    *,
    source: InboundMail.Source = InboundMail.Source.SMTP,
    ready: Callable[[str], None] = lambda place: None,
) -> None:
    """Keep a door open until SIGTERM or SIGINT; ``ready`` gets its place once it is. ``host`` may be a socket.

    Raises OSError for a place or a certificate that cannot be used.
    """
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    encryption = certificate() if source is InboundMail.Source.SMTP else None
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    with ThreadPoolExecutor(THREADS, thread_name_prefix="door") as pool:
        handler, limits = Handler(pool, source, encryption), Connections(_budget(source))
        allow_files(limits.budget.connections)
        server, place = await _listen(host, port, lambda: _conversation(handler, limits, loop))
        beating = asyncio.create_task(handler.beat())
        ready(place)
        await stop.wait()
        server.close()
        while handler.arriving_since is not None:  # what we have taken we store before we go
            await asyncio.sleep(0.05)
        limits.hang_up()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_HANG_UP):
                await server.wait_closed()  # from Python 3.12 on for connections, too
        beating.cancel()
        list(pool.map(lambda _: connections.close_all(), range(THREADS)))


async def _listen(host: str, port: int, protocol: Callable[[], SMTP]) -> tuple[asyncio.Server, str]:
    loop = asyncio.get_running_loop()
    if not host.startswith(UNIX):
        server = await loop.create_server(protocol, host, port)
        return server, f"{host}:{server.sockets[0].getsockname()[1]}"
    path = Path(host.removeprefix(UNIX))
    with contextlib.suppress(FileNotFoundError):
        path.unlink()  # left by one that was killed
    server = await loop.create_unix_server(protocol, str(path))
    path.chmod(0o666)  # who may come in is said by the rights of its folder
    return server, host


class _LocalConversation(Conversation, LMTP):
    async def push(self, status: AnyStr) -> None:
        """Send an answer; one to a mail that was too big is for every recipient (RFC 2033)."""
        if isinstance(status, str) and status.startswith(("552 ", "500 Line too long")) and self.envelope:
            await super().push("\r\n".join([status] * max(1, len(self.envelope.rcpt_tos))))
        else:
            await super().push(status)


def _budget(source: InboundMail.Source) -> Budget:
    """What a door gives: the world's is narrow, a mail host of our own has all the connections that there are."""
    most = settings.MAIL_CONNECTIONS
    if source is InboundMail.Source.SMTP:
        of_a_peer, idle = settings.MAIL_CONNECTIONS_OF_A_PEER, settings.MAIL_IDLE_SECONDS
        return Budget(most, of_a_peer, idle, MAIL_SECONDS, CONVERSATION_SECONDS)
    return Budget(most, None, IDLE_SECONDS_LMTP, MAIL_SECONDS, CONVERSATION_SECONDS_LMTP)


def _conversation(handler: Handler, limits: Connections, loop: asyncio.AbstractEventLoop) -> SMTP:
    return (Conversation if handler.is_public else _LocalConversation)(
        handler,
        limits,
        hostname=settings.MAIL_DOMAIN,
        ident="Seeds",
        data_size_limit=settings.MAIL_MAX_BYTES,
        enable_SMTPUTF8=True,
        decode_data=False,
        loop=loop,
        tls_context=handler.encryption and handler.encryption.context,
        require_starttls=settings.MAIL_ENCRYPTED_ONLY,
    )
