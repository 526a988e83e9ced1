"""Work is counted: a small record or plan that would take minutes is refused with the limit, an honest one never."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from django.test import Client

from games.exceptions import TooMuchWork
from games.models import GameEvent
from games.plans.language import read_plan
from games.plans.matching import check_plan
from games.play.queries import position_at
from games.records.json_form import to_json
from games.records.reading import LONGEST_RECORD, look_at
from games.rules import RULES
from games.rules.choices import choices_of
from games.work import MOST_WORK, Budget
from tests.games.conftest import NOON, Start
from tests.games.records.samples import sample

LIMIT = f"{MOST_WORK:,} units"


@cache
def far_game(seats: int = 4) -> tuple[str, ...]:
    """A game of Twigs that goes as far in one direction as it can, so that its boards are as large as they get."""
    rules = RULES["twigs"]
    position: Any = rules.start(seats)
    steps: list[str] = []
    while position.to_act is not None:
        move = max(position.legal_moves(), key=lambda move: (move.q, move.r))
        steps.append(rules.format(move, position))
        position = position.play(move)
    return tuple(steps)


@cache
def hostile_record() -> str:
    """82 kB: that game again and again, taken back each time. It took 110 s of a processor before work was counted."""
    steps = [*far_game(), "undo to 0"] * 136
    return json.dumps({"game": "twigs", "options": {"players": 4}, "steps": steps})


def test_steps_that_are_taken_back_count_like_others() -> None:
    assert 80_000 < len(hostile_record()) < LONGEST_RECORD
    budget = Budget()
    with pytest.raises(TooMuchWork, match=LIMIT):
        look_at(hostile_record(), budget)
    assert budget.spent <= 2 * MOST_WORK, "refused before the work is done, not afterwards"
    one = json.dumps({"game": "twigs", "options": {"players": 4}, "steps": far_game()})
    with pytest.raises(TooMuchWork):
        look_at("\n".join([one] * 20), Budget())  # many records in one text share the budget


@pytest.mark.django_db
def test_page_and_rest_refuse_it_alike() -> None:
    told = Client().post("/api/v1/records/", {"record": hostile_record()}, "application/json")
    assert (told.status_code, told.json()["code"]) == (422, "too_much_work")
    page = Client().post("/records/", {"record": hostile_record()})
    assert page.status_code == 422
    assert LIMIT in told.json()["message"]
    assert LIMIT in page.content.decode()


@pytest.mark.parametrize("slug", RULES)
def test_longest_games_are_within_the_budget(slug: str) -> None:
    rules = RULES[slug]
    seats = rules.seats[-1]
    assert look_at(json.dumps(to_json(sample(slug, seats))), Budget()).record.is_over


@pytest.mark.parametrize("seats", RULES["twigs"].seats)
def test_game_of_twigs_that_goes_as_far_as_it_can_is_within_the_budget(seats: int) -> None:
    record = {"game": "twigs", "options": {"players": seats}, "steps": far_game(seats)}
    assert len(look_at(json.dumps(record), Budget()).moments) == 12 * seats


def test_plan_of_many_far_branches_is_refused_with_the_limit() -> None:
    rules = RULES["twigs"]
    position: Any = rules.start(2)
    for step in far_game(2)[:16]:
        position = position.play(rules.parse(step, position))
    farthest = sorted(position.legal_moves(), key=lambda move: -move.q)
    branches = " else ".join(f"if {rules.format(move, position)} then resign" for move in farthest[:180])
    plan = read_plan(branches, rules.omens)
    with pytest.raises(TooMuchWork, match="1,000 units"):
        check_plan(rules, position, 1, plan, Budget(1_000))
    assert check_plan(rules, position, 1, plan, Budget()) == plan
    with pytest.raises(TooMuchWork, match="1,000 units"):
        choices_of(rules, position, Budget(1_000).spend)


@pytest.mark.django_db
def test_board_of_the_past_is_replayed_without_what_was_taken_back(start: Start) -> None:
    game = start("anna", "bert", rules="twigs")
    rules = RULES["twigs"]
    opened = rules.start(2).play(rules.parse("C0@0,0", rules.start(2)))
    reply = rules.format(next(opened.legal_moves()), opened)
    steps = ["C0@0,0", "undo to 0", "H0@0,0", "undo to 1", reply, "undo to 2"]
    for ply, step in enumerate(steps, start=1):
        kind = "undo" if step.startswith("undo") else "step"
        GameEvent.objects.create(game=game, seq=game.seq + ply, ply=ply, kind=kind, text=step, at=NOON, source="page")
    game.ply = len(steps)
    assert [len(position_at(game, ply).placed) for ply in range(7)] == [0, 1, 0, 1, 1, 2, 0]
