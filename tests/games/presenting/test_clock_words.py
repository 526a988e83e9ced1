"""Spans of time as people write them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.controls import ControlError, read_words, words


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("10 days", timedelta(days=10)),
        ("1 day 12 hours", timedelta(hours=36)),
        ("1 day, 3 hours and 20 minutes", timedelta(days=1, hours=3, minutes=20)),
        ("36h", timedelta(hours=36)),
        (" 2 Weeks ", timedelta(days=14)),
        ("90 min", timedelta(minutes=90)),
        ("2d 6h 30m", timedelta(days=2, hours=6, minutes=30)),
        ("no time", timedelta(0)),
        ("0", timedelta(0)),
        ("999999 weeks " * 5000, timedelta(days=365_000)),
    ],
)
def test_people_may_write_a_span_in_several_ways(text: str, span: timedelta) -> None:
    assert read_words(text) == span


@pytest.mark.parametrize(
    "text", ["", "soon", "10", "3 dayz", "-1 day", "1 day ago", "0 days", "1.5 days", "day", "9" * 9]
)
def test_what_is_no_span_says_what_would_be(text: str) -> None:
    with pytest.raises(ControlError, match="such as 10 days, 36 hours or 1 day 12 hours"):
        read_words(text)


@given(st.integers(min_value=0, max_value=366 * 24 * 60))
def test_what_the_service_writes_it_reads_back_to_the_hour(minutes: int) -> None:
    span = timedelta(minutes=minutes)
    read = read_words(words(span))
    assert timedelta(0) <= span - read < timedelta(hours=1), "from two days on, words leaves minutes out"
