"""The mail host that takes the service's mail: it notes every copy that it accepts, and can be as bad as real ones."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from notifications.lab.mail_client import ReadMail
from seeds import embedded


class Mood(Enum):
    """What the host does with the next mails."""

    TAKES = "takes"
    LATER = "says 451"
    LOSES_ITS_YES = "takes the mail and hangs up before it says so"


@dataclass(frozen=True)
class Copy:
    """One acceptance of one mail. ``was_said``: whether the sender has read that it was accepted."""

    at: float
    message_id: str
    to: str
    was_said: bool


class MailHost:
    """Keeps mailboxes of everybody."""

    def __init__(self) -> None:
        self.mood = Mood.TAKES
        self.copies: list[Copy] = []
        self._boxes: dict[str, list[ReadMail]] = defaultdict(list)
        self._lock = threading.Lock()
        self._controller = Controller(self, hostname=embedded.LOOPBACK, port=embedded.free_port())

    def __enter__(self) -> MailHost:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return int(self._controller.port)

    def new_mails(self, address: str) -> list[ReadMail]:
        """What has come for an address since it was asked for last."""
        with self._lock:
            return self._boxes.pop(address, [])

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.mood is Mood.LATER:
            return "451 4.3.2 Come again later"
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        mail = ReadMail(raw)
        (to,) = envelope.rcpt_tos
        loses = self.mood is Mood.LOSES_ITS_YES
        with self._lock:
            self.copies.append(Copy(time.time(), mail.message_id, to, was_said=not loses))
            self._boxes[to].append(mail)
        if loses:
            server.transport.abort()
        return "250 OK"
