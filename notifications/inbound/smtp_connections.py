"""How many connections a door keeps open, for how long, and which of them goes when others wait.

Nobody can shut others out by opening connections: each peer has room for some, and when the server is full, that which
has been idle longest without a recipient of ours makes room for a newcomer.
"""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
from collections import Counter
from dataclasses import dataclass
from typing import Any

from aiosmtpd.smtp import SMTP
from django.conf import settings

from ground.callers import network_of

TOO_MANY_OF_A_PEER = "421 4.7.0 Too many connections from your address, close some or try again later"
TOO_MANY = "421 4.3.2 Too many connections at the moment, please try again in a few minutes"
MADE_ROOM = "421 4.3.2 This connection was idle and others wait, please come back"
CLOSING = "421 4.3.2 The server is restarting, please come back"
TOO_SLOW = "421 4.4.2 That took too long, please come back"
TOO_OLD = "421 4.4.2 This connection has been open for long, please open a new one"


@dataclass(frozen=True)
class Budget:
    """What a door gives: connections in all and to each peer; seconds for a command, a whole mail and a conversation.

    ``of_a_peer`` is None where the only peer is a mail host of our own.
    """

    connections: int
    of_a_peer: int | None
    command: float
    mail: float
    conversation: float


class Connections:
    """The open connections of one door."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._open: dict[Conversation, str] = {}  # in the order in which they came, with their peers
        self._of: Counter[str] = Counter()

    def admit(self, conversation: Conversation, peer: str) -> str:
        """Count a new connection, perhaps in the place of an idle one; else the sentence with which it is refused."""
        most = self.budget.of_a_peer
        if most is not None and self._of[peer] >= most:
            return TOO_MANY_OF_A_PEER
        if len(self._open) >= self.budget.connections and not self._make_room():
            return TOO_MANY
        self._open[conversation] = peer
        self._of[peer] += 1
        return ""

    def leave(self, conversation: Conversation) -> None:
        peer = self._open.pop(conversation, None)
        if peer is not None:
            self._of[peer] -= 1
            if not self._of[peer]:
                del self._of[peer]

    def hang_up(self) -> None:
        for conversation in list(self._open):
            conversation.hang_up(CLOSING)

    def _make_room(self) -> bool:
        idle = [conversation for conversation in self._open if not conversation.brings_mail]
        if not idle:
            return False
        longest = min(idle, key=lambda conversation: conversation.active_at)
        self.leave(longest)
        longest.hang_up(MADE_ROOM)
        return True


class Conversation(SMTP):
    """aiosmtpd's side of a conversation, with the limits of ``connections``."""

    # Mail programs that write a page of HTML as one line break RFC 5321; their users want to play all the same.
    line_length_limit = settings.MAIL_MAX_BYTES

    def __init__(self, handler: Any, connections: Connections, **options: Any) -> None:
        super().__init__(handler, timeout=connections.budget.command, **options)
        self._connections = connections
        self._is_refused = False
        self._end: asyncio.TimerHandle | None = None
        self.active_at = 0.0  # when the last command came that counts, by the loop's clock

    @property
    def brings_mail(self) -> bool:
        """Whether it has named a recipient of ours, and the mail is not stored yet."""
        return self.envelope is not None and bool(self.envelope.rcpt_tos)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet, or refuse with one sentence. Once it is encrypted, it is the same connection."""
        if self._original_transport is not None:
            super().connection_made(transport)
            return
        sentence = self._connections.admit(self, peer_key(transport.get_extra_info("peername")))
        if sentence:
            self._is_refused = True
            assert isinstance(transport, asyncio.WriteTransport)  # noqa: S101 - a socket's always is
            transport.write(f"{sentence}\r\n".encode())
            transport.close()
            return
        super().connection_made(transport)
        self._end = self.loop.call_later(self._connections.budget.conversation, self._end_soon)

    def connection_lost(self, error: Exception | None) -> None:
        if self._is_refused:
            return
        self._connections.leave(self)
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if not self._is_refused:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._is_refused else super().eof_received()

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - aiosmtpd's name
        """Take a mail, for which there is more time than for a command."""
        self._reset_timeout(self._connections.budget.mail)
        await super().smtp_DATA(arg)

    def hang_up(self, sentence: str) -> None:
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self.transport.write(f"{sentence}\r\n".encode())
            self.transport.close()

    def _reset_timeout(self, duration: float | None = None) -> None:
        self.active_at = self.loop.time()
        super()._reset_timeout(duration)

    def _timeout_cb(self) -> None:
        self.hang_up(TOO_SLOW)

    def _end_soon(self) -> None:
        """The conversation has lasted long enough; a mail that is under way has its own time."""
        if not self.brings_mail:
            self.hang_up(TOO_OLD)
        else:
            self._end = self.loop.call_later(self._connections.budget.mail, self.hang_up, TOO_OLD)


def peer_key(peer: Any) -> str:
    """What counts as one peer; empty for a socket in the file system."""
    return network_of(str(peer[0])) if isinstance(peer, tuple) else ""


log = logging.getLogger(__name__)


class Certificate:
    """A certificate with its key in PEM files; whoever renews the files need not restart the server.

    Raises OSError or ssl.SSLError when the files cannot be read or do not belong together.
    """

    def __init__(self, chain: str, key: str) -> None:
        self._chain, self._key = chain, key or chain
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._written_at = self._when_written()
        self.context.load_cert_chain(self._chain, self._key)

    def renew(self) -> None:
        """Read the files again if they have changed. A fault is logged, and the former certificate stays."""
        try:
            written_at = self._when_written()
            if written_at == self._written_at:
                return
            self.context.load_cert_chain(self._chain, self._key)
            self._written_at = written_at
        except OSError:  # ssl.SSLError is one: perhaps one of two files has been written, and the other follows
            log.exception("The new certificate of the SMTP server cannot be read")

    def _when_written(self) -> tuple[int, int]:
        return os.stat(self._chain).st_mtime_ns, os.stat(self._key).st_mtime_ns


def certificate() -> Certificate | None:
    """That of ``MAIL_CERTIFICATE``; None where none is named. Raises OSError, of which ssl.SSLError is a kind."""
    if not settings.MAIL_CERTIFICATE:
        return None
    return Certificate(settings.MAIL_CERTIFICATE, settings.MAIL_CERTIFICATE_KEY)
