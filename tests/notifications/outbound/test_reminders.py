"""Reminders: at 50, 80 and 95 per cent of a turn's time or as one likes, each once, in one mail for all games."""

from __future__ import annotations

from datetime import date, time, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, Player
from games.timekeeping.leave import book_leave
from notifications.addresses import reply_addresses
from notifications.addresses.preferences import choose
from notifications.choices.schedules import USUAL, ScheduleError, reached, read_schedule, write_schedule
from notifications.choices.topics import Pace, Topic
from notifications.lab.mail_client import ReadMail
from notifications.models import MailPreference, OutboundMail, Reminder
from notifications.outbound import reminders
from tests.games.conftest import NOON, Start, after, play
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def percents(game: Game) -> list[int]:
    return [int(stage) for stage in stages(game)]


def stages(game: Game) -> list[str]:
    return list(Reminder.objects.filter(seat__game=game).order_by("pk").values_list("stage", flat=True))


@pytest.mark.parametrize(
    ("hours", "percent"), [(35.9, None), (36, 50), (57.5, 50), (57.6, 80), (68.3, 80), (68.4, 95), (71.9, 95)]
)
def test_highest_threshold_that_is_reached(hours: float, percent: int | None) -> None:
    assert reached(timedelta(hours=hours), timedelta(hours=72), USUAL) == percent


@pytest.mark.parametrize(
    ("text", "shares"), [("50, 80, 95", (50, 80, 95)), ("80 50", (50, 80)), ("90 %", (90,)), ("5;5", (5,))]
)
def test_schedule_as_people_write_it(text: str, shares: tuple[int, ...]) -> None:
    assert read_schedule(text) == shares
    assert read_schedule(write_schedule(shares)) == shares


@pytest.mark.parametrize("text", ["", "soon", "0", "100", "-5", "10 20 30 40 50 60", "12.5"])
def test_what_is_no_schedule_says_what_would_be(text: str) -> None:
    with pytest.raises(ScheduleError, match="such as 50, 80, 95"):
        read_schedule(text)


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
    for text in ("L b2", "L c3", "L d4", "L a1", "L a4", "L d1"):
        game.refresh_from_db()
        play(game, ("anna", "bert")[game.to_act or 0], text, 0)
    reminders.remind(now=after(40))
    play(game, "anna", "B b1", 41)
    reminders.remind(now=after(41))
    assert percents(game) == [50]


def test_next_turn_is_reminded_of_again(start: Start) -> None:
    game = start("anna", "bert")
    reminders.remind(now=after(40))
    play(game, "anna", "null d3", 41)
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


def test_reminder_that_goes_out_after_the_deadline_says_when_it_was(office: PostOffice, start: Start) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    office.work()
    reminders.remind(now=after(70))
    office.now = after(73)
    assert "Your time was over on Thu 5 March 2026, 12:00 (UTC)." in anna.newest.text
    assert f"Your time for this turn of game {game.pk} is over." in anna.newest.text
    assert "no time" not in anna.newest.text
    assert " %" not in anna.newest.text


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
    choose(player_id=office.box("bert").player.pk, paces={Topic.REMINDERS: Pace.OFF}, at=NOON)
    reminders.remind(now=after(70))
    office.now = after(70)
    office.work()
    assert OutboundMail.objects.filter(kind="reminder", state="sent").count() == 0


# One mail for all games -----------------------------------------------------------------------------------------------


