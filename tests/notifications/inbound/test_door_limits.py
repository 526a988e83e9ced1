"""The SMTP server in a crowd: whoever opens connections, idles or guesses addresses shuts nobody out."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ground import callers
from notifications.inbound import smtp, smtp_connections
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail
from tests.notifications.inbound.doors import Door, open_door, said
from tests.notifications.inbound.test_door import UNKNOWN
from tests.notifications.mailbox import Mailbox
from tests.service import wait_for

MANY, ROOM, ROOM_OF_A_PEER = 200, 30, 10


@pytest.fixture
def small(file_database: Path, settings: Any) -> Iterator[Door]:
    settings.MAIL_CONNECTIONS, settings.MAIL_CONNECTIONS_OF_A_PEER = ROOM, ROOM_OF_A_PEER
    with open_door() as door:
        yield door


def bring(door: Door, anna: Mailbox) -> None:
    """An honest client hands in a move."""
    mail, before = anna.newest, InboundMail.objects.count()
    door.take(answer_to(mail, "null d3", sender=anna.address).as_bytes(), mail.reply_to)
    assert InboundMail.objects.filter(token__player=anna.player).count() == before + 1


def test_idle_connections_of_one_peer_shut_nobody_out(small: Door, anna: Mailbox) -> None:
    with ExitStack() as opened:
        crowd = [opened.enter_context(small.caller("127.0.0.2")) for _ in range(MANY)]
        greetings = Counter(map(said, crowd))
        greeted = sum(number for line, number in greetings.items() if line.startswith("220"))
        assert (greeted, greetings[smtp_connections.TOO_MANY_OF_A_PEER]) == (ROOM_OF_A_PEER, MANY - ROOM_OF_A_PEER)
        bring(small, anna)


def test_idle_connections_of_many_peers_shut_nobody_out_and_mail_under_way_goes_on(small: Door, anna: Mailbox) -> None:
    mail = anna.newest
    with ExitStack() as opened, small.connect() as slow:
        slow.ehlo()
        slow.mail(anna.address)
        assert slow.rcpt(mail.reply_to)[0] == 250
        crowd = [opened.enter_context(small.caller(f"127.1.0.{1 + n}")) for n in range(MANY)]
        for connection in crowd[: MANY - ROOM]:  # some of them before they could be greeted
            assert smtp_connections.MADE_ROOM in (said(connection), said(connection))
        assert slow.data(answer_to(mail, "null d3", sender=anna.address).as_bytes())[0] == 250
        bring(small, anna)


def test_connection_is_room_again_once_it_has_ended(small: Door) -> None:
    def has_room() -> bool:
        with small.caller("127.0.0.2") as connection:
            return said(connection).startswith("220")

    for _ in range(3):
        with ExitStack() as opened:
            crowd = [opened.enter_context(small.caller("127.0.0.2")) for _ in range(ROOM_OF_A_PEER)]
            assert [line[:3] for line in map(said, crowd)] == ["220"] * ROOM_OF_A_PEER
            assert said(opened.enter_context(small.caller("127.0.0.2"))) == smtp_connections.TOO_MANY_OF_A_PEER
        wait_for(has_room)
        time.sleep(0.05)  # until the server has noticed that this one is gone, too


@pytest.mark.parametrize("line", [b"", b"N", b"junk\r\n"])
def test_connection_without_a_command_ends_with_a_sentence(file_database: Path, settings: Any, line: bytes) -> None:
    settings.MAIL_IDLE_SECONDS = 0.3
    with open_door() as door, door.caller() as connection:
        lines = [said(connection)]
        for _ in range(3):
            connection.sendall(line)
            time.sleep(0.05)
        while lines[-1]:
            lines.append(said(connection))
        assert lines[-2] == smtp_connections.TOO_SLOW


def test_peer_that_names_unknown_addresses_waits_and_its_live_ones_are_taken(
    small: Door, anna: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "MISS_SECONDS", 0.3)
    with small.connect() as connection:
        connection.ehlo()
        connection.mail("someone@provider.example")
        assert {connection.rcpt(UNKNOWN)[0] for _ in range(smtp.MISSES)} == {550}
        began = time.monotonic()
        assert connection.rcpt(UNKNOWN)[0] == 550
        assert time.monotonic() - began > 0.27
        assert connection.rcpt(anna.newest.reply_to)[0] == 250
    bring(small, anna)


def test_door_asks_the_system_for_the_files_that_it_needs() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        callers.allow_files(400)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(500, hard) if hard > 0 else 500
        callers.allow_files(100)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 500 or hard < 500
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (("192.0.2.1", 5), ("192.0.2.1", 6), True),
        (("192.0.2.1", 5), ("192.0.2.2", 5), False),
        (("2001:db8::1", 5, 0, 0), ("2001:db8::ffff:2", 5, 0, 0), True),
        (("2001:db8::1", 5, 0, 0), ("2001:db8:0:1::1", 5, 0, 0), False),
        (("::ffff:192.0.2.1", 5, 0, 0), ("192.0.2.1", 5), True),
        (("fe80::1%eth0", 5, 0, 2), ("fe80::2", 5, 0, 0), True),
        ("", "", True),
    ],
)
def test_peer_is_an_address_or_a_network_of_64_bits(one: object, other: object, is_same: bool) -> None:
    assert (smtp_connections.peer_key(one) == smtp_connections.peer_key(other)) is is_same
