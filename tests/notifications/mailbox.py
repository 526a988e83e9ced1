"""The post office seen from a player's mail program, without a network: what was sent is read, answers are handed in.

Answers are real mails, composed and quoted by a program of ``notifications.lab.mail_client``, and stored by the one
``receive`` in which every door ends. ``test_door`` has the conversation over SMTP.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core import mail as django_mail

from games.models import Player
from notifications.inbound import intake, processing
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.models import InboundMail
from notifications.outbound import sending
from tests.games.conftest import NOON
from tests.notifications.zones import Zone


@dataclass
class PostOffice:
    """Workers and wires in one, at a time that the test sets."""

    now: datetime = NOON
    zone: Zone = field(default_factory=Zone)  # what the domains of senders publish
    _read: int = 0  # of the mails that went out
    _boxes: dict[str, list[ReadMail]] = field(default_factory=lambda: defaultdict(list))

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

    def work(self) -> None:
        """Read what came in and send what is due, until nothing is left."""
        while True:
            unread = intake.waiting(now=self.now)
            for pk in unread:
                processing.read(pk, now=self.now, names=self.zone)
            if not sending.send_waiting(now=self.now) and not unread:
                return

    def sent_to(self, address: str) -> list[ReadMail]:
        """All mails that went out to an address, the oldest first."""
        self.work()
        for message in django_mail.outbox[self._read :]:
            self._boxes[message.to[0]].append(ReadMail.from_bytes(message.message().as_bytes()))
        self._read = len(django_mail.outbox)
        return self._boxes[address]

    def deliver(
        self, raw: bytes, to: str, *, sender: str = "someone@example.org", peer: str = "127.0.0.1"
    ) -> InboundMail:
        """Bring one mail in, let it be read and answered, and return what became of it."""
        received = intake.receive(raw, envelope_from=sender, envelope_to=to, source="smtp", peer=peer, at=self.now)
        self.work()
        received.mail.refresh_from_db()
        return received.mail

    def box(self, name: str, program: str = "gmail") -> Mailbox:
        """The mailbox of a player, who gets a verified address if there is none."""
        player, _ = Player.objects.get_or_create(username=name)
        address, _ = EmailAddress.objects.get_or_create(
            user=player, defaults={"email": f"{name}@example.org", "verified": True, "primary": True}
        )
        return Mailbox(self, player, address.email, program)


@dataclass
class Mailbox:
    """One player's mail program."""

    office: PostOffice
    player: Player
    address: str
    program: str

    def mails(self) -> list[ReadMail]:
        """All mails to the player, the oldest first."""
        return list(self.office.sent_to(self.address))

    @property
    def newest(self) -> ReadMail:
        return self.mails()[-1]

    def answer(
        self, text: str, mail: ReadMail | None = None, *, sender: str = "", program: str = "", language: str = "en"
    ) -> InboundMail:
        """Answer a mail (the newest one) as a program does in a language, and return what became of the answer."""
        mail = mail or self.newest
        sender = sender or self.address
        answer = answer_to(mail, text, sender=sender, program=program or self.program, language=language)
        return self.office.deliver(answer.as_bytes(), mail.reply_to, sender=sender)
