"""Mails of machines and mails with doubtful senders."""

from __future__ import annotations

import pytest

from ground.callers import is_loopback
from notifications.mail_format.automatic_mail import sort_of
from notifications.mail_format.parsing import parse_mail
from notifications.mail_format.senders import sender_in


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
        "Subject: =?utf-8?b?6Ieq5Yqo5Zue5aSN?=: game\r\n",
        "Subject: =?utf-8?b?0JDQstGC0L7QvtGC0LLQtdGC?=: game\r\n",
        "Subject: Frånvaro: game\r\n",  # as bytes of UTF-8, which many programs send
        "Subject: [Out of Office] Re: game\r\n",
        "From: Shop <no-reply@shop.example>\r\n",
        "From: Shop <do_not_reply@shop.example>\r\n",
        "X-Amz-Sns-Message-Id: 12\r\n",
        "Mailing-List: contact club-help@club.example; run by ezmlm\r\n",
        "X-MLServer: fml 4.0\r\n",
        "X-POST-MessageClass: 9; Autoresponder\r\n",
        "Delivered-To: Autoresponder\r\n",
        "X-Vacation: yes\r\n",
    ],
)
def test_automatic_answers_are_recognised(head: str) -> None:
    assert sort(head) == "auto"


@pytest.mark.parametrize(
    "head",
    [
        "From: MAILER-DAEMON@mx.example\r\n", "From: Postmaster <postmaster@mx.example>\r\n",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n",
        "X-Failed-Recipients: anna@example.org\r\n", "Subject: Undelivered Mail Returned to Sender\r\n",
        "Subject: Unzustellbar: game\r\n", "Subject: =?utf-8?q?=C3=89chec_de_la_remise?=: game\r\n",
        "Subject: complaint about message from 192.0.2.1\r\n", "From: <>\r\n",
        "From: Mail Delivery System <Mailer-Daemon>\r\n", "From: post_master@mx.example\r\n",
        "From: <Postmaster\\@mx.example@gate.example>\r\n",
    ],
)  # fmt: skip
def test_bounces_are_recognised(head: str) -> None:
    assert sort(head) == "bounce"


@pytest.mark.parametrize(
    "kind", ["message/delivery-status", "message/feedback-report", "message/disposition-notification"]
)
def test_report_among_the_parts_is_enough(kind: str) -> None:
    raw = (
        "From: anna@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        f"--b\r\n\r\nIt did not work.\r\n--b\r\nContent-Type: {kind}\r\n\r\nAction: failed\r\n\r\n--b--\r\n"
    )
    assert sort_of(parse_mail(raw.encode()), "anna@example.org", "turn") == "bounce"


def test_bounce_that_a_person_attaches_is_not_entered() -> None:
    report = "Content-Type: message/delivery-status\r\n\r\nAction: failed\r\n"
    inner = f"Content-Type: multipart/report; boundary=c\r\n\r\n--c\r\n{report}\r\n--c--"
    raw = (
        "From: anna@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nLook at this.\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\n{inner}\r\n--b--\r\n"
    )
    assert sort_of(parse_mail(raw.encode()), "anna@example.org", "turn") == "reply"


def test_null_sender_and_return_path_address_mean_a_bounce() -> None:
    assert sort("", envelope_from="") == "bounce"
    assert sort("", envelope_from="<>") == "bounce"
    assert sort("", address_kind="bounce") == "bounce"


def test_our_own_mail_is_known_before_anything_else() -> None:
    assert sort("X-Seeds-Loop: mail-1\r\nAuto-Submitted: auto-generated\r\n", envelope_from="") == "loop"


@pytest.mark.parametrize(
    "head",
    [
        "", "Auto-Submitted: no\r\n", "X-Auto-Response-Suppress: All\r\n", "Precedence: normal\r\n",
        "Feedback-ID: i0123abc:Fastmail\r\n", "Subject: Re: It is your turn\r\n", "Subject: AW: auto against bert\r\n",
        "Subject: Re: Undelivered mail, game 12\r\n", "Subject: Fwd: Out of office\r\n",
        "From: Bouncy Anna <bouncer@example.org>\r\n", "From: Norah Eply <norah.eply@example.org>\r\n",
        "X-Mailer: Apple Mail\r\nX-Spam-Status: No\r\n", "From: Anna <anna@@example.org>\r\n",
        'From: "Anna <anna@example.org>\r\n', "From: Anna\r\n",
    ],
)  # fmt: skip
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
    sender = sender_in(parse_mail(f"From: {value}\r\n\r\nx".encode()).headers)
    assert sender is not None
    assert sender.address == address


@pytest.mark.parametrize(
    "head",
    [
        "", "From: anna@example.org, mallory@elsewhere.example",
        "From: anna@example.org\r\nFrom: mallory@elsewhere.example",
        "From: anna@example.org <mallory@elsewhere.example>", "From: <anna@example.org> <mallory@elsewhere.example>",
        "From: undisclosed:;", "From: anna@exa mple.org", "From: Anna", "From: anna@example.org@elsewhere.example",
        "From: ann\N{LATIN SMALL LETTER A WITH ACUTE}@example.org", "From: " + "(" * 900 + "anna@example.org",
    ],
)  # fmt: skip
def test_doubtful_senders_are_no_senders(head: str) -> None:
    assert sender_in(parse_mail(f"{head}\r\n\r\nx".encode()).headers) is None


@pytest.mark.parametrize(
    ("peer", "is_ours"),
    [
        ("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.0.2.1", False), ("", False),
        ("local", False),
    ],
)  # fmt: skip
def test_loopback(peer: str, is_ours: bool) -> None:
    assert is_loopback(peer) is is_ours
