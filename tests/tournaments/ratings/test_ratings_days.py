"""A day of ratings as a pure function: no order of results matters, and who plays better ends up higher."""

from __future__ import annotations

from datetime import date, timedelta
from math import log
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.glicko2 import PERIODS_A_DAY, Meeting, Rating, rated
from tournaments.ratings.days import RatedResult, Standing, digest_of, rate_day, value_on

MONDAY = date(2026, 3, 2)
ANNA, BERT, CORA, DORA = 1, 2, 3, 4

tables = st.lists(st.integers(1, 8), min_size=2, max_size=5, unique=True)
results = st.lists(
    st.tuples(tables, st.lists(st.integers(1, 3), min_size=5, max_size=5)), min_size=1, max_size=12
).map(
    lambda played: [
        RatedResult((number,), tuple(table), tuple(places[: len(table)]))
        for number, (table, places) in enumerate(played, 1)
    ]
)  # fmt: skip


@given(results=results, random=st.randoms(use_true_random=False))
def test_order_of_a_days_results_changes_no_bit(results: list[RatedResult], random: Random) -> None:
    mixed = random.sample(results, len(results))
    assert rate_day({}, MONDAY, mixed) == rate_day({}, MONDAY, results)
    assert digest_of(mixed) == digest_of(results)


@given(results=results)
def test_results_read_back_as_they_were_written(results: list[RatedResult]) -> None:
    assert [RatedResult.load(result.dump()) for result in results] == results


def test_everybody_is_rated_with_what_the_day_began_with() -> None:
    before = {ANNA: Standing(Rating(1700, 60, 0.06), MONDAY - timedelta(1), 1, 9)}
    after = rate_day(before, MONDAY, [RatedResult((1,), (ANNA, BERT), (2, 1)), RatedResult((2,), (BERT, CORA), (1, 2))])
    assert after[BERT].value == rated(
        Rating(), [Meeting(Rating(1700, 60, 0.06), 1.0), Meeting(Rating(), 1.0)], PERIODS_A_DAY
    )
    assert (after[ANNA].games, after[ANNA].total) == (1, 10)
    assert (after[BERT].games, after[BERT].total) == (2, 2)


def test_player_who_was_away_comes_back_less_sure_and_as_high() -> None:
    last_played = Standing(Rating(1620, 60, 0.06), MONDAY, 1, 20)
    back = value_on(last_played, MONDAY + timedelta(366))
    assert back.rating == 1620
    assert 109 < back.deviation < 111
    assert value_on(last_played, MONDAY + timedelta(1)) == last_played.value


def test_draw_in_a_single_game_of_treeblox_is_better_for_light() -> None:
    after = rate_day({}, MONDAY, [RatedResult((1,), (ANNA, BERT), (1, 1), advantage=60.0)])
    assert after[ANNA].value.rating < 1500 < after[BERT].value.rating
    assert after[ANNA].value.rating + after[BERT].value.rating == 3000


def test_drawn_match_among_equals_changes_no_rating() -> None:
    after = rate_day({}, MONDAY, [RatedResult((1, 2), (ANNA, BERT), (1, 1))])
    assert after[ANNA].value.rating == after[BERT].value.rating == 1500


def test_table_of_four_is_ranked_by_its_places_and_shared_places_are_level() -> None:
    after = rate_day({}, MONDAY, [RatedResult((1,), (ANNA, BERT, CORA, DORA), (2, 1, 4, 2))])
    assert after[BERT].value.rating > after[ANNA].value.rating == after[DORA].value.rating > after[CORA].value.rating


def test_ratings_put_players_of_known_strength_in_order() -> None:
    """Sixteen players 60 points apart, two seats and four, with results as Elo's formula expects them."""
    random = Random(4)
    strength = {player: 1000 + 60 * player for player in range(16)}
    for seats in (2, 4):
        standings: dict[int, Standing] = {}
        for number in range(120):
            day = MONDAY + timedelta(number)
            players = random.sample(sorted(strength), 16)
            played = [
                RatedResult((first,), tuple(table), _places(table, strength, random))
                for first in range(0, 16, seats)
                for table in (players[first : first + seats],)
            ]
            standings |= rate_day(standings, day, played)
        by_rating = sorted(standings, key=lambda player: standings[player].value.rating)
        assert sum(abs(place - player) for place, player in enumerate(by_rating)) <= 16  # one place each on average
        assert all(standings[player].value.deviation < 110 for player in standings)
        best, worst = standings[by_rating[-1]].value.rating, standings[by_rating[0]].value.rating
        assert 600 < best - worst < 1200  # 900 in truth


def _places(table: list[int], strength: dict[int, int], random: Random) -> tuple[int, ...]:
    """Players who score more are placed better; their scores are spread so that Elo's formula holds for each pair."""
    scores = [strength[player] + 173.7178 * _gumbel(random) for player in table]
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def _gumbel(random: Random) -> float:
    return -log(-log(random.random()))
