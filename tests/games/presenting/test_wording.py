"""Rests and days in words."""

from __future__ import annotations

from datetime import date

import pytest

from games.clock.pause_words import days_in_words, why_in_words
from games.clock.pauses import NEVER, Pause, Reason
from tests.games.conftest import NOON


@pytest.mark.parametrize(
    ("reasons", "described"),
    [
        ([], ""),
        ([Reason.SLEEP], "anna sleeps"),
        ([Reason.LEAVE, Reason.LEAVE], "anna is on leave"),
        ([Reason.SLEEP, Reason.HOLIDAY, Reason.OUTAGE],
         "anna sleeps, it is a holiday for anna, and the service was not reachable"),
    ],
)  # fmt: skip
def test_why_a_clock_is_stopped(reasons: list[Reason], described: str) -> None:
    assert why_in_words([Pause(NOON, NEVER, reason) for reason in reasons], "anna") == described


def test_days_in_words() -> None:
    days = [
        date(2026, 3, 5),
        date(2026, 3, 3),
        date(2026, 3, 4),
        date(2026, 3, 9),
        date(2026, 12, 31),
        date(2027, 1, 1),
    ]
    assert days_in_words(days) == (
        "from 3 to 5 March 2026, on 9 March 2026 and from 31 December 2026 to 1 January 2027"
    )
