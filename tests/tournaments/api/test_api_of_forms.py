"""The REST door to divisions of events in every form: what pages show, programs get, too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from ground.canonical import digest_of
from tests.tournaments.acting import act
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import play_all, settle, started
from tests.tournaments.web.test_pages import statements
from tests.tournaments.web.test_pages_of_forms import begun
from tournaments.event_rules.layouts import Layout
from tournaments.formats import FORMATS
from tournaments.models import Division, Event, EventLogEntry, Fixture
from tournaments.queries import divisions_of

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)
EVENTS = "/api/v1/events/"


def get(path: str, name: str = "", status: int = 200) -> Any:
    client = APIClient()
    if name:
        client.force_authenticate(friend(name))
    answer = client.get(EVENTS + path)
    assert answer.status_code == status, answer.content
    return answer.json()


def of(event: Event, path: str, division: Division | None = None, **more: Any) -> Any:
    division = division or divisions_of(event)[0]
    return get(f"{event.slug}/divisions/{division.pk}/{path}", **more)


@pytest.mark.parametrize("path", ["/events/{}/", "/api/v1/events/{}/divisions/"])
def test_how_many_divisions_there_are_costs_no_further_statement(path: str) -> None:
    small = started(Layout(form="league", pool_size=3), 3, most=9)
    Event.objects.update(name="Spring", slug="spring")
    small.refresh_from_db()
    large = started(Layout(form="league", pool_size=3), 9, most=9)
    assert (small.divisions.count(), large.divisions.count()) == (1, 3)
    assert statements(path.format(small.slug)) == statements(path.format(large.slug))


@pytest.mark.parametrize("form", ["groups", "swiss", "teams"])
def test_everything_that_is_shown_can_be_asked_for(form: str) -> None:
    event = begun(form)
    stages = get(f"{event.slug}/divisions/")
    assert sum(len(stage["divisions"]) for stage in stages) == event.divisions.count()
    for stage in stages:
        for division in stage["divisions"]:
            start = f"{event.slug}/divisions/{division['id']}/"
            assert get(start)["players"] == len(get(start + "standings/")["standings"])
            fixtures = {match["fixture"] for match in get(start + "fixtures/")}
            assert fixtures == {pk for held in get(start + "rounds/") for pk in held["fixtures"]}
            portions = [get(start + f"fixtures/?start={first}&count=2") for first in range(0, len(fixtures), 2)]
            assert [len(portion) for portion in portions[:-1]] == [2] * (len(portions) - 1)
            assert {match["fixture"] for portion in portions for match in portion} == fixtures
            assert get(start + "what-if/")["standings"]
    assert get(f"{event.slug}/standings/")["standings"]
    assert len(get(f"{event.slug}/log/")) == len(get(f"{event.slug}/results/")) == event.log_seq
    name = event.entrants.all()[0].name
    (part, *_) = get(f"{event.slug}/players/{name}/")
    assert part["line"]["player"] == name


@pytest.mark.parametrize("form", ["swiss", "knockout", "tables"])
def test_pairing_can_be_made_again_from_what_is_published(form: str) -> None:
    event = begun(form)
    play_all(event, AT)
    for division in divisions_of(event):
        runs = of(event, "pairings/", division)
        assert runs
        for summary in runs:
            run = of(event, f"pairings/{summary['id']}/", division)
            made = FORMATS[division.stage.format].draw(run["given"]).dump()
            assert (digest_of(run["given"]), digest_of(made)) == (run["given_digest"], run["made_digest"])


def test_every_number_of_a_table_opens_to_its_rounds() -> None:
    event = begun("swiss")
    lines = of(event, "standings/")["standings"]
    byes = [line for line in lines if any("a bye" in held["note"] for held in line["rounds"])]
    assert [(line["points"], line["rounds"][0]["fixture"]) for line in byes] == [("1", None)]
    assert all(line["rounds"][-1]["total"] == line["points"] for line in lines)
    assert {line["most"] for line in lines} == {"3", "2"}
    part = of(event, "standings/?start=1&count=2")
    assert [line["player"] for line in part["standings"]] == [line["player"] for line in lines[1:3]]
    assert part["total"] == 5
    bare = of(event, "standings/?explain=0")["standings"]
    assert [(line["points"], line["most"]) for line in bare] == [(line["points"], line["most"]) for line in lines]
    assert not any(line["rounds"] or any(value["parts"] for value in line["tie_breaks"]) for line in bare)


def test_table_for_supposed_results_tells_the_present_places_too() -> None:
    event = started(Layout(), 3)
    settle(event, AT)
    fixture = Fixture.objects.order_by("pk")[0]
    first = fixture.seats.get(number=0).entrant.player.username
    log = EventLogEntry.objects.count()
    lines = of(event, f"what-if/?f{fixture.pk}=1")["standings"]
    assert (lines[0]["player"], lines[0]["rank"], lines[0]["rank_now"], lines[0]["points"]) == (first, 1, 1, "1")
    assert EventLogEntry.objects.count() == log
    problem = of(event, f"what-if/?f{fixture.pk}=7", status=400)
    assert "Suppose 1, = or 0" in problem["message"]
    slip = of(event, f"what-if/?fixture={fixture.pk}", status=400)
    assert slip["message"] == "There is no “fixture”. Name fixtures with an f before their number, such as f12."


def test_bracket_and_ladder_are_there_where_they_are_played() -> None:
    event = begun("knockout")
    rounds = of(event, "bracket/")
    assert [held["title"] for held in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [side["seed"] for side in rounds[0]["ties"][0]["sides"]] == [1]
    of(event, "ladder/", status=404)
    of(event, "crosstable/", status=404)


def test_ladder_tells_a_player_who_asks_whom_they_can_challenge() -> None:
    event = started(Layout(form="ladder"), 4)
    settle(event, NOON)
    rungs = [rung["player"] for rung in of(event, "ladder/")]
    may = [rung["player"] for rung in of(event, "ladder/", name=rungs[3]) if rung["may_challenge"]]
    assert may == rungs[1:3]
    assert not any(rung["may_challenge"] for rung in of(event, "ladder/"))
    of(event, "bracket/", status=404)


def test_log_tells_actions_with_their_reasons() -> None:
    event = begun("round robin")
    act("announce", event, text="Welcome.", by=friend("cleo"), at=AT)
    last = get(f"{event.slug}/log/?since={event.log_seq}")
    assert [(line["kind"], line["actor"]) for line in last] == [("announced", "cleo")]
    get(f"{event.slug}/log/?since=yesterday", status=400)


@pytest.mark.parametrize("path", ["divisions/999999/standings/", "players/nobody/", f"fixtures/{10**20}/"])
def test_what_is_not_there_is_said_to_be_not_there(path: str) -> None:
    event = begun("round robin")
    assert get(f"{event.slug}/{path}", status=404)["code"] == "not_found"
