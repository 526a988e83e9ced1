"""Who may move by mail: a live address, the seat's own sender, and a proof of it; what is doubted waits for a yes."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.play.moving import play_move
from notifications import retention
from notifications.addresses import held_mails, reply_addresses
from notifications.inbound import intake, processing
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.mail_format.parsing import text_of_html
from notifications.models import InboundMail, MailPreference, OutboundMail
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import Mailbox, PostOffice, Table, steps
from tests.notifications.signing import key_name, public_record, sign

pytestmark = pytest.mark.django_db

FAR = "192.0.2.7"
DMARC = "v=DMARC1; p=reject"
LINK = re.compile(r"https?://\S*?(/mail/confirm/\S+?/)(?=\s|$)")


@pytest.fixture
def table(office: PostOffice, start: Start) -> Table:
    """A rated game of BTT in which anna is to place the null. Her domain signs its mail."""
    boxes = office.box("anna"), office.box("bert")
    office.zone.texts[key_name("example.org")] = [public_record(0)]
    office.zone.texts["_dmarc.example.org"] = [DMARC]
    return start("anna", "bert"), *boxes


@pytest.fixture
def casual(office: PostOffice, start: Start) -> Table:
    """A game that is not rated, and a domain that publishes nothing."""
    boxes = office.box("anna"), office.box("bert")
    return start("anna", "bert", rated=False), *boxes


def bring(
    office: PostOffice, raw: bytes, to: str, *, sender: str = "anna@example.org", signed: str = "", **values: Any
) -> InboundMail:
    """Bring a mail in from far away, signed by a domain if one is named."""
    return office.deliver(sign(raw, signed) if signed else raw, to, sender=sender, peer=FAR, **values)


def answer(mail: ReadMail, text: str = "null d3", sender: str = "anna@example.org") -> bytes:
    return answer_to(mail, text, sender=sender).as_bytes()


def asked(office: PostOffice) -> list[OutboundMail]:
    """The mails that ask for a yes."""
    office.work()
    return list(OutboundMail.objects.filter(kind="confirm").order_by("pk"))


def link_in(box: Mailbox) -> str:
    """The path of the newest link to confirm a mail."""
    found = LINK.findall(box.newest.text)
    assert len(found) == 1
    return str(found[0])


# The table ------------------------------------------------------------------------------------------------------------


def test_live_address_own_sender_and_signature_plays(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    read = bring(office, answer(anna.newest), anna.newest.reply_to, signed="example.org")
    assert (read.outcome, read.proof, steps(game)) == ("played", "pass", ["null d3"])
    assert asked(office) == []


@pytest.mark.parametrize(("rated", "outcome"), [(False, "played"), (True, "held")])
def test_domain_that_publishes_nothing_plays_in_casual_games_and_asks_in_rated_ones(
    office: PostOffice, start: Start, rated: bool, outcome: str
) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    game = start("anna", "bert", rated=rated)
    read = bring(office, answer(anna.newest), anna.newest.reply_to)
    assert (read.outcome, read.proof, len(steps(game))) == (outcome, "none", int(not rated))
    assert len(asked(office)) == int(rated)


def test_player_may_wish_to_be_asked_in_every_game(office: PostOffice, casual: Table) -> None:
    game, anna, _ = casual
    MailPreference.objects.create(player=anna.player, only_proven=True)
    read = bring(office, answer(anna.newest), anna.newest.reply_to)
    assert (read.outcome, steps(game)) == ("held", [])


@pytest.mark.parametrize(("rated", "outcome"), [(False, "answered"), (True, "held")])
def test_address_for_all_games_asks_while_one_of_them_is_rated(
    office: PostOffice, start: Start, rated: bool, outcome: str
) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert", rated=rated)
    to = reply_addresses.personal_address(anna.player.pk)
    raw = f"From: anna@example.org\r\nTo: {to}\r\nMessage-ID: <1@example.org>\r\n\r\ngames\r\n".encode()
    assert bring(office, raw, to).outcome == outcome


def test_mail_that_fails_what_its_domain_asks_for_is_held(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    read = bring(office, answer(anna.newest), anna.newest.reply_to)
    assert (read.outcome, read.proof, steps(game)) == ("held", "fail", [])
    [asking] = asked(office)
    assert asking.reader == anna.player


def test_forwarded_mail_of_a_third_party_is_held_and_names_its_domain_only(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    office.zone.texts[key_name("friends.example")] = [public_record(0)]
    raw = answer(anna.newest, sender="mallory@friends.example")
    read = bring(office, raw, anna.newest.reply_to, sender="mallory@friends.example", signed="friends.example")
    assert (read.outcome, steps(game)) == ("held", [])
    assert office.zone.asked == []  # nothing is looked up for a stranger
    asking = anna.newest
    assert "friends.example" in asking.text
    assert "mallory" not in asking.text + asking.header("Subject")
    assert asking.reply_to.startswith("answer-")


def test_dead_address_says_why_and_shows_the_game_as_it_is(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    play_move(game_id=game.pk, player_id=anna.player.pk, text="null d3", ply=0, at=office.now, source="page")
    read = bring(office, answer(mail, "null e3"), mail.reply_to, signed="example.org")
    assert (read.outcome, steps(game)) == ("refused", ["null d3"])
    described = anna.newest
    assert described.header("Feedback-ID").startswith("problem")
    assert "null d3" in described.text
    held = bring(office, answer(mail, "null f3"), mail.reply_to)  # and a sender who is not believed gets no answer
    assert (held.outcome, asked(office)) == ("held", [])


def test_question_shows_what_a_yes_would_do_but_no_links(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    bring(office, answer(anna.newest, "resign\nsee https://evil.example/\nbye"), anna.newest.reply_to)
    assert "These are its first lines:\n| resign\n| bye\n" in anna.newest.text
    assert "evil" not in anna.newest.text
    assert "| bye" in text_of_html(anna.newest.html)


def test_signed_mail_that_was_for_another_address_is_held(office: PostOffice, table: Table, start: Start) -> None:
    """A signature says who wrote it, not for which game: a mail to one address is not replayed at another."""
    game, anna, _ = table
    other = start("anna", "carl")
    raw = sign(answer(anna.newest), "example.org")
    first = next(mail for mail in anna.mails() if mail.reply_to != anna.newest.reply_to)
    read = office.deliver(raw, first.reply_to, sender="anna@example.org", peer=FAR)
    assert (read.outcome, read.proof) == ("held", "pass")
    assert steps(game) == steps(other) == []


# Name servers ---------------------------------------------------------------------------------------------------------


def test_mail_waits_while_name_servers_are_away_and_keeps_its_time(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    office.zone.away = {"example.org"}
    read = bring(office, answer(mail), mail.reply_to, signed="example.org")
    assert (read.state, read.outcome, steps(game)) == ("waiting", "", [])
    office.zone.away = set()
    office.wait(minutes=5)
    office.work()
    read.refresh_from_db()
    assert (read.outcome, steps(game)) == ("played", ["null d3"])
    assert game.events.get(ply=1).submission.received_at == NOON


def wait_in_vain(office: PostOffice) -> None:
    """Let every retry of a waiting mail pass."""
    for _ in range(len(intake.RETRIES)):
        office.wait(hours=1)
        office.work()


def test_name_servers_that_stay_away_leave_it_to_the_player_and_are_not_waited_for_with_every_mail(
    office: PostOffice, table: Table
) -> None:
    _, anna, _ = table
    mail = anna.newest
    office.zone.away = {"example.org"}
    read = bring(office, answer(mail), mail.reply_to, signed="example.org")
    wait_in_vain(office)
    read.refresh_from_db()
    assert (read.outcome, read.proof) == ("held", "fail")
    assert len(asked(office)) == 1
    assert bring(office, answer(mail), mail.reply_to, signed="example.org").outcome == "held"
    office.wait(days=2)
    assert bring(office, answer(mail), mail.reply_to, signed="example.org").state == "waiting"


@pytest.mark.parametrize("name", ["From ", "FROM\t", "from  "])
def test_second_sender_that_only_some_programs_see_is_asked_about(office: PostOffice, casual: Table, name: str) -> None:
    game, anna, _ = casual
    raw = f"Subject: x\r\n{name}: carl@example.net\r\n".encode() + answer(anna.newest)
    assert (bring(office, raw, anna.newest.reply_to).outcome, steps(game)) == ("held", [])


# Our own mail host ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "outcome"), [("lmtp", "played"), ("imap", "played"), ("smtp", "held")])
def test_word_of_our_mail_host_counts_at_the_doors_that_only_it_uses(
    office: PostOffice, table: Table, settings: Any, source: str, outcome: str
) -> None:
    _, anna, _ = table
    settings.MAIL_AUTHSERV_ID = "mx.play.example"
    raw = b"Authentication-Results: mx.play.example; dmarc=pass header.from=example.org\r\n" + answer(anna.newest)
    received = intake.receive(
        raw, envelope_from=anna.address, envelope_to=anna.newest.reply_to, source=source, peer="", at=office.now
    )
    office.work()
    received.refresh_from_db()
    assert received.outcome == outcome


# The yes --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def held(office: PostOffice, table: Table) -> InboundMail:
    """A mail of anna's that nothing proves."""
    _, anna, _ = table
    return bring(office, answer(anna.newest), anna.newest.reply_to)


