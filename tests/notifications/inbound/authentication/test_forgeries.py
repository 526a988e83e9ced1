"""Published tricks by which one mail pretends to be another: none plays, and none is answered to whoever it names.

The forger knows a live reply address, which in truth he would have to guess, and owns ``evil.example``, which signs its
mail. The player's own domain publishes DMARC.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from itertools import cycle
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail as django_mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from notifications.addresses import reply_addresses
from notifications.inbound import intake
from notifications.models import InboundMail, OutboundMail
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import Mailbox, PostOffice, waiting
from tests.notifications.signing import key_name, public_record, sign

pytestmark = pytest.mark.django_db

ANNA, EVIL, FAR = "anna@example.org", "mallory@evil.example", "192.0.2.7"

# What stands in the header in place of one honest From. {to} is the live address.
FROMS = {
    "plain": f"From: {ANNA}", "two From headers, the forged one first": f"From: {ANNA}\r\nFrom: {EVIL}",
    "two From headers, the forged one last": f"From: {EVIL}\r\nFrom: {ANNA}", "two addresses": f"From: {ANNA}, {EVIL}",
    "two addresses, turned round": f"From: {EVIL}, {ANNA}", "address for a name": f'From: "{ANNA}" <{EVIL}>',
    "address for a name, without quotes": f"From: {ANNA} <{EVIL}>", "two in angle brackets": f"From: <{ANNA}> <{EVIL}>",
    "two in angle brackets, turned round": f"From: <{EVIL}> <{ANNA}>",
    "encoded name": "From: =?utf-8?q?anna=40example=2Eorg?= <mallory@evil.example>",
    "encoded address": "From: =?utf-8?q?anna=40example=2Eorg?=",
    "encoded angle brackets": "From: =?utf-8?q?=3Canna=40example=2Eorg=3E?= <mallory@evil.example>",
    "encoded NUL and a second address": "From: =?utf-8?b?YW5uYUBleGFtcGxlLm9yZwA=?=@evil.example",
    "comment after": f"From: {ANNA} ({EVIL})", "comment that looks like the address": f"From: {EVIL} ({ANNA})",
    "comment inside": "From: anna@(x\r\n )example.org", "unclosed comment": f"From: {ANNA} (((((({EVIL}",
    "route": f"From: <@evil.example:{ANNA}>", "route, turned round": f"From: <@example.org:{EVIL}>",
    "group": f"From: friends: {ANNA};", "group and another": f"From: friends: {ANNA};, {EVIL}",
    "quoted local part": 'From: "anna@example.org"@evil.example',
    "quoted local part and brackets": 'From: "anna@example.org\\" <mallory"@evil.example',
    "two at signs": "From: anna@example.org@evil.example", "NUL": f"From: {ANNA}\0@evil.example",
    "NUL before": f"From: \0{ANNA}", "backspaces": f"From: {EVIL}\b\b\b{ANNA}",
    "blank before the colon": f"From : {ANNA}\r\nFrom: {EVIL}", "blank before the colon, alone": f"From : {ANNA}",
    "folded after the name": f"From\r\n : {ANNA}\r\nFrom: {EVIL}",
    "folded, nothing on the first line": f"From:\r\n {ANNA}\r\nFrom: {EVIL}",
    "carriage return alone": f"X: y\rFrom: {ANNA}\r\rFrom: {EVIL}",
    "Sender and Reply-To": f"From: {EVIL}\r\nSender: {ANNA}\r\nReply-To: {ANNA}",
    "Resent-From": f"From: {EVIL}\r\nResent-From: {ANNA}", "letters of another alphabet": "From: anna@ex\u0430mple.org",
    "the same as punycode": "From: anna@xn--exmple-4nf.org", "full-width": "From: anna\uff20example.org",
    "domain with a dot more": "From: anna@example.org.", "domain with something before": "From: anna@evil-example.org",
    "sub-domain": "From: anna@example.org.evil.example", "domain literal": "From: anna@[192.0.2.7]",
    "percent": "From: anna%example.org@evil.example", "bang": "From: evil.example!anna@example.org", "empty": "From: ",
    "none": "Subject: x", "null in brackets": "From: <>",
}  # fmt: skip

# What the forger writes beside it to seem proven.
EXTRAS = {
    "nothing": "",
    "our own verdict": "Authentication-Results: mx.play.example; dmarc=pass header.from=example.org; "
    "dkim=pass header.d=example.org; spf=pass smtp.mailfrom=example.org\r\n",
    "the verdict of another": "Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org\r\n",
    "SPF and ARC": "Received-SPF: pass (mx.play.example: domain of anna@example.org)\r\n"
    "ARC-Authentication-Results: i=1; mx.play.example; dmarc=pass header.from=example.org\r\n",
}


@pytest.fixture
def anna(office: PostOffice, start: Start) -> Mailbox:
    """Anna, who is to move first in a casual game, where least is asked; her domain asks for proof."""
    boxes = office.box("anna"), office.box("bert")
    start("anna", "bert", rated=False)
    for domain in ("example.org", "evil.example"):
        office.zone.texts[f"_dmarc.{domain}"] = ["v=DMARC1; p=reject"]
    office.zone.texts[key_name("example.org")] = [public_record(0)]
    office.zone.texts[key_name("evil.example")] = [public_record(1)]
    office.zone.texts["evil.example"] = ["v=spf1 ip4:192.0.2.0/24 -all"]
    return boxes[0]


def forged(trick: str, to: str, extra: str = "", number: int = 0) -> bytes:
    lines = f"{extra}{trick}\r\nTo: {to}\r\nSubject: Re: your turn\r\nMessage-ID: <{number}@evil.example>\r\n"
    return f"{lines}\r\nnull d3\r\n".encode()


def try_to_play(
    office: PostOffice, anna: Mailbox, raw: bytes, *, source: str = "smtp", path: str = EVIL
) -> InboundMail:
    """Bring the forgery in, let it be read, and see to it that it did nothing and told nobody."""
    before = len(django_mail.outbox)
    OutboundMail.objects.filter(kind="confirm").delete()  # so that there are never enough
    office.wait(minutes=2)
    to = anna.newest.reply_to if anna.newest.reply_to.startswith("turn") else anna.mails()[0].reply_to
    stored = intake.receive(raw, envelope_from=path, envelope_to=to, source=source, peer=FAR, at=office.now)
    office.work()
    assert Game.objects.get().ply == 0
    verified = set(EmailAddress.objects.filter(verified=True).values_list("email", flat=True))
    assert {address for mail in django_mail.outbox[before:] for address in mail.recipients()} <= verified
    assert not OutboundMail.objects.exclude(kind__in=("confirm", "turn", "started")).exists()
    stored.refresh_from_db()
    return stored


@pytest.mark.parametrize("is_signed", [False, True])
def test_forged_sender_plays_nothing_and_is_not_answered(office: PostOffice, anna: Mailbox, is_signed: bool) -> None:
    """Also not where the domain of the forger has signed it."""
    to = anna.newest.reply_to
    for number, (trick, path) in enumerate(zip(FROMS.values(), cycle((EVIL, ANNA, "", "bert@example.org")))):
        raw = forged(trick, to, number=number)
        with suppress(Exception):  # some are no mail that anybody could sign
            raw = sign(raw, "evil.example", key=1) if is_signed else raw
        assert try_to_play(office, anna, raw, path=path).outcome in ("held", "ignored"), trick


@pytest.mark.parametrize("source", ["smtp", "lmtp", "imap"])
def test_verdict_that_the_forger_has_written_counts_for_nothing(
    office: PostOffice, anna: Mailbox, source: str, settings: Any
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.play.example"
    for number, extra in enumerate(EXTRAS.values()):
        raw = forged(FROMS["plain"], anna.newest.reply_to, extra, number=number)
        if source != "smtp":  # our own host leaves its line on top of what came
            raw = b"Received: from evil.example by mx.play.example; Mon, 02 Mar 2026 12:00:00 +0000\r\n" + raw
        assert try_to_play(office, anna, raw, source=source).outcome == "held", extra


def test_header_put_on_top_of_a_signed_mail_does_not_make_it_anothers(office: PostOffice, anna: Mailbox) -> None:
    """Bert's provider is Anna's: it signs his mail honestly, and he tries to look like her."""
    honest = sign(forged("From: bert@example.org", anna.newest.reply_to), "example.org")
    for trick in (b"From: anna@example.org\r\n", b"X: y\rFrom: anna@example.org\r\r"):
        assert try_to_play(office, anna, trick + honest).outcome == "held"
    hidden = forged("Subject: x\rFrom: anna@example.org\r\r\r\nFrom: bert@example.org", anna.newest.reply_to)
    assert try_to_play(office, anna, sign(hidden, "example.org")).outcome in ("held", "ignored")


# Guesses --------------------------------------------------------------------------------------------------------------


def test_guesses_find_nothing(anna: Mailbox) -> None:
    """``test_door`` has the guesser hung up on; there are more addresses than anybody could try."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    for _ in range(200):
        guess = "".join(secrets.choice(letters) for _ in range(reply_addresses.LETTERS))
        assert reply_addresses.find_token(f"turn-{guess}@{settings.MAIL_DOMAIN}") is None
    assert len(letters) ** reply_addresses.LETTERS > 2**128


