"""Life outside the game, through REST: calendar, leave, why a clock is stopped, the ledger of outages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, Player
from games.play.creation import create_game
from games.uptime.outages import record_heartbeat
from tests.games.programs import Program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

DAY = timedelta(days=1)


def day(plus: int) -> str:
    return (timezone.now().date() + plus * DAY).isoformat()


CALENDAR = {
    "sleep_from": "23:00", "sleep_until": "07:00", "days_off": [5, 6], "holidays": ["2026-12-25"],
    "automatic_leave": True,
}  # fmt: skip


def test_calendar_is_put_and_read_back() -> None:
    bot = Program("anna")
    assert bot.put("players/me/calendar/", CALENDAR).json() == {"time_zone": "UTC", **CALENDAR}
    assert bot.get("players/me/calendar/").json() == {"time_zone": "UTC", **CALENDAR}
    for values, status in (({"sleep_until": None}, 400), ({"sleep_from": "12:00"}, 409)):
        answer = bot.put("players/me/calendar/", CALENDAR | values)
        assert (answer.status_code, "message" in answer.json()) == (status, True)


def test_leave_is_looked_at_booked_and_cancelled() -> None:
    bot, leave = Program("anna"), "players/me/leave/"
    asked, days = {"first": day(3), "last": day(4)}, [day(3), day(4)]
    plan = bot.post(leave, asked | {"dry_run": True}).json()
    assert (plan["days"], plan["warnings"]) == (days, [])
    assert bot.get(leave).json()["booked"] == []
    assert bot.post(leave, asked).json() == plan
    assert bot.get(leave).json()["booked"] == days
    assert bot.post(f"{leave}cancel/", {"first": day(1), "last": day(9)}).json() == asked
    refused = bot.post(leave, {"first": day(0), "last": day(0)})
    assert (refused.status_code, refused.json()["code"]) == (409, "absence")


def begin(**calendar: Any) -> Game:
    players = [Player.objects.get_or_create(username=name)[0] for name in ("anna", "bert")]
    players[0].calendar = calendar
    return create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now())


def test_game_says_why_its_clock_is_stopped_and_for_how_long() -> None:
    today = timezone.now().date()
    game = begin(days_off=[today.weekday()], holidays=[day(0)])
    clock = Program().get(f"games/{game.pk}/").json()["clock"]
    assert clock == {"stands": ["day_off", "holiday"], "runs_again_at": f"{day(1)}T00:00:00Z"}
    assert Program().get(f"games/{begin().pk}/").json()["clock"] == {"stands": [], "runs_again_at": None}
    etag = Program().get(f"games/{game.pk}/").headers["ETag"]
    CurrentTurn.objects.filter(game=game).update(deadline=timezone.now() + 9 * DAY)
    assert Program().get(f"games/{game.pk}/", **{"If-None-Match": etag}).status_code == 200, "its deadline has moved"
    for ago in (3, 2):
        record_heartbeat(name="web", at=timezone.now() - ago * DAY, clear_until=timezone.now() - ago * DAY)
    (outage,) = Program().get("outages/").json()["results"]
    assert (outage["part"], outage["grace_seconds"]) == ("web", 12 * 3600)


def test_proposal_says_what_it_respects_and_when_it_ends() -> None:
    control = {"base": 86400, "increment": 0, "cap": 86400, "ends": "2099-06-01T00:00:00Z"}
    bot, bert = Program("anna"), Program("bert")
    pause_rules = {"leave": "capped", "leave_days": 5, "pauses": False, "undo": False}
    body = {"rules": "btt", "control": control, "pause_rules": pause_rules}
    made = bot.post("proposals/", body).json()
    assert made["control"]["words"] == "1 day for the whole game; it ends by 1 June 2099, 00:00 UTC"
    assert made["pause_rules"].items() >= pause_rules.items()
    game = bert.post(f"proposals/{made['id']}/accept/").json()["game"]
    assert bert.get(f"games/{game}/").json()["pause_rules"]["leave_days"] == 5
    refused = bot.post("proposals/", body | {"pause_rules": {"leave": "capped"}})
    assert (refused.status_code, "from 1 to 366" in refused.text) == (400, True)


def test_program_sets_how_long_moves_are_held_and_the_time_zone() -> None:
    bot, me = Program("anna"), "players/me/"
    for value in ({"hold_minutes": 15}, {"time_zone": "Asia/Tokyo"}, {"confirm_moves": False}):
        assert bot.patch(me, value).json().items() >= value.items()
    for wrong in ({"hold_minutes": 1441}, {"hold_minutes": -1}, {"time_zone": "Mars/Olympus"}):
        assert bot.patch(me, wrong).status_code in (400, 409)
    anna = Player.objects.get(username="anna")
    assert (anna.hold_minutes, anna.time_zone, anna.confirm_moves) == (15, "Asia/Tokyo", False)
