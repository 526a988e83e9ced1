"""Servers that can hang, end and come back under the same address, and disks that can be full."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from seeds import embedded

SPARE_BYTES = 4096  # what a full disk may still have


class Server:
    """A server process and its children."""

    def __init__(self, command: list[str], user: str | None = None, cwd: Path | None = None) -> None:
        self._command, self._as, self._cwd = command, embedded.run_as(user), cwd
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=self._cwd,
            **self._as,
        )

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def hang(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def end(self) -> None:
        self._signal(signal.SIGKILL)
        self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        """Send it to the server and to its children, each of which may lead a session of its own."""
        pid = self._process.pid
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            for process in (pid, *map(int, children)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)


class Disk:
    """A small disk of its own, in memory, that can be filled to the last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no room, whatever others free or take meanwhile."""
        for size in (1_048_576, SPARE_BYTES):
            with self._ballast.open("ab", buffering=0) as ballast, contextlib.suppress(OSError):
                while True:
                    ballast.write(b"\0" * size)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, megabytes: int, owner: int = 0) -> Iterator[Disk | None]:
    """A disk mounted at ``folder`` for the length of the block, with what the folder holds; None where nobody may."""
    kept = folder.with_name(f"{folder.name}-before")
    folder.rename(kept)
    folder.mkdir()
    options = f"size={megabytes}m,mode=0700,uid={owner}"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "seeds-faults", folder], capture_output=True)
    if mounted.returncode:
        folder.rmdir()
        kept.rename(folder)
        yield None
        return
    try:
        subprocess.run(["cp", "-a", f"{kept}/.", folder], check=True)
        yield Disk(folder)
    finally:
        for _ in range(50):  # what still writes there is about to end
            if not subprocess.run(["umount", folder], capture_output=True).returncode:
                break
            time.sleep(0.2)
