"""What a process does as soon as it is asked to end, whoever else handles the signal."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

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
