"""A real conversation with the LMTP server: an answer for every recipient, and one intake with the other servers."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games.archive.checks import check_game
from games.models import Game
from notifications.addresses import reply_addresses
from notifications.inbound import intake, processing, smtp
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail
from seeds import embedded
from tests.at_once import at_once
from tests.notifications.inbound.conftest import to_move_now
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.service import PATIENCE

pytestmark = [pytest.mark.services]


@contextmanager
def open_lmtp(place: str, **variables: str) -> Iterator[None]:
    """The door as a process of its own, until it answers."""
    process = subprocess.Popen(
        [sys.executable, settings.ROOT / "manage.py", "mail_lmtp"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "seeds.settings", "MAIL_LMTP": place, **variables},
        preexec_fn=embedded.end_with_parent(),
    )
    try:
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                with connect(place):
                    break
            except OSError:
                assert process.poll() is None, "the server ended"
                assert time.monotonic() < limit, "the server did not open"
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def connect(place: str) -> smtplib.LMTP:
    if place.startswith("unix:"):
        return smtplib.LMTP(place.removeprefix("unix:"))
    host, _, port = place.rpartition(":")
    return smtplib.LMTP(host, int(port), timeout=PATIENCE)


@pytest.fixture(scope="module")
def place(postgres_url: str) -> Iterator[str]:
    found = f"{embedded.LOOPBACK}:{embedded.free_port()}"
    with open_lmtp(found, DATABASE_URL=postgres_url):
        yield found


@pytest.fixture
def anna(postgres_database: str, office: PostOffice) -> Mailbox:
    """Anna, who is to move first in a game that begins now."""
    return to_move_now(office, rated=False)


def answer(anna: Mailbox, text: str = "null d3") -> bytes:
    return answer_to(anna.newest, text, sender=anna.address).as_bytes()


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


@pytest.mark.slow
def test_mail_host_of_ours_hands_over_and_the_move_is_played(place: str, anna: Mailbox, office: PostOffice) -> None:
    raw, to = answer(anna), anna.newest.reply_to
    with connect(place) as wire:
        assert hand_over(wire, raw, to)[0][0] == 250
        assert hand_over(wire, raw, to)[0][0] == 250  # the same again, on the same line
    stored = InboundMail.objects.get()
    assert (stored.source, stored.state) == ("lmtp", "waiting")
    processing.read(stored.pk, now=timezone.now(), names=office.zone)
    assert Game.objects.get().ply == 1


def test_every_recipient_gets_an_answer_of_its_own(place: str, anna: Mailbox) -> None:
    personal, turn = reply_addresses.personal_address(anna.player.pk), anna.newest.reply_to
    nobody = f"turn-{'a' * reply_addresses.LETTERS}@{settings.MAIL_DOMAIN}"
    with connect(place) as wire:
        said = hand_over(wire, answer(anna), turn, nobody, personal)
        assert [code for code, _ in said] == [250, 250]
        assert wire.noop()[0] == 250
    assert {int(words.rpartition(" ")[2]) for _, words in said} == set(InboundMail.objects.values_list("pk", flat=True))


def test_mail_that_is_too_big_is_refused_for_every_recipient(place: str, anna: Mailbox) -> None:
    recipients = anna.newest.reply_to, reply_addresses.personal_address(anna.player.pk)
    with connect(place) as wire:
        said = hand_over(wire, b"Subject: x\n\n" + b"x" * 70 + b"\n" * settings.MAIL_MAX_BYTES, *recipients)
        assert [code for code, _ in said] == [552, 552]
        assert wire.noop()[0] == 250
    assert not InboundMail.objects.exists()


def test_unknown_addresses_are_refused_however_many(place: str, anna: Mailbox) -> None:
    """Our own mail host speaks for many senders: it is not hung up on for what one of them does."""
    with connect(place) as wire:
        wire.ehlo()
        wire.mail("x@example.org")
        nobody = f"turn-{'a' * reply_addresses.LETTERS}@{settings.MAIL_DOMAIN}"
        assert {wire.rcpt(nobody)[0] for _ in range(2 * smtp.MISSES)} == {550}
        assert wire.rcpt(anna.newest.reply_to)[0] == 250


def test_door_greets_with_lhlo_only(place: str) -> None:
    with connect(place) as wire:
        assert wire.docmd("EHLO x")[0] == wire.docmd("HELO x")[0] == 500
        assert wire.docmd("LHLO x")[0] == 250


@pytest.mark.slow
def test_socket_in_the_file_system(anna: Mailbox, postgres_database: str) -> None:
    with TemporaryDirectory(prefix="seeds-", dir="/tmp") as folder:  # elsewhere its path may be too long for a socket
        place = f"unix:{folder}/lmtp"
        with open_lmtp(place, DATABASE_URL=postgres_database), connect(place) as wire:
            assert hand_over(wire, answer(anna), anna.newest.reply_to)[0][0] == 250
    stored = InboundMail.objects.get()
    assert stored.peer == ""


@pytest.mark.parametrize(("peer", "far"), [("8.8.8.8", True), ("127.0.0.1", False), ("10.0.0.7", False), ("", False)])
def test_door_for_our_own_host_is_shut_to_the_world(peer: str, far: bool) -> None:
    assert smtp.is_far(peer) is far


def test_same_mail_many_times_at_once_through_all_doors_is_one_move_and_one_answer(
    anna: Mailbox, office: PostOffice
) -> None:
    raw, to = answer(anna), anna.newest.reply_to
    at = timezone.now()

    def bring(number: int) -> Any:
        name = ("smtp", "lmtp", "imap")[number % 3]
        trace = f"Received: by {name} {number}\r\n".encode()  # every way leaves its own trace on the mail
        stored = intake.receive(
            trace + raw, envelope_from=anna.address, envelope_to=to, source=name, peer=embedded.LOOPBACK, at=at
        )
        processing.read(stored.mail.pk, now=timezone.now(), names=office.zone)
        return stored.mail.pk

    said = at_once(*[lambda number=number: bring(number) for number in range(20)])
    assert len(set(said)) == 1
    game = Game.objects.get()
    assert (game.ply, check_game(game)) == (1, [])
    described = OutboundMail.objects.filter(game=game, ply=1).values_list("kind", "reader__username")
    assert sorted(described) == [("receipt", "anna"), ("turn", "bert")]
    assert InboundMail.objects.get().outcome == "played"
