"""A real conversation with the SMTP server: what it takes, what it refuses, and that its yes means stored."""

from __future__ import annotations

import asyncio
import os
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Game, Heartbeat
from games.play.creation import create_game
from games.uptime.outages import clear_until
from notifications.addresses import reply_addresses
from notifications.inbound import processing
from notifications.inbound import smtp as source
from notifications.lab.mail_client import answer_to, hand_in
from notifications.models import InboundMail, OutboundMail
from seeds import embedded
from tests.games.conftest import THREE_DAYS
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.service import PATIENCE, wait_for

pytestmark = [pytest.mark.services]


@dataclass
class Source:
    """The door as a process of its own."""

    port: int
    process: subprocess.Popen[bytes]

    def connect(self) -> smtplib.SMTP:
        return smtplib.SMTP(embedded.LOOPBACK, self.port, timeout=PATIENCE)

    def take(self, raw: bytes, recipient: str, sender: str = "anna@example.org") -> str:
        return hand_in(raw, sender=sender, recipient=recipient, host=embedded.LOOPBACK, port=self.port)


@contextmanager
def open_door(database_url: str, **variables: str) -> Iterator[Source]:
    port = embedded.free_port()
    process = subprocess.Popen(
        [sys.executable, settings.ROOT / "manage.py", "mail_smtp"],
        env={
            **os.environ,
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": "seeds.settings",
            "MAIL_SMTP": f"{embedded.LOOPBACK}:{port}",
            **variables,
        },
        preexec_fn=embedded.end_with_parent(),
    )
    try:
        limit = time.monotonic() + PATIENCE
        while not _answers(port):
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < limit, "the server did not open"
            time.sleep(0.05)
        yield Source(port, process)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((embedded.LOOPBACK, port)) == 0


@pytest.fixture(scope="module")
def common_door(postgres_url: str) -> Iterator[Source]:
    """A door for all conversations after which it is as it was."""
    with open_door(postgres_url) as opened:
        yield opened


@pytest.fixture
def smtp(common_door: Source, postgres_database: str) -> Source:
    return common_door


@pytest.fixture
def fresh_door(postgres_database: str) -> Iterator[Source]:
    with open_door(postgres_database) as opened:
        yield opened


def read_all() -> None:
    for pk in InboundMail.objects.filter(state="waiting").order_by("pk").values_list("pk", flat=True):
        processing.read(pk, now=timezone.now())


def refusal(connection: smtplib.SMTP, recipient: str) -> tuple[int, str]:
    connection.ehlo()
    connection.mail("x@example.org")
    code, words = connection.rcpt(recipient)
    return code, words.decode()


def test_answer_over_smtp_plays_the_move(smtp: Source, anna: Mailbox) -> None:
    mail = anna.newest
    said = smtp.take(answer_to(mail, "null d3", sender=anna.address).as_bytes(), mail.reply_to)
    stored = InboundMail.objects.get()
    assert said == f"250 2.0.0 Stored as mail {stored.pk}"
    assert (stored.state, stored.peer) == ("waiting", "127.0.0.1")
    read_all()
    assert list(Game.objects.get().events.filter(ply__isnull=False).values_list("text", flat=True)) == ["null d3"]


def test_local_part_in_capitals_is_the_same_address(smtp: Source, anna: Mailbox) -> None:
    mail = anna.newest
    smtp.take(answer_to(mail, "null d3", sender=anna.address).as_bytes(), mail.reply_to.upper())
    read_all()
    assert Game.objects.get().ply == 1


def test_unknown_address_is_refused_before_any_data(smtp: Source, anna: Mailbox) -> None:
    with smtp.connect() as connection:
        for recipient in (
            f"turn-{'a' * 26}@{settings.MAIL_DOMAIN}",
            f"root@{settings.MAIL_DOMAIN}",
            anna.newest.reply_to.replace(settings.MAIL_DOMAIN, "elsewhere.example"),
            "anna@example.org",
        ):
            assert refusal(connection, recipient)[0] == 550
    assert not InboundMail.objects.exists()


def test_addresses_that_everybody_knows_are_taken(smtp: Source, anna: Mailbox) -> None:
    with smtp.connect() as connection:
        for name in ("play", "seeds", "postmaster", "Postmaster"):
            assert refusal(connection, f"{name}@{settings.MAIL_DOMAIN}")[0] == 250


def test_mail_client_tells_why_its_mail_was_refused(smtp: Source, anna: Mailbox) -> None:
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        smtp.take(b"From: anna@example.org\r\n\r\nnull d3", f"turn-{'a' * 26}@{settings.MAIL_DOMAIN}")
    assert (refused.value.smtp_code, refused.value.smtp_error) == (550, source.NO_SUCH_ADDRESS[4:].encode())


@pytest.mark.slow
def test_mail_that_is_too_big_is_refused(smtp: Source, anna: Mailbox) -> None:
    mail = anna.newest
    with smtp.connect() as connection:
        connection.ehlo()
        assert int(connection.esmtp_features["size"]) == settings.MAIL_MAX_BYTES
        code, _ = connection.docmd(f"MAIL FROM:<anna@example.org> SIZE={settings.MAIL_MAX_BYTES + 1}")
        assert code == 552
    huge = answer_to(mail, "null d3\n" + "x" * 70 + "\n" * settings.MAIL_MAX_BYTES, sender=anna.address).as_bytes()
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        smtp.take(huge, mail.reply_to)
    assert refused.value.smtp_code == 552
    assert not InboundMail.objects.exists()