def test_dead_live_and_unknown_addresses_take_the_same_questions(office: PostOffice, anna: Mailbox) -> None:
    live = anna.newest.reply_to
    shapes = []
    for address in (live, f"turn-{'a' * reply_addresses.LETTERS}@{settings.MAIL_DOMAIN}"):
        with CaptureQueriesContext(connection) as queries:
            reply_addresses.find_token(address)
        shapes.append([query["sql"].partition("digest")[0] for query in queries])
    Game.objects.update(ply=7)
    with CaptureQueriesContext(connection) as queries:
        reply_addresses.find_token(live)
    shapes.append([query["sql"].partition("digest")[0] for query in queries])
    assert shapes[0] == shapes[1] == shapes[2]
    assert len(shapes[0]) == 1


# Floods ---------------------------------------------------------------------------------------------------------------


def test_flood_at_one_seat_leaves_the_others_alone(office: PostOffice, anna: Mailbox, start: Start) -> None:
    flooded, carl = anna.newest.reply_to, office.box("carl")
    start("carl", "bert", rated=False)
    before = InboundMail.objects.count()
    refused = 0
    for number in range(200):
        raw = f"From: x@evil.example\r\nMessage-ID: <{number}@evil.example>\r\n\r\nnull d3\r\n".encode()
        try:
            intake.receive(raw, envelope_from=EVIL, envelope_to=flooded, source="smtp", peer=FAR, at=office.now)
        except intake.NotNow:
            refused += 1
    unread = InboundMail.objects.filter(state="waiting").count() - before
    assert unread == intake.WAITING_AT_ONE_ADDRESS
    assert refused == 200 - unread
    mail = carl.newest
    raw = forged("From: carl@example.org", mail.reply_to)
    stored = intake.receive(
        sign(raw, "example.org"), envelope_from="carl@example.org", envelope_to=mail.reply_to, source="smtp", peer=FAR,
        at=office.now,
    )  # fmt: skip
    ahead = waiting(office.now).index(stored.pk)
    assert ahead <= intake.WAITING_AT_ONE_ADDRESS
    office.work()
    stored.refresh_from_db()
    assert stored.outcome == "played"


