"""Mails as the servers of large providers sign them: a reply plays without a click, and nothing made from it does.

The header sets are those of public mails; keys are made here. The forger has mails that Anna's provider has signed,
knows a live reply address of hers, and changes whatever no signature covers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest
from allauth.account.models import EmailAddress

from games.models import Game
from notifications.inbound import intake
from notifications.lab.mail_client import ReadMail
from notifications.models import InboundMail
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice
from tests.notifications.signing import key_name, public_record, sign

pytestmark = pytest.mark.django_db

EVIL = "evil.example"
MULTIPART = "multipart/alternative"
TRACE = "Received: from mx.{domain} by relay.{domain} with ESMTPS id 4; {date}"
ARC = (
    "ARC-Seal: i=1; a=rsa-sha256; s=arc; d={domain}; t=1; cv=none; b=AAAA",
    "ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d={domain}; s=arc; h=From:To; bh=AAAA; b=AAAA",
    "ARC-Authentication-Results: i=1; mx.{domain}; spf=pass; dmarc=pass header.from={domain}; dkim=pass",
)


@dataclass(frozen=True)
class Provider:
    """How a provider writes and signs a reply: its domain, the fields that its signature covers, and what it adds.

    ``also_signs``: another domain of the provider that signs, too. ``subject``: how its users' answers begin.
    """

    domain: str
    covers: str
    subject: str = "Re: "
    adds: tuple[str, ...] = ()
    also_signs: str = ""
    content: str = MULTIPART


PROVIDERS = {
    "Gmail": Provider(
        "gmail.com",
        "to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to",
        adds=("X-Google-DKIM-Signature: v=1; a=rsa-sha256; d=1e100.net; s=20230601; h=to:subject; bh=AAAA; b=AAAA",
              "X-Gm-Message-State: AOJu0Yx", "X-Google-Smtp-Source: AGHT+I"),
    ),
    "Outlook.com": Provider(
        "outlook.com",
        "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck",
        subject="RE: ", adds=(*ARC, "X-MS-Exchange-CrossTenant-FromEntityHeader: Hosted", "Thread-Topic: x"),
    ),
    "Hotmail": Provider(
        "hotmail.com",
        "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck",
        subject="AW: ", adds=(*ARC, "X-MS-Has-Attach:", "X-TMN: [x]"),
    ),
    "Yahoo": Provider(
        "yahoo.com", "Date:From:To:Subject:References:From:Subject:Reply-To", adds=("X-Mailer: WebService/1.1.2",)
    ),
    "AOL": Provider("aol.com", "Date:From:To:Subject:References:From:Subject:Reply-To"),
    "iCloud": Provider(
        "icloud.com", "from:content-type:mime-version:subject:date:message-id:to:x-icloud-hme",
        adds=("X-Proofpoint-GUID: x", "X-Mailer: iPhone Mail (22A)"), content="text/plain",
    ),
    "GMX": Provider(
        "gmx.net", "X-UI-Sender-Class:Date:Subject:To:References:From:In-Reply-To",
        adds=("X-UI-Sender-Class: 724b4f7f", "UI-OutboundReport: notjunk:1;M01:P0:x"),
    ),
    "WEB.DE": Provider(
        "web.de",
        "X-UI-Sender-Class:cc:content-transfer-encoding:content-type:date:from:message-id:mime-version:reply-to:subject:to",
        adds=("X-UI-Sender-Class: 814a7b36", "UI-OutboundReport: notjunk:1;M01:P0:x"), subject="Aw: ",
    ),
    "Proton": Provider(
        "proton.me",
        "Date:To:From:Subject:Message-ID:In-Reply-To:References:Feedback-ID:From:To:Cc:Date:Subject:Reply-To:Feedback-ID:"
        "Message-ID:BIMI-Selector",
        adds=("Feedback-ID: 123:user:proton", "X-Pm-Message-ID: 1a2b"),
    ),
    "Fastmail": Provider(
        "fastmail.com",
        "cc:content-transfer-encoding:content-type:date:date:from:from:in-reply-to:message-id:mime-version:references:"
        "reply-to:subject:subject:to:to",
        adds=("X-ME-Sender: <xms:x>", "Feedback-ID: i1:Fastmail"), also_signs="messagingengine.com",
        content="text/plain",
    ),
    "Zoho": Provider(
        "zohomail.com",
        "Date:Date:From:From:To:To:Message-ID:In-Reply-To:Subject:Subject:MIME-Version:Content-Type:Message-Id:Reply-To:Cc",
        adds=(*ARC, "X-Zoho-Virus-Status: 1", "Importance: Medium"),
    ),
    "Yandex": Provider(
        "yandex.ru", "Message-Id:Date:In-Reply-To:Subject:To:From:References", adds=("X-Yandex-Fwd: 1",),
        content="text/html",
    ),
    "Mail.ru": Provider(
        "mail.ru",
        "References:In-Reply-To:Content-Type:Message-ID:Reply-To:Date:MIME-Version:Subject:To:From:From:Subject:"
        "Content-Type:Content-Transfer-Encoding:To:Cc",
        adds=("X-Mailer: Mail.Ru Mailer 1.0", "X-Priority: 3 (Normal)"),
    ),
    "T-Online": Provider(
        "t-online.de", "Date:Subject:To:References:From:In-Reply-To", adds=("X-TOI-EXPURGATEID: 150726::1",),
        content="text/plain",
    ),
}  # fmt: skip


# Mails ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Desk:
    """A provider, Anna's address there, the mail of ours that she can answer, and the moment."""

    provider: Provider
    asked: ReadMail
    at: datetime
    key: int = 0

    @property
    def anna(self) -> str:
        return f"anna@{self.provider.domain}"

    def signed(self, raw: bytes, *, domain: str = "", key: int = 0, length: bool = False) -> bytes:
        """The mail with the provider's signature, or with one of another domain that covers the same fields."""
        names = [name.encode() for name in self.provider.covers.lower().split(":")]
        if self.provider.also_signs and not domain:
            raw = sign(raw, self.provider.also_signs, headers=names)
        return sign(raw, domain or self.provider.domain, headers=names, length=length, key=key)

    def mail(
        self, text: str = "null d3", *, to: str = "", subject: str = "", sender: str = "", at: datetime | None = None
    ) -> bytes:
        """A reply of Anna's to us, or a mail to somebody else; with nothing signed yet."""
        at = at or self.at
        date = format_datetime(at)
        subject = subject or f"{self.provider.subject}{self.asked.subject}"
        lines = [
            TRACE, *self.provider.adds, f"From: Anna <{sender or self.anna}>", f"To: {to or self.asked.reply_to}",
            f"Subject: {subject}", f"Date: {date}", f"Message-ID: <{at:%s}.{len(text)}@{self.provider.domain}>",
            f"In-Reply-To: {self.asked.message_id}", f"References: {self.asked.message_id}", "MIME-Version: 1.0",
        ]  # fmt: skip
        head = "\r\n".join(lines).format(domain=self.provider.domain, date=date)
        return f"{head}\r\n{self.body(text)}".encode()

    def body(self, text: str) -> str:
        quoted = f"On Monday somebody wrote:\r\n> {self.asked.text.splitlines()[2]}"
        html = f"<div>{text}</div><blockquote>{self.asked.text.splitlines()[2]}</blockquote>"
        if self.provider.content == "text/plain":
            return f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n\r\n{quoted}\r\n"
        if self.provider.content == "text/html":
            return f"Content-Type: text/html; charset=utf-8\r\n\r\n{html}\r\n"
        parts = f"--b1\r\nContent-Type: text/plain\r\n\r\n{text}\r\n\r\n{quoted}\r\n--b1\r\nContent-Type: text/html"
        return f'Content-Type: {MULTIPART}; boundary="b1"\r\n\r\n{parts}\r\n\r\n{html}\r\n--b1--\r\n'


