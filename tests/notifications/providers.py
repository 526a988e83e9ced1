"""Mails as the servers of large providers write and sign them. The header sets are those of public mails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from games.models import Game
from notifications.inbound import intake
from notifications.lab.mail_client import ReadMail
from notifications.models import InboundMail
from tests.notifications.mailbox import PostOffice
from tests.notifications.signing import sign

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


def bring(office: PostOffice, raw: bytes, to: str, source: str = "smtp") -> InboundMail:
    found = intake.receive(
        raw, envelope_from=f"mallory@{EVIL}", envelope_to=to, source=source, peer="192.0.2.7", at=office.now
    )
    office.work()
    found.refresh_from_db()
    return found


def plies() -> int:
    return sum(Game.objects.values_list("ply", flat=True))
