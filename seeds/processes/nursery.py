"""Programs that share the memory of what they load: each is forked from a process that has loaded it for all of them.

That process has one thread, no connection and nothing else to do. Where there is none, or it has ended, a program is
started by its command and loads everything for itself, as one that is not Python is anyhow.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.context import ForkProcess
from multiprocessing.reduction import recv_handle, send_handle

from seeds.processes.ending import SUPERVISED, end_with_parent

SHARED = (  # what our programs load, and but a little beside it
    "celery.beat", "celery.concurrency.thread", "celery.events.receiver", "celery.worker.autoscale",
    "celery.worker.components", "celery.worker.consumer", "celery.worker.loops", "granian.cli", "granian.server",
    "kombu.transport.redis", "notifications.management.commands.mail_smtp", "seeds.front", "seeds.live.app",
    "seeds.processes.heartbeat", "seeds.urls", "seeds.visitors",
)  # fmt: skip
SECONDS_TO_ANSWER = 10.0
_M_ARENA_MAX = -8
_M_MMAP_THRESHOLD = -3
Command = tuple[str, ...]


def spawn(command: Command, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a program that ends with us, in a session of its own, with all that it says in one pipe."""
    return subprocess.Popen(  # noqa: S603 - the programs that the caller names, nothing from outside
        command,
        env={**environment, SUPERVISED: "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # Ctrl-C in the terminal reaches the supervisor only, which then ends the others
        preexec_fn=end_with_parent(signal.SIGKILL),  # at once: one that ends slowly would keep its port
    )


def load() -> None:
    """Load what programs share. Nothing of it is garbage, and nobody looks for any in it, which would write to it."""
    import django
    from django.conf import settings

    gc.disable()
    mallopt = ctypes.CDLL(None).mallopt
    mallopt(_M_ARENA_MAX, 2)  # otherwise eight for each processor, each with its own free memory
    mallopt(_M_MMAP_THRESHOLD, 128 * 1024)  # otherwise it grows with use, and what pictures took is never given back
    django.setup()
    for name in (*SHARED, *(path.rpartition(".")[0] for path in settings.MIDDLEWARE)):
        import_module(name)
    from seeds.celery import app

    app.loader.import_default_modules()
    _ = app.amqp, app.control, app.events, app.log, app.tasks  # made when they are first asked for
    gc.freeze()
    gc.enable()


class Nursery:
    """The process that has loaded everything: a fork of this one, which must have one thread and no connection. It ends
    with this one, and what it has forked with it."""

    def __init__(self) -> None:
        self._calls, calls = Pipe()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid:
            calls.close()
            return
        try:
            self._calls.close()
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            _lead(parent)
            _fork_what_is_asked_for(calls)
        finally:
            os._exit(0)  # and nothing of what the other one does

    def spawn(self, command: Command, environment: Mapping[str, str]) -> Process:
        """Fork the program of ``python -m``; any other starts by its command."""
        if command[:2] == (sys.executable, "-m") and not self._calls.closed:
            try:
                return _Forked(self._calls, self._pid, command[2:], {**environment, SUPERVISED: "1"})
            except (OSError, EOFError):  # it has ended or hangs
                self._calls.close()
                os.kill(self._pid, signal.SIGKILL)
        return spawn(command, environment)


class _Forked:
    """A program that the nursery has forked."""

    def __init__(self, calls: Connection, nursery: int, command: Command, environment: Mapping[str, str]) -> None:
        said, output = os.pipe()
        self.stdout = os.fdopen(said, "rb")
        self.returncode: int | None = None
        self._one_at_a_time = threading.Lock()
        self._status, status = Pipe(duplex=False)
        try:
            calls.send((command, environment))
            send_handle(calls, output, nursery)
            send_handle(calls, status.fileno(), nursery)
            if not calls.poll(SECONDS_TO_ANSWER):
                raise TimeoutError
            self.pid: int = calls.recv()
        finally:
            os.close(output)
            status.close()

    def poll(self) -> int | None:
        return self.wait(0)

    def wait(self, timeout: float = SECONDS_TO_ANSWER) -> int | None:
        with self._one_at_a_time:
            if self.returncode is None and self._status.poll(timeout):
                with self._status:
                    try:
                        self.returncode = self._status.recv()
                    except EOFError:  # the nursery has ended, and it with the nursery
                        self.returncode = -signal.SIGKILL
            return self.returncode

    def terminate(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)


Process = subprocess.Popen[bytes] | _Forked
Spawn = Callable[[Command, Mapping[str, str]], Process]


def _lead(parent: int) -> None:
    """Begin a session, which ends with the process ``parent``."""
    os.setsid()
    if ask_kernel := end_with_parent(signal.SIGKILL):
        ask_kernel()
    if os.getppid() != parent:  # it died before the kernel was asked
        os._exit(1)


def _fork_what_is_asked_for(calls: Connection) -> None:
    """... and say how each ends, until nobody can ask any more."""
    children: dict[int, tuple[ForkProcess, Connection]] = {}  # by a file that is ready when one has ended
    with contextlib.suppress(EOFError):
        while True:
            for ready in wait([calls, *children]):
                if isinstance(ready, int):
                    child, status = children.pop(ready)
                    os.close(ready)
                    child.join()
                    with contextlib.suppress(OSError), status:
                        status.send(child.exitcode)
                    continue
                program = calls.recv()
                output, status = recv_handle(calls), Connection(recv_handle(calls), readable=False)
                child = get_context("fork").Process(target=_become, args=(*program, output, os.getpid()))
                child.start()
                assert child.pid  # noqa: S101 - it has been started
                os.close(output)
                children[os.pidfd_open(child.pid)] = child, status
                calls.send(child.pid)


def _become(command: Command, environment: Mapping[str, str], output: int, parent: int) -> None:
    """Be the program of ``python -m`` from now on."""
    _lead(parent)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(command)
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)
