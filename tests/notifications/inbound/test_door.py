"""A real conversation with the SMTP server: what it takes, what it refuses, and that its yes means stored."""

from __future__ import annotations

import asyncio
import os
import signal
import smtplib
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope, Session
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from games.models import Game, Heartbeat
from games.play.creation import create_game
from games.uptime.outages import clear_until
from notifications.addresses.reply_addresses import LETTERS
from notifications.inbound import processing
from notifications.inbound import smtp as source
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail
from seeds import embedded
from tests.games.conftest import THREE_DAYS
from tests.notifications.inbound.doors import Door
from tests.notifications.mailbox import Mailbox
from tests.service import PATIENCE, wait_for

UNKNOWN = f"turn-{'a' * LETTERS}@{settings.MAIL_DOMAIN}"


def read_all() -> None:
    for pk in InboundMail.objects.filter(state="waiting").order_by("pk").values_list("pk", flat=True):
        processing.read(pk, now=timezone.now())


def answer(box: Mailbox, text: str = "null d3") -> bytes:
    return answer_to(box.newest, text, sender=box.address).as_bytes()


def codes_for(connection: smtplib.SMTP, *recipients: str) -> set[int]:
    connection.ehlo()
    connection.mail("x@example.org")
    return {connection.rcpt(recipient)[0] for recipient in recipients}


def test_answer_over_smtp_plays_the_move_whatever_capitals_its_address_is_in(door: Door, anna: Mailbox) -> None:
    said = door.take(answer(anna), anna.newest.reply_to.upper())
    stored = InboundMail.objects.get()
    assert said == f"250 2.0.0 Stored as mail {stored.pk}"
    assert (stored.state, stored.peer) == ("waiting", "127.0.0.1")
    read_all()
    assert list(Game.objects.get().events.filter(ply__isnull=False).values_list("text", flat=True)) == ["null d3"]


def test_unknown_address_is_refused_before_any_data(door: Door, anna: Mailbox) -> None:
    elsewhere = anna.newest.reply_to.replace(settings.MAIL_DOMAIN, "elsewhere.example")
    with door.connect() as connection:
        assert codes_for(connection, UNKNOWN, f"root@{settings.MAIL_DOMAIN}", elsewhere, anna.address) == {550}
        known = [f"{name}@{settings.MAIL_DOMAIN}" for name in ("play", "seeds", "postmaster", "Postmaster")]
        assert codes_for(connection, *known) == {250}
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        door.take(b"From: anna@example.org\r\n\r\nnull d3", UNKNOWN)
    assert (refused.value.smtp_code, refused.value.smtp_error) == (550, source.NO_SUCH_ADDRESS[4:].encode())
    assert not InboundMail.objects.exists()


