"""From one season to the next: promotion, relegation and the pools that follow."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.seasons import Finish, next_tiers, places_staying, places_up, snake


@pytest.mark.parametrize(
    ("size", "up", "staying"), [(7, 1, 2), (8, 2, 3), (9, 2, 3), (10, 2, 3), (11, 2, 4), (4, 1, 1)]
)
def test_how_many_of_a_pool_go_up_and_stay(size: int, up: int, staying: int) -> None:
    assert (places_up(size), places_staying(size)) == (up, staying)


def league(tiers: int, size: int) -> list[Finish]:
    """A full league after a season; entrants are named by tier, pool and rank, such as 2103."""
    return [
        Finish(tier * 1000 + pool * 100 + rank, tier, rank, size, Fraction(size - rank, size), number=pool)
        for tier in range(1, tiers + 1)
        for pool in range(1 << tier - 1)
        for rank in range(1, size + 1)
    ]


def test_two_of_each_pool_go_up_and_the_last_five_of_ten_go_down() -> None:
    top, second, third = next_tiers(league(3, 10), [], size=10)
    assert top == [2001, 2101, 2002, 2102, 1001, 1002, 1003, 1004, 1005, 1006]  # 1006 fills a gap
    assert second[:4] == [1007, 1008, 1009, 1010]
    assert second[4:12] == [3001, 3101, 3201, 3301, 3002, 3102, 3202, 3302]
    assert set(second[12:]) == {2003, 2103, 2004, 2104, 2005, 2105, 2006, 2106}
    assert len(third) == 10 * 7 - 30


def test_the_same_rank_in_two_pools_is_ordered_by_points_then_tie_breaks_then_rating_then_number() -> None:
    finishes = [
        Finish(1, 2, 1, 9, Fraction(3, 4), (5,), 1500, 1),
        Finish(2, 2, 1, 9, Fraction(7, 8), (1,), 1500, 2),
        Finish(3, 2, 1, 9, Fraction(3, 4), (6,), 1500, 3),
        Finish(4, 2, 1, 9, Fraction(3, 4), (5,), 1600, 4),
    ]
    assert next_tiers(finishes, [], size=9) == [[2, 3, 4, 1]]


def test_newcomers_enter_at_the_bottom() -> None:
    tiers = next_tiers(league(2, 9), [90, 91], size=9)
    assert tiers[-1][-2:] == [90, 91]
    assert next_tiers([], [5, 6, 7], size=9) == [[5, 6, 7]]


def test_the_snake_deals_there_and_back() -> None:
    assert snake([1, 2, 3, 4, 5, 6, 7, 8], 3) == [[1, 6, 7], [2, 5, 8], [3, 4]]


@st.composite
def leavers(draw: st.DrawFn) -> tuple[list[Finish], list[int], int]:
    """A full league that some leave and some join."""
    size = draw(st.integers(5, 11))
    finishes = [finish for finish in league(draw(st.integers(1, 3)), size) if draw(st.integers(0, 9))]
    return finishes, list(range(1, draw(st.integers(0, 12)) + 1)), size


@given(leavers())
def test_whoever_leaves_or_joins_the_season_keeps_its_promises(case: tuple[list[Finish], list[int], int]) -> None:
    finishes, newcomers, size = case
    tiers = next_tiers(finishes, newcomers, size=size)
    entrants = [entrant for tier in tiers for entrant in tier]
    assert sorted(entrants) == sorted([finish.entrant for finish in finishes] + newcomers)
    assert all(len(tier) <= size << index for index, tier in enumerate(tiers))
    tier_of = {entrant: number for number, tier in enumerate(tiers, start=1) for entrant in tier}
    assert all(len(tier) == size << index for index, tier in enumerate(tiers[:-1])), "a gap was left"
    for finish in finishes:
        reached = tier_of[finish.entrant]
        if finish.rank <= places_up(finish.size):
            assert reached < finish.tier or finish.tier == 1
    assert next_tiers(list(reversed(finishes)), newcomers, size=size) == tiers
