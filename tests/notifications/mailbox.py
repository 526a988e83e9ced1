"""The post office seen from a player's mail program, without a network: what was sent is read, answers are handed in.

Answers are real mails, composed and quoted by a program of ``notifications.lab.mail_client``, and stored by the one
``receive`` in which every door ends. ``test_door`` has the conversation over SMTP.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.mime.text import MIMEText
from email.utils import format_datetime
from functools import cache
from html import unescape
from unittest.mock import patch
from urllib.parse import unquote

from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.cache import cache as shared
from django.db import transaction

from games.models import Game, Player
from games.rules import RULES
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.inbound import intake, processing
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.models import InboundMail
from notifications.outbound import sending
from notifications.outbound.board_images import png_of
from tests.games.conftest import NOON
from tests.notifications.signing import key_name, public_record, sign
from tests.notifications.zones import Zone

PLAY = "play@play.localhost"


@cache
def _picture() -> bytes:
    return png_of(RULES["btt"].svg(RULES["btt"].start(2)))


def without_drawing() -> AbstractContextManager[object]:
    """Within the context all mails have the same picture: to draw one takes longer than all else that a mail needs."""
    return patch("notifications.outbound.envelopes.png_of", lambda svg: _picture())


def waiting(now: datetime) -> list[int]:
    """The mails that nobody reads at the moment, in the order in which workers read them."""
    mails = InboundMail.objects.filter(state=InboundMail.State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    return list(mails.values_list("pk", flat=True))


@dataclass
class PostOffice:
    """Workers and wires in one, at a time that the test sets."""

    now: datetime = NOON
    zone: Zone = field(default_factory=Zone)  # what the domains of senders publish
    _read: int = 0  # of the mails that went out
    _boxes: dict[str, list[ReadMail]] = field(default_factory=lambda: defaultdict(list))

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """What happens within the context has not happened afterwards, so that a table of cases begins once."""
        now, read, sent = self.now, self._read, list(django_mail.outbox)
        boxes = {name: list(mails) for name, mails in self._boxes.items()}
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        shared.clear()
        self.now, self._read, django_mail.outbox[:] = now, read, sent
        self._boxes = defaultdict(list, boxes)

    def work(self) -> None:
        """Read what came in and send what is due, until nothing is left."""
        while True:
            unread = waiting(self.now)
            for pk in unread:
                processing.read(pk, now=self.now, names=self.zone)
            if not sending.send_waiting(now=self.now) and not unread:
                return

    def sent_to(self, address: str) -> list[ReadMail]:
        """All mails that went out to an address, the oldest first."""
        self.work()
        for message in django_mail.outbox[self._read :]:
            self._boxes[message.to[0]].append(ReadMail(message.message().as_bytes()))
        self._read = len(django_mail.outbox)
        return self._boxes[address]

    def deliver(
        self, raw: bytes, to: str, *, sender: str = "someone@example.org", peer: str = "127.0.0.1"
    ) -> InboundMail:
        """Bring one mail in, let it be read and answered, and return what became of it."""
        received = intake.receive(raw, envelope_from=sender, envelope_to=to, source="smtp", peer=peer, at=self.now)
        self.work()
        received.refresh_from_db()
        return received

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

    def want_receipts(self) -> None:
        """From now on a receipt of each move, at once."""
        choose(player_id=self.player.pk, paces={Topic.RECEIPTS: Pace.NOW}, at=self.office.now)

    def tap(self, words: str, mail: ReadMail | None = None, *, is_named: bool = True) -> InboundMail:
        """Follow a link of a mail (the newest one) that begins an answer, send that, and return what became of it.

        ``is_named``: the program keeps in the header what the link says that is answered; many do not.
        """
        links = dict(re.findall(r'<a href="mailto:([^"]+)"[^>]*><code[^>]*>\[([^\]]*)\]', (mail or self.newest).html))
        link = next(unescape(link) for link, shown in links.items() if shown == words)
        address, _, fields = link.partition("?")
        asked = {name: unquote(value) for name, _, value in (field.partition("=") for field in fields.split("&"))}
        message = MIMEText(asked.pop("body"))
        if not is_named:
            del asked["In-Reply-To"]
        for name, value in {"From": self.address, "To": unquote(address), **asked}.items():
            message[name.capitalize()] = value
        return self.office.deliver(message.as_bytes(), unquote(address), sender=self.address)


class Correspondent:
    """Somebody who has nothing but a mailbox whose domain signs what they send."""

    def __init__(self, office: PostOffice, name: str) -> None:
        self.office, self.name, self.address, self.sent = office, name, f"{name}@example.org", 0
        office.zone.texts[key_name("example.org")] = [public_record(0)]

    def write(self, text: str, to: str = "", subject: str = "hello", *, signed: bool = True) -> InboundMail:
        """Send a mail, to the address that everybody knows unless another is named; what became of it."""
        raw = self.compose(text, to or PLAY, subject)
        return self.bring(sign(raw, "example.org") if signed else raw, to)

    def compose(self, text: str, to: str = PLAY, subject: str = "hello") -> bytes:
        """A mail of this moment, not signed yet."""
        self.sent += 1
        head = f"From: {self.address}\r\nTo: {to}\r\nSubject: {subject}\r\nDate: {format_datetime(self.office.now)}"
        return f"{head}\r\nMessage-ID: <{self.name}-{self.sent}@example.org>\r\n\r\n{text}\r\n".encode()

    def bring(self, raw: bytes, to: str = "") -> InboundMail:
        """Bring a mail in from far away, whoever has made it; what became of it."""
        values = {"envelope_from": self.address, "source": "smtp", "peer": "192.0.2.7", "at": self.office.now}
        found = intake.receive(raw, envelope_to=to or PLAY, **values)
        self.office.work()
        return InboundMail.objects.filter(pk=found.pk).first() or found  # a closed account takes its mails with it

    def mails(self) -> list[ReadMail]:
        return list(self.office.sent_to(self.address))

    def answer(self, text: str, about: str = "") -> InboundMail:
        """Answer the newest mail whose subject has these words."""
        mail = next(mail for mail in reversed(self.mails()) if about in mail.subject)
        return self.write(text, mail.reply_to, f"Re: {mail.subject}")

    def join(self) -> Player:
        self.write(f"sign up {self.name}")
        self.answer("yes")
        return Player.objects.get(username=self.name)


Table = tuple[Game, Mailbox, Mailbox]


def steps(game: Game) -> list[str]:
    """The steps of a game as text, from the first."""
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))


def kinds(box: Mailbox) -> list[str]:
    """The kinds of the mails in a mailbox, from the first."""
    return [mail.header("Feedback-ID").partition(":")[0] for mail in box.mails()]
