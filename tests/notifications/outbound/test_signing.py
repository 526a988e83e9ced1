"""What goes out over bare SMTP is signed: caught by a mail server on loopback and verified as its receiver would."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dkim
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core import mail as django_mail

from notifications.inbound.authentication.dmarc import Carried, prove, tags_of
from notifications.mail_format.parsing import headers_of
from seeds import embedded
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice
from tests.notifications.signing import private_key, public_record
from tests.notifications.zones import Zone

pytestmark = pytest.mark.django_db


class Catcher:
    """A mail server that keeps what it is brought."""

    def __init__(self) -> None:
        self.caught: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.caught.append(envelope.content)
        return "250 Fine"


@pytest.fixture
def caught(settings: Any) -> Iterator[list[bytes]]:
    """Mails as they arrive at another server, sent by ours with a key."""
    catcher = Catcher()
    server = Controller(catcher, hostname=embedded.LOOPBACK, port=embedded.free_port())
    server.start()
    settings.EMAIL_BACKEND = "notifications.outbound.dkim_signing.SigningBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = embedded.LOOPBACK, server.port
    settings.MAIL_DKIM_KEY = private_key(0).decode()
    yield catcher.caught
    server.stop()


def test_mail_arrives_signed_by_the_domain_it_is_from(
    caught: list[bytes], office: PostOffice, start: Start, settings: Any
) -> None:
    office.box("anna")
    start("anna", "bert")
    office.work()
    domain, selector = settings.MAIL_FROM_DOMAIN, settings.MAIL_DKIM_SELECTORS[0]
    published = Zone(texts={f"{selector}._domainkey.{domain}": [public_record(0)]})
    assert len(caught) == 1
    headers = headers_of(caught[0])
    assert prove(caught[0], headers, domain, published, Carried()).result == "pass"
    signed = tags_of(headers["DKIM-Signature"])["h"].lower().split(":")
    assert {"from", "to", "subject", "list-unsubscribe", "list-unsubscribe-post"} <= set(signed)
    assert signed.count("from") == 2
    assert prove(caught[0].replace(b"anna", b"emma"), headers, domain, published, Carried()).result == "fail"


def test_letters_beyond_ascii_and_long_lines_are_signed_as_they_are_sent(caught: list[bytes], settings: Any) -> None:
    mail = django_mail.EmailMessage(
        subject="Zug für Zoë: ♞" * 12, body="Wörter\n" + "x" * 1200 + "\n.\nFrom here\n", to=["zoe@example.org"]
    )
    assert mail.send() == 1
    name = f"{settings.MAIL_DKIM_SELECTORS[0]}._domainkey.{settings.MAIL_FROM_DOMAIN}."
    assert dkim.verify(caught[0], dnsfunc=lambda asked, timeout=5: {name.encode(): public_record(0).encode()}[asked])
