"""Mails as the servers of large providers sign them: a reply plays without a click, and nothing made from it does.

The header sets are those of public mails; keys are made here. The forger has mails that Anna's provider has signed,
knows a live reply address of hers, and changes whatever no signature covers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.utils import format_datetime

import pytest

from games.play.moving import play_move
from tests.notifications.mailbox import PostOffice
from tests.notifications.providers import ARC, EVIL, PROVIDERS, Desk, bring, plies
from tests.notifications.signing import sign
from tests.quick_first import quick_first

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("desk", PROVIDERS, indirect=True)
def test_reply_plays_without_a_click_and_only_once(office: PostOffice, desk: Desk) -> None:
    raw = desk.signed(desk.mail())
    found = bring(office, raw, desk.asked.reply_to)
    assert (found.outcome, found.reason, plies()) == ("played", found.reason, 1)
    bring(office, raw.replace(b"Message-ID: <", b"Message-ID: <2"), desk.asked.reply_to)
    bring(office, raw, office.sent_to(desk.anna)[1].reply_to)
    assert plies() == 1


@pytest.mark.parametrize("desk", ["Outlook.com"], indirect=True)
def test_answer_whose_addressee_is_open_does_not_count_for_the_next_turn(office: PostOffice, desk: Desk) -> None:
    raw = desk.signed(desk.mail())
    found = bring(office, raw, desk.asked.reply_to)
    game = found.token.seat.game  # type: ignore[union-attr]
    play_move(
        game_id=game.pk, player_id=office.box("bert").player.pk, text="root e2", ply=1, at=office.now, source="page"
    )
    office.work()
    asked = next(mail for mail in reversed(office.sent_to(desk.anna)) if mail.subject == desk.asked.subject)
    assert asked.reply_to.startswith("turn-")
    replayed = bring(office, b"X-Note: x\r\n" + raw, asked.reply_to)
    assert (replayed.outcome, plies()) == ("ignored", 2)


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
    "To in the middle of another field": lambda desk: private(desk).replace(
        b"MIME-Version", f"X-Note: x\r\n\tTo: {desk.asked.reply_to}\r\nMIME-Version".encode()
    ),
    "To behind a bare carriage return": lambda desk: on_top(f"X-Note: x\rTo: {desk.asked.reply_to}")(private(desk)),
    "To behind a NUL": lambda desk: on_top(f"X-Note: x\0To: {desk.asked.reply_to}")(private(desk)),
    "To with a blank before the colon": lambda desk: on_top(f"To : {desk.asked.reply_to}")(private(desk)),
    "To in other letters": lambda desk: on_top(f"TO: {desk.asked.reply_to}")(private(desk)),
    "Bcc on top": lambda desk: on_top(f"Bcc: {desk.asked.reply_to}")(private(desk)),
    "sent on, as its fields say": lambda desk: on_top(
        f"Resent-From: {desk.anna}", f"Resent-To: {desk.asked.reply_to}", f"Resent-Sender: {desk.anna}"
    )(private(desk)),
    "sent on by a list": lambda desk: on_top(
        "List-Id: <friends.example>", "Precedence: list", f"X-Original-To: {desk.asked.reply_to}"
    )(private(desk)),
    "answer to our mail, as its fields say": lambda desk: on_top(f"In-Reply-To: {desk.asked.message_id}")(
        private(desk).replace(b"In-Reply-To", b"X-In-Reply-To")
    ),
    "address of ours in the name of another": lambda desk: desk.signed(
        desk.mail(to=f'"{desk.asked.reply_to}" <bert@example.org>', subject="my idea")
    ),
    "address of ours in a comment": lambda desk: desk.signed(
        desk.mail(to=f"bert@example.org ({desk.asked.reply_to})", subject="my idea")
    ),
    "address of ours as the name of a group": lambda desk: desk.signed(
        desk.mail(to=f"friends: a@b.example;, {desk.asked.reply_to} : bert@example.org;", subject="my idea")
    ),
    "Date on top of an old mail": lambda desk: on_top(f"Date: {format_datetime(desk.at)}")(
        desk.signed(desk.mail(at=desk.at - timedelta(days=11)))
    ),
    "Date replaced in an old mail": lambda desk: desk.signed(
        desk.mail(at=(old := desk.at - timedelta(days=11)))
    ).replace(format_datetime(old).encode(), format_datetime(desk.at).encode()),
    "signature of the mail before on another text": lambda desk: (
        ours(desk, "hello").partition(b"Received")[0] + desk.mail()
    ),
    "second signature that covers nothing": lambda desk: on_top(
        f"DKIM-Signature: v=1; a=rsa-sha256; d={desk.provider.domain}; s=s1; h=from; bh=AAAA; b=AAAA"
    )(ours(desk)),
    "weak signature": lambda desk: ours(desk).replace(b"a=rsa-sha256", b"a=rsa-sha1"),
    "signature without an algorithm": lambda desk: ours(desk).replace(b"a=rsa-sha256; ", b""),
    "signature of a public suffix": lambda desk: desk.signed(
        desk.mail(), domain=desk.provider.domain.rpartition(".")[2], key=1
    ),
    "encoded word for the sender": lambda desk: desk.signed(
        desk.mail(sender=f"mallory@{desk.provider.domain}").replace(
            b"From: Anna", f"From: =?utf-8?q?Anna_=3C{desk.anna}=3E?=".encode()
        )
    ),
    "two addresses in From": lambda desk: desk.signed(
        desk.mail(sender=f"mallory@{desk.provider.domain}>, <{desk.anna}")
    ),
    "group in From": lambda desk: desk.signed(
        desk.mail().replace(f"From: Anna <{desk.anna}>".encode(), f"From: friends: {desk.anna};".encode())
    ),
    "Sender and Reply-To of hers": lambda desk: on_top(f"Sender: {desk.anna}", f"Reply-To: {desk.anna}")(
        desk.signed(desk.mail(sender=f"mallory@{desk.provider.domain}"))
    ),
    "text in another paragraph": lambda desk: ours(desk, "hello").replace(b"hello", b"\r\n\r\nnull d3\r\n\r\nhello"),
    "attached to a mail in her name": lambda desk: sign(attached(desk, desk.anna), EVIL, key=1),
}


# Gmail and Yahoo leave the type of the text open, Yahoo also the Message-ID, Microsoft the addressee.
@pytest.mark.parametrize("desk", quick_first(["Gmail", "Outlook.com", "Yahoo"]), indirect=True)
def test_nothing_that_is_made_from_signed_mails_plays(office: PostOffice, desk: Desk) -> None:
    for name, forge in FORGERIES.items():
        raw = forge(desk).replace(b"Message-ID: <", f"Message-ID: <{len(name)}{name[:3].strip()}".encode(), 1)
        found = bring(office, raw, desk.asked.reply_to)
        assert (name, plies()) == (name, 0)
        assert found.outcome in ("held", "ignored"), (name, found.outcome, found.reason)
    assert bring(office, desk.signed(desk.mail()), desk.asked.reply_to).outcome == "played"