def test_one_mail_tells_of_all_games_the_most_urgent_in_full(office: PostOffice, start: Start) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    slow, urgent = start("anna", "bert"), start("anna", "bert", control=TimeControl.days_per_turn(2))
    other = start("anna", "bert", control=TimeControl.days_per_turn(7))
    office.work()
    office.now = after(40)
    reminders.remind(now=office.now)
    mail = anna.newest
    assert OutboundMail.objects.filter(kind="reminder").count() == 1
    assert Reminder.objects.count() == 2
    assert f"Your time runs in 2 games. The most urgent is game {urgent.pk}." in mail.text
    assert (
        mail.text.index(f"game {urgent.pk}") < mail.text.index(f"Game {slow.pk}") < mail.text.index(f"Game {other.pk}")
    )
    left = mail.text.index("You have 8 hours, until Wed 4 March 2026")
    assert left < mail.text.index("Your other games that wait") < mail.text.index(f"Game {slow.pk}")
    assert anna.answer("null d3").outcome == "played"
    urgent.refresh_from_db()
    assert urgent.ply == 1


def test_mail_forgets_the_game_that_was_moved_in_and_tells_of_the_next(office: PostOffice, start: Start) -> None:
    office.box("anna"), office.box("bert")
    slow, urgent = start("anna", "bert"), start("anna", "bert", control=TimeControl.days_per_turn(2))
    reminders.remind(now=after(40))
    play(urgent, "anna", "null d3", 40)
    office.now = after(41)
    assert f"You have used 50 % of your time for this turn of game {slow.pk}." in reminder_to(office, "anna").text


def reminder_to(office: PostOffice, name: str) -> ReadMail:
    """The newest reminder that a player has got."""
    office.work()
    return [mail for mail in office.box(name).mails() if "your time" in mail.text.lower()][-1]


def test_games_that_wait_are_no_reason_for_a_mail_by_themselves(start: Start) -> None:
    game = start("anna", "bert")
    start("anna", "bert", control=TimeControl.days_per_turn(7))
    for hours in (40, 41, 42):
        reminders.remind(now=after(hours))
    assert OutboundMail.objects.filter(kind="reminder").count() == 1
    assert percents(game) == [50]


# Rests ----------------------------------------------------------------------------------------------------------------


def choice(name: str, **values: Any) -> Player:
    player = Player.objects.get_or_create(username=name)[0]
    MailPreference.objects.update_or_create(player=player, defaults=values)
    return player


def test_share_is_that_of_the_time_that_ran(start: Start) -> None:
    Player.objects.create(username="anna", calendar={"days_off": [1, 2]})  # NOON is on a Monday
    game = start("anna", "bert")
    for hours in (36, 83):
        reminders.remind(now=after(hours))
    assert percents(game) == []
    reminders.remind(now=after(84))
    assert percents(game) == [50]


def test_player_who_comes_back_from_leave_is_reminded_once(office: PostOffice, start: Start) -> None:
    office.box("anna")
    Player.objects.filter(username="anna").update(calendar={"leave": ["2026-03-03", "2026-03-04"]})
    game = start("anna", "bert")
    for hours in (1, 13, 59, 60, 61, 70):
        reminders.remind(now=after(hours))
    assert stages(game) == ["back 2026-03-05"]
    office.now = after(61)
    assert "Welcome back: your leave is over" in reminder_to(office, "anna").text


def test_own_schedule_is_kept(start: Start) -> None:
    choice("anna", schedule="25, 90")
    game = start("anna", "bert")
    for hours in (17, 18, 40, 60, 65, 71):
        reminders.remind(now=after(hours))
    assert percents(game) == [25, 90]


def test_quiet_hours_are_waited_for(start: Start) -> None:
    choice("anna", quiet_from=time(22), quiet_until=time(8))
    game = start("anna", "bert")
    for hours in (36, 43.9):  # half the time is over at midnight
        reminders.remind(now=after(hours))
    assert percents(game) == []
    reminders.remind(now=after(44))
    assert percents(game) == [50]


def test_sleep_hours_are_quiet_for_a_player_who_has_set_no_others(start: Start) -> None:
    Player.objects.create(username="anna", calendar={"sleep": ["22:00", "08:00"]})
    game = start("anna", "bert", pause_rules=PauseRules(pauses=False))
    reminders.remind(now=after(36))
    assert percents(game) == []
    reminders.remind(now=after(44))
    assert percents(game) == [50]


