"""Teams by REST: the same services as on the pages."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import friend
from tests.tournaments.team_leagues import league, team

pytestmark = pytest.mark.django_db


def test_team_is_entered_invites_and_is_ordered() -> None:
    event = league(1, start=False)
    call("anna", f"{event.slug}/enter/", 409)
    refused = call("anna", f"{event.slug}/enter/", 400, team="ulm")
    assert refused["errors"][0]["field"] == "team"
    call("anna", f"{event.slug}/enter/", team="Berlin")
    berlin = f"{event.slug}/teams/{team(event, 'Berlin').pk}/"
    friend("bert")
    invited = call("anna", f"{berlin}invite/", player="bert")
    assert [(one["player"], one["has_accepted"], one["board"]) for one in invited["members"]] == [
        ("anna", True, 1), ("bert", False, 0),
    ]  # fmt: skip
    assert call("bert", f"{berlin}accept/")["is_member"]
    changed = call("anna", f"{berlin}change/", name="SC Berlin", order=["bert"])
    assert (changed["name"], [one["player"] for one in changed["members"]]) == ("SC Berlin", ["bert", "anna"])
    assert [one["name"] for one in call("", f"{event.slug}/teams/", method="get")] == ["Ulm", "SC Berlin"]
    call("bert", f"{berlin}leave/")
    assert [one["player"] for one in call("", f"{event.slug}/teams/", method="get")[1]["members"]] == ["anna"]


def test_line_up_is_seen_by_the_team_alone() -> None:
    event = league(2, reserves=1, preview_hours=48)
    ulm = f"{event.slug}/teams/{team(event, 'Ulm').pk}/"
    named = call("ulm1", f"{ulm}line-up/", round=1, players=["ulm3", "ulm2"])
    assert (named["next_line_up"]["players"], named["next_line_up"]["is_named"]) == (["ulm3", "ulm2"], True)
    seen = call("bonn1", f"{event.slug}/teams/", method="get")
    assert {one["name"]: one["next_line_up"] is not None for one in seen} == {"Ulm": False, "Bonn": True}
    call("bonn1", f"{ulm}line-up/", 403, round=1, players=["ulm3", "ulm2"])
    assert call("ulm1", f"{ulm}line-up/", 400, round=1, players=["ulm3"])["errors"][0]["field"] == "players"


def test_games_of_a_match_have_boards_and_the_players_who_sit_there() -> None:
    event = league(2)
    (match,) = call("", f"{event.slug}/fixtures/", method="get")
    assert [one["board"] for one in match["games"]] == [1, 2]
    assert {name for one in match["games"] for name in one["seating"]} == {"ulm1", "ulm2", "bonn1", "bonn2"}


def test_more_teams_cost_no_more_statements() -> None:
    counts = []
    for number in (2, 5):
        event = league(number, start=False, name=f"League of {number}")
        with CaptureQueriesContext(connection) as asked:
            assert len(call("ulm1", f"{event.slug}/teams/", method="get")) == number
        counts.append(len(asked))
    assert counts[0] == counts[1]