def test_null_sender_is_taken_and_never_answered(smtp: Source, anna: Mailbox) -> None:
    mail = anna.newest
    smtp.take(answer_to(mail, "null d3", sender=anna.address).as_bytes(), mail.reply_to, sender="")
    before = OutboundMail.objects.count()
    read_all()
    assert InboundMail.objects.get().sort == "bounce"
    assert Game.objects.get().ply == 0
    assert OutboundMail.objects.count() == before


def test_same_mail_on_many_connections_at_once_is_one_mail(smtp: Source, anna: Mailbox) -> None:
    mail = anna.newest
    raw = answer_to(mail, "null d3", sender=anna.address).as_bytes()
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(smtp.take(raw, mail.reply_to))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [said[0]] * 8
    assert InboundMail.objects.count() == 1


def test_bare_line_feeds_do_not_end_the_data(smtp: Source, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    with socket.create_connection((embedded.LOOPBACK, smtp.port), timeout=PATIENCE) as wire:
        file = wire.makefile("rb")

        def say(line: bytes) -> bytes:
            wire.sendall(line)
            return file.readline()

        file.readline()
        say(b"HELO x\r\n")
        say(b"MAIL FROM:<anna@example.org>\r\n")
        say(f"RCPT TO:<{to}>\r\n".encode())
        say(b"DATA\r\n")
        smuggled = (
            f"From: anna@example.org\r\n\r\nhello\n.\nMAIL FROM:<x@example.org>\nRCPT TO:<{to}>\nDATA\nresign\n.\n"
        )
        answer = say(smuggled.encode() + b"\r\n.\r\n")
    assert answer.startswith(b"250")
    assert InboundMail.objects.count() == 1


@pytest.mark.slow
def test_ten_thousand_mails_to_one_seat_leave_the_others_latency_unharmed(fresh_door: Source, anna: Mailbox) -> None:
    """One address is flooded on one line, as fast as the server answers; meanwhile others bring a mail now and then."""
    flooded, office = anna.newest.reply_to, anna.office
    carl = office.box("carl")
    create_game(rules="btt", players=[carl.player, anna.player], control=THREE_DAYS, at=office.now)
    mail = carl.newest
    codes: list[int] = []

    def flood() -> None:
        with fresh_door.connect() as line:
            line.ehlo()
            for number in range(20):
                line.mail("x@evil.example")
                codes.append(line.rcpt(flooded)[0])
                line.data(f"From: x@evil.example\r\nMessage-ID: <{number}@x>\r\n\r\nnull d3\r\n")
            line.mail("x@evil.example")
            codes.extend(line.rcpt(flooded)[0] for _ in range(9_980))

    def seconds(number: int) -> float:
        started = time.monotonic()
        answer = answer_to(mail, "null d3", sender=carl.address).as_bytes()
        fresh_door.take(answer.replace(b"Message-ID: <", b"Message-ID: <%d." % number), mail.reply_to, carl.address)
        return time.monotonic() - started

    flooding = threading.Thread(target=flood)
    began = time.monotonic()
    flooding.start()
    meanwhile: list[float] = []
    while flooding.is_alive() and len(meanwhile) < 10:
        meanwhile.append(seconds(len(meanwhile)))
    flooding.join()
    took = time.monotonic() - began
    assert (codes.count(250), codes.count(452)) == (20, 9_980)
    assert len(meanwhile) >= 3
    assert sorted(meanwhile)[len(meanwhile) // 2] < max(0.5, took / 5)  # a busy machine is slow for all
    read_all()
    assert Game.objects.get(seats__player=carl.player).ply == 1


@pytest.mark.slow
def test_door_tells_the_games_that_it_is_open(fresh_door: Source) -> None:
    wait_for(lambda: Heartbeat.objects.filter(name="mail intake").exists())
    beat = Heartbeat.objects.get(name="mail intake")
    assert abs((timezone.now() - beat.at).total_seconds()) < PATIENCE
    clear = clear_until(timezone.now())  # it may have sent another heartbeat since
    assert clear is not None
    assert beat.clear_until <= clear <= timezone.now()


@pytest.mark.slow
def test_door_that_is_asked_to_stop_ends_cleanly(postgres_database: str) -> None:
    with open_door(postgres_database) as opened, closing(opened.connect()) as connection:
        connection.ehlo()
        opened.process.send_signal(signal.SIGTERM)
        assert opened.process.wait(PATIENCE) == 0
        assert connection.getreply() == (421, b"4.3.2 The server is restarting, please come back")


def test_failure_of_ours_means_later_and_not_never() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert asyncio.run(source.Handler(pool).handle_exception(RuntimeError("surprise"))).startswith("451")


def test_page_of_html_on_one_line_is_taken(smtp: Source, anna: Mailbox) -> None:
    page = "<p>null d3</p>" + "<br>" * 20_000
    smtp.take(f"From: anna@example.org\r\nContent-Type: text/html\r\n\r\n{page}".encode(), anna.newest.reply_to)
    read_all()
    assert Game.objects.get().ply == 1


@pytest.mark.slow
def test_database_that_is_gone_means_later_and_not_never(office: PostOffice) -> None:
    with open_door("sqlite:////nowhere/at/all.sqlite3") as opened, opened.connect() as connection:
        address = f"turn-{'a' * reply_addresses.LETTERS}@{settings.MAIL_DOMAIN}"
        assert refusal(connection, address)[0] == 451