def test_reminder_that_cannot_wait_for_the_morning_comes_at_night_if_the_player_agreed(start: Start) -> None:
    choice("anna", quiet_from=time(3), quiet_until=time(12), urgent_at_night=True)  # time is over at noon
    game = start("anna", "bert")
    reminders.remind(now=after(68.4))
    assert percents(game) == [95]


def test_reminder_that_cannot_wait_for_the_morning_else_comes_before_the_night(
    office: PostOffice, start: Start
) -> None:
    office.box("anna")
    choice("anna", quiet_from=time(3), quiet_until=time(12))  # time is over at noon
    game = start("anna", "bert")
    for hours in (60, 61.9):  # two in the morning
        reminders.remind(now=after(hours))
    assert percents(game) == [80]
    for hours in (62.5, 62.8, 68.4, 71):
        reminders.remind(now=after(hours))
    assert percents(game) == [80, 95]
    office.now = after(62.5)
    assert "is almost over when your quiet hours end." in " ".join(reminder_to(office, "anna").text.split())


@pytest.mark.parametrize(
    ("calendar", "preference"),
    [
        ({}, {}),
        ({}, {"schedule": "1, 40, 99"}),
        ({"days_off": [2]}, {"quiet_from": time(22), "quiet_until": time(8)}),
        ({"sleep": ["22:00", "08:00"]}, {}),
        ({"leave": ["2026-03-04"]}, {"quiet_from": time(3), "quiet_until": time(12)}),
        ({}, {"quiet_from": time(3), "quiet_until": time(12), "urgent_at_night": True}),
    ],
)
def test_turn_that_is_put_off_is_reminded_of_as_if_every_sweep_looked_at_it(
    start: Start, calendar: dict[str, Any], preference: dict[str, Any]
) -> None:
    for name in ("anna", "cora"):
        Player.objects.create(username=name, calendar=calendar)
        choice(name, **preference)
    put_off, always = start("anna", "bert"), start("cora", "dora")
    assert put_off.deadline
    looks = 0
    for hours in range(round((put_off.deadline - NOON) / HOUR)):
        CurrentTurn.objects.filter(game=always).update(due_at=NOON)
        looks += CurrentTurn.objects.filter(game=put_off, due_at__lte=after(hours)).exists()
        reminders.remind(now=after(hours))
    rows = Reminder.objects.order_by("pk").values_list("stage", "mail__created_at")
    assert list(rows.filter(seat__game=put_off)) == list(rows.filter(seat__game=always)) != []
    assert 0 < looks <= 8  # not every day


def test_sweep_costs_the_same_however_many_games_are_idle(start: Start) -> None:
    spent = []
    for names in (("anna", "bert"), ("cora", "dora", "emil", "fred", "gina", "hans", "ines", "jens")):
        for first, second in pairwise(names):
            start(first, second)
        reminders.remind(now=after(1))  # every new turn is looked at once
        with CaptureQueriesContext(connection) as statements:
            reminders.remind(now=after(2))
        spent.append(len(statements))
    assert spent == [1, 1]


def test_only_the_last_reminder_comes_to_a_player_who_wants_urgent_ones_and_none_where_they_are_off(
    start: Start,
) -> None:
    anna = Player.objects.create(username="anna")
    choose(player_id=anna.pk, paces={Topic.REMINDERS: Pace.URGENT}, at=NOON)
    games = start("anna", "bert"), start("anna", "bert")
    choose(player_id=anna.pk, paces={Topic.REMINDERS: Pace.NOW}, game_id=games[0].pk, at=NOON)
    for hours in (36, 60):
        reminders.remind(now=after(hours))
    assert (percents(games[0]), percents(games[1])) == ([50, 80], [])
    reminders.remind(now=after(69))
    assert (percents(games[0]), percents(games[1])) == ([50, 80, 95], [95])


