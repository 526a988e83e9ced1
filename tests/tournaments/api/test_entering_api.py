"""Making, entering and directing events through REST, as a program does it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments.acting import act, begun
from tests.tournaments.conftest import friend
from tests.tournaments.playing import payload_of, running, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event

pytestmark = pytest.mark.django_db

EVENTS = "/api/v1/events/"


def call(who: str, path: str, status: int = 200, method: str = "post", key: str = "", **data: Any) -> Any:
    """What the interface answers to somebody."""
    client = APIClient()
    if who:
        client.force_authenticate(friend(who))
    headers = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
    answer = getattr(client, method)(EVENTS + path, data, format="json", **headers)
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.parametrize("form", ["league", "knockout", "teams"])
def test_event_of_a_form_is_made_with_its_name_game_and_form(form: str) -> None:
    named = {"name": "Spring", "rules": "treeblox", "form": form}
    plan = call("cleo", "", dry_run=True, **named)
    assert not Event.objects.exists()
    made = call("cleo", "", 201, **named)
    assert (made["slug"], made["state"], made["form"]) == ("spring", "draft", form)
    assert (plan["layout"], plan["counts"]) == (made["layout"], made["counts"])


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"form": "league", "layout": {"seats": 4, "pool_size": 6}}, 400, "4, 5, 7 or 13"),
        ({"form": "tournament"}, 400, "form: There is no “tournament”. There are: round-robin, league, swiss"),
        ({"seats": 4}, 400, "seats: There is no such value. There are: name, rules, form, layout"),
        ({"layout": {"round-days": 9}}, 400, "There is no such value. There are: seats, cycles, rounds, round_days"),
        ({"layout": {"seats": 5}, "rules": "twigs"}, 409, "Twigs is a game for"),
        ({"most_entrants": 99}, 400, "is for 2 to"),
        ({"layout": {"seats": 4}, "points": [6, 3, 1]}, 400, "Points by place are 4 whole numbers"),
        ({"points": [3, 0]}, 400, "between two a win is 1"),
        ({"margin_cap": 9}, 400, "for Treeblox alone"),
        ({"rules": "treeblox", "margin_cap": 0}, 400, "greater than or equal to 1"),
        ({"options": {"wind": "north"}}, 400, "no option"),
    ],
)
def test_what_cannot_be_made_is_refused_with_what_would_be_right(
    changes: dict[str, Any], status: int, sentence: str
) -> None:
    data = {"name": "Spring", "rules": "btt", "form": "round-robin", **changes}
    assert sentence in call("cleo", "", status, **data)["message"]


def test_caller_who_sends_no_key_is_told_how_to(client: Client) -> None:
    answer = client.post(f"{EVENTS}spring/enter/")
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"
    assert "Authorization: Bearer seeds_" in answer.json()["message"]


def test_events_are_found_by_a_part_of_their_name_and_by_who_takes_part_or_directs(client: Client) -> None:
    for name, director in (("Spring", "cleo"), ("Summer", "dora"), ("Summer Cup", "cleo")):
        slug = call(director, "", 201, name=name, rules="btt", form="swiss")["slug"]
        call(director, f"{slug}/open/")
    call("cleo", "summer/enter/")

    def found(**asked: str) -> list[str]:
        return [event["name"] for event in client.get(EVENTS, asked).json()["results"]]

    assert found(q="summer") == ["Summer Cup", "Summer"]
    assert found(player="cleo") == ["Summer Cup", "Summer", "Spring"]
    assert found(player="dora") == ["Summer"]
    call("cleo", "summer/withdraw/")
    assert found(player="cleo", q="s") == ["Summer Cup", "Spring"]


def test_draft_that_has_waited_beyond_its_start_is_not_opened() -> None:
    start = (timezone.now() + timedelta(days=1)).isoformat()
    call("cleo", "", 201, name="Spring", rules="btt", form="swiss", starts_at=start)
    Event.objects.update(starts_at=timezone.now() - timedelta(days=1))
    assert "must lie in the future" in call("cleo", "spring/open/", 409)["message"]
    page = Client()
    page.force_login(friend("cleo"))
    answer = page.post("/events/spring/open/", follow=True)
    assert "must lie in the future" in answer.content.decode()
    assert Event.objects.get().state == "draft"


def test_next_season_that_is_changed_keeps_the_start_of_its_calendar_unless_another_is_sent() -> None:
    start = (timezone.now() + timedelta(days=90)).isoformat()
    for name in ("League", "Spring"):
        call("cleo", "", 201, name=name, rules="btt", form="league", starts_at=start)
    Event.objects.filter(slug="spring").update(previous=Event.objects.get(slug="league"))
    change = {"method": "put", "name": "Spring", "rules": "btt", "form": "league", "rated": False}
    assert call("cleo", "spring/", **change)["starts_at"] is not None
    assert call("cleo", "spring/", starts_at=None, **change)["starts_at"] is None


def test_event_says_that_it_is_paused() -> None:
    event = started(Layout(), 3)
    assert call("anna", "autumn/", method="get")["paused_at"] is None
    act("pause", event)
    assert call("anna", "autumn/", method="get")["paused_at"] is not None


@pytest.mark.slow
def test_draft_is_changed_opened_entered_and_started() -> None:
    call("cleo", "", 201, name="Spring", rules="btt", form="swiss")
    changed = call("cleo", "spring/", method="put", name="Summer", rules="btt", form="swiss", most_entrants=5,
                   layout={"rounds": 3})  # fmt: skip
    assert (changed["slug"], changed["layout"]["rounds"], changed["most_entrants"]) == ("summer", 3, 5)
    assert call("anna", "summer/open/", 404)["code"] == "not_found"
    call("cleo", "summer/open/")
    for name in ("anna", "bert", "dora", "emil", "fred", "gina"):
        call(name, "summer/enter/")
    standing = call("gina", "summer/me/", method="get")
    assert (standing["status"], standing["place_in_list"], standing["steps"]) == ("waiting", 1, ["withdraw"])
    assert call("anna", "summer/start/", 403)["code"] == "not_director"
    call("cleo", "summer/remove/", player="anna")
    assert call("gina", "summer/me/", method="get")["status"] == "active"
    assert call("cleo", "summer/start/")["state"] == "running"
    assert len(call("cleo", "summer/waiting/", method="get")) == 2
    call("bert", "summer/waiting/", 403, method="get")
    call("bert", "summer/sit-out/", round=2)
    assert "not the last one" in call("bert", "summer/sit-out/", 409, round=3)["message"]
    call("kurt", "summer/standby/")
    assert call("kurt", "summer/me/", method="get")["place_in_list"] == 1


@pytest.mark.parametrize(
    ("name", "values", "status"),
    [("cleo", {"most_entrants": 2}, 400), ("cleo", {"form": "swiss"}, 400), ("mara", {}, 403)],
)
def test_dry_run_of_a_change_is_refused_as_the_change_is(name: str, values: dict[str, Any], status: int) -> None:
    entered_by("anna", "bert", "dora")
    sent = {"name": "Spring", "rules": "btt", "form": "round-robin", **values}
    refused = call(name, "spring/", status, "put", **sent)["message"]
    assert call(name, "spring/", status, "put", dry_run=True, **sent)["message"] == refused


def test_dry_run_of_a_change_says_what_would_change() -> None:
    entered_by("anna", "bert")
    sent = {"name": "Spring", "rules": "btt", "form": "round-robin", "most_entrants": 12}
    shown = call("cleo", "spring/", 200, "put", dry_run=True, **sent)
    assert shown["changes"] == ["players at most: 6, now 12"]
    assert Event.objects.get().most_entrants == 6
    assert call("cleo", "", dry_run=True, name="Autumn", rules="btt", form="swiss")["changes"] == []


def entered_by(*names: str) -> None:
    """An event of cleo's for six, open for entries."""
    call("cleo", "", 201, name="Spring", rules="btt", form="round-robin", most_entrants=6)
    call("cleo", "spring/open/")
    for name in names:
        call(name, "spring/enter/")


