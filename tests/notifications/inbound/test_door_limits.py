"""The SMTP server in a crowd: whoever opens connections, idles or guesses addresses shuts nobody out."""

from __future__ import annotations

import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings

from ground import callers
from notifications.inbound import smtp, smtp_connections
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail
from seeds import embedded
from tests.notifications.inbound.test_door import Source, open_door
from tests.notifications.mailbox import Mailbox
from tests.service import PATIENCE, wait_for

pytestmark = [pytest.mark.services]

MANY = 1_100
ROOM, ROOM_OF_A_PEER = 60, 20


@pytest.fixture(autouse=True)
def files() -> Iterator[None]:
    """As many open files as the crowd needs on our side."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * MANY)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def small_door(database_url: str, **variables: str) -> Iterator[Source]:
    limits = {"MAIL_CONNECTIONS": str(ROOM), "MAIL_CONNECTIONS_OF_A_PEER": str(ROOM_OF_A_PEER)}
    with open_door(database_url, **limits | variables) as door:
        yield door


def caller(door: Source, address: str) -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection((embedded.LOOPBACK, door.port), timeout=PATIENCE, source_address=(address, 0))


def said(connection: socket.socket) -> str:
    """The next line of the server; empty once it has hung up."""
    line = b""
    while not line.endswith(b"\n"):
        try:
            more = connection.recv(1)
        except ConnectionResetError:
            break
        if not more:
            break
        line += more
    return line.decode().strip()


def bring(door: Source, anna: Mailbox) -> None:
    """An honest client hands in a move."""
    mail = anna.newest
    door.take(answer_to(mail, "null d3", sender=anna.address).as_bytes(), mail.reply_to)
    assert InboundMail.objects.filter(token__player=anna.player).count() == 1


@pytest.mark.slow
def test_1100_idle_connections_of_one_peer_shut_nobody_out(anna: Mailbox, postgres_database: str) -> None:
    with small_door(postgres_database) as door, ExitStack() as opened:
        crowd = [opened.enter_context(caller(door, "127.0.0.2")) for _ in range(MANY)]
        greetings = Counter(map(said, crowd))
        greeted = sum(number for line, number in greetings.items() if line.startswith("220"))
        assert (greeted, greetings[smtp_connections.TOO_MANY_OF_A_PEER]) == (ROOM_OF_A_PEER, MANY - ROOM_OF_A_PEER)
        bring(door, anna)


@pytest.mark.slow
def test_1100_idle_connections_of_as_many_peers_shut_nobody_out(anna: Mailbox, postgres_database: str) -> None:
    with small_door(postgres_database) as door, ExitStack() as opened:
        crowd = [opened.enter_context(caller(door, f"127.1.{n // 250}.{1 + n % 250}")) for n in range(MANY)]
        for connection in crowd[: MANY - ROOM]:  # some of them before they could be greeted
            assert smtp_connections.MADE_ROOM in (said(connection), said(connection))
        bring(door, anna)


@pytest.mark.slow
def test_mail_under_way_goes_on_whoever_waits(anna: Mailbox, postgres_database: str) -> None:
    mail = anna.newest
    with small_door(postgres_database) as door, ExitStack() as opened, door.connect() as slow:
        slow.ehlo()
        slow.mail(anna.address)
        assert slow.rcpt(mail.reply_to)[0] == 250
        for n in range(3 * ROOM):
            said(opened.enter_context(caller(door, f"127.1.0.{1 + n}")))
        assert slow.data(answer_to(mail, "null d3", sender=anna.address).as_bytes())[0] == 250


@pytest.mark.slow
def test_connection_is_room_again_once_it_has_ended(postgres_database: str) -> None:
    with small_door(postgres_database) as door:
        for _ in range(3):
            with ExitStack() as opened:
                crowd = [opened.enter_context(caller(door, "127.0.0.2")) for _ in range(ROOM_OF_A_PEER)]
                assert all(said(connection).startswith("220") for connection in crowd)
                assert said(opened.enter_context(caller(door, "127.0.0.2"))) == smtp_connections.TOO_MANY_OF_A_PEER

            def has_room() -> bool:
                with caller(door, "127.0.0.2") as connection:
                    return said(connection).startswith("220")

            wait_for(has_room)
            time.sleep(0.2)  # until the server has noticed that this one is gone, too


@pytest.mark.slow
@pytest.mark.parametrize("line", [b"", b"N", b"junk\r\n"])
def test_connection_without_a_command_ends_with_a_sentence(postgres_database: str, line: bytes) -> None:
    with small_door(postgres_database, MAIL_IDLE_SECONDS="1") as door, caller(door, "127.0.0.2") as connection:
        began = time.monotonic()
        lines = [said(connection)]
        while lines[-1]:
            lines.append(said(connection))
            if time.monotonic() - began < 0.9 and line:
                connection.sendall(line)
                time.sleep(0.1)
        assert lines[-2] == smtp_connections.TOO_SLOW


@pytest.mark.slow
def test_peer_that_names_unknown_addresses_waits_and_its_live_ones_are_taken(
    anna: Mailbox, postgres_database: str
) -> None:
    unknown = f"turn-{'a' * 26}@{settings.MAIL_DOMAIN}"
    with small_door(postgres_database) as door:
        with door.connect() as connection:
            connection.ehlo()
            connection.mail("someone@provider.example")
            assert {connection.rcpt(unknown)[0] for _ in range(smtp.MISSES)} == {550}
            began = time.monotonic()
            assert connection.rcpt(unknown)[0] == 550
            assert time.monotonic() - began > smtp.MISS_SECONDS * 0.9
            assert connection.rcpt(anna.newest.reply_to)[0] == 250
        bring(door, anna)


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
