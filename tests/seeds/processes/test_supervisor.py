"""The supervisor: what ends starts again, what is asked to end does, and nothing stays behind."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from seeds.processes import supervisor as supervision
from seeds.processes.ending import SUPERVISED
from seeds.processes.supervisor import Program, Supervisor
from tests.service import is_alive, wait_for

# Small programs. Each says its process id once it is ready.
SLEEPS = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(60)\n"
DEAF = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SLEEPS
HAS_A_CHILD = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {DEAF!r}])\n" + SLEEPS
TELLS_ITS_END = """
import signal, sys
def end(*_):
    with open({file!r}, "a") as file: file.write({name!r})
    sys.exit()
signal.signal(signal.SIGTERM, end)
"""
SUPERVISES = """
import os, sys, time
from pathlib import Path
from seeds.processes.supervisor import Program, Supervisor
Supervisor(Path({folder!r}), print).start(Program("worker", (sys.executable, "-c", {source!r}), os.environ.copy()))
time.sleep(60)
"""


class Clock:
    """The supervisor's clock, moved by hand alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.monotonic()
        monkeypatch.setattr(supervision, "time", SimpleNamespace(monotonic=lambda: self.now, sleep=time.sleep))

    def forward(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def keeper(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    keeper = Supervisor(tmp_path / "log", said.append)
    yield keeper
    keeper.stop()


def program(name: str, source: str, *, ends_last: bool = False) -> Program:
    return Program(name, (sys.executable, "-c", source), os.environ.copy(), ends_last=ends_last)


def runs_again(keeper: Supervisor) -> bool:
    keeper.look()
    return not keeper.ended()


def process_ids(log: Path, count: int) -> list[int]:
    """The first ``count`` process ids that the programs behind ``log`` have said."""
    wait_for(lambda: log.exists() and len(log.read_text().split()) >= count)
    return [int(word) for word in log.read_text().split()]


def test_output_is_kept_in_the_log_and_only_warnings_are_shown(keeper: Supervisor, said: list[str]) -> None:
    keeper.start(program("worker", "print('all is well'); print('WARNING mail host away')"))
    wait_for(lambda: keeper.ended())
    assert keeper.last_lines("worker") == "all is well\nWARNING mail host away"
    assert said == ["[worker] WARNING mail host away"]


def test_program_that_ends_starts_again_after_a_pause_that_doubles(
    keeper: Supervisor, said: list[str], clock: Clock
) -> None:
    keeper.start(program("worker", "raise SystemExit(3)"))
    for pause in (1, 2, 4):
        wait_for(lambda: keeper.ended())
        keeper.look()
        assert f"ended with status 3 and starts again in {pause} s" in said[-1]
        clock.forward(pause - 0.1)
        keeper.look()
        assert keeper.ended() == ["worker"], "the pause is not over"
        clock.forward(0.2)
        keeper.look()


def test_program_that_ends_three_times_in_a_row_is_given_up(keeper: Supervisor, said: list[str], clock: Clock) -> None:
    keeper.start(program("web", "raise SystemExit(1)"))
    for ends in (1, 2, 3):
        wait_for(lambda: keeper.ended())
        keeper.look()
        assert keeper.given_up() == (["web"] if ends == 3 else [])
        clock.forward(5)
        keeper.look()


def test_program_that_ran_long_starts_again_after_the_shortest_pause(
    keeper: Supervisor, said: list[str], clock: Clock
) -> None:
    keeper.start(program("worker", "raise SystemExit(1)"))
    wait_for(lambda: keeper.ended())
    keeper.look()
    clock.forward(1.1)
    keeper.look()
    wait_for(lambda: keeper.ended())
    clock.forward(supervision.STEADY_AFTER + 1)
    keeper.look()
    assert [line.partition(" starts again in ")[2][:3] for line in said] == ["1 s", "1 s"]


@pytest.mark.slow
def test_program_that_hangs_is_ended_and_starts_again(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "HEALTH_SECONDS", 0.05)
    monkeypatch.setattr(supervision, "STEADY_AFTER", 0.0)
    keeper = Supervisor(tmp_path / "log", said.append)
    hangs: list[int] = []
    asked = Program("worker", (sys.executable, "-c", SLEEPS), os.environ.copy(), is_well=lambda: not hangs)
    keeper.start(asked)
    (first,) = process_ids(keeper.log("worker"), 1)
    keeper.watch_health()
    time.sleep(0.3)
    assert is_alive(first), "nobody has complained"
    os.kill(first, signal.SIGSTOP)
    hangs.append(first)
    wait_for(lambda: not is_alive(first))
    hangs.clear()
    wait_for(lambda: runs_again(keeper))
    assert any("does not answer and is stopped" in line for line in said)
    keeper.stop()


@pytest.mark.slow
def test_process_id_of_a_program_is_noted_while_it_runs(keeper: Supervisor) -> None:
    keeper.start(program("worker", SLEEPS))
    note = keeper.log("worker").with_suffix(".pid")
    assert process_ids(keeper.log("worker"), 1) == [int(note.read_text())]
    os.kill(int(note.read_text()), signal.SIGKILL)
    wait_for(lambda: keeper.ended())
    keeper.look()
    assert not note.exists(), "it waits to be started again"
    wait_for(lambda: runs_again(keeper))
    assert process_ids(keeper.log("worker"), 2)[1] == int(note.read_text())


def test_process_id_that_could_not_be_noted_is_noted_later(keeper: Supervisor) -> None:
    note = keeper.log("worker").with_suffix(".pid")
    in_the_way = note.with_suffix(".pid-draft")
    in_the_way.mkdir()
    keeper.start(program("worker", SLEEPS))
    keeper.look()
    assert not note.exists()
    in_the_way.rmdir()
    keeper.look()
    assert process_ids(keeper.log("worker"), 1) == [int(note.read_text())]
    keeper.stop()
    assert not note.exists()


@pytest.mark.slow
def test_program_killed_while_nothing_can_be_written_comes_back(keeper: Supervisor) -> None:
    keeper.start(program("worker", SLEEPS))
    (first,) = process_ids(keeper.log("worker"), 1)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most[1]))  # to us every disk is full now
    try:
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: keeper.ended())
        wait_for(lambda: runs_again(keeper))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert keeper.ended() == []


