"""A real conversation with the LMTP server: an answer for every recipient, and one intake with the other servers."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Game
from notifications.addresses import reply_addresses
from notifications.inbound import processing, smtp
from notifications.models import InboundMail
from tests.notifications.inbound.doors import open_door
from tests.notifications.inbound.test_door import UNKNOWN, answer
from tests.notifications.mailbox import Mailbox, PostOffice

LMTP = InboundMail.Source.LMTP


@pytest.fixture
def wire(file_database: Path) -> Iterator[smtplib.LMTP]:
    with open_door(source=LMTP) as door, door.local() as connection:
        yield connection


def hand_over(wire: smtplib.LMTP, raw: bytes, *recipients: str) -> list[tuple[int, str]]:
    """Bring a mail for several recipients and return what the server says for each of those that it took."""
    wire.ehlo_or_helo_if_needed()
    wire.mail("anna@example.org")
    taken = [wire.rcpt(recipient)[0] for recipient in recipients].count(250)
    wire.putcmd("data")
    assert wire.getreply()[0] == 354
    wire.send(raw.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r") + b"\r\n.\r\n")
    replies = [wire.getreply() for _ in range(taken)]
    return [(code, words.decode()) for code, words in replies]


def test_mail_host_of_ours_hands_over_and_the_move_is_played(
    wire: smtplib.LMTP, anna: Mailbox, office: PostOffice
) -> None:
    raw, to = answer(anna), anna.newest.reply_to
    assert hand_over(wire, raw, to)[0][0] == 250
    assert hand_over(wire, raw, to)[0][0] == 250  # the same again, on the same line
    stored = InboundMail.objects.get()
    assert (stored.source, stored.state) == ("lmtp", "waiting")
    processing.read(stored.pk, now=timezone.now(), names=office.zone)
    assert Game.objects.get().ply == 1


def test_every_recipient_gets_an_answer_of_its_own(wire: smtplib.LMTP, anna: Mailbox) -> None:
    personal, turn = reply_addresses.personal_address(anna.player.pk), anna.newest.reply_to
    said = hand_over(wire, answer(anna), turn, UNKNOWN, personal)
    assert [code for code, _ in said] == [250, 250]
    assert {int(words.rpartition(" ")[2]) for _, words in said} == set(InboundMail.objects.values_list("pk", flat=True))
    too_big = b"Subject: x\n\n" + (b"x" * 900 + b"\n") * (settings.MAIL_MAX_BYTES // 900)
    assert [code for code, _ in hand_over(wire, too_big, turn, personal)] == [552, 552]
    assert wire.noop()[0] == 250
    assert InboundMail.objects.count() == 2


def test_unknown_addresses_are_refused_however_many(wire: smtplib.LMTP, anna: Mailbox) -> None:
    """Our own mail host speaks for many senders: it is not hung up on for what one of them does."""
    wire.ehlo()
    wire.mail("x@example.org")
    assert {wire.rcpt(UNKNOWN)[0] for _ in range(2 * smtp.MISSES)} == {550}
    assert wire.rcpt(anna.newest.reply_to)[0] == 250


def test_door_greets_with_lhlo_only(wire: smtplib.LMTP) -> None:
    assert [wire.docmd(word)[0] for word in ("EHLO x", "HELO x", "LHLO x")] == [500, 500, 250]


def test_socket_in_the_file_system(anna: Mailbox) -> None:
    with (
        TemporaryDirectory(prefix="seeds-", dir="/tmp") as folder,  # elsewhere its path may be too long for a socket
        open_door(f"unix:{folder}/lmtp", LMTP) as door,
        door.local() as wire,
    ):
        assert hand_over(wire, answer(anna), anna.newest.reply_to)[0][0] == 250
    assert InboundMail.objects.get().peer == ""


@pytest.mark.parametrize(("peer", "far"), [("8.8.8.8", True), ("127.0.0.1", False), ("10.0.0.7", False), ("", False)])
def test_door_for_our_own_host_is_shut_to_the_world(peer: str, far: bool) -> None:
    assert smtp.is_far(peer) is far
