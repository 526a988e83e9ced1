"""Time controls: what is left after a turn, and how they are told to people."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.controls import LATEST_END, ControlError, TimeControl
from ground.wording import time_in_words
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
    ("change", "sentence"),
    [
        ({"base": 10, "cap": 10}, "at least one minute"),
        ({"base": 3600, "increment": -1, "cap": 3600}, ""),
        ({"cap": 60}, "cap must be at least the base"),
        ({"cap": 10**9}, ""),
        ({"base": 10**9, "cap": 10**9}, ""),
        ({"increment": 3601}, "The increment cannot be more than the cap."),
        ({"base": "soon"}, ""),
        ({"base": None}, ""),
        ({"answer": 59}, "at least one minute and at most 14 days"),
        ({"answer": 15 * 86_400}, "at least one minute and at most 14 days"),
        ({"ends": "2027-06-01T00:00:00"}, "The hard end needs a time zone"),
    ],
)
def test_control_that_nobody_can_play_by_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ControlError, match=sentence or None):
        TimeControl.load({"base": 3600, "increment": 0, "cap": 3600} | change)


@pytest.mark.parametrize(
    ("seconds", "described"),
    [
        ((60, 0, 60), "1 minute for the whole game"),
        ((366 * 86_400,) * 3, "366 days a turn"),
        ((864_000, 129_600, 864_000), "10 days + 36 hours a turn, up to 10 days"),
        ((86_400,) * 3, "1 day a turn"),
        ((432_000, 0, 432_000), "5 days for the whole game"),
        ((432_000, 0, 518_400), "5 days for the whole game"),
    ],
)
@pytest.mark.parametrize("answer", [60, 14 * 86_400])
def test_control_in_words_and_numbers(seconds: tuple[int, int, int], answer: int, described: str) -> None:
    data = {**dict(zip(("base", "increment", "cap"), seconds, strict=True)), "answer": answer}
    control = TimeControl.load(data)
    assert (control.dump(), control.describe()) == (data, described)
    assert TimeControl.load({name: value for name, value in data.items() if name != "answer"}).answer == DAY
    ends = datetime(2027, 6, 1, 2, tzinfo=timezone(2 * HOUR))
    ended = replace(control, ends=ends)
    assert ended.describe() == f"{described}; it ends by 1 June 2027, 00:00 UTC"
    assert TimeControl.load(ended.dump()) == ended
    assert ended.dump() == data | {"ends": "2027-06-01T00:00:00+00:00"}
    assert TimeControl.load(data | {"ends": ""}).ends is None


def test_hard_end_leaves_time_for_the_first_turn_and_lies_within_reach() -> None:
    week = timedelta(days=7)
    control = TimeControl(base=week, increment=timedelta(0), cap=week, ends=NOON + week)
    with pytest.raises(ControlError, match="must leave time for the first turn"):
        control.check_hard_end(NOON)
    control.check_hard_end(NOON - timedelta(seconds=1))
    replace(BANK, ends=LATEST_END).check_hard_end(NOON)
    with pytest.raises(ControlError, match="must lie before the year 2200"):
        replace(BANK, ends=LATEST_END + timedelta(seconds=1)).check_hard_end(NOON)
    BANK.check_hard_end(NOON)


def test_game_lasts_at_most_as_long_as_all_its_banks_and_increments() -> None:
    assert TimeControl.days_per_turn(3).most_time(5, 2) == 15 * DAY
    assert BANK.most_time(5, 2) == 2 * (10 * DAY + 2 * 36 * HOUR), "five turns are at most three of each"
    assert BANK.most_time(4, 2) == 2 * (10 * DAY + 36 * HOUR)
    end = NOON + 15 * DAY
    assert TimeControl.days_per_turn(3).slowest_end(NOON, 5, 2) == end
    assert replace(TimeControl.days_per_turn(3), ends=end - HOUR).slowest_end(NOON, 5, 2) == end - HOUR
    assert replace(TimeControl.days_per_turn(3), ends=end + HOUR).slowest_end(NOON, 5, 2) == end


@pytest.mark.parametrize(
    ("span", "described"),
    [
        (timedelta(0), "no time"),
        (timedelta(seconds=-5), "no time"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=2), "2 seconds"),
        (HOUR, "1 hour"),
        (HOUR + timedelta(minutes=2, seconds=3), "1 hour 2 minutes"),
        (DAY + timedelta(seconds=1), "24 hours 1 second"),
        (2 * DAY - timedelta(seconds=1), "47 hours 59 minutes"),
        (2 * DAY, "2 days"),
        (2 * DAY + timedelta(seconds=1), "2 days"),
        (3 * DAY + timedelta(minutes=1), "3 days 1 minute"),
        (30 * DAY + HOUR, "30 days 1 hour"),
    ],
)
def test_span_is_told_in_its_two_largest_units(span: timedelta, described: str) -> None:
    assert time_in_words(span) == described
