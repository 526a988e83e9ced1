"""From one season to the next: promotion, relegation, newcomers, and the pools that follow."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event_rules.designs import pool_sizes
from tournaments.event_rules.layouts import MOST_POOL
from tournaments.pairing.divisions import divide, group_sizes, tier_sizes
from tournaments.pairing.seasons import Finish, Leads, Newcomer, leads_of, next_tiers, snake, target_tier


@pytest.mark.parametrize(
    ("size", "up", "staying"),
    [
        (3, 1, 1),
        (4, 1, 2),
        (7, 1, 5),
        (8, 2, 4),
        (9, 2, 5),
        (10, 2, 6),
        (12, 2, 8),
        (13, 3, 7),
        (17, 3, 11),
        (20, 4, 12),
    ],
)
def test_of_a_pool_as_many_go_down_as_come_up_from_two_below(size: int, up: int, staying: int) -> None:
    assert leads_of([1, 2, 4], 1, size=size) == Leads(0, staying)
    assert leads_of([1, 2, 4], 2, size=size) == Leads(up, staying)
    assert leads_of([1, 2, 4], 3, size=size) == Leads(up, size), "from the lowest nobody goes down"


def test_above_a_tier_that_is_not_full_fewer_go_down() -> None:
    assert leads_of([1, 1], 1, size=9) == Leads(0, 7)
    assert [leads_of([1, 2, pools], 2, size=9).staying for pools in (1, 2, 3, 4)] == [8, 7, 6, 5]


def league(tiers: int, size: int) -> list[Finish]:
    """A full league after a season; entrants are named by tier, pool and rank, such as 2103."""
    pools = [1 << above for above in range(tiers)]
    return [
        Finish(
            tier * 1000 + pool * 100 + rank,
            tier,
            rank,
            leads_of(pools, tier, size=size),
            Fraction(size - rank, size),
            number=pool,
        )
        for tier in range(1, tiers + 1)
        for pool in range(1 << tier - 1)
        for rank in range(1, size + 1)
    ]


def test_two_of_each_pool_of_ten_go_up_and_the_last_four_go_down() -> None:
    top, second, third = next_tiers(league(3, 10), [], size=10)
    assert top == [2001, 2101, 2002, 2102, 1001, 1002, 1003, 1004, 1005, 1006]
    assert second[:4] == [1007, 1008, 1009, 1010]
    assert second[4:12] == [3001, 3101, 3201, 3301, 3002, 3102, 3202, 3302]
    assert set(second[12:]) == {2003, 2103, 2004, 2104, 2005, 2105, 2006, 2106}
    assert len(third) == 10 * 7 - 30


NINE = Leads(2, 5)  # of a pool of nine in a middle tier


def test_the_same_rank_in_two_pools_is_ordered_by_points_then_tie_breaks_then_rating_then_number() -> None:
    finishes = [
        Finish(1, 2, 1, NINE, Fraction(3, 4), (5,), 1500, 1),
        Finish(2, 2, 1, NINE, Fraction(7, 8), (1,), 1500, 2),
        Finish(3, 2, 1, NINE, Fraction(3, 4), (6,), 1500, 3),
        Finish(4, 2, 1, NINE, Fraction(3, 4), (5,), 1600, 4),
    ]
    assert next_tiers(finishes, [], size=9) == [[2, 3, 4, 1]]


def test_in_a_middle_tier_two_fifths_come_from_below_a_fifth_from_above_and_two_fifths_stay() -> None:
    third = [finish for finish in league(4, 10) if target_tier(finish) == 3]
    pools = 4
    assert sum(finish.tier == 4 for finish in third) == 4 * pools
    assert sum(finish.tier == 2 for finish in third) == 2 * pools
    assert sum(finish.tier == 3 for finish in third) == 4 * pools


def test_newcomers_enter_at_the_bottom() -> None:
    tiers = next_tiers(league(2, 9), [Newcomer(90), Newcomer(91)], size=9)
    assert tiers[-1][-2:] == [90, 91]
    assert next_tiers([], [Newcomer(7), Newcomer(5), Newcomer(6)], size=9) == [[7, 5, 6]], "as they came"


@pytest.mark.parametrize(("rating", "deviation", "tier"), [(1575, 79, 2), (1574, 79, 4), (1575, 80, 4), (1900, 350, 4)])
def test_newcomer_who_is_surely_strong_gets_a_free_place_two_tiers_above_the_lowest(
    rating: int, deviation: float, tier: int
) -> None:
    # In tier 2 are ratings of 1500, 1501 ... 1599, of which 75 are below 1575.
    finishes = [Finish(n, 2, 3, NINE, Fraction(1, 2), rating=1500 + n, number=n) for n in range(100)]
    finishes += [Finish(1000 + n, 4, 3, NINE, Fraction(1, 2), number=n) for n in range(80)]
    tiers = next_tiers(finishes, [Newcomer(5000, rating, deviation)], size=60)
    assert len(tiers[0]) == 60  # filled from the tiers below
    place = [entrant for each in tiers for entrant in each].index(5000)
    assert place == {2: 100, 4: 180}[tier]


def test_newcomer_takes_no_place_from_somebody_who_has_earned_it() -> None:
    finishes = [finish for finish in league(3, 10) if finish.entrant != 1001]
    strong = Newcomer(9000, 2400, 50)
    without, tiers = next_tiers(finishes, [], size=10), next_tiers(finishes, [strong], size=10)
    assert without[0][-1] == 1007  # was to go down, and stays since 1001 does not play on
    assert tiers[0] == [*without[0][:-1], 9000]


def test_the_snake_deals_there_and_back_past_pools_that_are_full() -> None:
    assert snake([1, 2, 3, 4, 5, 6, 7, 8], [3, 3, 2]) == [[1, 6, 7], [2, 5, 8], [3, 4]]
    assert snake([1, 2, 3, 4, 5, 6, 7, 8, 9], [4, 3, 2]) == [[1, 6, 7, 9], [2, 5, 8], [3, 4]]
    assert divide([1, 2, 3, 4, 5, 6, 7], [group_sizes(7, size=4, qualifiers=2)])[0] == [[1, 4, 5, 7], [2, 3, 6]]
    assert divide([1, 2, 3, 4, 5, 6, 7], [[1], [2], [2, 2]]) == [[[1]], [[2, 3]], [[4, 7], [5, 6]]]


def test_players_who_are_enough_for_one_group_only_are_in_one() -> None:
    assert group_sizes(3, size=4, qualifiers=2) == [3]
    assert group_sizes(2, size=4, qualifiers=2) == [2], "even if everybody goes on"


def test_no_group_is_so_small_that_everybody_goes_on() -> None:
    assert group_sizes(7, size=3, qualifiers=1) == [3, 2, 2]
    assert group_sizes(7, size=3, qualifiers=2) == [4, 3]


@pytest.mark.parametrize(
    ("entrants", "size", "seats", "tiers"),
    [
        (63, 9, 2, [[9], [9, 9], [9, 9, 9, 9]]),
        (30, 9, 2, [[9], [11, 10]]),  # three are too few for a tier of their own
        (31, 9, 2, [[9], [9, 9], [4]]),
        (32, 9, 2, [[9], [9, 9], [5]]),
        (17, 9, 2, [[9], [8]]),
        (21, 19, 2, [[21]]),  # as many as one pool can have
        (22, 21, 2, [[19], [3]]),  # one more would be too many for one pool
        (25, 3, 2, [[3], [3, 3], [3, 3, 3, 3], [4]]),  # two pools of two would be no pools
        (49, 7, 3, [[7], [7, 7], [7, 7, 7, 7]]),
        (20, 7, 3, [[7], [7, 3], [3]]),
        (25, 13, 4, [[13], [7, 5]]),
        (16, 7, 4, [[7], [7]]),  # two are left over
        (17, 13, 4, [[13], [4]]),
    ],
)
def test_pyramid_of_pools(entrants: int, size: int, seats: int, tiers: list[list[int]]) -> None:
    assert tier_sizes(entrants, size=size, seats=seats) == tiers


@given(st.integers(3, MOST_POOL), st.integers(3, 400))
def test_everybody_has_a_pool_that_can_be_played(size: int, entrants: int) -> None:
    tiers = tier_sizes(entrants, size=size)
    assert sum(map(sum, tiers)) == entrants
    assert all(min(size, 3) <= pool <= MOST_POOL for pools in tiers for pool in pools)
    assert all(len(pools) == 1 << above for above, pools in enumerate(tiers[:-1]))
    assert len(tiers[-1]) <= 1 << len(tiers) - 1
    assert [[len(pool) for pool in pools] for pools in divide(range(entrants), tiers)] == tiers


@given(st.integers(3, 6), st.data())
def test_at_larger_tables_no_more_are_left_over_than_fit_no_pool(seats: int, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(pool_sizes(seats)))
    entrants = data.draw(st.integers(seats, 9 * size))
    tiers = tier_sizes(entrants, size=size, seats=seats)
    assert 0 <= entrants - sum(map(sum, tiers)) < seats
    assert {pool for pools in tiers for pool in pools} <= set(pool_sizes(seats))


@st.composite
def leavers(draw: st.DrawFn) -> tuple[list[Finish], list[Newcomer], int]:
    """A league of any number of players after a season that some leave and some join."""
    size = draw(st.integers(3, 15))
    players = tier_sizes(draw(st.integers(3, size * 15)), size=size)
    pools = [len(tier) for tier in players]
    finishes = [
        Finish(
            tier * 10_000 + pool * 100 + rank, tier, rank, leads_of(pools, tier, size=size), Fraction(1), number=pool
        )
        for tier, sizes in enumerate(players, 1)
        for pool, count in enumerate(sizes)
        for rank in range(1, count + 1)
        if draw(st.integers(0, 9))
    ]
    new = [Newcomer(number, 1700, draw(st.sampled_from([50, 350]))) for number in range(1, draw(st.integers(1, 13)))]
    return finishes, new, size


@given(leavers())
def test_whoever_leaves_or_joins_the_season_keeps_its_promises(case: tuple[list[Finish], list[Newcomer], int]) -> None:
    finishes, newcomers, size = case
    tiers = next_tiers(finishes, newcomers, size=size)
    entrants = [entrant for tier in tiers for entrant in tier]
    assert sorted(entrants) == sorted(each.entrant for each in [*finishes, *newcomers])
    assert all(len(tier) <= size << index for index, tier in enumerate(tiers))
    tier_of = {entrant: number for number, tier in enumerate(tiers, start=1) for entrant in tier}
    assert all(len(tier) == size << index for index, tier in enumerate(tiers[:-1])), "a gap was left"
    if len(entrants) >= 3:
        pools = divide(entrants, tier_sizes(len(entrants), size=size))
        drawn = {entrant: tier for tier, among in enumerate(pools, start=1) for pool in among for entrant in pool}
        assert all(drawn[finish.entrant] <= target_tier(finish) for finish in finishes), "worse than was said"
    for finish in finishes:
        reached = tier_of[finish.entrant]
        assert reached <= target_tier(finish), "a place that goes up or stays does so for certain"
        if reached < finish.tier and target_tier(finish) > finish.tier:
            assert all(tier_of[other.entrant] <= reached for other in finishes if target_tier(other) <= reached)
    assert next_tiers(list(reversed(finishes)), newcomers, size=size) == tiers
