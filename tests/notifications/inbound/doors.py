"""A mail server of ours in a thread of the test: what the commands run, without the time that a process takes."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue

from notifications.inbound import smtp
from notifications.lab.mail_client import hand_in
from notifications.models import InboundMail
from seeds import embedded
from tests.service import PATIENCE


@dataclass
class Door:
    """The place at which a server listens, and what asks it to stop, as SIGTERM does."""

    place: str
    stop: Callable[[], None]

    @property
    def port(self) -> int:
        return int(self.place.rpartition(":")[2])

    def connect(self) -> smtplib.SMTP:
        return smtplib.SMTP(embedded.LOOPBACK, self.port, timeout=PATIENCE)

    def local(self) -> smtplib.LMTP:
        if self.place.startswith(smtp.UNIX):
            return smtplib.LMTP(self.place.removeprefix(smtp.UNIX))
        return smtplib.LMTP(embedded.LOOPBACK, self.port, timeout=PATIENCE)

    def caller(self, address: str = embedded.LOOPBACK) -> socket.socket:
        """A connection from an address of this machine."""
        return socket.create_connection((embedded.LOOPBACK, self.port), timeout=PATIENCE, source_address=(address, 0))

    def take(self, raw: bytes, recipient: str, sender: str = "anna@example.org") -> str:
        return hand_in(raw, sender=sender, recipient=recipient, host=embedded.LOOPBACK, port=self.port)


@contextmanager
def open_door(host: str = embedded.LOOPBACK, source: InboundMail.Source = InboundMail.Source.SMTP) -> Iterator[Door]:
    """A server that is open within the context, as the settings want it."""
    stops: list[Callable[[], None]] = []
    opened: Queue[str] = Queue()
    loop = asyncio.new_event_loop()
    loop.add_signal_handler = lambda number, stop: stops.append(stop)  # type: ignore[assignment,misc]

    async def serve() -> None:
        await smtp.serve(host, 0, source=source, ready=opened.put)
        await asyncio.sleep(0.05)  # until the connections that were hung up are closed

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    door = Door(opened.get(timeout=PATIENCE), lambda: loop.call_soon_threadsafe(stops[0]) and None)
    try:
        yield door
    finally:
        if thread.is_alive():
            door.stop()
        thread.join(PATIENCE)


def said(connection: socket.socket) -> str:
    """The next line of the server; empty once it has hung up."""
    line = b""
    while not line.endswith(b"\n"):
        try:
            more = connection.recv(1)
        except ConnectionResetError:
            break
        if not more:
            break
        line += more
    return line.decode().strip()
