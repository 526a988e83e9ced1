"""What every action has, so that pages, REST and the log can rely on it."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

import pytest

from tests.tournaments.acting import act, begun
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import friend
from tests.tournaments.playing import running
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.directing import ACTIONS, offered
from tournaments.directing.action.base import Action, Place

EVERY = pytest.mark.parametrize("action", ACTIONS.values(), ids=list(ACTIONS))


@EVERY
def test_slug_is_the_name_of_its_module_and_its_inputs_are_a_frozen_dataclass(action: Action[Any]) -> None:
    assert type(action).__module__.startswith("tournaments.directing.")
    assert type(action).__module__.rpartition(".")[2] == action.slug.replace("-", "_")
    assert is_dataclass(action.Inputs)
    assert action.Inputs.__dataclass_params__.frozen
    assert action.optional <= action.inputs.keys()


@EVERY
def test_title_is_short_and_meaning_a_sentence(action: Action[Any]) -> None:
    assert 1 <= len(str(action.title).split()) <= 2
    assert str(action.meaning).endswith(".")
    assert action.offered_at


@pytest.mark.django_db
@EVERY
def test_missing_reason_is_a_problem_of_its_field(action: Action[Any]) -> None:
    begun("round robin", ended=0)
    values = {
        "game": 1, "span": 86_400, "player": "anna", "substitute": "kurt", "reserve": "kurt", "round": 1,
        "bye": "half_point_bye", "deadline": "2027-03-01T18:00:00Z", "entry": 1, "text": "Hello.",
        "opponent": "bert", "players": ["anna", "bert"], "direction": "up", "start": "2027-03-01T18:00:00Z",
        "games": [1], "verdict": "draw", "pairs": [["anna", "bert"]],
    }  # fmt: skip
    given = {name: values[name] for name in action.inputs if name not in action.optional}
    if not action.has_reason:
        assert (
            "There is no such value"
            in call("cleo", f"autumn/actions/{action.slug}/", 400, reason="x", **given)["message"]
        )
        return
    for reason in ({}, {"reason": ""}, {"reason": " "}, {"reason": "\u200b"}, {"reason": "x" * 201}):
        answer = call("cleo", f"autumn/actions/{action.slug}/", 400, **given, **reason)
        assert answer["code"] == "invalid"
        assert [error["field"] for error in answer["errors"]] == ["reason"]


@pytest.mark.django_db
def test_actions_are_offered_where_they_fit() -> None:
    event = begun("round robin", ended=1)
    slugs = {place: [action.slug for action in actions] for place, actions in offered(event, friend("cleo")).items()}
    assert slugs[Place.GAME] == ["add-time", "adjudicate", "annul"]
    assert slugs[Place.RESULT] == ["correct-result", "annul"]
    assert slugs[Place.ENTRANT] == ["substitute", "withdraw", "disqualify"]
    assert slugs[Place.EVENT] == ["announce", "pause", "call-off"]
    act("withdraw", event, player="dora")
    page = signed_in("cleo").get("/events/autumn/console/").content.decode()
    assert "console/substitute/?player=dora" in page
    assert "console/withdraw/?player=dora" not in page
    assert "console/withdraw/?player=anna" in page
    act("call-off", event)
    event.refresh_from_db()
    assert [action.slug for action in offered(event, friend("cleo"))[Place.EVENT]] == ["archive"]


@pytest.mark.django_db
def test_form_of_a_game_of_three_asks_for_each_place() -> None:
    event = begun("tables", ended=0)
    game = running(event)[0]
    page = signed_in("cleo").get(f"/events/autumn/console/adjudicate/?game={game.pk}").content.decode()
    names = [seat.player.username for seat in game.seats.order_by("number")]
    assert all(f"Place of {name}" in words_of(page) for name in names)
    sent = {"nonce": "n", "game": game.pk, "reason": "Late.", "place_0": "2", "place_1": "1", "place_2": "2"}
    shown = signed_in("cleo").post("/events/autumn/console/adjudicate/", sent)
    assert f"1. {names[1]}, 2. " in words_of(shown.content.decode())
