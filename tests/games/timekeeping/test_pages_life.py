"""The pages on which players say when they are away, and those on which everybody sees why a clock is stopped."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.clock.calendars import LeaveRule, PauseRules
from games.clock.pauses import Pause, Reason
from games.models import CurrentTurn, Game, Heartbeat, Outage, Player
from games.timekeeping import leave, turn_clock
from games.uptime.outages import record_heartbeat
from tests.games import conftest
from tests.games.browsing import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

DAY = timedelta(days=1)


def begin(**values: Any) -> Game:
    return conftest.begin("anna", "bert", **values)


def day(plus: int) -> str:
    return (timezone.now().date() + plus * DAY).isoformat()


def test_player_says_when_he_sleeps_and_what_days_are_off() -> None:
    anna = Browser("anna")
    page = anna.fill(
        anna.get("/settings/calendar/"), sleep_from="23:00", sleep_until="07:30", days_off="6", holidays="2026-12-25"
    )
    assert "applies from your next turn" in page.note("success")
    calendar = leave.calendar_of(Player.objects.get(username="anna"))
    assert calendar.dump() == {"zone": "UTC", "sleep": ["23:00", "07:30"], "days_off": [6], "holidays": ["2026-12-25"]}
    again = anna.get("/settings/calendar/").form()
    assert (again["sleep_from"], again["holidays"]) == ("23:00", "2026-12-25")
    for values, described in (
        ({"sleep_from": "20:00", "sleep_until": "09:00"}, "at most 10 hours"),
        ({"sleep_from": "20:00", "sleep_until": ""}, "or neither"),
        ({"holidays": "Christmas"}, "such as 2026-12-25"),
    ):
        page = anna.fill(anna.get("/settings/calendar/"), **values)
        assert (page.status, described in page.text) == (400, True)
    assert anna.send("/settings/leave/", first=day(5), last=day(3), confirm="1").status == 400


def test_leave_is_booked_once_its_meaning_was_shown_and_can_be_cancelled() -> None:
    begin(pause_rules=PauseRules(LeaveRule.FORBIDDEN), title="Spring")
    anna = Browser("anna")
    page = anna.send("/settings/leave/", first=day(3), last=day(5))
    assert "3 days" in page.text
    assert "(Spring) leave does not count: your clock runs on." in page.note("warning")
    assert leave.calendar_of(Player.objects.get(username="anna")).leave == ()
    page = anna.send("/settings/leave/", first=day(3), last=day(5), confirm="1")
    assert "Your opponents are notified." in page.note("success")
    page = anna.send("/settings/leave/cancel/", first=day(3), last=day(5))
    assert "Cancelled" in page.note("success")
    assert leave.calendar_of(Player.objects.get(username="anna")).leave == ()


def test_page_of_a_game_says_why_its_clock_is_stopped_and_who_has_leave() -> None:
    today = timezone.now().date()
    everyday = [(today.weekday() - 1) % 7, today.weekday()]
    Player.objects.create(username="anna", calendar={"days_off": everyday, "holidays": [day(0)], "leave": [day(9)]})
    game = begin(pause_rules=PauseRules(LeaveRule.CAPPED, 5))
    page = Browser().get(f"/games/{game.pk}/")
    assert "Leave stops it for at most 5 days of each player." in page.text
    assert "The clock is stopped: it is a day off for anna, and it is a holiday for anna. It will run" in page.text
    assert "anna is on leave on" in page.text


def test_notice_that_stands_for_a_warning_is_on_the_page_of_the_game() -> None:
    game = begin()
    began = timezone.now() - 4 * DAY
    CurrentTurn.objects.filter(game=game).update(started_at=began, due_at=began)
    game.refresh_from_db()
    turn_clock.hold(game, Pause(began + 3 * DAY, timezone.now(), Reason.NOTICE, DAY))
    turn_clock.save_clock(game)
    assert "no warning had reached anna by mail" in Browser().get(f"/games/{game.pk}/").note("warning")


def test_ledger_of_outages_is_public_and_says_what_is_wrong_now() -> None:
    now = timezone.now()
    record_heartbeat(name="worker", at=now - 3 * DAY, clear_until=now - 3 * DAY)
    record_heartbeat(name="worker", at=now - 2 * DAY, clear_until=now - 2 * DAY)
    page = Browser().get("/outages/")
    assert "Worker" in page.one("tbody").text()
    assert "nobody can lose on time" in page.note("warning")
    Heartbeat.objects.update(at=now, clear_until=now)
    Outage.objects.update(credited_at=now)
    assert "All parts of the service are running." in Browser().get("/outages/").text
