"""Mails that cannot be read, or not yet: they are given up, their player is notified, and no other game waits."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Game, Submission
from games.play import timeouts
from games.rules.base import FormatError
from notifications.addresses import reply_addresses
from notifications.inbound import intake, processing
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail
from tests.games.conftest import Start, after, all_read, warn
from tests.notifications.mailbox import Mailbox, PostOffice, Table, steps

pytestmark = pytest.mark.django_db


def bring(office: PostOffice, box: Mailbox, to: str, text: str = "null d3", sender: str = "") -> InboundMail:
    """Store a mail that nobody reads yet."""
    raw = f"From: {sender or box.address}\r\nTo: {to}\r\nSubject: Re: game\r\n\r\n{text}\r\n".encode()
    return intake.receive(
        raw, envelope_from=box.address, envelope_to=to, source="smtp", peer="127.0.0.1", at=office.now
    )


def seat_address(game: Game, name: str) -> str:
    return reply_addresses.game_address(game.seats.select_related("game", "player").get(player__username=name))


def fallen(hours: float) -> list[int]:
    """The games that are flagged so many hours after NOON; every turn has begun at NOON and has 72 hours."""
    all_read(after(hours))
    return timeouts.flag_overdue(now=after(hours))


# Faults of ours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", ["=?utf-8?b?A?=", "=?utf-8?B?=C3=28?=", "=?x?q?=?=", "=?utf-16?b?A?= null e4"])
def test_subject_that_is_encoded_wrongly_keeps_no_move_from_being_played(
    office: PostOffice, start: Start, subject: str
) -> None:
    anna, game = office.box("anna"), start("anna", "bert")
    raw = answer_to(anna.newest, "null d3", sender=anna.address).as_bytes()
    head, _, body = raw.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not line.lower().startswith(b"subject:")]
    mail = office.deliver(b"\n".join([*lines, b"Subject: " + subject.encode()]) + b"\n\n" + body, anna.newest.reply_to)
    assert (mail.outcome, mail.attempts, mail.faults) == ("played", 1, 0)
    assert game.events.filter(ply=1).exists()


HEADS = {
    "Content-Type": (
        "text/plain", "text/html", "text/plain; charset=undefined", "text/plain; charset=utf-16",
        "text/plain; charset=\"", "text/enriched", "text", "", "/", "=?x?q?=?=", "multipart/mixed",
        "multipart/mixed; boundary=b", "multipart/alternative; boundary=\"b", "multipart/encrypted; boundary=b",
        "multipart/signed; boundary=b", "multipart/mixed; boundary=b; boundary=c", "application/pkcs7-mime",
        "application/octet-stream", "image/png; name=x", "message/rfc822", "message/partial",
        "text/plain" + "; a=b" * 600,
    ),
    "Content-Transfer-Encoding": ("base64", "quoted-printable", "x-uuencode", "8bits"),
}  # fmt: skip
BODIES = (
    b"", b"\0\0\0", b"\xff\xfe\xfc" * 9, b"--b\r\n\r\n", b"--b\r\n" * 60, b"--b\r\nContent-Type: x\r\n\r\nx\r\n--b--",
    b"=\r\n=4", b"Q=!", b"<p" * 9_000, b"begin 644 x\r\n#86)C\r\n`\r\nend", b"> null d3", b"\r" * 9,
    "\u200b\u202e".encode(),
)  # fmt: skip


@pytest.mark.slow
def test_player_is_answered_however_broken_their_mail_is(office: PostOffice, start: Start) -> None:
    anna, _ = office.box("anna"), start("anna", "bert")
    to, silent = anna.newest.reply_to, []
    for number, ((sort, encoding), body) in enumerate(product(product(*HEADS.values()), BODIES)):
        if number % 15:  # which no number of what is combined shares a divisor with
            continue
        office.wait(minutes=2)
        OutboundMail.objects.filter(kind__in=("problem", "games")).delete()  # so that there are never enough
        head = f"From: {anna.address}\r\nTo: {to}\r\nMessage-ID: <{number}@x.example>\r\nContent-Type: {sort}\r\n"
        raw = f"{head}Content-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body
        mail = office.deliver(raw, to)
        if not OutboundMail.objects.filter(context__inbound=mail.pk).exists():
            silent.append((mail.outcome, mail.reason, sort, encoding, body))
    assert silent == []


@pytest.fixture
def spoilt(office: PostOffice, start: Start) -> tuple[InboundMail, Mailbox]:
    """A mail of anna's about a game whose row nobody can read."""
    anna = office.box("anna")
    game = start("anna", "bert")
    turn = anna.newest
    Game.objects.filter(pk=game.pk).update(position={"spoilt": True})
    return bring(office, anna, turn.reply_to), anna


