"""Two heartbeats in a row: gaps, and system clocks that somebody has set."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.heartbeats import (
    EVERY,
    LONGEST_GAP,
    STALE,
    TOLERANCE,
    ZERO,
    Finding,
    HeartbeatSample,
    compare,
    read_monotonic_counter,
)
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
def test_gap_and_jump_at_once_are_told_apart(jump: timedelta) -> None:
    found = compare(heartbeat(ZERO, ZERO), heartbeat(HOUR + jump, HOUR))
    assert found == Finding(gap=(NOON + jump, NOON + HOUR + jump), jump=jump)


def test_restarted_machine_knows_only_its_clock() -> None:
    assert compare(heartbeat(ZERO, ZERO), heartbeat(DAY, ZERO, boot="second")) == Finding(gap=(NOON, NOON + DAY))
    assert compare(heartbeat(ZERO, ZERO), heartbeat(-HOUR, ZERO, boot="second")) == Finding(jump=-HOUR)
    assert compare(heartbeat(ZERO, ZERO), heartbeat(YEAR, ZERO, boot="second")) == Finding(jump=YEAR)
    assert compare(HeartbeatSample(NOON), HeartbeatSample(NOON + DAY)) == Finding(gap=(NOON, NOON + DAY))


@pytest.mark.parametrize("boot", ["first", "second"])
def test_what_is_only_just_no_gap_and_no_jump(boot: str) -> None:
    last = heartbeat(ZERO, ZERO)
    assert compare(last, heartbeat(STALE, STALE, boot)) == Finding()
    assert compare(last, heartbeat(-TOLERANCE, ZERO, boot)) == Finding()
    assert compare(last, heartbeat(LONGEST_GAP, LONGEST_GAP, boot)) == Finding(gap=(NOON, NOON + LONGEST_GAP))
    assert (EVERY, STALE, TOLERANCE, LONGEST_GAP) == (20 * SECOND, 90 * SECOND, 30 * SECOND, 7 * DAY)


def test_counter_of_this_machine_goes_on_and_names_its_start() -> None:
    first, second = read_monotonic_counter(), read_monotonic_counter()
    assert 0 < first.ticks <= second.ticks
    assert first.boot == second.boot != ""
    assert first.values() == {"ticks": first.ticks, "boot": first.boot}
    source = "from games.clock.heartbeats import read_monotonic_counter as read; print(read().ticks, read().boot)"
    ticks, _, boot = subprocess.check_output([sys.executable, "-c", source], text=True).strip().partition(" ")
    if sys.platform == "linux":
        assert boot == first.boot == Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        assert second.ticks <= float(ticks) <= time.clock_gettime(time.CLOCK_BOOTTIME)
    else:
        assert boot != first.boot, "a counter is good for its own process"


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
