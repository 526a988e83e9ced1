"""What is kept of mails, for how long, and that reply addresses stand nowhere but in the mails themselves."""

from __future__ import annotations

import io
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as django_mail
from django.test import Client

from games.models import Game
from games.play.agreements import resign
from notifications import retention
from notifications.models import InboundMail, OutboundMail
from seeds.logs import Discreet
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import PostOffice
from tests.second_factor import sign_in_staff

pytestmark = pytest.mark.django_db

LIVE = re.compile(r"\b(?:turn|game|personal|bounce)-([a-z2-7]{26})\b")


def days(number: float) -> timedelta:
    return timedelta(days=number)


@pytest.fixture
def game(office: PostOffice, start: Start) -> Game:
    """anna has moved by mail and asked for help; bert has resigned in another game."""
    anna, bert = office.box("anna"), office.box("bert")
    game, other = start("anna", "bert"), start("bert", "anna")
    turn = next(mail for mail in anna.mails() if f"turn in game {game.pk}" in mail.text)
    anna.answer("null d3", turn)
    anna.answer("help", turn)
    resign(game_id=other.pk, player_id=bert.player.pk, at=NOON, source="page")
    OutboundMail.objects.create(
        kind="sign-up", to="new@example.org", context={"subject": "Code", "text": "1234"}, dedupe_key="x",
        created_at=NOON, due_at=NOON,
    )  # fmt: skip
    office.work()
    return game


def test_words_of_mails_are_kept_for_thirty_days_and_no_longer(game: Game) -> None:
    before = list(InboundMail.objects.order_by("pk").values_list("raw_key", "message_key", "outcome", "reason"))
    assert retention.purge(now=NOON + days(30)) == 0
    assert retention.purge(now=NOON + days(30.1)) > 0
    for mail in InboundMail.objects.all():
        assert (bytes(mail.raw), mail.own_text, mail.unread, mail.envelope_from, mail.peer) == (b"", "", [], "", "")
    assert list(InboundMail.objects.order_by("pk").values_list("raw_key", "message_key", "outcome", "reason")) == before
    assert not OutboundMail.objects.exclude(raw=None).exists()
    assert not OutboundMail.objects.filter(kind="sign-up").exists()
    assert retention.purge(now=NOON + days(60)) == 0


def test_rows_of_mails_go_after_a_year_unless_their_game_runs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    retention.purge(now=NOON + days(399))
    came, went = InboundMail.objects.count(), OutboundMail.objects.count()
    retention.purge(now=NOON + days(401))
    assert InboundMail.objects.count() == came, "they are about a game that runs"
    assert 0 < OutboundMail.objects.count() < went
    assert not OutboundMail.objects.exclude(game=game).exists()
    resign(game_id=game.pk, player_id=game.seats.get(number=0).player_id, at=NOON, source="page")
    OutboundMail.objects.update(created_at=NOON)
    retention.purge(now=NOON + days(401))
    assert not InboundMail.objects.exists()
    assert not OutboundMail.objects.exclude(state="waiting").exists()


def test_words_are_forgotten_in_batches(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 1)
    retention.purge(now=NOON + days(31))
    assert not InboundMail.objects.exclude(raw=b"").exists()
    assert not OutboundMail.objects.exclude(raw=None).exists()


def test_row_that_was_overtaken_by_a_later_one_goes_too(game: Game) -> None:
    resign(game_id=game.pk, player_id=game.seats.get(number=0).player_id, at=NOON, source="page")
    OutboundMail.objects.update(created_at=NOON, state="dropped", sent_at=None, reason="over")
    first = OutboundMail.objects.order_by("pk")[0]
    OutboundMail.objects.filter(pk=first.pk).update(created_at=NOON + days(2))
    retention.purge(now=NOON + days(401))
    assert [mail.pk for mail in OutboundMail.objects.all()] == [first.pk]
    retention.purge(now=NOON + days(403))
    assert not OutboundMail.objects.exists()


def test_what_can_still_be_quoted_is_still_known(game: Game) -> None:
    retention.purge(now=NOON + days(31))
    running = OutboundMail.objects.filter(game=game, state="sent")
    assert running.exists()
    assert all(mail.text for mail in running)
    assert not OutboundMail.objects.exclude(game=game).exclude(text="").exists()


def test_mail_that_waits_keeps_its_words(office: PostOffice, game: Game) -> None:
    InboundMail.objects.update(state="waiting")
    retention.purge(now=NOON + days(31))
    assert not InboundMail.objects.filter(raw=b"").exists()


def test_days_are_the_operators_choice(game: Game, settings: Any) -> None:
    settings.MAIL_KEEP_DAYS = 3
    assert retention.purge(now=NOON + days(3.1)) > 0


@pytest.mark.slow
def test_reply_addresses_stand_in_no_page_no_log_and_no_export(
    office: PostOffice, start: Start, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MAIL_LAB = False
    with caplog.at_level(logging.DEBUG):
        anna = office.box("anna")
        office.box("bert")
        start("anna", "bert")
        turn = anna.newest
        for text in ("null d9", "help", "games", "null d3"):
            office.wait(hours=1)
            anna.answer(text, turn)
        office.work()
    live = {letters for message in django_mail.outbox for letters in LIVE.findall(str(message.message()))}
    live |= {letters for message in django_mail.outbox for letters in LIVE.findall(message.from_email)}
    assert len(live) > 5
    game = Game.objects.get()
    paths = [f"/games/{game.pk}/", f"/games/{game.pk}/log/", "/submissions/", "/settings/mail/"]
    paths += [f"/api/v1/games/{game.pk}/", f"/api/v1/games/{game.pk}/events/", "/api/v1/submissions/", "/players/anna/"]
    paths += [f"/games/{game.pk}/record.{ending}" for ending in ("txt", "json")]
    paths += ["/admin/notifications/outboundmail/", "/admin/notifications/inboundmail/"]
    for mail in OutboundMail.objects.all():
        paths += [f"/admin/notifications/outboundmail/{mail.pk}/change/"]
    for came in InboundMail.objects.all():
        paths += [f"/admin/notifications/inboundmail/{came.pk}/change/"]
    seen = 0
    as_player, as_staff = Client(), Client()
    as_player.force_login(anna.player)
    sign_in_staff(as_staff)
    for client in (as_player, as_staff):
        for path in paths:
            response = client.get(path)
            seen += response.status_code == 200
            assert not live & set(re.findall(r"[a-z2-7]{26}", response.content.decode())), path
    assert seen > 30
    assert not live & set(re.findall(r"[a-z2-7]{26}", caplog.text))


def test_log_has_nothing_by_which_its_reader_could_act(office: PostOffice, start: Start) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet("{levelname} {message}", style="{"))
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    anna = office.box("anna")
    start("anna", "bert")
    mail = anna.newest
    path = mail.header("List-Unsubscribe").partition(">")[0].partition("/mail/")[2]
    try:
        assert Client().head(f"/mail/{path}").status_code == 200
        assert Client().get(f"/mail/{path.rstrip('/')}./").status_code == 404
        assert Client().put(f"/mail/{path}").status_code == 405
        logger.error("%s is %s", mail.reply_to, "full")
    finally:
        logger.removeHandler(handler)
    said = stream.getvalue()
    assert said.splitlines() == [
        "WARNING Not Found: /mail/off/xxxx/",
        "WARNING Method Not Allowed (PUT): /mail/off/xxxx/",
        "ERROR turn-xxxx@play.localhost is full",
    ]