@pytest.fixture
def desk(office: PostOffice, start: Start, request: pytest.FixtureRequest) -> Desk:
    """Anna is to place the null in two rated games, and has her address at the provider."""
    provider = PROVIDERS[request.param]
    anna, _ = office.box("anna"), office.box("bert")
    EmailAddress.objects.filter(user=anna.player).update(email=f"anna@{provider.domain}")
    for domain in (provider.domain, provider.also_signs, f"mail.{provider.domain}"):
        office.zone.texts[key_name(domain)] = [public_record(0)]
        office.zone.texts[f"_dmarc.{domain}"] = ["v=DMARC1; p=reject"]
    office.zone.texts[key_name(EVIL)] = [public_record(1)]
    start("anna", "bert"), start("anna", "bert")
    asked = office.sent_to(f"anna@{provider.domain}")[0]
    office.wait(hours=1)
    return Desk(provider, asked, office.now)


def bring(office: PostOffice, raw: bytes, to: str, source: str = "smtp") -> InboundMail:
    found = intake.receive(
        raw, envelope_from=f"mallory@{EVIL}", envelope_to=to, source=source, peer="192.0.2.7", at=office.now
    ).mail
    office.work()
    found.refresh_from_db()
    return found


def plies() -> int:
    return sum(Game.objects.values_list("ply", flat=True))


