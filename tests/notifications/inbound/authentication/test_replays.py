"""What a player has signed for somebody else, or some time ago, does not play; what they have signed for us does.

The forger has a mail that Anna's provider has signed, knows a live reply address of hers, and puts on top of the mail
whatever the signature does not cover.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest

from games.models import Game
from notifications.inbound import intake
from notifications.models import InboundMail
from tests.games.conftest import Start
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.notifications.signing import HEADERS, key_name, public_record, sign

pytestmark = pytest.mark.django_db

FAR = "192.0.2.7"
MICROSOFT = [b"from", b"date", b"subject", b"message-id"]  # of what this test writes; To is not among theirs


@pytest.fixture
def anna(office: PostOffice, start: Start) -> Mailbox:
    """Anna, who is to place the null in a rated game. Her domain signs its mail."""
    boxes = office.box("anna"), office.box("bert")
    start("anna", "bert")
    office.zone.texts[key_name("example.org")] = [public_record(0)]
    return boxes[0]


def letter(*lines: str, at: datetime | None = None, text: str = "null d3") -> bytes:
    dated = [f"Date: {format_datetime(at)}"] if at else []
    head = ["From: Anna <anna@example.org>", "Message-ID: <1@example.org>", *dated, *lines]
    return "\r\n".join([*head, "", text, ""]).encode()


def bring(office: PostOffice, anna: Mailbox, raw: bytes) -> InboundMail:
    to = anna.mails()[0].reply_to
    stored = intake.receive(
        raw, envelope_from="mallory@evil.example", envelope_to=to, source="smtp", peer=FAR, at=office.now
    )
    office.work()
    stored.refresh_from_db()
    assert Game.objects.get().ply == (1 if stored.outcome == "played" else 0)
    return stored


def test_mail_that_the_player_signed_for_us_plays(office: PostOffice, anna: Mailbox) -> None:
    raw = sign(letter(f"To: {anna.newest.reply_to}", "Subject: Re: your turn"), "example.org")
    assert bring(office, anna, raw).outcome == "played"


@pytest.mark.parametrize("name", ["To", "Cc"])
def test_addressee_on_top_of_a_mail_to_somebody_else_does_not_count(
    office: PostOffice, anna: Mailbox, name: str
) -> None:
    to = anna.newest.reply_to
    for number, covers in enumerate((HEADERS, [*HEADERS, b"cc"], [b"from", b"to"])):
        raw = letter("To: bert@example.org", f"Subject: my idea {number}").replace(b"<1@", b"<%d@" % number)
        honest = sign(raw, "example.org", headers=covers)
        assert bring(office, anna, f"{name}: {to}\r\n".encode() + honest).outcome == "held"


def test_subject_on_top_of_a_signed_mail_is_not_read(office: PostOffice, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    covered = sign(letter(f"To: {to}", "Subject: hello", text=""), "example.org")
    assert bring(office, anna, b"Subject: null d3\r\n" + covered).outcome == "held"
    open_ = sign(letter(f"To: {to}", text=""), "example.org", headers=[b"from", b"to", b"message-id"])
    assert bring(office, anna, b"Subject: null d3\r\n" + open_.replace(b"<1@", b"<1@")).outcome != "played"


def test_field_that_stands_twice_is_asked_about(office: PostOffice, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    for line in (
        "Content-Type: text/html", "MIME-Version: 1.0", "Content-Transfer-Encoding: base64", "Date: x", "Reply-To: x@x",
    ):  # fmt: skip
        name = line.partition(":")[0]
        raw = sign(letter(f"To: {to}", f"{name}: text/plain").replace(b"<1@", f"<{name}@".encode()), "example.org")
        found = bring(office, anna, f"{line}\r\n".encode() + raw)
        assert (found.outcome, found.reason) == ("held", f"Its header has two fields called {name}.")


def test_mail_that_was_signed_long_ago_is_asked_about(office: PostOffice, anna: Mailbox) -> None:
    to = anna.newest.reply_to
    for days, outcome in ((11, "held"), (9, "played")):
        raw = letter(f"To: {to}", f"X-Days: {days}", at=office.now - timedelta(days=days))
        signed = sign(raw.replace(b"<1@", f"<{days}@".encode()), "example.org")
        assert bring(office, anna, signed).outcome == outcome


def test_domain_that_has_signed_is_asked_about_mail_without_a_signature(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    office.box("bert")
    office.zone.texts[key_name("example.org")] = [public_record(0)]
    start("anna", "bert", rated=False)
    to = anna.newest.reply_to
    note = letter(f"To: {to}", text="show")
    assert bring(office, anna, sign(note, "example.org")).outcome == "answered"
    assert bring(office, anna, letter(f"To: {to}").replace(b"<1@", b"<2@")).outcome == "held"


# Signatures that leave To open, as Microsoft's do ---------------------------------------------------------------------


def test_answer_to_our_mail_plays_though_its_signature_leaves_the_addressee_open(
    office: PostOffice, anna: Mailbox
) -> None:
    mail = anna.newest
    raw = letter(f"To: {mail.reply_to}", f"Subject: RE: {mail.subject}", at=office.now)
    assert bring(office, anna, sign(raw, "example.org", headers=MICROSOFT)).outcome == "played"


@pytest.mark.parametrize(
    ("subject", "later"),
    [
        ("RE: {}", timedelta(hours=-2)),  # an answer to an earlier mail of the same thread
        ("FW: {}", timedelta(0)),  # passed on to somebody else
        ("{}", timedelta(0)),
        ("RE: lunch", timedelta(0)),
    ],
)
def test_mail_to_somebody_else_does_not_play_where_the_addressee_is_open(
    office: PostOffice, anna: Mailbox, subject: str, later: timedelta
) -> None:
    mail = anna.newest
    raw = letter(f"To: {mail.reply_to}", f"Subject: {subject.format(mail.subject)}", at=office.now + later)
    assert bring(office, anna, sign(raw, "example.org", headers=MICROSOFT)).outcome == "held"
