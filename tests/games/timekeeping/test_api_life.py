"""Life outside the game, through REST: calendar, leave, why a clock is stopped, the ledger of outages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, Player
from games.play.creation import create_game
from games.uptime.outages import record_heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

DAY = timedelta(days=1)


class Bot:
    """A program with a key of its own."""

    def __init__(self, name: str) -> None:
        self.player = Player.objects.get_or_create(username=name)[0]
        self.headers = {"Authorization": f"Bearer {create_token(self.player, name='bot')[1]}"}

    def ask(self, method: str, path: str, **body: Any) -> Any:
        answer = getattr(Client(), method)(
            f"/api/v1/{path}", body or None, content_type="application/json", headers=self.headers
        )
        self.status = answer.status_code
        return answer.json()


def day(plus: int) -> str:
    return (timezone.now().date() + plus * DAY).isoformat()


CALENDAR = {
    "sleep_from": "23:00", "sleep_until": "07:00", "days_off": [5, 6], "holidays": ["2026-12-25"],
    "automatic_leave": True,
}  # fmt: skip


def test_calendar_is_put_and_read_back() -> None:
    bot = Bot("anna")
    assert bot.ask("put", "players/me/calendar/", **CALENDAR) == {"time_zone": "UTC", **CALENDAR}
    assert bot.ask("get", "players/me/calendar/") == {"time_zone": "UTC", **CALENDAR}


@pytest.mark.parametrize(
    ("values", "status"), [({"sleep_until": None}, 400), ({"days_off": [1, 2, 3]}, 400), ({"sleep_from": "12:00"}, 409)]
)
def test_calendar_that_nobody_may_have_is_refused(values: dict[str, Any], status: int) -> None:
    bot = Bot("anna")
    answer = bot.ask("put", "players/me/calendar/", **CALENDAR | values)
    assert (bot.status, "message" in answer) == (status, True)


def test_leave_is_looked_at_booked_and_cancelled() -> None:
    bot = Bot("anna")
    days = [day(3), day(4)]
    plan = bot.ask("post", "players/me/leave/", first=day(3), last=day(4), preview=True)
    assert (plan["days"], plan["warnings"]) == (days, [])
    assert bot.ask("get", "players/me/leave/")["booked"] == []
    assert bot.ask("post", "players/me/leave/", first=day(3), last=day(4)) == plan
    assert bot.ask("get", "players/me/leave/")["booked"] == days
    assert bot.ask("post", "players/me/leave/cancel/", first=day(1), last=day(9)) == {"first": day(3), "last": day(4)}
    assert bot.ask("post", "players/me/leave/", first=day(0), last=day(0))["code"] == "absence"
    assert bot.status == 409


def begin(**calendar: Any) -> Game:
    players = [Player.objects.get_or_create(username=name)[0] for name in ("anna", "bert")]
    players[0].calendar = calendar
    return create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now())


def test_game_says_why_its_clock_is_stopped_and_for_how_long() -> None:
    today = timezone.now().date()
    game = begin(days_off=[today.weekday()], holidays=[day(0)])
    clock = Bot("cora").ask("get", f"games/{game.pk}/")["clock"]
    assert clock == {"stands": ["day_off", "holiday"], "runs_again_at": f"{day(1)}T00:00:00Z"}
    assert Bot("cora").ask("get", f"games/{begin().pk}/")["clock"] == {"stands": [], "runs_again_at": None}


def test_copy_of_a_game_is_old_when_its_deadline_moves() -> None:
    game, client = begin(), Client()
    etag = client.get(f"/api/v1/games/{game.pk}/").headers["ETag"]
    assert client.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": etag}).status_code == 304
    CurrentTurn.objects.filter(game=game).update(deadline=timezone.now() + 9 * DAY)
    assert client.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": etag}).status_code == 200


def test_proposal_says_what_it_respects_and_when_it_ends() -> None:
    control = {"base": 86400, "increment": 0, "cap": 86400, "ends": "2099-06-01T00:00:00Z"}
    bot = Bot("anna")
    pause_rules = {"leave": "capped", "leave_days": 5, "pauses": False, "undo": False}
    made = bot.ask("post", "proposals/", rules="btt", control=control, pause_rules=pause_rules)
    assert made["control"]["words"] == "1 day for the whole game; it ends by 1 June 2099, 00:00 UTC"
    assert made["pause_rules"].items() >= pause_rules.items()
    bert = Bot("bert")
    game = bert.ask("post", f"proposals/{made['id']}/accept/")["game"]
    assert bert.ask("get", f"games/{game}/")["pause_rules"]["leave_days"] == 5
    refused = bot.ask("post", "proposals/", rules="btt", control=control, pause_rules={"leave": "capped"})
    assert (bot.status, "from 1 to 366" in str(refused)) == (400, True)


def test_program_sets_how_long_moves_are_held_and_the_time_zone() -> None:
    bot = Bot("anna")
    assert bot.ask("patch", "players/me/", hold_minutes=15)["hold_minutes"] == 15
    me = bot.ask("patch", "players/me/", time_zone="Asia/Tokyo")
    assert bot.ask("patch", "players/me/", confirm_moves=False)["confirm_moves"] is False
    assert (me["hold_minutes"], me["time_zone"]) == (15, "Asia/Tokyo")
    for wrong in ({"hold_minutes": 1441}, {"hold_minutes": -1}, {"time_zone": "Mars/Olympus"}):
        bot.ask("patch", "players/me/", **wrong)
        assert bot.status in (400, 409)
    anna = Player.objects.get(username="anna")
    assert (anna.hold_minutes, anna.time_zone) == (15, "Asia/Tokyo")


def test_ledger_is_open_to_all() -> None:
    now = timezone.now()
    for ago in (3, 2):
        record_heartbeat(name="web", at=now - ago * DAY, clear_until=now - ago * DAY)
    (outage,) = Client().get("/api/v1/outages/").json()["results"]
    assert (outage["part"], outage["grace_seconds"]) == ("web", 12 * 3600)