@pytest.mark.parametrize("desk", PROVIDERS, indirect=True)
def test_reply_plays_without_a_click_and_only_once(office: PostOffice, desk: Desk) -> None:
    raw = desk.signed(desk.mail())
    found = bring(office, raw, desk.asked.reply_to)
    assert (found.outcome, found.reason, plies()) == ("played", found.reason, 1)
    bring(office, raw.replace(b"Message-ID: <", b"Message-ID: <2"), desk.asked.reply_to)
    bring(office, raw, office.sent_to(desk.anna)[1].reply_to)
    assert plies() == 1


# Forgeries ------------------------------------------------------------------------------------------------------------

Forgery = Callable[[Desk], bytes]


def on_top(*lines: str) -> Callable[[bytes], bytes]:
    return lambda raw: "".join(f"{line}\r\n" for line in lines).encode() + raw


def private(desk: Desk) -> bytes:
    """Anna's mail to Bert about something else, which a program would read as a move."""
    return desk.signed(desk.mail(to="bert@example.org", subject="my idea"))


def ours(desk: Desk, text: str = "null d3") -> bytes:
    return desk.signed(desk.mail(text))


def without_signatures(raw: bytes) -> bytes:
    return re.sub(rb"(?m)^DKIM-Signature:[^\r]*\r\n(?:[ \t][^\r]*\r\n)*", b"", raw)


def typed(raw: bytes, content_type: str) -> bytes:
    """The mail with another type in the place of its own."""
    head, blank, body = raw.partition(b"\r\n\r\n")
    return re.sub(rb"(?m)^Content-Type: [^\r]*", f"Content-Type: {content_type}".encode(), head) + blank + body


def attached(desk: Desk, sender: str) -> bytes:
    """The whole signed mail as an attachment or below the words of a forward, in a mail of the forger's."""
    head = f"From: {sender}\r\nTo: {desk.asked.reply_to}\r\nSubject: Fw: x\r\nDate: {format_datetime(desk.at)}\r\n"
    head += 'Message-ID: <f@evil.example>\r\nContent-Type: multipart/mixed; boundary="f"\r\n\r\n'
    return head.encode() + b"--f\r\nContent-Type: message/rfc822\r\n\r\n" + ours(desk) + b"\r\n--f--\r\n"