def test_dry_run_of_leaving_is_refused_to_a_player_who_has_not_entered() -> None:
    entered_by("anna")
    refused = call("bert", "spring/withdraw/", 409)["message"]
    assert call("bert", "spring/withdraw/", 409, dry_run=True)["message"] == refused
    assert call("anna", "spring/withdraw/", dry_run=True)["consequences"] == ["You no longer take part in Spring."]
    assert call("anna", "spring/me/", method="get")["status"] == "active"


def test_leaving_shows_every_changed_place_first_and_is_done_once() -> None:
    event = begun("round robin")
    shown = call("dora", "autumn/withdraw/", dry_run=True)
    assert shown["done"] is False
    assert shown["changes"]
    assert any("less than half" in sentence for sentence in shown["consequences"])
    assert not event.log_entries.filter(kind="withdrawn").exists()
    assert [error["field"] for error in call("dora", "autumn/withdraw/", 400)["errors"]] == ["reason"]
    entries = [call("dora", "autumn/withdraw/", reason="No time.", key="k")["entry"] for _ in range(2)]
    assert entries[0]["kind"] == "withdrawn"
    assert entries[0] == entries[1]


def test_key_of_an_action_cannot_be_used_for_another_one() -> None:
    event = started(Layout(), 3)
    call("cleo", "autumn/actions/announce/", key="mine", text="Welcome.")
    described = call("cleo", "autumn/actions/announce/", status=409, key="mine", text="Goodbye.")
    assert described["code"] == "key_reused"
    assert call("cleo", "autumn/actions/pause/", status=409, key="mine", reason="Holidays.")["code"] == "key_reused"
    call("cleo", "autumn/actions/announce/", key="mine", text="Welcome.")
    assert [payload_of(line).words for line in event.log_entries.filter(kind="announced")] == ["Welcome."]


def test_ladder_is_climbed_by_rest() -> None:
    event = started(Layout(form="ladder"), 4, most=8)
    rungs = [entrant.player.username for entrant in event.entrants.order_by("number")]
    assert call(rungs[0], "autumn/challenge/", 409, player=rungs[1])["code"] == "event"
    described = call(rungs[3], "autumn/challenge/", player=rungs[2])
    assert described["games"] == [game.pk for game in running(event)]
    assert len(described["games"]) == event.event_ruleset.games_per_fixture
    fixture = call(rungs[3], f"autumn/fixtures/{described['fixture']}/", method="get")
    assert [game["game"] for game in fixture["games"]] == described["games"]