@pytest.fixture
def clock(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """Pages see the time of the post office."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: office.now)
    return office


def test_looking_at_the_link_changes_nothing_and_its_button_plays_the_mail_once_as_of_now(
    held: InboundMail, table: Table, clock: PostOffice
) -> None:
    game, anna, _ = table
    path, before = link_in(anna), InboundMail.objects.values().get()
    for change in (lambda code: code[:-2], lambda code: "x" + code[1:], lambda code: "x"):
        assert Client().post(f"/mail/confirm/{change(path.split('/')[-2])}/").status_code == 404
    page = Client().get(path).content.decode()
    assert "null d3" in page
    assert "<button" in page
    assert InboundMail.objects.values().get() == before
    clock.work()
    assert steps(game) == []
    clock.wait(hours=2)
    for _ in range(3):
        assert "onfirmed" in (Client(enforce_csrf_checks=True).post(path).content + Client().get(path).content).decode()
        clock.work()
    held.refresh_from_db()
    assert (held.outcome, steps(game)) == ("played", ["null d3"])
    assert (held.arrived_at, held.received_at) == (NOON, NOON + timedelta(hours=2))
    assert [sent.received_at for sent in game.submissions.filter(state="played")] == [NOON + timedelta(hours=2)]


def test_link_is_dead_after_its_time_and_once_its_words_are_forgotten_or_the_game_has_moved_on(
    held: InboundMail, table: Table, clock: PostOffice, settings: Any
) -> None:
    game, anna, _ = table
    path = link_in(anna)
    with clock.undone():
        clock.now += held_mails.CONFIRMABLE + timedelta(seconds=1)
        assert "was good until" in Client().post(path).content.decode()
        clock.work()
        assert steps(game) == []
    with clock.undone():
        settings.MAIL_KEEP_DAYS = 1
        clock.wait(days=2)
        retention.purge(now=clock.now)
        assert "was good until" in Client().post(path).content.decode()
        clock.work()
        assert steps(game) == []
    play_move(game_id=game.pk, player_id=anna.player.pk, text="null e3", ply=0, at=clock.now, source="page")
    for answered in (Client().get(path), Client().post(path)):
        assert "has passed" in answered.content.decode()
    clock.work()
    assert steps(game) == ["null e3"]


def test_page_shows_all_that_a_yes_would_do(office: PostOffice, table: Table, clock: PostOffice) -> None:
    _, anna, _ = table
    to = reply_addresses.game_address(table[0].seats.get(player=anna.player))
    head = f"From: anna@example.org\r\nTo: {to}\r\nMessage-ID: <1@example.org>\r\n"
    assert bring(office, f"{head}Subject: resign\r\n\r\nA good game!\r\n".encode(), to).outcome == "held"
    page = Client().get(link_in(anna)).content.decode()
    assert "Subject: resign<br>" in page
    assert "A good game!<br>" in page
    many = "\r\n".join(f"show {number}" for number in range(60))
    head = head.replace("<1@", "<2@")
    assert bring(office, f"{head}\r\n{many}\r\nresign\r\n".encode(), to).outcome == "held"
    assert "resign<br>" in Client().get(link_in(anna)).content.decode()


def test_confirmed_mail_that_makes_no_sense_is_answered_like_any_other(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    read = bring(office, answer(anna.newest, "null z9"), anna.newest.reply_to)
    held_mails.confirm(read, at=office.now)
    office.work()
    read.refresh_from_db()
    assert read.outcome == "refused"
    assert anna.newest.header("Feedback-ID").startswith("problem")
    assert anna.player.submissions.filter(state="rejected").exists()


def test_unproven_mails_do_not_flood_their_player(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    mail = anna.newest
    for number in range(10):
        raw = answer(mail, f"null d3 {number}").replace(b"Message-ID: <", f"Message-ID: <{number}".encode())
        bring(office, raw, mail.reply_to)
    assert len(asked(office)) == held_mails.ASKED_A_PLY


def test_held_mail_that_nobody_is_asked_about_can_be_confirmed_from_the_own_page(
    office: PostOffice, table: Table, clock: PostOffice, client: Client
) -> None:
    game, anna, bert = table
    for _ in range(held_mails.ASKED_A_PLY + 1):
        read = bring(office, answer(anna.newest), anna.mails()[0].reply_to)
    assert len(asked(office)) == held_mails.ASKED_A_PLY
    client.force_login(bert.player)
    assert "/mail/confirm/" not in client.get("/submissions/").content.decode()
    client.force_login(anna.player)
    paths = re.findall(r"/mail/confirm/[^\"]+", client.get("/submissions/").content.decode())
    assert len(paths) == held_mails.ASKED_A_PLY + 1
    client.post(paths[0])  # the newest stands on top
    clock.work()
    read.refresh_from_db()
    assert (read.outcome, steps(game)) == ("played", ["null d3"])
    assert "/mail/confirm/" not in client.get("/submissions/").content.decode()


def test_link_is_kept_nowhere(office: PostOffice, held: InboundMail) -> None:
    office.work()
    asking = OutboundMail.objects.get(kind="confirm")
    assert (asking.state, asking.raw is None or bool(asking.raw)) == ("sent", True)
    assert held_mails.link_to(held.pk).split("/")[-2] not in held.reason


# The service mails nobody else ----------------------------------------------------------------------------------------


def test_machine_that_claims_to_be_the_player_is_asked_nothing(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    raw = b"Auto-Submitted: auto-replied\r\n" + answer(anna.newest)
    assert bring(office, raw, anna.newest.reply_to).outcome == "ignored"
    assert bring(office, answer(anna.newest, "null e3"), anna.newest.reply_to, sender="").outcome == "ignored"
    assert asked(office) == []


def test_loopback_is_trusted_in_development_alone(office: PostOffice, table: Table, settings: Any) -> None:
    _, anna, _ = table
    settings.TRUST_LOOPBACK_MAIL = False
    read = office.deliver(answer(anna.newest), anna.newest.reply_to, sender=anna.address, peer="127.0.0.1")
    assert read.outcome == "held"


def test_reading_twice_proves_once(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    read = bring(office, answer(anna.newest), anna.newest.reply_to, signed="example.org")
    questions = len(office.zone.asked)
    processing.read(read.pk, now=office.now, names=office.zone)
    assert len(office.zone.asked) == questions


def test_return_path_that_no_database_stores_loses_no_mail(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    read = bring(office, answer(anna.newest), anna.newest.reply_to, signed="example.org", sender="m\udcfcller\0@x.org")
    assert (read.outcome, read.envelope_from, steps(game)) == ("played", "m?ller@x.org", ["null d3"])
