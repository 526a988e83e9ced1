"""How a process ends: with the one that started it, since an orphan would keep its port and fail every later start; and
what it does as soon as it is asked to."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0
SUPERVISED = "SEEDS_SUPERVISED"  # in the environment of what a supervisor starts


def end_with_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None] | None:
    """A ``preexec_fn`` that has Linux signal the child when its parent dies, however that happens; None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl  # looked up here: between fork and exec it would not be safe

    def ask_kernel() -> None:
        prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)

    return ask_kernel


def die_with_parent() -> None:
    """From now on this process is killed when its parent dies. For one that the web server has started.

    Under the supervisor the parent leads the session; where another process is the parent, it has died before.
    """
    parent = os.getppid()
    if os.environ.get(SUPERVISED) and parent != os.getsid(0):
        os._exit(1)
    if ask_kernel := end_with_parent(signal.SIGKILL):
        ask_kernel()
        if os.getppid() != parent:  # it died before the kernel was asked
            os._exit(1)
    else:
        threading.Thread(target=_watch, args=(parent,), name="parent watch", daemon=True).start()


def _watch(parent: int) -> None:
    never = threading.Event()
    while os.getppid() == parent:
        never.wait(_LOOK_SECONDS)
    os._exit(1)


_ENDING = {signal.SIGINT, signal.SIGTERM}


def when_asked_to_end(act: Callable[[], None]) -> None:
    """Call ``act``, in a thread, at the first SIGINT or SIGTERM. To be called in the main thread, once a process.

    A web server sets its own handlers after it has loaded the application, so this reads the number of each signal from
    a pipe (``signal.set_wakeup_fd``), which leaves handlers alone. A process that handles no signal ends without it.
    """
    received, sent = os.pipe()
    os.set_blocking(sent, False)
    signal.set_wakeup_fd(sent, warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(received, act), name="ending", daemon=True).start()


def _wait(received: int, act: Callable[[], None]) -> None:
    while number := os.read(received, 1):
        if number[0] in _ENDING:
            act()
            return
