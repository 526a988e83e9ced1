"""Heartbeats within one machine: an empty file for each process, which it touches while it works. Needs no Django.
The time of the file is that of a counter that nobody can set.

They say that a process works, whatever becomes of database and broker; what a clock may rely on stands in the database
(``games.uptime``).
"""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

from seeds.environment import Environment, var_folder

STALE_SECONDS = 90
OLD_SECONDS = 86_400  # after which the file of a machine that is gone is deleted


def touch(name: str) -> None:
    """This process works. A folder that takes nothing is passed over: the silence says the rest."""
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (file := folder / f"{name}@{socket.gethostname()}").touch()
        os.utime(file, (now := time.monotonic(), now))
        for path in folder.iterdir():
            made = path.stat()  # the clock can be set, and counters of other machines say nothing here: only both
            if min(now - made.st_mtime, time.time() - made.st_ctime) > OLD_SECONDS:
                path.unlink(missing_ok=True)
    except OSError:
        return


def seconds_of_silence(name: str) -> float | None:
    """How long ago the process of this machine gave its last sign; None if it never has since the machine started."""
    try:
        touched = (_folder() / f"{name}@{socket.gethostname()}").stat().st_mtime
    except OSError:
        return None
    silence = time.monotonic() - touched
    return silence if silence >= 0 else None


def _folder() -> Path:
    return var_folder(Environment(os.environ)) / "alive"
