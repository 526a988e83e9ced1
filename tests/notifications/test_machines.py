"""Mails of machines and mails with doubtful senders."""

from __future__ import annotations

import pytest

from notifications.inbound.authentication import is_loopback
from notifications.inbound.machines import sort_of
from notifications.inbound.parsing import parse_mail
from notifications.inbound.senders import sender_of


def sort(head: str, *, envelope_from: str = "anna@example.org", address_kind: str = "turn") -> str:
    if "From:" not in head:
        head += "From: anna@example.org\r\n"
    return str(sort_of(parse_mail(f"{head}\r\nnull d3\r\n".encode()), envelope_from, address_kind))


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied\r\n",
        "Auto-Submitted: auto-generated; owner-email=x@example.org\r\n",
        "Precedence: bulk\r\n",
        "Precedence: auto_reply\r\n",
        "X-Autoreply: yes\r\n",
        "List-Id: <club.example.org>\r\n",
        "Subject: Automatic reply: It is your turn\r\n",
        "Subject: Out of Office\r\n",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique?=\r\n",
        "Subject: Abwesenheitsnotiz: Re: game\r\n",
    ],
)
def test_automatic_answers_are_recognised(head: str) -> None:
    assert sort(head) == "auto"


@pytest.mark.parametrize(
    "head",
    [
        "From: MAILER-DAEMON@mx.example\r\n",
        "From: Postmaster <postmaster@mx.example>\r\n",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n",
        "X-Failed-Recipients: anna@example.org\r\n",
        "Subject: Undelivered Mail Returned to Sender\r\n",
    ],
)
def test_bounces_are_recognised(head: str) -> None:
    assert sort(head) == "bounce"


def test_null_sender_and_return_path_address_mean_a_bounce() -> None:
    assert sort("", envelope_from="") == "bounce"
    assert sort("", envelope_from="<>") == "bounce"
    assert sort("", address_kind="bounce") == "bounce"


def test_our_own_mail_is_known_before_anything_else() -> None:
    assert sort("X-Seeds-Loop: mail-1\r\nAuto-Submitted: auto-generated\r\n", envelope_from="") == "loop"


@pytest.mark.parametrize(
    "head",
    [
        "",
        "Auto-Submitted: no\r\n",
        "X-Auto-Response-Suppress: All\r\n",
        "Precedence: normal\r\n",
        "Feedback-ID: i0123abc:Fastmail\r\n",
        "Subject: Re: It is your turn\r\n",
        "Subject: AW: auto against bert\r\n",
    ],
)
def test_people_are_not_taken_for_machines(head: str) -> None:
    assert sort(head) == "reply"


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna <anna@example.org>", "anna@example.org"),
        ('"Anna, the first" <anna@example.org>', "anna@example.org"),
        ("=?utf-8?q?J=C3=BCrgen?= <j@example.org>", "j@example.org"),
        ("Anna (home) <anna@example.org>", "anna@example.org"),
        ("mallory@elsewhere.example (anna@example.org)", "mallory@elsewhere.example"),
    ],
)
def test_plain_senders_are_read(value: str, address: str) -> None:
    sender = sender_of(parse_mail(f"From: {value}\r\n\r\nx".encode()))
    assert sender is not None
    assert sender.address == address


@pytest.mark.parametrize(
    "head",
    [
        "",
        "From: anna@example.org, mallory@elsewhere.example",
        "From: anna@example.org\r\nFrom: mallory@elsewhere.example",
        "From: anna@example.org <mallory@elsewhere.example>",
        "From: <anna@example.org> <mallory@elsewhere.example>",
        "From: undisclosed:;",
        "From: anna@exa mple.org",
        "From: Anna",
        "From: anna@example.org@elsewhere.example",
        "From: ann\N{LATIN SMALL LETTER A WITH ACUTE}@example.org",
        "From: " + "(" * 900 + "anna@example.org",
    ],
)
def test_doubtful_senders_are_no_senders(head: str) -> None:
    assert sender_of(parse_mail(f"{head}\r\n\r\nx".encode())) is None


@pytest.mark.parametrize(
    ("peer", "is_ours"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("", False),
        ("local", False),
    ],
)
def test_loopback(peer: str, is_ours: bool) -> None:
    assert is_loopback(peer) is is_ours
