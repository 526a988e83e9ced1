"""Glicko-2: the paper's own example, what a rating must never do, and what it is worth to move first."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rating_games import ended
from tests.tournaments.ratings.test_ratings import on
from tournaments.glicko2 import (
    GREATEST_DEVIATION,
    PERIODS_A_DAY,
    SMALLEST_DEVIATION,
    Meeting,
    Rating,
    aged,
    expected_score,
    meetings_of,
    rated,
)
from tournaments.ratings.advantage import FirstMover, estimate

ratings = st.builds(Rating, st.floats(500, 2800), st.floats(45, 350), st.floats(0.03, 0.09))


def test_the_example_of_the_paper() -> None:
    """Glickman: 1500/200 beats 1400/30 and loses to 1550/100 and 1700/300."""
    own = Rating(1500, 200, 0.06)
    met = [
        Meeting(Rating(1400, 30), 1.0),
        Meeting(Rating(1550, 100), 0.0),
        Meeting(Rating(1700, 300), 0.0),
    ]
    after = rated(own, met)
    assert after.rating == pytest.approx(1464.0507, abs=0.001)
    assert after.deviation == pytest.approx(151.5165, abs=0.001)
    assert after.volatility == pytest.approx(0.0599960, abs=1e-6)


def test_a_year_without_a_game_makes_a_sure_rating_provisional() -> None:
    after = aged(Rating(1620, 60, 0.06), 365 * PERIODS_A_DAY)
    assert after.rating == 1620
    assert after.deviation == pytest.approx(110, abs=1)
    assert aged(after, 30 * PERIODS_A_DAY).is_provisional


def test_a_new_player_is_provisional() -> None:
    assert Rating().is_provisional


def test_a_game_of_four_is_three_meetings_of_half_the_weight() -> None:
    field = [Rating(), Rating(1600), Rating(1700), Rating(1800)]
    met = meetings_of(field, (2, 1, 2, 4), 0)
    assert [(each.opponent.rating, each.score, each.weight) for each in met] == [
        (1600, 0.0, 0.5),
        (1700, 0.5, 0.5),
        (1800, 1.0, 0.5),
    ]


@given(own=ratings, other=ratings)
def test_to_win_is_never_worse_than_to_draw_nor_to_draw_than_to_lose(own: Rating, other: Rating) -> None:
    won, drawn, lost = (rated(own, [Meeting(other, score)]).rating for score in (1.0, 0.5, 0.0))
    assert won > drawn > lost
    assert won > own.rating > lost


@given(own=ratings, other=ratings)
def test_what_one_may_hope_for_the_other_may_not(own: Rating, other: Rating) -> None:
    assert isclose(expected_score(own, other) + expected_score(other, own), 1)


@given(own=ratings, field=st.lists(st.tuples(ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=30))
def test_the_order_of_the_meetings_of_a_day_does_not_matter(own: Rating, field: list[tuple[Rating, float]]) -> None:
    met = [Meeting(rating, score) for rating, score in field]
    one, other = rated(own, met), rated(own, met[::-1])
    assert one == other
    assert SMALLEST_DEVIATION <= one.deviation <= GREATEST_DEVIATION
    assert 0.01 <= one.volatility <= 0.15


@given(own=ratings)
def test_a_day_without_a_game_changes_nothing_but_how_sure_one_is(own: Rating) -> None:
    after = rated(own, [])
    assert after.rating == own.rating
    assert after.volatility == own.volatility
    assert after.deviation >= own.deviation


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
    assert described.count("60 points are counted") == 2  # in the ratings with bots, too
