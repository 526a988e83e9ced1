"""The outbox: who is told, once each; what is not sent and why; what happens when sending fails."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPSenderRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.clock.controls import TimeControl
from games.lobby.proposals import accept_proposal, decline_proposal, propose_game, withdraw_proposal
from games.models import Game, Player
from games.play.agreements import offer_draw, resign
from games.play.timeouts import flag_overdue
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.models import MailToken, OutboundMail
from notifications.outbound import claims, sending
from notifications.outbound.board_images import png_of
from tests.games.conftest import NOON, THREE_DAYS, Start, after, all_read, play, warn
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


def described(game: Game) -> list[tuple[str, str]]:
    rows = OutboundMail.objects.filter(game=game).order_by("pk").values_list("reader__username", "kind")
    return [(str(name), kind) for name, kind in rows]


# Who is told ------------------------------------------------------------------------------------------------------


def test_start_move_offer_and_end_tell_the_one_to_act_and_the_others(start: Start) -> None:
    game = start("anna", "bert")
    assert described(game) == [("anna", "turn"), ("bert", "started")]
    play(game, "anna", "null d3")
    assert described(game)[2:] == [("anna", "receipt"), ("bert", "turn")]
    offer_draw(game_id=game.pk, player_id=Player.objects.get(username="bert").pk, at=after(1), source="page")
    assert described(game)[4:] == [("anna", "offer"), ("bert", "receipt")]
    resign(game_id=game.pk, player_id=Player.objects.get(username="anna").pk, at=after(1), source="page")
    assert described(game)[6:] == [("anna", "result"), ("bert", "result")]


def test_house_bots_get_no_mail(start: Start) -> None:
    Player.objects.create(username="house", is_bot=True)
    game = start("anna", "house")
    play(game, "anna", "null d3")
    assert described(game) == [("anna", "turn"), ("anna", "receipt")]


def test_loss_on_time_is_told_to_everybody(start: Start) -> None:
    game = start("anna", "bert")
    warn(game)
    all_read(after(80))
    assert flag_overdue(now=after(80)) == [game.pk]
    assert described(game)[2:] == [("anna", "result"), ("bert", "result")]


def test_third_is_left_in_peace_and_a_seat_that_leaves_gets_no_more_turns(start: Start) -> None:
    game = start("anna", "bert", "cora")
    play(game, "anna", "null A44")
    assert described(game)[3:] == [("anna", "receipt"), ("bert", "turn")]
    resign(game_id=game.pk, player_id=Player.objects.get(username="bert").pk, at=after(1), source="page")
    assert described(game)[5:8] == [("anna", "left"), ("bert", "left"), ("cora", "left")]
    assert ("bert", "turn") not in described(game)[8:]


def test_move_with_an_offer_makes_one_mail_for_each_player(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    before = len(anna.mails()), len(bert.mails())
    assert anna.answer("null d3\ndraw").outcome == "played"
    assert (len(anna.mails()), len(bert.mails())) == (before[0] + 1, before[1] + 1)
    assert "  1. blue [null d3]\n  blue: draw offered\n" in anna.newest.text
    assert f"It is your turn in game {game.pk}, and you are offered a draw." in bert.newest.text
    assert bert.answer("accept").outcome == "played"
    assert bert.newest.subject.endswith(" (result)")


def test_offer_alone_has_mails_of_its_own(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    start("anna", "bert")
    anna.answer("null d3")
    office.wait(minutes=1)
    anna.answer("draw")
    assert "We have your message for game" in anna.newest.text
    assert "You are offered a draw in game" in bert.newest.text


def test_move_that_is_undone_leaves_no_mail(start: Start) -> None:
    game = start("anna", "bert")
    before = described(game)
    with transaction.atomic():
        play(game, "anna", "null d3")
        assert described(game) != before
        transaction.set_rollback(True)
    assert described(game) == before


def test_move_pays_one_statement_for_its_mails(start: Start) -> None:
    game = start("anna", "bert")
    with CaptureQueriesContext(connection) as queries:
        play(game, "anna", "null d3")
    ours = [query["sql"] for query in queries if "notifications_" in query["sql"]]
    assert len(ours) == 1
    assert ours[0].startswith("INSERT")


def test_challenge_is_told_to_the_invited_and_its_end_to_the_other_side(office: PostOffice) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    anna.player.date_joined = NOON - timedelta(days=30)
    anna.player.save()
    values: dict[str, Any] = {"rules": "btt", "seats": 2, "control": THREE_DAYS, "invited": [bert.player]}
    first = propose_game(proposer=anna.player, at=NOON, message="resign\naccept", **values)
    assert bert.newest.subject.endswith(": anna wants to play Branches and Twigs and Thorns")
    assert "3 days a turn" in bert.newest.text
    Player.objects.filter(pk=anna.player.pk).update(language="de")
    decline_proposal(proposal_id=first.pk, player=bert.player, at=NOON, reason="too-fast")
    assert "\n| Diese Bedenkzeit ist mir zu kurz." in anna.newest.text
    Player.objects.filter(pk=anna.player.pk).update(language="en")
    second = propose_game(proposer=anna.player, at=NOON, **values)
    office.work()
    withdraw_proposal(proposal_id=second.pk, player=anna.player, at=NOON)
    assert "withdrawn" in bert.newest.text
    third = propose_game(proposer=anna.player, at=NOON, **values)
    game = accept_proposal(proposal_id=third.pk, player=bert.player, at=NOON)
    assert game is not None
    assert sorted(described(game))[0][1] in ("turn", "started")


# The house's rule -------------------------------------------------------------------------------------------------


def test_mail_without_an_account_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError):
        OutboundMail.objects.create(
            kind="turn", to="stranger@example.org", dedupe_key="x", created_at=NOON, due_at=NOON
        )


def test_mail_to_an_account_cannot_name_another_address(office: PostOffice) -> None:
    with pytest.raises(IntegrityError):
        OutboundMail.objects.create(
            kind="turn", reader=office.box("anna").player, to="stranger@example.org", dedupe_key="x",
            created_at=NOON, due_at=NOON,
        )  # fmt: skip


def test_same_mail_cannot_be_written_twice(start: Start) -> None:
    start("anna", "bert")
    first = OutboundMail.objects.order_by("pk")[0]
    with pytest.raises(IntegrityError):
        OutboundMail.objects.create(
            kind=first.kind, reader=first.reader, dedupe_key=first.dedupe_key, created_at=NOON, due_at=NOON
        )


def test_account_without_a_verified_address_gets_no_mail(office: PostOffice, start: Start) -> None:
    start("anna", "bert")
    anna = Player.objects.get(username="anna")
    anna.email = "anna@example.org"
    anna.save()
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=False, primary=True)
    office.work()
    assert django_mail.outbox == []
    assert set(OutboundMail.objects.values_list("state", "reason")) == {
        ("dropped", "The account has no verified address that takes mail.")
    }


def test_every_mail_went_to_the_primary_address_of_its_reader(office: PostOffice, start: Start) -> None:
    boxes = office.box("anna"), office.box("bert")
    for box in boxes:
        EmailAddress.objects.create(user=box.player, email=f"second-{box.address}", verified=True)
    start("anna", "bert")
    boxes[0].answer("null d3")
    recipients = [message.recipients() for message in django_mail.outbox]
    assert {address for (address,) in recipients} == {box.address for box in boxes}


# What is not sent -------------------------------------------------------------------------------------------------


def test_turn_mail_that_waited_too_long_is_not_sent(office: PostOffice, start: Start) -> None:
    office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    play(game, "anna", "null d3")
    play(game, "bert", "root e2")
    office.now = after(1)
    office.work()
    turns = OutboundMail.objects.filter(kind="turn").order_by("pk").values_list("reader__username", "ply", "state")
    assert list(turns) == [("anna", 0, "dropped"), ("bert", 1, "dropped"), ("anna", 2, "sent")]


@pytest.mark.parametrize(("choice", "kind"), [("turns", "turn"), ("receipts", "receipt")])
def test_kind_that_is_switched_off_is_not_sent(office: PostOffice, start: Start, choice: str, kind: str) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    choose(player_id=anna.player.pk, paces={Topic(choice): Pace.OFF}, at=NOON)
    game = start("anna", "bert")
    office.work()
    play(game, "anna", "null d3")
    office.now = after(1)
    office.work()
    dropped = OutboundMail.objects.filter(state="dropped", reader=anna.player)
    assert [(mail.kind, mail.reason) for mail in dropped] == [(kind, "The player has switched these mails off.")]


# Sending ----------------------------------------------------------------------------------------------------------


def test_mail_is_sent_once_however_often_it_is_asked_for(office: PostOffice, start: Start) -> None:
    office.box("anna")
    start("anna", "bert")
    turn = OutboundMail.objects.get(kind="turn")
    with transaction.atomic():
        assert claims.claim([turn.pk], NOON) == [turn]
        assert claims.claim([turn.pk], NOON) == []
        assert claims.claim([turn.pk], NOON + claims.RETRIES[0]) == [turn]  # the first has died on the way
        transaction.set_rollback(True)
    assert sending.send([turn.pk], now=NOON)
    assert not sending.send([turn.pk], now=NOON)
    assert not sending.send([turn.pk], now=after(100))
    assert len(django_mail.outbox) == 1


def test_mail_about_a_resigned_game_shows_nobody_as_to_act(office: PostOffice, start: Start) -> None:
    office.box("anna")
    game = start("anna", "bert")
    resign(game_id=game.pk, player_id=Player.objects.get(username="bert").pk, at=after(1), source="page")
    assert sending.send([OutboundMail.objects.get(kind="result", reader__username="anna").pk], now=after(1))
    [message] = django_mail.outbox
    assert "blue        5   5 S  5 M  5 L\n" in message.body
    assert "The game is over." in str(message.alternatives)
    assert "to act" not in f"{message.body}{message.alternatives}"


def break_the_wire(settings: Any) -> None:
    """From now on mail goes to a server that is not there."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def test_failed_mail_is_tried_again_as_the_same_message(office: PostOffice, start: Start, settings: Any) -> None:
    office.box("anna")
    start("anna", "bert")
    mail = OutboundMail.objects.get(kind="turn")
    works = settings.EMAIL_BACKEND
    break_the_wire(settings)
    assert not sending.send([mail.pk], now=NOON)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.due_at) == ("waiting", 1, NOON + timedelta(minutes=2))
    assert "refused" in mail.reason
    settings.EMAIL_BACKEND = works
    assert sending.send_waiting(now=NOON + timedelta(minutes=1)) == 0
    assert sending.send([mail.pk], now=NOON + timedelta(minutes=2))
    [message] = django_mail.outbox
    assert message.message()["Message-ID"] == f"<mail-{mail.pk}@{settings.MAIL_DOMAIN}>"
    assert MailToken.objects.filter(kind="turn").count() == 1