def test_mail_leaves_out_the_game_whose_reminders_are_off_and_is_no_warning_for_it(
    office: PostOffice, start: Start
) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    urgent, wanted = start("anna", "bert", control=TimeControl.days_per_turn(2)), start("anna", "bert")
    choose(player_id=anna.player.pk, paces={Topic.REMINDERS: Pace.OFF}, game_id=urgent.pk, at=NOON)
    reminders.remind(now=after(40))
    office.now = after(40)
    assert f"You have used 50 % of your time for this turn of game {wanted.pk}." in reminder_to(office, "anna").text
    urgent.refresh_from_db()
    wanted.refresh_from_db()
    assert (urgent.turn.warned, wanted.turn.warned) == ([], ["50"])


# Warnings -------------------------------------------------------------------------------------------------------------


def test_reminder_that_a_mail_host_accepts_is_a_warning(office: PostOffice, start: Start) -> None:
    office.box("anna")
    game = start("anna", "bert")
    reminders.remind(now=after(58))
    game.refresh_from_db()
    assert game.turn.warned == []
    office.now = after(58)
    office.work()
    game.refresh_from_db()
    assert game.turn.warned == ["80"]


def test_reminder_that_comes_back_is_none(office: PostOffice, start: Start) -> None:
    office.box("anna")
    game = start("anna", "bert")
    reminders.remind(now=after(58))
    office.now = after(58)
    office.work()
    mail = OutboundMail.objects.get(kind="reminder")
    for action, warned in (("delayed", ["80"]), ("failed", [])):
        raw = f"From: mailer-daemon@example.org\r\nSubject: {action}\r\n\r\nAction: {action}\r\n".encode()
        office.deliver(raw, reply_addresses.return_path(mail), sender="")
        game.refresh_from_db()
        assert game.turn.warned == warned


def test_player_who_wants_no_reminders_is_not_warned_by_mail_but_on_every_page(
    office: PostOffice, start: Start, client: Client
) -> None:
    office.box("anna")
    anna = office.box("anna").player
    choose(player_id=anna.pk, paces={Topic.REMINDERS: Pace.OFF}, at=NOON)
    game = start("anna", "bert")
    reminders.remind(now=after(69))
    office.now = after(69)
    office.work()
    game.refresh_from_db()
    assert game.turn.warned == []
    client.force_login(anna)
    page = client.get("/rules/").content.decode()
    assert f"game {game.pk}</a> is almost over" in page
    play(game, "anna", "null d3", 70)
    assert "almost over" not in client.get("/rules/").content.decode()


def test_warnings_of_several_games_are_one_note(office: PostOffice, start: Start, client: Client) -> None:
    anna = office.box("anna").player
    games = [start("anna", other) for other in ("bert", "cora")]
    reminders.remind(now=after(69))
    office.now = after(69)
    office.work()
    client.force_login(anna)
    page = client.get("/rules/").content.decode()
    assert page.count('role="alert"') == 1
    assert all(f'<a href="/games/{game.pk}/">game {game.pk}</a> by ' in page for game in games)


# Leave is announced ---------------------------------------------------------------------------------------------------


def test_opponents_are_told_of_leave_in_one_mail_each(office: PostOffice, start: Start) -> None:
    for name in ("anna", "bert", "cora"):
        office.box(name)
    games = [start("anna", "bert"), start("anna", "bert"), start("cora", "anna")]
    start("bert", "cora")
    anna = Player.objects.get(username="anna")
    book_leave(player_id=anna.pk, first=date(2026, 3, 3), last=date(2026, 3, 5), now=NOON)
    described = OutboundMail.objects.filter(kind="leave")
    assert sorted(described.values_list("reader__username", flat=True)) == ["bert", "cora"]
    mail = office.box("bert").newest
    assert mail.subject == "anna takes leave: from 3 to 5 March 2026"
    assert all(f"Game {game.pk}," in mail.text for game in games[:2])
    assert f"Game {games[2].pk}," not in mail.text
