"""Time controls: what is left after a turn, and how they are told to people."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.controls import ControlError, TimeControl, words
from tests.games.conftest import NOON

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BANK = TimeControl(base=10 * DAY, increment=36 * HOUR, cap=10 * DAY)


@pytest.mark.parametrize(
    ("control", "remaining", "used", "left"),
    [
        (BANK, 10 * DAY, 1 * DAY, 10 * DAY),  # never over the cap
        (BANK, 10 * DAY, 4 * DAY, 7.5 * DAY),
        (BANK, 1 * DAY, 1 * DAY, 1.5 * DAY),
        (TimeControl.days_per_turn(3), 3 * DAY, 0 * DAY, 3 * DAY),
        (TimeControl.days_per_turn(3), 3 * DAY, 3 * DAY, 3 * DAY),
        (TimeControl(base=5 * DAY, increment=0 * DAY, cap=5 * DAY), 5 * DAY, 2 * DAY, 3 * DAY),
    ],
)
def test_time_left_after_a_turn(control: TimeControl, remaining: timedelta, used: timedelta, left: timedelta) -> None:
    assert control.after_turn(remaining, used) == left


@pytest.mark.parametrize(
    ("control", "described"),
    [
        (BANK, "10 days at first, 36 hours more after each turn, never over 10 days"),
        (TimeControl.days_per_turn(1), "1 day for each turn"),
        (TimeControl(base=5 * DAY, increment=0 * DAY, cap=5 * DAY), "5 days for the whole game"),
    ],
)
def test_control_in_words(control: TimeControl, described: str) -> None:
    assert control.describe() == described


@pytest.mark.parametrize(
    ("span", "described"),
    [
        (timedelta(0), "no time"),
        (timedelta(seconds=-5), "no time"),
        (timedelta(seconds=61), "1 minute 1 second"),
        (36 * HOUR, "36 hours"),
        (2 * DAY + 4 * HOUR + timedelta(minutes=5), "2 days 4 hours"),
        (DAY, "1 day"),
    ],
)
def test_span_in_words(span: timedelta, described: str) -> None:
    assert words(span) == described


@pytest.mark.parametrize(
    "data",
    [
        {"base": 10, "increment": 0, "cap": 10},
        {"base": 3600, "increment": -1, "cap": 3600},
        {"base": 3600, "increment": 0, "cap": 60},
        {"base": 3600, "increment": 0, "cap": 10**9},
        {"base": 3600, "increment": 3601, "cap": 3600},
        {"base": "soon", "increment": 0, "cap": 60},
        {"base": 3600},
    ],
)
def test_control_that_cannot_be_played_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ControlError):
        TimeControl.load(data)


controls = st.builds(
    lambda base, increment, more: TimeControl(
        base=timedelta(seconds=base),
        increment=timedelta(seconds=increment),
        cap=timedelta(seconds=max(base, increment) + more),
    ),
    st.integers(60, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)


@given(controls)
def test_dump_and_load_are_inverse(control: TimeControl) -> None:
    assert TimeControl.load(control.dump()) == control


@given(controls, st.integers(1, 4), st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_no_game_lasts_longer_than_the_slowest_end(control: TimeControl, seats: int, shares: list[float]) -> None:
    clocks = [control.base] * seats
    now = NOON
    for turn, share in enumerate(shares):
        used = clocks[turn % seats] * share
        now += used
        clocks[turn % seats] = control.after_turn(clocks[turn % seats], used)
        assert timedelta(0) <= clocks[turn % seats] <= control.cap
    assert now <= control.slowest_end(NOON, len(shares), seats)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"increment": timedelta(days=8)}, "The increment cannot be more than the cap."),
        ({"answer": timedelta(seconds=59)}, "at least one minute and at most 14 days"),
        ({"answer": timedelta(days=15)}, "at least one minute and at most 14 days"),
        ({"ends": datetime(2027, 6, 1)}, "The hard end needs a time zone"),  # noqa: DTZ001 - that is the point
    ],
)
def test_control_that_nobody_can_play_by_is_refused_with_the_reason(values: dict[str, Any], sentence: str) -> None:
    week = timedelta(days=7)
    with pytest.raises(ControlError, match=sentence):
        TimeControl(**{"base": week, "increment": timedelta(days=1), "cap": week} | values)


def test_hard_end_leaves_time_for_the_first_turn_and_lies_within_reach() -> None:
    week = timedelta(days=7)
    control = TimeControl(base=week, increment=timedelta(0), cap=week, ends=NOON + week)
    with pytest.raises(ControlError, match="must leave time for the first turn"):
        control.check_hard_end(NOON)
    control.check_hard_end(NOON - timedelta(seconds=1))
    far = TimeControl(base=week, increment=timedelta(0), cap=week, ends=NOON.replace(year=3000))
    with pytest.raises(ControlError, match="must lie before the year"):
        far.check_hard_end(NOON)