def test_mail_that_is_too_big_is_refused(door: Door, anna: Mailbox) -> None:
    with door.connect() as connection:
        connection.ehlo()
        assert int(connection.esmtp_features["size"]) == settings.MAIL_MAX_BYTES
        code, _ = connection.docmd(f"MAIL FROM:<anna@example.org> SIZE={settings.MAIL_MAX_BYTES + 1}")
        assert code == 552
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        door.take(answer(anna, "null d3\n" + f"{'x' * 900}\n" * (settings.MAIL_MAX_BYTES // 900)), anna.newest.reply_to)
    assert refused.value.smtp_code == 552
    assert not InboundMail.objects.exists()


def test_null_sender_is_taken_and_never_answered(door: Door, anna: Mailbox) -> None:
    door.take(answer(anna), anna.newest.reply_to, sender="")
    before = OutboundMail.objects.count()
    read_all()
    assert InboundMail.objects.get().sort == "bounce"
    assert (Game.objects.get().ply, OutboundMail.objects.count()) == (0, before)


def test_bare_line_feeds_do_not_end_the_data(door: Door, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    smuggled = f"From: anna@example.org\r\n\r\nhello\n.\nMAIL FROM:<x@example.org>\nRCPT TO:<{to}>\nDATA\nresign\n.\n"
    with door.caller() as wire, wire.makefile("rb") as answers:
        answers.readline()
        for line in ("HELO x", "MAIL FROM:<anna@example.org>", f"RCPT TO:<{to}>", "DATA", f"{smuggled}\r\n."):
            wire.sendall(f"{line}\r\n".encode())
            said = answers.readline()
    assert said.startswith(b"250")
    assert InboundMail.objects.count() == 1


def test_flood_of_one_seat_leaves_the_others_latency_unharmed(door: Door, anna: Mailbox) -> None:
    """One address is flooded on one line, as fast as the server answers; meanwhile another player brings a mail."""
    flooded, office = anna.newest.reply_to, anna.office
    carl = office.box("carl")
    create_game(rules="btt", players=[carl.player, anna.player], control=THREE_DAYS, at=office.now)
    mail, raw = carl.newest, answer(carl)
    codes: list[int] = []

    def flood() -> None:
        with door.connect() as line:
            line.ehlo()
            for number in range(20):
                line.mail("x@evil.example")
                codes.append(line.rcpt(flooded)[0])
                line.data(f"From: x@evil.example\r\nMessage-ID: <{number}@x>\r\n\r\nnull d3\r\n")
            line.mail("x@evil.example")
            codes.extend(line.rcpt(flooded)[0] for _ in range(2_000))

    flooding = threading.Thread(target=flood)
    began = time.monotonic()
    flooding.start()
    meanwhile: list[float] = []
    while flooding.is_alive() and len(meanwhile) < 5:
        started = time.monotonic()
        door.take(raw.replace(b"Message-ID: <", b"Message-ID: <%d." % len(meanwhile)), mail.reply_to, carl.address)
        meanwhile.append(time.monotonic() - started)
    flooding.join()
    took = time.monotonic() - began
    assert (codes.count(250), codes.count(452)) == (20, 2_000)
    assert sorted(meanwhile)[len(meanwhile) // 2] < max(1, took / 2)  # a busy machine is slow for all
    read_all()
    assert Game.objects.get(seats__player=carl.player).ply == 1


def test_door_tells_the_games_that_it_is_open_and_says_goodbye(door: Door) -> None:
    wait_for(lambda: Heartbeat.objects.filter(name="mail intake").exists())
    beat = Heartbeat.objects.get(name="mail intake")
    assert abs((timezone.now() - beat.at).total_seconds()) < PATIENCE
    clear = clear_until(timezone.now())  # it may have sent another heartbeat since
    assert clear is not None
    assert beat.clear_until <= clear <= timezone.now()
    with closing(door.connect()) as connection:
        connection.ehlo()
        door.stop()
        assert connection.getreply() == (421, b"4.3.2 The server is restarting, please come back")


@pytest.mark.slow
def test_process_of_the_door_ends_cleanly_when_asked(file_database: Path) -> None:
    place = f"{embedded.LOOPBACK}:{embedded.free_port()}"
    variables = {"DATABASE_URL": f"sqlite:///{file_database}", "DJANGO_SETTINGS_MODULE": "seeds.settings"}
    process = subprocess.Popen(
        [sys.executable, settings.ROOT / "manage.py", "mail_smtp"],
        env=os.environ | variables | {"MAIL_SMTP": place},
        preexec_fn=embedded.end_with_parent(),
    )
    wait_for(lambda: process.poll() is not None or Heartbeat.objects.filter(name="mail intake").exists())
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def test_page_of_html_on_one_line_is_taken(door: Door, anna: Mailbox) -> None:
    page = "<p>null d3</p>" + "<br>" * 20_000
    door.take(f"From: anna@example.org\r\nContent-Type: text/html\r\n\r\n{page}".encode(), anna.newest.reply_to)
    read_all()
    assert Game.objects.get().ply == 1


def test_failure_of_ours_means_later_and_not_never(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*args: object, **values: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(source, "find_token", gone)
    monkeypatch.setattr(source.intake, "receive", gone)

    async def answers(pool: ThreadPoolExecutor) -> list[str]:
        handler, session, envelope = source.Handler(pool), Session(asyncio.get_running_loop()), Envelope()
        to_recipient = await handler.handle_RCPT(None, session, envelope, UNKNOWN, [])  # type: ignore[arg-type]
        envelope.rcpt_tos.append(UNKNOWN)
        to_data = await handler.handle_DATA(None, session, envelope)  # type: ignore[arg-type]
        return [await handler.handle_exception(RuntimeError("surprise")), to_recipient, to_data]

    with ThreadPoolExecutor(1) as pool:
        assert asyncio.run(answers(pool)) == [source.TRY_LATER] * 3