def test_mail_on_which_every_worker_fails_is_given_up_after_one_retry(
    office: PostOffice, spoilt: tuple[InboundMail, Mailbox]
) -> None:
    stored, anna = spoilt
    with pytest.raises(FormatError):
        processing.read(stored.pk, now=office.now)
    stored.refresh_from_db()
    assert (stored.state, stored.faults) == ("waiting", 1)
    office.wait(seconds=30)
    with pytest.raises(FormatError):
        processing.read(stored.pk, now=office.now)
    stored.refresh_from_db()
    assert (stored.state, stored.sort, stored.outcome, stored.faults) == ("failed", "unreadable", "ignored", 2)
    assert stored.reason == "Reading it failed again and again."
    assert stored.submission is not None
    assert (stored.submission.player, stored.submission.code) == (anna.player, "failed")
    assert "The fault is ours." in stored.submission.message


def test_player_of_a_mail_that_was_given_up_gets_one_mail_about_it(
    office: PostOffice, spoilt: tuple[InboundMail, Mailbox]
) -> None:
    stored, anna = spoilt
    for _ in range(5):
        with contextlib.suppress(FormatError):
            processing.read(stored.pk, now=office.now)
        office.wait(hours=1)
    problem = OutboundMail.objects.get(reader=anna.player, kind="problem")
    assert (problem.game, problem.context["inbound"]) == (None, stored.pk)
    words = " ".join(anna.newest.text.split())
    assert "Nothing was done." in words
    assert f"It came to your address for game {Game.objects.get().pk}." in words


def test_mail_that_cannot_even_be_given_up_waits_no_longer(
    office: PostOffice, spoilt: tuple[InboundMail, Mailbox]
) -> None:
    stored, anna = spoilt
    Submission.objects.create(  # there is no second one with this key
        player=anna.player, source="mail", key=f"mail:{stored.pk}", verb="mail", received_at=office.now, state="ignored"
    )
    for _ in range(2):
        with pytest.raises(FormatError):
            processing.read(stored.pk, now=office.now)
        office.wait(minutes=1)
    stored.refresh_from_db()
    assert stored.state == "failed"


class WorkerDied(BaseException):
    """What SIGKILL is to a transaction: it ends here, and nobody cleans up but the database."""


@pytest.mark.slow
def test_worker_that_dies_at_any_statement_leaves_a_mail_that_is_then_played_once(table: Table) -> None:
    game, anna, _ = table
    office, raw, to = (
        anna.office,
        answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(),
        anna.newest.reply_to,
    )
    count = fatal = 0

    def dying(execute: Any, sql: str, *values: Any) -> Any:
        nonlocal count
        count += 1
        if count == fatal:
            raise WorkerDied
        return execute(sql, *values)

    while count >= fatal:
        count, fatal = 0, fatal + 1
        with transaction.atomic():
            mail = intake.receive(
                raw, envelope_from=anna.address, envelope_to=to, source="smtp", peer="127.0.0.1", at=office.now
            )
            with contextlib.suppress(WorkerDied), connection.execute_wrapper(dying):
                processing.read(mail.pk, now=office.now)
            processing.read(mail.pk, now=office.now + intake.RETRIES[0])
            mail.refresh_from_db()
            assert (mail.state, mail.outcome, steps(game)) == ("done", "played", ["null d3"]), f"died at {fatal}"
            assert list(Submission.objects.values_list("state", flat=True)) == ["played"]
            assert sorted(OutboundMail.objects.values_list("kind", flat=True)) == ["receipt", "started", "turn", "turn"]
            transaction.set_rollback(True)
    assert fatal > 10


# What a mail that waits can hold back ---------------------------------------------------------------------------------


@pytest.fixture
def games(office: PostOffice, start: Start) -> tuple[Game, Game]:
    """A game of anna and bert, and one of carl and dora; all were warned that their time runs out."""
    for name in ("anna", "bert", "carl", "dora"):
        office.box(name)
    found = start("anna", "bert"), start("carl", "dora")
    for game in found:
        warn(game)
    office.now = after(71)
    return found


def test_stuck_mail_holds_back_the_flag_of_its_own_game_for_two_hours_and_of_no_other(
    office: PostOffice, games: tuple[Game, Game]
) -> None:
    its_own, other = games
    stuck = bring(office, office.box("anna"), seat_address(its_own, "anna"))
    InboundMail.objects.filter(pk=stuck.pk).update(due_at=after(1000))
    assert fallen(72.2) == [other.pk]
    assert fallen(73.9) == []
    assert fallen(74.1) == [its_own.pk]


def test_move_that_waited_for_its_reader_until_after_the_deadline_is_in_time(
    office: PostOffice, games: tuple[Game, Game]
) -> None:
    its_own, _ = games
    mail = bring(office, office.box("anna"), reply_addresses.turn_address(its_own.seats.get(number=0), 0))
    assert its_own.pk not in fallen(72.5)
    processing.read(mail.pk, now=after(72.6))
    its_own.refresh_from_db()
    assert (its_own.ply, its_own.status) == (1, "running")


def test_mail_that_came_after_the_deadline_holds_nothing_back(office: PostOffice, games: tuple[Game, Game]) -> None:
    its_own, other = games
    office.now = after(72.1)
    bring(office, office.box("anna"), seat_address(its_own, "anna"))
    assert fallen(72.2) == [its_own.pk, other.pk]


