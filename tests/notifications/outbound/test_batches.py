"""The outbox is emptied in batches: few statements, one connection, and no mail waits for another's mail host."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.clock.heartbeats import read_monotonic_counter
from games.models import Heartbeat
from games.uptime import outages
from notifications.models import OutboundMail
from notifications.outbound import sending
from notifications.outbound.mail_hosts import MailHost
from notifications.outbound.resting_domains import FIRST_REST, LONGEST_REST, Rests
from notifications.receivers import bring_forward
from seeds import embedded
from tests.games.conftest import NOON, Start, after
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

Refusal = Callable[[str], BaseException | None]


class Host(BaseEmailBackend):
    """A mail host that takes what ``refuse`` finds nothing against, and remembers it with the connections."""

    taken: list[str] = []
    connections = 0
    refuse: Refusal = staticmethod(lambda to: None)

    def open(self) -> bool:
        is_new = not vars(self).get("is_open")
        Host.connections += is_new
        self.is_open = True
        return is_new

    def close(self) -> None:
        self.is_open = False

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        (mail,) = email_messages
        if (refusal := Host.refuse(mail.to[0])) is not None:
            raise refusal
        Host.taken.append(mail.message()["Message-ID"])
        return 1


@pytest.fixture(autouse=True)
def host(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Host]:
    settings.EMAIL_BACKEND = f"{__name__}.Host"
    monkeypatch.setattr(Host, "taken", [])
    monkeypatch.setattr(Host, "connections", 0)
    monkeypatch.setattr(Host, "refuse", staticmethod(lambda to: None))
    return Host


def players(office: PostOffice, *names: str, domain: str = "example.org") -> None:
    for name in names:
        office.box(name)
        EmailAddress.objects.filter(user__username=name).update(email=f"{name}@{domain}")


def waiting() -> set[str]:
    found = OutboundMail.objects.filter(state="waiting").values_list("reader__emailaddress__email", flat=True)
    return set(found)


def test_batch_takes_at_most_two_statements_a_mail_over_one_connection(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert")
    for _ in range(10):
        start("anna", "bert")
    with CaptureQueriesContext(connection) as statements:
        assert sending.send_waiting(now=NOON) == 20
    assert len(statements) <= 2 * 20
    assert Host.connections == 1


def test_sender_that_is_killed_leaves_only_mails_that_had_not_gone_out(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert", "cora", "dora")
    start("anna", "bert")
    start("cora", "dora")
    Host.refuse = staticmethod(lambda to: KeyboardInterrupt() if len(Host.taken) == 2 else None)
    with pytest.raises(KeyboardInterrupt):
        sending.send_waiting(now=NOON)
    Host.refuse = staticmethod(lambda to: None)
    assert OutboundMail.objects.filter(state="sent").count() == 2
    sending.send_waiting(now=NOON + timedelta(minutes=2))
    assert len(Host.taken) == len(set(Host.taken)) == 4


def test_newest_turn_mail_replaces_the_older_ones_of_its_reader_and_game_only(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert")
    game, other = start("anna", "bert"), start("anna", "bert")
    OutboundMail.objects.exclude(kind="turn").delete()
    first = OutboundMail.objects.get(game=game)
    for key, kind, state in [
        ("kept", "turn", "collected"),
        ("newest", "turn", "waiting"),
        ("news", "offer", "collected"),
    ]:
        OutboundMail.objects.create(
            kind=kind, state=state, reader=first.reader, game=game, ply=first.ply, dedupe_key=key, created_at=NOON,
            due_at=NOON,
        )  # fmt: skip
    assert sending.send_waiting(now=NOON) == 2
    states = dict(OutboundMail.objects.filter(game=game).values_list("dedupe_key", "state"))
    assert states == {first.dedupe_key: "dropped", "kept": "dropped", "newest": "sent", "news": "collected"}
    assert OutboundMail.objects.get(game=other).state == "sent"


def test_host_that_is_away_is_tried_once_for_a_batch(office: PostOffice, start: Start, settings: Any) -> None:
    players(office, "anna", "bert")
    start("anna", "bert")
    settings.EMAIL_BACKEND = "notifications.outbound.mail_hosts.PipeliningBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = embedded.LOOPBACK, 1
    assert sending.send_waiting(now=NOON) == 0
    found = {(mail.state, mail.attempts, "refused" in mail.reason) for mail in OutboundMail.objects.all()}
    assert found == {("waiting", 1, True)}


# Domains that rest ------------------------------------------------------------------------------------------------


def busy(to: str) -> Exception | None:
    words = (451, b"4.7.1 Too many mails, try again later")
    return smtplib.SMTPRecipientsRefused({to: words}) if to.endswith("@busy.example") else None


def test_domain_that_takes_nothing_rests_and_all_others_get_their_mails(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert", domain="busy.example")
    players(office, "cora", "dora")
    start("anna", "bert")
    start("cora", "dora")
    tried: list[str] = []

    def remembered(to: str) -> BaseException | None:
        tried.append(to)
        return busy(to)

    Host.refuse = staticmethod(remembered)
    assert sending.send_waiting(now=NOON) == 2
    assert [to for to in tried if to.endswith("@busy.example")] == ["anna@busy.example"]
    assert waiting() == {"anna@busy.example", "bert@busy.example"}
    second = OutboundMail.objects.get(reader__username="bert")
    assert (second.attempts, second.due_at) == (0, NOON + FIRST_REST)
    Host.refuse = staticmethod(lambda to: None)
    sending.send_waiting(now=after(1))
    assert len(Host.taken) == 4


def test_full_mailbox_is_no_trouble_of_its_domain(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert")
    start("anna", "bert")
    full = smtplib.SMTPDataError(452, b"4.2.2 Mailbox full")
    Host.refuse = staticmethod(lambda to: full if to.startswith("anna") else None)
    assert sending.send_waiting(now=NOON) == 1
    assert waiting() == {"anna@example.org"}


def test_rests_of_a_domain_grow_with_each_refusal_and_end_with_a_mail_that_is_taken() -> None:
    def refused(now: datetime) -> timedelta:
        rests = Rests()
        assert rests.until("busy.example", now) is None
        rests.record("busy.example", seconds=0, now=now, error=busy("a@busy.example"))
        return (Rests().until("busy.example", now) or now) - now

    now, spans = NOON, []
    for _ in range(8):
        spans.append(refused(now))
        now += spans[-1]
    assert spans[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert spans[-1] == LONGEST_REST
    rests = Rests()
    rests.until("busy.example", now)
    rests.record("busy.example", seconds=0.1, now=now)
    assert refused(now) == FIRST_REST


def test_domain_that_takes_its_mails_slowly_gets_a_tenth_of_the_time() -> None:
    Rests().record("slow.example", seconds=6, now=NOON)
    assert Rests().until("slow.example", NOON) == NOON + timedelta(seconds=60)
    assert Rests().until("example.org", NOON) is None


# Round trips --------------------------------------------------------------------------------------------------------


def scripted(*script: tuple[bytes, bytes]) -> int:
    """The port of a mail host that answers as the script says: what it waits for, and its answer to all of that."""
    server = socket.create_server((embedded.LOOPBACK, 0))

    def serve() -> None:
        line, _ = server.accept()
        with server, line:
            line.sendall(b"220 ready\r\n")
            for awaited, answer in script:
                read = b""
                while not read.endswith(awaited):
                    read += line.recv(65536)
                line.sendall(answer)

    threading.Thread(target=serve, daemon=True).start()
    return int(server.getsockname()[1])


@pytest.fixture
def smtp(settings: Any) -> Any:
    settings.EMAIL_BACKEND = "notifications.outbound.mail_hosts.PipeliningBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = embedded.LOOPBACK, 2
    return settings


EHLO = (b"\r\n", b"250-host\r\n250-SIZE\r\n250 PIPELINING\r\n")
MAIL = EmailMessage("Subject", "Text", "a@example.org", ["b@example.org"])


def test_sender_recipient_and_data_travel_together_where_the_host_offers_it(smtp: Any) -> None:
    together = (b"DATA\r\n", b"250 sender\r\n250 recipient\r\n354 go on\r\n")
    smtp.EMAIL_PORT = scripted(EHLO, together, (b"\r\n.\r\n", b"250 taken\r\n"), (b"quit\r\n", b"221 bye\r\n"))
    with MailHost() as host:
        host.send(MAIL)


@pytest.mark.parametrize("to_data", [b"354 go on\r\n", b"554 no valid recipients\r\n"])
def test_refused_recipient_is_reported_whatever_the_host_says_to_data(smtp: Any, to_data: bytes) -> None:
    together = (b"DATA\r\n", b"250 sender\r\n550 5.1.1 unknown\r\n" + to_data)
    emptied = [(b".\r\n", b"554 no recipients\r\n")] if to_data.startswith(b"354") else []
    smtp.EMAIL_PORT = scripted(EHLO, together, *emptied, (b"rset\r\n", b"250 fine\r\n"), (b"quit\r\n", b"221 bye\r\n"))
    with MailHost() as host, pytest.raises(smtplib.SMTPRecipientsRefused):
        host.send(MAIL)


# The system clock is moved --------------------------------------------------------------------------------------------


def give_sign(at: datetime) -> None:
    """A heartbeat of the worker, whose machine counts no second while its clock is moved."""
    outages.record_heartbeat(name="worker", at=at, clear_until=at, **read_monotonic_counter().values())


def another_sender_in_the_middle(at: datetime, *, is_noted: bool = False) -> None:
    """While the next mail is brought, the clock is moved, and a sweep finds by it that every claim has run out."""

    def move_once(to: str) -> None:
        Host.refuse = staticmethod(lambda to: None)
        if is_noted:
            give_sign(at)
        sending.send_waiting(now=at)

    Host.refuse = staticmethod(move_once)


@pytest.mark.parametrize("is_noted", [False, True])
def test_no_mail_goes_twice_when_the_clock_jumps_while_it_is_in_hand(
    is_noted: bool, office: PostOffice, start: Start
) -> None:
    players(office, "anna", "bert")
    for _ in range(5):
        start("anna", "bert")
    give_sign(NOON)
    another_sender_in_the_middle(NOON + timedelta(hours=1), is_noted=is_noted)
    sending.send_waiting(now=NOON)
    assert len(Host.taken) == len(set(Host.taken)) == 10


def test_mail_that_failed_is_tried_again_once_nobody_can_have_it_in_hand(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert")
    start("anna", "bert")
    give_sign(NOON)
    Host.refuse = staticmethod(lambda to: OSError("down"))
    sending.send_waiting(now=NOON)
    Host.refuse = staticmethod(lambda to: None)
    jumped = NOON + timedelta(hours=1)
    give_sign(jumped)
    assert sending.send_waiting(now=jumped) == 0
    passed = outages.LONGEST_WORK + timedelta(seconds=1)
    Heartbeat.objects.update(ticks=F("ticks") - passed.total_seconds())
    assert sending.send_waiting(now=jumped + passed) == 2


def test_mail_of_a_clock_that_was_ahead_for_a_second_does_not_wait_until_then(office: PostOffice, start: Start) -> None:
    players(office, "anna", "bert")
    start("anna", "bert")
    give_sign(NOON)
    OutboundMail.objects.update(created_at=NOON + timedelta(hours=27), due_at=NOON + timedelta(hours=27))
    assert sending.send_waiting(now=NOON) == 0
    bring_forward(NOON)
    assert sending.send_waiting(now=NOON) == 2


@pytest.mark.slow
def test_over_many_walks_of_the_clock_every_mail_goes_once_and_none_waits_for_it(
    office: PostOffice, start: Start
) -> None:
    players(office, "anna", "bert")
    chance, clock = Random(33), NOON
    give_sign(clock)
    for walk in range(60):
        start("anna", "bert")
        OutboundMail.objects.filter(state="waiting").update(created_at=clock, due_at=clock)
        there = NOON + timedelta(seconds=chance.choice([-1, 1]) * 10 ** chance.uniform(1.7, 5.5))
        there = chance.choice([there, NOON])  # set right again
        before, clock = clock, there
        if chance.random() < 0.5:
            another_sender_in_the_middle(clock)
            sending.send_waiting(now=before)
        give_sign(clock)
        sending.send_waiting(now=clock)
        assert not OutboundMail.objects.filter(state="waiting").exists(), f"walk {walk}: {before} to {clock}"
        assert len(Host.taken) == len(set(Host.taken)) == 2 * (walk + 1)
