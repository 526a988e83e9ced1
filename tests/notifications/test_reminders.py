"""Reminders: at 50, 80 and 95 per cent of a turn's time, each once, only the highest that was reached."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.services import play_move
from notifications import reminders
from notifications.models import MailPreference, OutboundMail
from tests.games.conftest import NOON, Start, after
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


def percents(game: Game) -> list[int]:
    rows = OutboundMail.objects.filter(kind="reminder", game=game).order_by("pk")
    return [mail.context["percent"] for mail in rows]


@pytest.mark.parametrize(
    ("hours", "percent"), [(35.9, None), (36, 50), (57.5, 50), (57.6, 80), (68.3, 80), (68.4, 95), (71.9, 95)]
)
def test_highest_threshold_that_is_reached(hours: float, percent: int | None) -> None:
    assert reminders.threshold(NOON, after(72), after(hours)) == percent


def test_each_threshold_is_reminded_of_once_however_often_beat_runs(start: Start) -> None:
    game = start("anna", "bert")
    for hours in (1, 36, 36, 40, 58, 58, 70, 71, 71):
        reminders.remind(now=after(hours))
    assert percents(game) == [50, 80, 95]


def test_thresholds_that_were_slept_through_are_not_made_up_for(start: Start) -> None:
    game = start("anna", "bert")
    reminders.remind(now=after(70))
    reminders.remind(now=after(70.1))
    assert percents(game) == [95]


def test_turn_in_parts_is_reminded_of_once(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox")
    for number, text in enumerate(("L b2", "L c3", "L d4", "L a1", "L a4", "L d1")):
        game.refresh_from_db()
        name = ("anna", "bert")[game.to_act or 0]
        play_move(game_id=game.pk, player_id=Player.objects.get(username=name).pk, text=text, ply=number, at=NOON,
                  source="page")  # fmt: skip
    reminders.remind(now=after(40))
    anna = Player.objects.get(username="anna")
    play_move(game_id=game.pk, player_id=anna.pk, text="B b1", ply=6, at=after(41), source="page")
    reminders.remind(now=after(41))
    assert percents(game) == [50]


def test_next_turn_is_reminded_of_again(start: Start) -> None:
    game = start("anna", "bert")
    reminders.remind(now=after(40))
    anna = Player.objects.get(username="anna")
    play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(41), source="page")
    reminders.remind(now=after(42))
    reminders.remind(now=after(41 + 40))
    assert percents(game) == [50, 50]
    assert [mail.reader_id for mail in OutboundMail.objects.filter(kind="reminder").order_by("pk")] == [
        game.seats.get(number=0).player_id,
        game.seats.get(number=1).player_id,
    ]


def test_finished_game_and_fallen_flag_are_not_reminded_of(start: Start) -> None:
    game = start("anna", "bert")
    reminders.remind(now=after(73))
    assert percents(game) == []


def test_reminder_can_be_answered_with_the_move(office: PostOffice, start: Start) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert")
    office.work()
    office.now = after(58)
    reminders.remind(now=office.now)
    assert "80 % of your time for this turn of game" in anna.newest.text
    assert "You have 14 hours, until Thu 5 March 2026, 12:00 (UTC)." in anna.newest.text
    assert anna.answer("null d3").outcome == "played"


def test_reminder_is_not_sent_once_the_move_is_played_or_to_those_who_want_none(
    office: PostOffice, start: Start
) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    start("anna", "bert")
    turn = anna.newest
    reminders.remind(now=after(36))
    anna.answer("null d3", turn)
    office.now = after(37)
    office.work()
    assert OutboundMail.objects.get(kind="reminder").reason == "The game has moved on."
    MailPreference.objects.create(player=office.box("bert").player, reminders=False)
    reminders.remind(now=after(70))
    office.now = after(70)
    office.work()
    assert OutboundMail.objects.filter(kind="reminder", state="sent").count() == 0
