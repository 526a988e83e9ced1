"""Heartbeats within one machine: an empty file for each process, which it touches while it works. Needs no Django.

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
        (folder / f"{name}@{socket.gethostname()}").touch()
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > OLD_SECONDS:
                path.unlink(missing_ok=True)
    except OSError:
        return


def seconds_of_silence(name: str) -> float | None:
    """How long ago the process of this machine gave its last sign; None if it never has."""
    try:
        touched = (_folder() / f"{name}@{socket.gethostname()}").stat().st_mtime
    except OSError:
        return None
    return time.time() - touched


def _folder() -> Path:
    return var_folder(Environment(os.environ)) / "alive"
