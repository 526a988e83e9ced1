"""A mail host that refuses a recipient at once: what it says of an address counts as if the mail had come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress

from notifications.models import AddressHealth, OutboundMail, Unreachable
from notifications.outbound import sending
from seeds import embedded
from tests.games.conftest import Start, after
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


class Host:
    """A mail server that says what it is told to say to a recipient, or to a mail, and takes all others."""

    def __init__(self) -> None:
        self.to_recipient: dict[str, str] = {}
        self.to_mail: dict[str, str] = {}
        self.taken: list[str] = []

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.to_recipient.get(address, "250 OK")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        (address,) = envelope.rcpt_tos
        if refusal := self.to_mail.get(address):
            return refusal
        self.taken.append(address)
        return "250 OK"


@pytest.fixture
def host(settings: Any) -> Iterator[Host]:
    host = Host()
    server = Controller(host, hostname=embedded.LOOPBACK, port=embedded.free_port())
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = embedded.LOOPBACK, server.port
    yield host
    server.stop()


def begin(office: PostOffice, start: Start) -> None:
    """A game in which anna is to move; the mail that tells her so has been tried once."""
    office.box("anna")
    office.box("bert")
    start("anna", "bert")
    sending.send_waiting(now=office.now)


@pytest.mark.parametrize(
    ("step", "said"), [("to_recipient", "550 5.1.10 Null MX"), ("to_mail", "554 5.2.1 Mailbox is disabled")]
)
def test_refused_address_rests_and_those_who_play_with_its_reader_are_told(
    host: Host, office: PostOffice, start: Start, step: str, said: str
) -> None:
    getattr(host, step)["anna@example.org"] = said
    begin(office, start)
    health = AddressHealth.objects.get(address__email="anna@example.org")
    assert (health.reason, health.status) == ("gone", said.split()[1])
    assert Unreachable.objects.get(until=None).player.username == "anna"
    assert OutboundMail.objects.get(kind="unreachable").reader.username == "bert"
    sending.send_waiting(now=after(1))
    turn = OutboundMail.objects.get(kind="turn", reader__username="anna")
    assert (turn.state, turn.reason) == ("dropped", "The account has no verified address that takes mail.")


def test_refusal_that_may_be_about_the_sender_or_passes_is_tried_again(
    host: Host, office: PostOffice, start: Start
) -> None:
    for said in (
        "550 5.7.1 Relaying denied", "550 5.1.8 The sender's domain does not exist", "550 Not here",
        "451 4.1.1 Try again later", "452 4.2.2 Mailbox full",
    ):  # fmt: skip
        with office.undone():
            host.to_recipient["anna@example.org"] = said
            begin(office, start)
            assert not AddressHealth.objects.exists(), said
            host.to_recipient.clear()
            host.taken.clear()
            sending.send_waiting(now=after(1))
            assert "anna@example.org" in host.taken, said


def test_mail_goes_to_the_other_address_of_the_account(host: Host, office: PostOffice, start: Start) -> None:
    host.to_recipient["anna@example.org"] = "550 5.1.1 No such user"
    anna, _ = office.box("anna"), office.box("bert")
    EmailAddress.objects.create(user=anna.player, email="anna@home.example", verified=True)
    start("anna", "bert")
    sending.send_waiting(now=office.now)
    assert not Unreachable.objects.exists()
    sending.send_waiting(now=after(1))
    assert host.taken.count("anna@home.example") == 1
