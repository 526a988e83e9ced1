"""Swiss rounds of games for three and more: tables of equal scores, nobody meets again, seats shared out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.swiss import CannotPair, Entry
from tournaments.pairing.tables import Tables, pair_tables, table_sizes


def deal(entries: Sequence[Entry], seats: int, *, smaller: bool = False, number: int = 1) -> Tables:
    return pair_tables(entries, seats=seats, smaller=smaller, seed="5eed", stage=1, round_number=number)


def partitions(players: tuple[int, ...], seats: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat all players at full tables."""
    if not players:
        yield []
        return
    first, *others = players
    for rest in combinations(others, seats - 1):
        table = (first, *rest)
        for more in partitions(tuple(one for one in others if one not in rest), seats):
            yield [table, *more]


def play(entries: Sequence[Entry], dealt: Tables, chance: Random) -> list[Entry]:
    """The same players after a round; points by place as shares of the others left behind."""
    by_number = {entry.number: entry for entry in entries}
    for table in dealt.tables:
        order = list(table)
        chance.shuffle(order)
        for place, number in enumerate(order):
            entry, others = by_number[number], [one for one in table if one != number]
            by_number[number] = replace(
                entry,
                score=entry.score + 840 * (len(table) - 1 - place) // (len(table) - 1),
                met=tuple(sorted([*entry.met, *others])),
                seats=(*entry.seats, table.index(number)),
            )
    for number in dealt.byes:
        entry = by_number[number]
        by_number[number] = replace(entry, score=entry.score + 420, seats=(*entry.seats, None), had_bye=True)
    return [by_number[entry.number] for entry in entries]


@pytest.mark.parametrize(
    ("players", "seats", "smaller", "sizes"),
    [
        (12, 4, False, [4, 4, 4]), (13, 4, False, [4, 4, 4]), (13, 4, True, [4, 3, 3, 3]), (14, 4, True, [4, 4, 3, 3]),
        (15, 4, True, [4, 4, 4, 3]), (5, 4, True, [4]), (7, 3, True, [3, 3]), (2, 3, False, []), (3, 4, True, [3]),
        (11, 5, True, [5, 5]), (12, 5, True, [4, 4, 4]), (17, 8, True, [8, 8]), (15, 8, True, [8, 7]),
    ],
)  # fmt: skip
def test_as_few_as_possible_are_left_over_and_few_tables_are_smaller(
    players: int, seats: int, smaller: bool, sizes: list[int]
) -> None:
    assert table_sizes(players, seats, smaller=smaller) == sizes


def test_strongest_sit_apart_in_the_first_round() -> None:
    dealt = deal([Entry(number, 0) for number in range(1, 10)], 3)
    assert {frozenset(table) for table in dealt.tables} == {
        frozenset({1, 4, 7}), frozenset({2, 5, 8}), frozenset({3, 6, 9}),
    }  # fmt: skip


def test_players_of_equal_scores_sit_together() -> None:
    scores = [840, 840, 840, 420, 420, 420, 0, 0, 0]
    dealt = deal([Entry(number, score) for number, score in enumerate(scores, 1)], 3)
    assert [set(table) for table in dealt.tables] == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]


@settings(max_examples=6)
@given(st.sampled_from([(6, 3), (9, 3), (8, 4)]), st.integers(1, 4), st.randoms(use_true_random=False))
def test_nobody_meets_again_where_that_can_be_avoided(sizes: tuple[int, int], rounds: int, chance: Random) -> None:
    """Compared with every way to seat them."""
    players, seats = sizes
    entries = [Entry(number, 0) for number in range(1, players + 1)]
    for number in range(1, rounds + 1):
        met = {frozenset((entry.number, other)) for entry in entries for other in entry.met}
        dealt = deal(entries, seats, number=number)
        fewest = min(
            sum(frozenset(pair) in met for table in tables for pair in combinations(table, 2))
            for tables in partitions(tuple(range(1, players + 1)), seats)
        )
        assert (dealt.rematches > 0) == (fewest > 0)
        entries = play(entries, dealt, chance)


@settings(max_examples=4)
@given(st.integers(3, 8), st.integers(0, 9), st.booleans(), st.randoms(use_true_random=False))
def test_rounds_seat_everybody_once_and_share_byes_and_seats(
    seats: int, more: int, smaller: bool, chance: Random
) -> None:
    entries = [Entry(number, 0) for number in range(1, seats + more + 1)]
    byes: Counter[int] = Counter()
    for number in range(1, 6):
        dealt = deal(entries, seats, smaller=smaller, number=number)
        assert dealt == deal(list(reversed(entries)), seats, smaller=smaller, number=number)
        seated = [one for table in dealt.tables for one in table]
        assert sorted([*seated, *dealt.byes]) == [entry.number for entry in entries]
        assert {len(table) for table in dealt.tables} <= ({seats, seats - 1} if smaller else {seats})
        byes.update(dealt.byes)
        entries = play(entries, dealt, chance)
    assert max(byes.values(), default=0) <= min(byes[entry.number] for entry in entries) + 1


@settings(max_examples=4)
@given(st.integers(3, 5), st.randoms(use_true_random=False))
def test_no_other_order_of_a_table_shares_seats_better(seats: int, chance: Random) -> None:
    """A seat counts twice for each time that its player has had it, once more for the last time; squares are added."""
    entries = [Entry(number, 0) for number in range(1, 3 * seats + 1)]
    for number in range(1, 6):
        dealt = deal(entries, seats, number=number)
        had = {entry.number: entry.seats for entry in entries}

        def cost(order: Sequence[int], had: dict[int, tuple[int | None, ...]] = had) -> int:
            sat = [(2 * had[one].count(seat) + (had[one][-1:] == (seat,))) for seat, one in enumerate(order)]
            return sum(times**2 for times in sat)

        for table in dealt.tables:
            assert cost(table) == min(map(cost, permutations(table)))
        entries = play(entries, dealt, chance)


def test_those_whom_a_director_has_paired_sit_together_and_those_kept_apart_do_not() -> None:
    entries = [Entry(number, 0) for number in range(1, 10)]
    entries[0], entries[1] = replace(entries[0], partner=2), replace(entries[1], partner=1)
    entries[3], entries[6] = replace(entries[3], apart=(7,)), replace(entries[6], apart=(4,))
    dealt = deal(entries, 3)
    (held,) = [table for table in dealt.tables if 1 in table]
    assert 2 in held
    assert all(not {4, 7} <= set(table) for table in dealt.tables)


def test_fewer_than_a_table_cannot_be_dealt() -> None:
    with pytest.raises(CannotPair):
        deal([Entry(1, 0), Entry(2, 0)], 3)


def test_large_field_is_dealt_without_meeting_again() -> None:
    chance = Random(3)
    entries = [Entry(number, 0) for number in range(1, 48)]
    for number in range(1, 4):
        dealt = deal(entries, 4, smaller=True, number=number)
        assert dealt.rematches == 0
        entries = play(entries, dealt, chance)
