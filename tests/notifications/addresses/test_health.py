"""Mails that come back: what they say, which address is left in peace and for how long, and who is told."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.conf import settings as django_settings
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.models import Player
from games.play.moving import play_move
from notifications.addresses import address_health, reply_addresses
from notifications.mail_format.bounce_reports import Fate, Report, read_report
from notifications.models import AddressHealth, OutboundMail, Unreachable
from notifications.outbound import reminders
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tests.notifications.mailbox import Mailbox, PostOffice
from tournaments.running import services as tournaments

pytestmark = pytest.mark.django_db


def dsn(action: str, status: str, said: str = "", *, human: str = "We could not deliver your message.") -> bytes:
    """A delivery status notification as Postfix writes them (RFC 3464)."""
    diagnostic = f"Diagnostic-Code: smtp; {said}\r\n" if said else ""
    return (
        "From: MAILER-DAEMON@mx.example (Mail Delivery System)\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="B"\r\n\r\n'
        f"--B\r\nContent-Type: text/plain\r\n\r\n{human}\r\n"
        "--B\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example\r\nArrival-Date: Mon, 2 Mar 2026 12:00:00 +0000\r\n\r\n"
        f"Final-Recipient: rfc822; anna@example.org\r\nAction: {action}\r\nStatus: {status}\r\n{diagnostic}"
        "\r\n--B\r\nContent-Type: text/rfc822-headers\r\n\r\nSubject: Game 1\r\n\r\n--B--\r\n"
    ).encode()


def arf(sort: str = "abuse") -> bytes:
    """A complaint as mail providers send them (RFC 5965)."""
    return (
        "From: fbl@provider.example\r\nSubject: FW: Game 1\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="B"\r\n\r\n'
        "--B\r\nContent-Type: text/plain\r\n\r\nThis is an email abuse report.\r\n"
        "--B\r\nContent-Type: message/feedback-report\r\n\r\n"
        f"Feedback-Type: {sort}\r\nUser-Agent: Some/1.0\r\nVersion: 1\r\n\r\n"
        "--B\r\nContent-Type: message/rfc822\r\n\r\nSubject: Game 1\r\n\r\nIt is your turn\r\n--B--\r\n"
    ).encode()


def plain(head: str, text: str) -> bytes:
    return f"{head}\r\n\r\n{text}\r\n".encode()


EXIM = (
    "A message that you sent could not be delivered to one or more of its recipients.\r\n  anna@example.org\r\n"
    '    host mx.example.org [192.0.2.1]\r\n    SMTP error from remote mail server\r\n    550 5.1.1 <x>: no'
)  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "fate", "status"),
    [
        (dsn("failed", "5.1.1", "550 5.1.1 no such user"), Fate.FAILED, "5.1.1"),
        (dsn("failed", "5.0.0", "552 5.2.2 mailbox full"), Fate.FAILED, "5.2.2"),
        (dsn("failed", "5.0.0", "550 the account is over quota"), Fate.FAILED, "5.2.2"),
        (dsn("failed", "5.0.0", "550 go away"), Fate.FAILED, "5.0.0"),
        (dsn("failed", "4.4.7", "delivery time expired"), Fate.FAILED, "4.4.7"),
        (dsn("failed", "", "450 4.2.1 try later"), Fate.FAILED, "4.2.1"),
        (dsn(["FAILED", "(relayed)"][0], "5.7.1 (blocked)"), Fate.FAILED, "5.7.1"),
        (dsn("delayed", "4.4.1"), Fate.DELAYED, "4.4.1"),
        (dsn("relayed", "2.1.5"), Fate.OTHER, "2.1.5"),
        (arf(), Fate.COMPLAINT, ""),
        (arf("not-spam"), Fate.OTHER, ""),
        (plain("From: Mail Delivery System <Mailer-Daemon@mx.example>\r\nX-Failed-Recipients: anna@example.org", EXIM),
         Fate.FAILED, "5.1.1"),
        (plain("X-Failed-Recipients: anna@example.org", "It did not work."), Fate.FAILED, ""),
        (plain("From: postmaster@x.example\r\nSubject: failure notice", "<anna@x.example>:\n550 5.4.1 rejected"),
         Fate.FAILED, "5.4.1"),
        (plain("Subject: Out of office\r\nAuto-Submitted: auto-replied", "Back on 5.1.2027, call 550 5.1.1"),
         Fate.OTHER, ""),
        (plain("Subject: Re: Game 1", "I moved to version 4.2.1 of my mail program"), Fate.OTHER, ""),
        (b"", Fate.OTHER, ""),
        (b"\xff\xfe\x00", Fate.OTHER, ""),
    ],
)  # fmt: skip
def test_what_came_back_is_read(raw: bytes, fate: Fate, status: str) -> None:
    assert read_report(raw) == Report(fate, status)


@given(raw=st.binary(max_size=400))
def test_reading_what_came_back_never_fails(raw: bytes) -> None:
    head = b"Content-Type: multipart/report; boundary=B\r\n\r\n--B\r\nContent-Type: message/delivery-status\r\n\r\n"
    assert read_report(raw).fate in Fate
    assert read_report(head + raw).fate in Fate


def test_nest_of_parts_is_no_report() -> None:
    raw = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(1500))
    assert read_report(raw).fate == Fate.OTHER


# Counting -------------------------------------------------------------------------------------------------------------


def failed(status: str) -> Report:
    return Report(Fate.FAILED, status)


def judged(*reports: tuple[float, Report]) -> str:
    """Why an address is off after reports that came so many days after NOON; empty while it is in use."""
    found = AddressHealth()
    for days, report in reports:
        address_health.judge(found, report, after(24 * days))
    return found.reason


@pytest.mark.parametrize(
    ("reports", "reason"),
    [
        ([(0, failed("5.1.1"))], "gone"),
        ([(0, failed("5.7.1"))], "gone"),
        ([(0, Report(Fate.COMPLAINT))], "complaint"),
        ([(0, failed("5.2.2"))], ""),
        ([(0, failed("5.2.2")), (6.9, failed("5.2.2"))], "full"),
        ([(0, failed("5.2.2")), (7.1, failed("5.2.2"))], ""),
        ([(0, failed("5.2.2")), (7.1, failed("5.2.2")), (10, failed("4.2.2"))], "full"),
        ([(day, failed("4.4.7")) for day in (0, 0, 0)], "weak"),
        ([(day, failed("")) for day in (0, 0, 0)], "weak"),
        ([(day, failed("4.4.7")) for day in (0, 1, 2)], ""),
        ([(day, failed("4.4.7")) for day in (0, 1, 2, 3)], "weak"),
        ([(day, failed("4.4.7")) for day in range(0, 700, 7)], ""),
        ([(0, Report(Fate.DELAYED, "4.4.1"))] * 50, ""),
        ([(0, Report(Fate.OTHER))] * 50, ""),
    ],
)
def test_address_is_switched_off_for_a_reason(reports: list[tuple[float, Report]], reason: str) -> None:
    assert judged(*reports) == reason


@given(days=st.floats(0, 400), score=st.floats(0, 100))
def test_score_halves_every_week_and_never_grows(days: float, score: float) -> None:
    span = timedelta(days=days)
    assert address_health.decayed(score, NOON, NOON + span) == pytest.approx(score / 2 ** (days / 7))
    assert address_health.decayed(score, NOON, NOON - span) == score


# What follows ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def anna(office: PostOffice, start: Start) -> Mailbox:
    """Plays with bert, and it is her turn; the first mail is with her."""
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert")
    office.work()
    return anna


def come_back(office: PostOffice, raw: bytes, kind: str = "turn", name: str = "anna") -> str:
    mail = OutboundMail.objects.filter(kind=kind, reader__username=name, state="sent").order_by("-pk")[0]
    return office.deliver(raw, reply_addresses.return_path(mail), sender="").reason


def play(name: str, text: str, at: datetime) -> None:
    player = Player.objects.get(username=name)
    game = player.seats.get().game
    play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=at, source="page")


def test_refused_turn_mail_switches_the_address_off_and_the_opponent_is_told_once(
    office: PostOffice, anna: Mailbox
) -> None:
    assert come_back(office, dsn("failed", "5.1.1")) == "failed 5.1.1; no mail goes to this address any more."
    bert = office.box("bert")
    described = bert.newest
    assert described.subject == "Mails do not reach anna at present"
    assert "only after a notice on the site has been shown for 24 hours." in " ".join(described.text.split())
    assert anna.address not in f"{described.text}{described.html}"
    before = len(anna.mails())
    play("anna", "null d3", after(1))
    play("bert", "root e2", after(2))
    office.now = after(2)
    assert len(anna.mails()) == before
    assert OutboundMail.objects.filter(reader=anna.player, reason__contains="no verified address that takes").exists()
    assert come_back(office, dsn("failed", "5.1.1", "again")) == "failed 5.1.1; the address was off already."
    assert OutboundMail.objects.filter(kind="unreachable").count() == 1


def test_director_of_the_event_is_told_too(office: PostOffice) -> None:
    boxes = {name: office.box(name) for name in ("anna", "bert", "dora")}
    dora = boxes["dora"].player
    event = tournaments.create_event(name="Cup", director=dora, rules="btt", control=THREE_DAYS, at=NOON, rated=False)
    tournaments.open_entries(event_id=event.pk, player=dora)
    for name in ("anna", "bert"):
        tournaments.enter_event(event_id=event.pk, player=boxes[name].player, at=NOON)
    tournaments.start_event(event_id=event.pk, player=dora, at=NOON)
    office.work()
    come_back(office, dsn("failed", "5.1.1"), "round")
    readers = OutboundMail.objects.filter(kind="unreachable").values_list("reader__username", flat=True)
    assert sorted(readers) == ["bert", "dora"]
    assert "Mails do not reach anna" in boxes["dora"].newest.subject
    client = Client()
    client.force_login(dora)
    assert client.get(f"/events/{event.slug}/console/").content.decode().count("no mail reaches anna") == 1


def test_it_stands_beside_the_clock_and_on_every_page_of_the_player(office: PostOffice, anna: Mailbox) -> None:
    game = anna.player.seats.get().game
    watcher, herself = Client(), Client()
    herself.force_login(anna.player)
    words = "Mails have not reached anna since"
    assert words not in watcher.get(f"/games/{game.pk}/").content.decode()
    come_back(office, dsn("failed", "5.1.1"))
    page = watcher.get(f"/games/{game.pk}/").content.decode()
    assert words in page
    assert anna.address not in page
    assert f"No mail reaches you at {anna.address}" in herself.get("/rules/").content.decode()
    assert "Try this address again" in herself.get("/settings/mail/").content.decode()


def test_reminder_that_came_back_is_no_warning(office: PostOffice, anna: Mailbox) -> None:
    game = anna.player.seats.get().game
    office.now = after(58)
    reminders.remind(now=office.now)
    office.work()
    game.refresh_from_db()
    assert game.turn.warned == ["80"]
    come_back(office, dsn("failed", "4.4.7"), "reminder")
    game.refresh_from_db()
    assert game.turn.warned == []
    assert not AddressHealth.objects.filter(off_since__isnull=False).exists()


def test_mails_go_to_the_other_verified_address_of_the_account(office: PostOffice, anna: Mailbox) -> None:
    EmailAddress.objects.create(user=anna.player, email="anna@home.example", verified=True)
    come_back(office, dsn("failed", "5.1.1"))
    assert not Unreachable.objects.exists()
    [again] = office.sent_to("anna@home.example")
    assert f"It is your turn in game {anna.player.seats.get().game_id}." in again.text


def test_player_tries_the_address_again_by_the_link_that_reaches_it(
    office: PostOffice, anna: Mailbox, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    come_back(office, dsn("failed", "5.1.1"))
    address_health.switch_on(address_id=AddressHealth.objects.get().pk, off_since=NOON - timedelta(days=1), at=NOON)
    assert AddressHealth.objects.get().off_since is not None, "it is the link of an earlier time"
    client.force_login(anna.player)
    monkeypatch.setattr("django.utils.timezone.now", lambda: office.now)
    for expected in ("is on its way", "less than an hour ago"):
        assert expected in client.post("/settings/mail/recheck/", follow=True).content.decode()
    asked = anna.newest
    assert asked.subject == "Do mails reach you again?"
    match = re.search(rf"{django_settings.SITE_URL}(/mail/on/\S+)", asked.text)
    assert match
    stranger = Client(enforce_csrf_checks=True)
    assert "Yes, send mails here" in stranger.get(match[1]).content.decode()
    assert AddressHealth.objects.get().off_since is not None
    for _ in range(2):
        assert "go to anna@example.org again" in stranger.post(match[1]).content.decode()
    assert AddressHealth.objects.get().off_since is None
    assert Unreachable.objects.get().until is not None
    assert "It is your turn" in anna.newest.text
    assert stranger.get(match[1][:-3] + "xx/").status_code == 404


def test_new_address_reaches_the_player_again(office: PostOffice, anna: Mailbox) -> None:
    come_back(office, dsn("failed", "5.1.1"))
    new = EmailAddress.objects.create(user=anna.player, email="anna@home.example", verified=True)
    email_confirmed.send(sender=EmailAddress, request=None, email_address=new)
    assert Unreachable.objects.get().until is not None
    outbox_turn = OutboundMail.objects.filter(kind="turn", reader=anna.player).order_by("-pk")[0]
    outbox_turn.due_at = NOON
    outbox_turn.save()
    assert "It is your turn" in office.sent_to("anna@home.example")[-1].text


def test_full_mailbox_is_tried_again_after_two_weeks_and_a_passing_report_counts_once(
    office: PostOffice, anna: Mailbox
) -> None:
    with office.undone():
        for _ in range(5):
            come_back(office, dsn("failed", "4.4.7"))
        assert AddressHealth.objects.get().score == 1
    with office.undone():  # somebody who is away is not unreachable
        raw = plain("From: anna@example.org\r\nSubject: Away\r\nAuto-Submitted: auto-replied", "Back soon")
        assert come_back(office, raw) == "A program wrote it."
        assert not AddressHealth.objects.exists()
    with office.undone():
        come_back(office, arf())
        assert AddressHealth.objects.get().reason == "complaint"
        assert Unreachable.objects.get().player == anna.player
    for number in range(2):
        come_back(office, dsn("failed", "5.2.2", str(number)))
    found = AddressHealth.objects.get()
    assert (found.reason, found.off_until) == ("full", NOON + timedelta(days=14))
    assert address_health.try_rested(now=NOON + timedelta(days=13)) == 0
    assert address_health.try_rested(now=NOON + timedelta(days=14)) == 1
    assert Unreachable.objects.get().until == NOON + timedelta(days=14)


def test_password_and_codes_still_go_to_an_address_that_is_off(office: PostOffice, anna: Mailbox) -> None:
    come_back(office, dsn("failed", "5.1.1"))
    OutboundMail.objects.create(
        kind="account", reader=anna.player, context={"subject": "Code", "text": "123"}, dedupe_key="x",
        created_at=NOON, due_at=NOON,
    )  # fmt: skip
    assert anna.newest.subject == "Code"
