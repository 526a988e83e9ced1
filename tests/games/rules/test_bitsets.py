"""Sets of numbers as bits of an integer do what sets do."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.bitsets import members, pick, random_member, ranked_member

numbers = st.frozensets(st.integers(0, 400), max_size=12)


def bits_of(wanted: frozenset[int]) -> int:
    return sum(1 << number for number in wanted)


@given(numbers)
def test_members_come_in_order(wanted: frozenset[int]) -> None:
    assert list(members(bits_of(wanted))) == sorted(wanted)
    assert list(pick(range(401), bits_of(wanted))) == sorted(wanted)
    assert [ranked_member(bits_of(wanted), rank) for rank in range(len(wanted))] == sorted(wanted)


@given(numbers.filter(bool))
def test_random_member_can_be_any_of_them_and_nothing_else(wanted: frozenset[int]) -> None:
    random = Random(1)
    assert {random_member(bits_of(wanted), random) for _ in range(300)} == wanted