def test_mail_that_never_gets_out_is_given_up(office: PostOffice, start: Start, settings: Any) -> None:
    office.box("anna")
    start("anna", "bert")
    mail = OutboundMail.objects.get(kind="turn")
    break_the_wire(settings)
    now = NOON
    for wait in claims.RETRIES:
        sending.send([mail.pk], now=now)
        now += wait
    sending.send([mail.pk], now=now)
    mail.refresh_from_db()
    assert mail.state == "dropped"
    assert mail.reason.startswith("Given up after 7 attempts.")


def test_sent_mail_has_the_headers_that_keep_machines_quiet(
    office: PostOffice, start: Start, real_pictures: None
) -> None:
    anna = office.box("anna")
    start("anna", "bert")
    mail = anna.newest
    [message] = django_mail.outbox
    assert message.from_email.startswith("bounce-")
    assert mail.header("From") == "Seeds <seeds@play.localhost>"
    assert mail.header("Auto-Submitted") == "auto-generated"
    assert mail.header("X-Auto-Response-Suppress") == "All"
    assert mail.header("List-Unsubscribe").startswith("<http://127.0.0.1:8000/mail/off/")
    assert mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click"
    assert mail.header("Content-Type").startswith("multipart/related")
    assert mail.message.get_param("type") == "multipart/alternative"
    assert len(mail.message.as_bytes()) < 100_000
    assert 1_000 < len(mail.picture) <= 40_000


