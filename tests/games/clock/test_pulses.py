"""Two signs of life in a row: gaps, and system clocks that somebody has set."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.heartbeats import LONGEST_GAP, STALE, TOLERANCE, ZERO, Finding, HeartbeatSample, compare
from tests.games.conftest import NOON

HOUR, DAY, YEAR = timedelta(hours=1), timedelta(days=1), timedelta(days=365)
SECOND = timedelta(seconds=1)
JUMPS = [HOUR, DAY, YEAR, -HOUR, -DAY, -YEAR]

spans = st.integers(0, 10**6).map(lambda seconds: seconds * SECOND)
moves = st.sampled_from([ZERO, *JUMPS])


def heartbeat(wall: timedelta, real: timedelta, boot: str = "first") -> HeartbeatSample:
    return HeartbeatSample(NOON + wall, 1000 + real.total_seconds(), boot)


def test_steady_service_has_nothing_to_tell() -> None:
    assert compare(heartbeat(ZERO, ZERO), heartbeat(STALE, STALE)) == Finding()


def test_silence_is_a_gap_from_the_last_sign_to_the_new_one() -> None:
    assert compare(heartbeat(ZERO, ZERO), heartbeat(HOUR, HOUR)) == Finding(gap=(NOON, NOON + HOUR))


@pytest.mark.parametrize("jump", JUMPS)
def test_clock_that_is_set_while_the_service_runs_is_a_jump_and_no_gap(jump: timedelta) -> None:
    assert compare(heartbeat(ZERO, ZERO), heartbeat(jump + 20 * SECOND, 20 * SECOND)) == Finding(jump=jump)


@pytest.mark.parametrize("jump", JUMPS)
def test_gap_and_jump_at_once_are_told_apart(jump: timedelta) -> None:
    found = compare(heartbeat(ZERO, ZERO), heartbeat(HOUR + jump, HOUR))
    assert found == Finding(gap=(NOON + jump, NOON + HOUR + jump), jump=jump)


def test_restarted_machine_knows_only_its_clock() -> None:
    assert compare(heartbeat(ZERO, ZERO), heartbeat(DAY, ZERO, boot="second")) == Finding(gap=(NOON, NOON + DAY))
    assert compare(heartbeat(ZERO, ZERO), heartbeat(-HOUR, ZERO, boot="second")) == Finding(jump=-HOUR)
    assert compare(heartbeat(ZERO, ZERO), heartbeat(YEAR, ZERO, boot="second")) == Finding(jump=YEAR)
    assert compare(HeartbeatSample(NOON), HeartbeatSample(NOON + DAY)) == Finding(gap=(NOON, NOON + DAY))


@given(spans, moves)
def test_gap_is_as_long_as_the_silence_really_was(real: timedelta, moved: timedelta) -> None:
    found = compare(heartbeat(ZERO, ZERO), heartbeat(real + moved, real))
    assert found.jump == moved
    assert (found.gap[1] - found.gap[0] if found.gap else ZERO) == (real if real > STALE else ZERO)


@given(st.lists(st.tuples(spans, moves), max_size=8))
def test_clock_that_is_set_back_to_where_it_was_adds_up_to_no_jump(steps: list[tuple[timedelta, timedelta]]) -> None:
    wall, real, moved = ZERO, ZERO, ZERO
    last = heartbeat(wall, real)
    for elapsed, move in [*steps, (SECOND, -sum((move for _, move in steps), ZERO))]:
        wall, real = wall + elapsed + move, real + elapsed
        moved += compare(last, heartbeat(wall, real)).jump
        last = heartbeat(wall, real)
    assert abs(moved) <= TOLERANCE


@given(spans, st.booleans())
def test_nothing_is_credited_twice_or_beyond_a_week_on_the_word_of_a_clock(elapsed: timedelta, counted: bool) -> None:
    boot = "first" if counted else "second"
    found = compare(heartbeat(ZERO, ZERO), heartbeat(elapsed, elapsed, boot))
    if found.gap:
        assert found.gap == (NOON, NOON + elapsed)
        assert counted or elapsed <= LONGEST_GAP