def test_room_comes_back_with_time(office: PostOffice, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    token = reply_addresses.find_token(to)
    assert token
    number = 0

    def fill() -> None:
        nonlocal number
        while True:
            number += 1
            raw = f"From: x@evil.example\r\nMessage-ID: <{number}@x>\r\n\r\nx\r\n".encode()
            intake.receive(raw, envelope_from=EVIL, envelope_to=to, source="smtp", peer=FAR, at=office.now)

    for _ in range(intake.AT_ONE_ADDRESS_AN_HOUR // intake.WAITING_AT_ONE_ADDRESS):
        with pytest.raises(intake.NotNow):
            fill()
        office.work()
    with pytest.raises(intake.NotNow, match="lately"):
        intake.check_room(token, now=office.now)
    office.wait(hours=1)
    intake.check_room(token, now=office.now)


def test_in_a_flood_every_player_has_a_little_room(office: PostOffice, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    token = reply_addresses.find_token(to)
    assert token
    for number in range(intake.WAITING_OF_ONE_PLAYER):
        raw = f"From: {ANNA}\r\nMessage-ID: <{number}@x>\r\n\r\nx\r\n".encode()
        intake.receive(raw, envelope_from=ANNA, envelope_to=to, source="smtp", peer=FAR, at=office.now)
    intake.check_room(token, now=office.now)
    other = reply_addresses.find_token(reply_addresses.personal_address(anna.player.pk))
    assert other
    with pytest.raises(intake.NotNow):
        intake.check_room(other, now=office.now, is_deep=True)
    assert intake.depth() == intake.WAITING_OF_ONE_PLAYER


def test_header_that_is_too_big_is_not_stored(office: PostOffice, anna: Mailbox) -> None:
    raw = b"X: " + b"y" * 70_000 + b"\r\n\r\nnull d3\r\n"
    with pytest.raises(intake.NotTaken, match="header"):
        intake.receive(raw, envelope_from=ANNA, envelope_to=anna.newest.reply_to, source="smtp", peer=FAR, at=NOON)
