"""Keeps programs running together: starts them, starts again what ends, keeps their logs, ends them all.

Knows nothing of what the programs are for. Everything happens in the caller's thread but the copying of output.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path

from seeds.processes.nursery import Process, Spawn, spawn

WORTH_SHOWING = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")
LOG_BYTES = 5_000_000
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds before a program that ended starts again
STEADY_AFTER = 60.0  # seconds after which a program that ends is treated as one that never ended before
MOST_SLOWLY = 16.0  # times STEADY_AFTER, after which a program that runs is asked whether it is well
HEALTH_SECONDS = 10.0  # between two questions whether programs are well
MOST_COMPLAINTS = 3  # in a row, after which a program that runs is ended
MOST_ENDS = 3  # in a row, after which a program is not expected to start any more
SECONDS_TO_END = 25.0  # for the programs; then they are killed, and the ones that end last have SECONDS_FOR_LAST
SECONDS_FOR_LAST = 2.0


@dataclass(frozen=True, slots=True)
class Program:
    """One program to keep running. ``ends_last``: the others need it until they have ended. ``is_well`` asks, in some
    seconds, whether it works: one that runs and does not work is ended, and starts again."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    shows_warnings: bool = True
    ends_last: bool = False
    is_well: Callable[[], bool] | None = None


@dataclass(slots=True)
class _Kept:
    program: Program
    process: Process
    copier: threading.Thread
    started: float
    pause: float = SHORTEST_PAUSE
    start_again_at: float | None = None
    complaints: int = 0  # in a row, of ``is_well``
    loads_slowly: float = 1.0  # how many times as long as usual it has before it is asked, after runs never well
    ends: int = 0  # in a row, of runs that were not steady


