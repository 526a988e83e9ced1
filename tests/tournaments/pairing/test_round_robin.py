"""Berger tables as published in FIDE Handbook C.05, annex 1, and the balance of the cyclic design."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.formats import FORMATS
from tournaments.formats.round_robin import berger, cyclic

PUBLISHED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
        "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
        "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
        "5-10 6-4 7-3 8-2 9-1"
    ),
}


@pytest.mark.parametrize("entrants", PUBLISHED)
def test_berger_table_is_the_published_one(entrants: int) -> None:
    meetings = berger(entrants)
    rounds = [
        " ".join(f"{a + 1}-{b + 1}" for a, b in (m.seats for m in meetings if m.round == number))
        for number in range(1, entrants)
    ]
    assert " / ".join(rounds) == PUBLISHED[entrants]


@pytest.mark.parametrize("entrants", range(2, 22))
def test_everybody_meets_everybody_once_and_at_most_once_a_round(entrants: int) -> None:
    meetings = FORMATS["round-robin"].meetings(entrants)
    assert Counter(frozenset(m.seats) for m in meetings) == Counter(
        frozenset(pair) for pair in combinations(range(entrants), 2)
    )
    for number in {m.round for m in meetings}:
        seated = [seat for m in meetings if m.round == number for seat in m.seats]
        assert len(seated) == len(set(seated)) == entrants - entrants % 2


@pytest.mark.parametrize("entrants", [3, 5, 7, 9, 11])
def test_odd_pool_lets_everybody_move_first_in_half_the_games(entrants: int) -> None:
    firsts = Counter(m.seats[0] for m in cyclic(entrants))
    assert set(firsts.values()) == {(entrants - 1) // 2}


@pytest.mark.parametrize("entrants", [4, 6, 8, 10])
def test_even_pool_gives_nobody_more_than_one_extra_first_move(entrants: int) -> None:
    firsts = Counter(m.seats[0] for m in berger(entrants))
    assert sorted(firsts.values()) == [entrants // 2 - 1] * (entrants // 2) + [entrants // 2] * (entrants // 2)


@pytest.mark.parametrize("entrants", [0, 1, 22])
def test_round_robin_refuses_sizes_nobody_can_play(entrants: int) -> None:
    with pytest.raises(ValueError, match="2 to 21 entrants"):
        FORMATS["round-robin"].meetings(entrants)
