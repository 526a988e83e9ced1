"""What ``docker-compose.yml`` starts, on this machine and without Docker: the package is built and installed as the
image has it, outside the checkout and without what is for development. A user who may write nothing of it runs the
commands as they stand in the file; only the places differ (servers on this machine, free ports, a folder of the test).

``python -m tests.composed ENVIRONMENT`` keeps the containers running from a package that was installed there, with the
variables of the process over those of the file, until it is asked to end.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

from seeds import embedded
from seeds.processes.supervisor import Program, Supervisor

ROOT = Path(__file__).parents[1]
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
LASTING = [name for name in OURS if name not in ("migrate", "mail-imap")]  # that one needs a mailbox: test_imap.py
DOTENV = dict(line.split("=", 1) for line in (ROOT / ".env.example").read_text().splitlines() if line[:1].isupper())
GIVEN = DOTENV | {"SECRET_KEY": "k" * 20 + "0123456789" * 4, "POSTGRES_PASSWORD": "p", "REDIS_PASSWORD": "r"}
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}")
USER = "nobody" if os.geteuid() == 0 else None  # whom the image calls seeds


def filled_in(text: str) -> str:
    """``text`` with the variables of .env put in, as Compose does it."""

    def value(match: re.Match[str]) -> str:
        name, operator, rest = match.groups()
        return GIVEN.get(name) or (rest if operator == "-" else "")

    return VARIABLE.sub(value, text)


def environment_of(name: str) -> dict[str, str]:
    return {key: filled_in(value) for key, value in SERVICES[name]["environment"].items()}


@dataclass(frozen=True, slots=True)
class Installation:
    """The package in an environment of its own, and a folder for its data in which its programs run."""

    environment: Path
    var: Path

    def command(self, *command: str) -> tuple[str, ...]:
        """A command of a container, for a process that may still be root; looked up on the PATH of its environment."""
        as_user = []
        if USER:
            entry = pwd.getpwnam(USER)
            as_user = ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
            as_user.append("--pdeathsig=keep")
        return ("sh", "-c", 'cd "$0" && exec "$@"', str(self.var), *as_user, *command)

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*command), env=self.place | variables, capture_output=True, text=True)

    @property
    def place(self) -> dict[str, str]:
        """Where its programs and its data are; and what one process has compiled, which others need not again."""
        path, compiled = f"{self.environment / 'bin'}:{os.environ['PATH']}", str(self.var / "compiled")
        return {"PATH": path, "SEEDS_VAR": str(self.var), "PYTHONPYCACHEPREFIX": compiled}

    def program(self, name: str, places: Mapping[str, str]) -> Program:
        """The container ``name``."""
        return Program(name, self.command(*SERVICES[name]["command"]), settings_of(name, places))

    def prepare(self, places: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """What runs before the others: tables and files are made."""
        return self.run(*SERVICES["migrate"]["command"], **settings_of("migrate", places))

    def start(self, names: Iterable[str], places: Mapping[str, str], logs: Path) -> Supervisor:
        """Start containers."""
        keeper = Supervisor(logs, print)
        for name in names:
            keeper.start(self.program(name, places))
        return keeper


@contextmanager
def installation() -> Iterator[Installation]:
    """Made by a Python that its user can reach, in a place that its user can."""
    bases = [sys._base_executable, "/usr/bin/python3"]  # type: ignore[attr-defined]
    python = next(python for python in bases if _runs_for_the_user(python))
    with tempfile.TemporaryDirectory(prefix="seeds-installed-", dir="/tmp" if USER else None) as name:
        (folder := Path(name)).chmod(0o755)
        environment, var = folder / "a folder of Bäume", folder / "var"
        made = [python, ROOT / "bin/package", environment]
        subprocess.run(made, cwd=folder, env=os.environ | {"UV_LINK_MODE": "copy"}, check=True)
        var.mkdir()
        if USER:
            shutil.chown(var, USER)
        else:
            subprocess.run(["chmod", "-R", "a-w", environment], check=True)
        yield Installation(environment, var)
        subprocess.run(["chmod", "-R", "u+w", environment], check=True)


def _runs_for_the_user(python: str) -> bool:
    try:
        return subprocess.run([python, "-c", "import ensurepip"], **embedded.run_as(USER), cwd="/").returncode == 0
    except OSError:
        return False


def places_of(installed: Installation, database: str, broker: str) -> dict[str, str]:
    """The settings that say where things are, for this machine instead of containers."""
    ports = {name: f"{embedded.LOOPBACK}:{embedded.free_port()}" for name in ("LIVE", "MAIL_SMTP", "MAIL_LMTP")}
    port = str(embedded.free_port())
    web = {"GRANIAN_HOST": embedded.LOOPBACK, "GRANIAN_PORT": port, "LIVE_WEB": f"http://{embedded.LOOPBACK}:{port}"}
    return installed.place | {"DATABASE_URL": database, "REDIS_URL": broker} | web | ports


def settings_of(name: str, places: Mapping[str, str]) -> dict[str, str]:
    """The environment of a service on this machine, where the processes that serve need ports of their own."""
    port = {"GRANIAN_PORT": places["LIVE"].rpartition(":")[2]} if name == "live" else {}
    return environment_of(name) | dict(places) | port


def main(environment: str) -> NoReturn:
    """Keep everything but LMTP running; what prepares a database that is away is tried again."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit())
    installed = Installation(Path(environment), Path(os.environ["SEEDS_VAR"]))
    places = {**os.environ, **installed.place}
    while (prepared := installed.prepare(places)).returncode:
        sys.stderr.write(prepared.stderr)
        time.sleep(1)
    keeper = installed.start([name for name in LASTING if name != "mail-lmtp"], places, installed.var / "log")
    try:
        while True:
            keeper.look()
            time.sleep(0.2)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        keeper.stop()


if __name__ == "__main__":
    main(sys.argv[1])
