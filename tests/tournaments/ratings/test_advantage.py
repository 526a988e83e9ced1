"""What it is worth to move first, estimated from single games."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command

from tests.tournaments.rating_games import ended
from tests.tournaments.ratings.test_ratings import on
from tournaments.glicko2 import Rating, expected_score
from tournaments.ratings.advantage import FirstMover, estimate


def games(advantage: float, count: int) -> list[FirstMover]:
    """Games of players of many strengths, of which the first mover is stronger by so much than the rating says."""
    random = Random(7)
    found = []
    for _ in range(count):
        first, second = (Rating(random.gauss(1500, 150), 60) for _ in range(2))
        expected = expected_score(Rating(first.rating + advantage, 60), second)
        found.append(FirstMover(first, second, 1.0 if random.random() < expected else 0.0))
    return found


@pytest.mark.parametrize("advantage", [-40, 0, 60])
def test_advantage_is_found_again_within_its_error(advantage: float) -> None:
    found = estimate(games(advantage, 1000))
    assert found is not None
    assert (found.games, 10 < found.error < 14) == (1000, True)
    assert abs(found.points - advantage) < 3 * found.error


def test_player_who_always_wins_moving_first_has_the_greatest_advantage_and_no_game_tells_nothing() -> None:
    found = estimate([FirstMover(Rating(), Rating(), 1.0)])
    assert found is not None
    assert (round(found.points), found.games) == (400, 1)
    assert estimate([]) is None


@pytest.mark.django_db
def test_command_tells_what_single_games_say(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("ratings", "--advantage")
    assert "no single game yet tells" in capsys.readouterr().out
    ended(("anna", "bert"), (1, 2), on(), rules="treeblox")
    ended(("bert", "anna"), (2, 1), on(1), rules="treeblox")
    call_command("ratings", "--advantage", "--recompute")
    described = capsys.readouterr().out
    assert "by 2 single games it is worth" in described
    assert described.count("60 points are counted") == 1