def test_program_that_comes_back_finds_nothing_left_of_itself(keeper: Supervisor) -> None:
    keeper.start(program("web", HAS_A_CHILD))
    both = process_ids(keeper.log("web"), 2)
    parent = os.getpgid(both[0])
    os.kill(parent, signal.SIGKILL)
    wait_for(lambda: keeper.ended())
    keeper.look()
    wait_for(lambda: not any(is_alive(pid) for pid in both))


def test_stop_ends_programs_before_the_one_they_need(keeper: Supervisor, tmp_path: Path) -> None:
    order = tmp_path / "order"
    for name, ends_last in (("broker", True), ("worker", False)):
        source = TELLS_ITS_END.format(file=str(order), name=f"{name} ") + SLEEPS
        keeper.start(program(name, source, ends_last=ends_last))
    for name in ("broker", "worker"):
        process_ids(keeper.log(name), 1)
    keeper.stop()
    assert order.read_text() == "worker broker "


def test_stop_kills_what_does_not_listen(keeper: Supervisor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "SECONDS_TO_END", 0.3)
    keeper.start(program("worker", DEAF))
    (deaf,) = process_ids(keeper.log("worker"), 1)
    keeper.stop()
    assert not is_alive(deaf)


def test_stop_ends_what_a_program_started_itself(keeper: Supervisor) -> None:
    keeper.start(program("web", HAS_A_CHILD))
    both = process_ids(keeper.log("web"), 2)
    keeper.stop()
    wait_for(lambda: not any(is_alive(pid) for pid in both))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux signals the children of a killed parent")
def test_programs_end_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    source = SUPERVISES.format(folder=str(tmp_path), source=DEAF)
    parent = subprocess.Popen([sys.executable, "-c", source], cwd=settings.ROOT)
    (worker,) = process_ids(tmp_path / "worker.log", 1)
    parent.kill()
    parent.wait()
    wait_for(lambda: not is_alive(worker))


STARTS_AND_DIES = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {source!r}, str(os.getpid())])
print(child.pid, flush=True)
"""
LOADS_FOR_LONG = """
import os, sys, time
from seeds.processes import ending
while os.getppid() == int(sys.argv[1]): time.sleep(0.01)
ending.die_with_parent()
time.sleep(60)
"""


def test_process_whose_parent_died_while_it_was_loading_ends() -> None:
    parent = subprocess.run(
        [sys.executable, "-c", STARTS_AND_DIES.format(source=LOADS_FOR_LONG)],
        cwd=settings.ROOT,
        env=os.environ | {SUPERVISED: "1"},
        start_new_session=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    wait_for(lambda: not is_alive(int(parent.stdout)), seconds=30)
