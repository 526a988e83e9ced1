"""Lines for the person at the terminal hold nothing up."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from seeds.processes.notices import Notices
from seeds.processes.supervisor import Program, Supervisor
from tests.service import wait_for

WARNS = "for number in range(2000): print('WARNING', number, 'x' * 100)"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """The reading and the writing end of a pipe that takes some kilobytes until it is read."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_lines_are_shown_in_their_order(pipe: tuple[int, int]) -> None:
    notices = Notices(pipe[1])
    notices.say("Starting.")
    notices.say("Seeds is up: grün")
    notices.end()
    assert os.read(pipe[0], 1000).decode() == "Starting.\nSeeds is up: grün\n"


def test_line_that_cannot_be_shown_is_followed_by_those_that_can(pipe: tuple[int, int]) -> None:
    for end in pipe:
        os.set_blocking(end, False)
    full = os.write(pipe[1], b"x" * 2_000_000)
    notices = Notices(pipe[1])
    notices.say("Starting.")
    time.sleep(0.2)
    assert len(os.read(pipe[0], full)) == full
    notices.say("Stopped.")
    notices.end()
    assert os.read(pipe[0], 1000).decode().endswith("Stopped.\n")


def test_output_that_nobody_reads_holds_up_no_program(pipe: tuple[int, int], tmp_path: Path) -> None:
    """2000 lines are more than the pipe and the queue take together."""
    notices = Notices(pipe[1])
    keeper = Supervisor(tmp_path, notices.say)
    keeper.start(Program("worker", (sys.executable, "-c", WARNS), os.environ.copy()))
    wait_for(lambda: bool(keeper.ended()))
    keeper.look()
    assert keeper.last_lines("worker", 1).startswith("WARNING 1999 ")
    keeper.stop()
    notices.end()
    assert os.read(pipe[0], 9).decode() == "[worker] "
