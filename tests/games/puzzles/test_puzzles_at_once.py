"""A solution sent twice at once on PostgreSQL, where nothing but our own constraint stops the second."""

from __future__ import annotations

import pytest

from games.models import Player, PuzzleSolution
from games.puzzles.services import Found, submit_solution
from games.rules.twigs.puzzles import PUZZLES
from tests.at_once import at_once
from tests.games.conftest import NOON

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


def test_one_solution_from_six_connections_is_kept_once() -> None:
    ada, tree = Player.objects.create(username="ada"), PUZZLES["tree"]
    answers = at_once(*[lambda: submit_solution(player=ada, puzzle=tree, text=tree.best_known, at=NOON)] * 6)
    assert sorted(isinstance(answer, Found) and answer.is_new for answer in answers) == [False] * 5 + [True]
    assert PuzzleSolution.objects.get().score == 20