FORGERIES: dict[str, Forgery] = {
    "second To on top": lambda desk: on_top(f"To: {desk.asked.reply_to}")(private(desk)),
    "Cc on top": lambda desk: on_top(f"Cc: {desk.asked.reply_to}")(private(desk)),
    "fields of delivery on top": lambda desk: on_top(
        *(f"{name}: {desk.asked.reply_to}" for name in ("Delivered-To", "X-Original-To", "Envelope-To", "Resent-To"))
    )(private(desk)),
    "To replaced": lambda desk: private(desk).replace(b"To: bert@example.org", f"To: {desk.asked.reply_to}".encode()),
    "To at the bottom": lambda desk: private(desk).replace(
        b"MIME-Version", f"To: {desk.asked.reply_to}\r\nMIME-Version".encode()
    ),
    "our subject in a forward to a friend": lambda desk: on_top(f"Cc: {desk.asked.reply_to}")(
        desk.signed(desk.mail(to="bert@example.org", subject=f"Fw: {desk.asked.subject}"))
    ),
    "Subject on top of a mail without a command": lambda desk: on_top("Subject: null d3")(ours(desk, "hello")),
    "another text": lambda desk: ours(desk).replace(b"null d3", b"null c3"),
    "text above the signed one": lambda desk: ours(desk, "hello").replace(b"\r\n\r\n", b"\r\n\r\nnull d3\r\n", 1),
    "text below a length that was signed": lambda desk: desk.signed(desk.mail("hello"), length=True) + b"null d3\r\n",
    "another Content-Type on top": lambda desk: on_top("Content-Type: text/plain")(ours(desk)),
    "another boundary, which makes a quotation a part": lambda desk: typed(
        ours(desk, "hello\r\n\r\n-----Original Message-----\r\n\r\nnull d3"),
        'multipart/mixed; boundary="---Original Message-----"',
    ),
    "marked-up text shown as plain": lambda desk: typed(ours(desk, "hello</div>\r\n<div>\r\nnull d3"), "text/plain"),
    "second From on top": lambda desk: on_top(f"From: {desk.anna}")(
        desk.signed(desk.mail(sender=f"mallory@{desk.provider.domain}"))
    ),
    "another user of the provider": lambda desk: desk.signed(desk.mail(sender=f"mallory@{desk.provider.domain}")),
    "sender at a sub-domain": lambda desk: desk.signed(desk.mail(sender=f"anna@mail.{desk.provider.domain}")),
    "signature of a domain that has the name in it": lambda desk: desk.signed(
        desk.mail(), domain=f"{desk.provider.domain}.{EVIL}", key=1
    ),
    "signature of another domain": lambda desk: desk.signed(desk.mail(), domain=EVIL, key=1),
    "signature by another key": lambda desk: desk.signed(desk.mail(), domain=desk.provider.domain, key=1),
    "signature in the name of the domain by the forger": lambda desk: desk.signed(
        desk.mail(), domain=EVIL, key=1
    ).replace(f"d={EVIL}".encode(), f"d={desk.provider.domain}".encode()),
    "no signature": lambda desk: desk.mail(),
    "ARC alone": lambda desk: on_top(*(line.format(domain=desk.provider.domain) for line in ARC))(desk.mail()),
    "verdict of our own host, written by the forger": lambda desk: on_top(
        f"Authentication-Results: mx.play.localhost; dmarc=pass header.from={desk.provider.domain}"
    )(desk.mail()),
    "signature taken off": lambda desk: without_signatures(ours(desk)),
    "signed long ago": lambda desk: desk.signed(desk.mail(at=desk.at - timedelta(days=11))),
    "attached to a mail of somebody else": lambda desk: sign(attached(desk, f"m@{EVIL}"), EVIL, key=1),
    "attached to a mail in her name": lambda desk: sign(attached(desk, desk.anna), EVIL, key=1),
}


# Gmail and Yahoo leave the type of the text open, Yahoo also the Message-ID, Microsoft the addressee, Mail.ru nothing.
@pytest.mark.parametrize("desk", ["Gmail", "Outlook.com", "Yahoo", "Mail.ru"], indirect=True)
def test_nothing_that_is_made_from_signed_mails_plays(office: PostOffice, desk: Desk) -> None:
    for name, forge in FORGERIES.items():
        raw = forge(desk).replace(b"Message-ID: <", f"Message-ID: <{len(name)}{name[:3].strip()}".encode(), 1)
        found = bring(office, raw, desk.asked.reply_to)
        assert (name, plies()) == (name, 0)
        assert found.outcome in ("held", "ignored"), (name, found.outcome, found.reason)
    assert len(FORGERIES) * 4 >= 96
    assert bring(office, desk.signed(desk.mail()), desk.asked.reply_to).outcome == "played"