def test_mail_to_the_address_of_an_account_holds_back_the_games_of_its_player_alone(
    office: PostOffice, games: tuple[Game, Game]
) -> None:
    its_own, other = games
    anna = office.box("anna")
    bring(office, anna, reply_addresses.personal_address(anna.player.pk))
    assert fallen(72.2) == [other.pk]
    assert fallen(74.1) == [its_own.pk]


def test_mail_that_nobody_would_believe_holds_nothing_back(office: PostOffice, games: tuple[Game, Game]) -> None:
    its_own, other = games
    for sender in ("mallory@elsewhere.example", "nobody", "anna@example.org, bert@example.org"):
        bring(office, office.box("anna"), seat_address(its_own, "anna"), sender=sender)
    assert fallen(72.2) == [its_own.pk, other.pk]


def test_report_that_a_warning_came_back_is_waited_for(office: PostOffice, games: tuple[Game, Game]) -> None:
    its_own, other = games
    warning = OutboundMail.objects.create(
        kind="reminder", reader=office.box("anna").player, dedupe_key="x", created_at=after(68), due_at=after(68)
    )
    warning.reminders.create(seat=its_own.seats.get(number=0), turn_started_at=after(0), stage="95")
    bring(office, office.box("anna"), reply_addresses.return_path(warning), sender="<>")
    assert fallen(72.2) == [other.pk]


# Whatever comes -------------------------------------------------------------------------------------------------------

HEADERS = (
    "Subject: Re: Your turn in game 1", "Subject: =?utf-8?b?bnVsbCBkMw==?=", "Subject: =?iso-8859-1?q?null=20d3?=",
    "From: Anna <anna@example.org>", "From: =?utf-8?q?Anna?= <anna@example.org>", "To: {to}", "Cc: {to}, x@example.org",
    "Message-ID: <1@example.org>", "In-Reply-To: <1@example.org>", "References: <1@example.org> <2@example.org>",
    "Date: Mon, 2 Mar 2026 12:00:00 +0000", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
    'Content-Type: multipart/mixed; boundary="x"', "Content-Type: text/html; charset*=utf-8''x; format=flowed",
    "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable",
    "Content-Disposition: attachment; filename*0*=utf-8''a; filename*1=b", "Auto-Submitted: no", "Precedence: list",
    "Return-Path: <anna@example.org>", "Delivered-To: {to}", "Received: from a by b; Mon, 2 Mar 2026 12:00:00 +0000",
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s; h=from:to; bh=AA==; b=AA==",
    "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org", "List-Id: <x.example.org>",
    "X-Failed-Recipients: anna@example.org", "Sender: anna@example.org", "Reply-To: anna@example.org",
)  # fmt: skip
MARKS = (
    "=?utf-8?b?", "?=", "=?", "=", "A", "<", ">", '"', "\\", "(", ")", ",", ";", ":", "@", "[", "]", "*", "%", "\t",
    "\r\n ", "\r", "\n", "\0", "\x7f", "\x80", "\xff", "\u20ac", "\U0001f331", "\ud800", "0" * 30, "''", "xn--",
)  # fmt: skip


def _inserted(header: str, chance: random.Random) -> str:
    at = chance.randrange(len(header) + 1)
    return header[:at] + chance.choice(MARKS) * chance.choice((1, 1, 1, 5, 200)) + header[at:]


def _cut(header: str, chance: random.Random) -> str:
    first, last = sorted(chance.randrange(len(header) + 1) for _ in range(2))
    return header[:first] + header[last:]


def _encoded(header: str, chance: random.Random) -> str:
    name, _, value = header.partition(":")
    charset = chance.choice(
        ("utf-8", "utf-7", "utf-16", "idna", "punycode", "hex", "rot13", "unknown-8bit", "", "x" * 90)
    )
    return f"{name}: =?{charset}?{chance.choice('bqBQx')}?{value.strip()[: chance.randrange(40)]}?= {value}"


MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (_inserted, _inserted, _cut, _encoded)
MUTATED, IN_ONE_MAIL = 1_500, 10


@pytest.mark.slow
def test_no_mutated_header_keeps_a_mail_waiting(office: PostOffice, start: Start) -> None:
    chance = random.Random("headers")
    anna = office.box("anna")
    to = seat_address(start("anna", "bert"), "anna")
    for number in range(MUTATED // IN_ONE_MAIL):
        headers = [chance.choice(HEADERS).format(to=to) for _ in range(IN_ONE_MAIL)]
        for index, header in enumerate(headers):
            for _ in range(chance.choice((1, 1, 2, 4))):
                header = chance.choice(MUTATIONS)(header, chance)
            headers[index] = header
        sound = [f"From: {anna.address}", f"X-Number: {number}"] if chance.random() < 0.7 else [f"X-Number: {number}"]
        raw = "\r\n".join([*sound, *headers, "", "games", ""]).encode("utf-8", "surrogatepass")
        mail = office.deliver(raw, to)
        assert (mail.state, mail.attempts, mail.faults) == ("done", 1, 0), raw
        office.wait(minutes=5)
    assert not InboundMail.objects.filter(state="waiting").exists()