@pytest.mark.slow
def test_mail_of_a_crowded_board_is_small(office: PostOffice, start: Start, real_pictures: None) -> None:
    """Mail programs clip what is larger than 100 kB, and a picture is to have 40 kB at most."""
    names = ["anna", "bert", "cora", "dora", "emil", "fay"]
    office.box("anna")
    game = start(*names)
    choice = random.Random(3)
    for _ in range(90):
        game.refresh_from_db()
        position = game.load_position()
        text = game.game_rules.format(choice.choice(list(position.legal_moves())), position)
        play(game, names[game.to_act or 0], text)
    assert len(png_of(game.game_rules.svg(game.load_position()))) <= 40_000
    office.now = after(2)
    assert len(office.box("anna").newest.message.as_bytes()) < 100_000


def test_error_of_a_mail_server_is_kept_without_our_addresses(office: PostOffice, start: Start, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    office.box("anna")
    start("anna", "bert")
    mail = OutboundMail.objects.get(kind="turn")
    assert not sending.send([mail.pk], now=NOON)
    mail.refresh_from_db()
    assert "bounce-xxxx@" in mail.reason


class Refusing(BaseEmailBackend):
    """A mail server that names the sender it does not like."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise SMTPSenderRefused(550, b"go away", email_messages[0].from_email)


def test_reply_addresses_are_stored_nowhere_outside_the_lab(office: PostOffice, start: Start, settings: Any) -> None:
    settings.MAIL_LAB = False
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert")
    anna.answer("games")
    secret = anna.newest.reply_to.partition("@")[0].partition("-")[2]
    turn = anna.mails()[0].reply_to.partition("@")[0].partition("-")[2]
    assert turn in anna.newest.text
    for mail in OutboundMail.objects.all():
        kept = f"{mail.text}{mail.html}{mail.context}{bytes(mail.raw or b'').decode()}"
        assert secret not in kept
        assert turn not in kept
        assert not re.search(r"/mail/off/(?!xxxx/)", kept)
    for token in MailToken.objects.all():
        assert secret not in token.digest


def test_clock_of_the_mail_is_in_the_readers_own_zone(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    anna.player.time_zone = "Europe/Berlin"
    anna.player.save()
    start("anna", "bert", control=TimeControl.days_per_turn(2))
    assert "You have 2 days, until Wed 4 March 2026,\n13:00 (Europe/Berlin)." in anna.newest.text


def test_sweep_empties_the_outbox_however_much_waits(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "BATCH", 2)
    for names in (("anna", "bert"), ("cora", "dora"), ("emil", "fred")):
        start(*names)
    sending.send_waiting(now=NOON)
    assert OutboundMail.objects.count() == 6
    assert not OutboundMail.objects.filter(state="waiting").exists()