class _Log(RotatingFileHandler):
    """The log of a program. What cannot be written, since the disk is full, is lost, and nobody fails by it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as the library calls it
        return


class Supervisor:
    """The programs of one installation. ``say`` shows a line to a person.

    Each logs to ``<logs>/<name>.log``; while it runs, its process id stands in ``<logs>/<name>.pid``.
    """

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        logs.mkdir(parents=True, exist_ok=True)
        self._logs = logs
        self._say = say
        self._kept: dict[str, _Kept] = {}
        self._stopped = threading.Event()
        self.spawn: Spawn = spawn  # how programs are started; by a nursery, if somebody makes one

    def start(self, program: Program) -> None:
        """Start ``program`` and keep it running from now on."""
        self._kept[program.name] = _Kept(program, *self._launch(program), time.monotonic())

    def ended(self) -> list[str]:
        """The names of the programs that do not run at this moment."""
        return [name for name, kept in self._kept.items() if kept.process.poll() is not None]

    def given_up(self) -> list[str]:
        """The names of the programs that have ended again and again, each time soon after their start."""
        return [name for name, kept in self._kept.items() if kept.ends >= MOST_ENDS]

    def log(self, name: str) -> Path:
        """Where the output of the program ``name`` is kept."""
        return self._logs / f"{name}.log"

    def _pid_file(self, name: str) -> Path:
        return self._logs / f"{name}.pid"

    def last_lines(self, name: str, count: int = 8) -> str:
        """The end of what the program ``name`` said, once it has ended and all of it is written down."""
        self._kept[name].copier.join(timeout=2)
        log = self.log(name)
        return "\n".join(log.read_text(errors="replace").splitlines()[-count:]) if log.exists() else ""

    def look(self) -> None:
        """Start again what has ended, after a pause that doubles each time. To be called a few times a second."""
        now = time.monotonic()
        for kept in self._kept.values():
            if kept.process.poll() is None:
                if not self._pid_file(kept.program.name).exists():
                    self._note(kept.program.name, kept.process)
                continue
            if kept.start_again_at is None:
                self._plan_restart(kept, now)
            elif now >= kept.start_again_at:
                kept.process, kept.copier = self._launch(kept.program)
                kept.started, kept.start_again_at = now, None

    def _plan_restart(self, kept: _Kept, now: float) -> None:
        _kill_group(kept.process)  # what it started itself must not hold its port
        self._pid_file(kept.program.name).unlink(missing_ok=True)
        steady = now - kept.started > STEADY_AFTER
        kept.ends = 1 if steady else kept.ends + 1
        kept.pause = SHORTEST_PAUSE if steady else min(kept.pause, LONGEST_PAUSE)
        kept.start_again_at = now + kept.pause
        name, status = kept.program.name, kept.process.returncode
        self._say(f"{name} ended with status {status} and starts again in {kept.pause:.0f} s. See {self.log(name)}")
        kept.pause *= 2

    def watch_health(self) -> None:
        """From now on, ask each program that can be asked whether it is well, and end one that has not been for long:
        ``look`` then starts it again. Asks from a thread, since a program that hangs answers late."""
        threading.Thread(target=self._watch_health, name="health", daemon=True).start()

    def _watch_health(self) -> None:
        while not self._stopped.wait(HEALTH_SECONDS):
            for kept in list(self._kept.values()):
                self._ask(kept)

    def _ask(self, kept: _Kept) -> None:
        process, is_well = kept.process, kept.program.is_well
        is_young = time.monotonic() - kept.started < STEADY_AFTER * kept.loads_slowly
        if is_well is None or is_young or process.poll() is not None:
            kept.complaints = 0
            return
        if is_well():
            kept.complaints, kept.loads_slowly = 0, 1.0
            return
        kept.complaints += 1
        if kept.complaints >= MOST_COMPLAINTS and kept.process is process:
            kept.complaints = 0
            kept.loads_slowly = min(2 * kept.loads_slowly, MOST_SLOWLY)  # the machine may only be busy
            self._say(f"{kept.program.name} does not answer and is stopped. See {self.log(kept.program.name)}")
            _kill_group(process)

    def stop(self) -> None:
        """End every program: those that end last after the others. One that hangs is killed after SECONDS_TO_END."""
        self._stopped.set()
        first = [kept.process for kept in self._kept.values() if not kept.program.ends_last]
        last = [kept.process for kept in self._kept.values() if kept.program.ends_last]
        _end(first, SECONDS_TO_END)
        _end(last, SECONDS_FOR_LAST)
        for name in self._kept:
            self._pid_file(name).unlink(missing_ok=True)
        self._kept.clear()

    def _launch(self, program: Program) -> tuple[Process, threading.Thread]:
        process = self.spawn(program.command, program.environment)
        self._note(program.name, process)
        file = _Log(self.log(program.name), maxBytes=LOG_BYTES, backupCount=1, delay=True)
        copier = threading.Thread(target=self._copy_output, args=(program, process, file), daemon=True)
        copier.start()
        return process, copier

    def _note(self, name: str, process: Process) -> None:
        draft = self._pid_file(name).with_suffix(".pid-draft")
        with contextlib.suppress(OSError):  # on a full disk the program runs without its note until there is room
            draft.write_text(f"{process.pid}\n")
            draft.replace(self._pid_file(name))  # a reader finds the whole number or none

    def _copy_output(self, program: Program, process: Process, file: RotatingFileHandler) -> None:
        assert process.stdout  # noqa: S101 - it was asked for
        with contextlib.closing(file), process.stdout as output:
            for raw in output:
                line = raw.decode(errors="replace").rstrip()
                file.emit(logging.LogRecord(program.name, logging.INFO, "", 0, line, None, None))
                if program.shows_warnings and WORTH_SHOWING.search(line):
                    self._say(f"[{program.name}] {line}")


def _end(processes: list[Process], seconds: float) -> None:
    """Ask ``processes`` to end; after ``seconds`` kill what is left, and what any of them may have left behind."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and any(process.poll() is None for process in processes):
        time.sleep(0.05)
    for process in processes:
        _kill_group(process)
        process.wait()


def _kill_group(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # each program leads a group of its own
