"""The service as a person starts it, for tests that want every program of it: one class to start, ask and end it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings

from seeds import embedded

T = TypeVar("T")

PATIENCE = 180.0  # seconds: a busy machine is slow, and nothing waits longer than it must
SECONDS_TO_STOP = 30.0  # the supervisor takes 27 at most, and only where something hangs
PROGRAMS = {"broker", "web", "live", "worker", "mail-out", "webhooks", "mail-smtp"}
WITHOUT_LIMITS = {  # settings with which it takes whatever a test or a benchmark sends
    f"{kind}_RATE_{caller}": "100000/min" for kind in ("API", "PAGE", "EXPENSIVE") for caller in ("ANONYMOUS", "PLAYER")
}


class Service:
    """One run of the service in a folder and on ports of its own."""

    def __init__(self, var: Path, **variables: str) -> None:
        self.var, self.port, self.mail_port = var, embedded.free_port(), embedded.free_port()
        self.environment = os.environ | {"DJANGO_SETTINGS_MODULE": "seeds.settings", "SEEDS_VAR": str(var)} | variables
        self.said = ""

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it as a script does in the background, with Ctrl-C ignored: it must end by SIGINT all the same."""
        command = [sys.executable, "-u", "-m", "seeds.serve"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--mail-port", str(self.mail_port)],
            env=self.environment,
            cwd=settings.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )

    def start_and_wait(self) -> None:
        """Start it; return when it has said that it is up, and how to end it."""
        self.start()
        self.read_until("Ctrl-C")

    def read_until(self, words: str) -> str:
        """Everything said up to the line with ``words``; fails when the program ends before."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line
            if words in line:
                return self.said
        raise AssertionError(f"ended with status {self.process.wait()} before saying {words!r}: {self.said}")

    def children(self) -> dict[str, int]:
        """The process ids of the programs that run under the supervisor, by their names."""
        noted = {}
        for path in (self.var / "log").glob("*.pid"):
            with contextlib.suppress(FileNotFoundError):  # it has ended since the folder was read
                noted[path.stem] = int(path.read_text())
        return {name: pid for name, pid in noted.items() if is_alive(pid)}

    def get(self, path: str) -> str:
        """The page at a path."""
        with urllib.request.urlopen(self.site + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def ask(self, path: str) -> Any:
        """The JSON at a path."""
        return json.loads(self.get(path))

    def manage(self, *arguments: str) -> str:
        """What a management command says."""
        command = [sys.executable, str(settings.ROOT / "manage.py"), *arguments]
        ended = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
        return ended.stdout

    def stop(self, number: signal.Signals = signal.SIGINT) -> float:
        """Send the signal; return the seconds until everything had ended."""
        children = self.children().values()
        started = time.monotonic()
        self.process.send_signal(number)
        assert self.process.stdout
        self.said += self.process.stdout.read()
        self.process.communicate(timeout=PATIENCE)
        wait_for(lambda: not any(map(is_alive, children)))
        return time.monotonic() - started

    def refusal(self) -> str:
        """Start what cannot start; return what it says."""
        self.start()
        said, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 1
        return said

    def discard(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


def is_alive(pid: int) -> bool:
    """Whether the process runs. One that has ended, but of which its parent has not taken note, does not."""
    if not sys.platform.startswith("linux"):
        asked = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return asked.stdout.strip()[:1] not in ("", "Z")
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(condition: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What the condition says as soon as it is true."""
    limit = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.05)
    return found
