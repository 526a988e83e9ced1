"""``./bin/serve`` for real: the whole service starts, stays, comes back with its data, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from seeds import embedded

pytestmark = pytest.mark.services
SECONDS_TO_START, SECONDS_TO_STOP = 60.0, 10.0
PROGRAMS = {"broker", "web", "worker", "beat", "mail-door"}


class Installation:
    """One run of the service in a folder and on ports of its own."""

    def __init__(self, var: Path, **variables: str) -> None:
        self.var, self.port, self.mail_port = var, embedded.free_port(), embedded.free_port()
        self.variables = variables
        self.said = ""

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "seeds.serve"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--mail-port", str(self.mail_port)],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "seeds.settings", "SEEDS_VAR": str(self.var)} | self.variables,
            cwd=settings.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def read_until(self, words: str) -> str:
        """Everything said up to the line with ``words``; fails when the program ends before."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line
            if words in line:
                return self.said
        raise AssertionError(f"ended with status {self.process.wait()} before saying {words!r}: {self.said}")

    def children(self) -> dict[str, int]:
        """The process ids of the programs under the supervisor, by what each of them runs."""
        marks = {
            "broker": "-server", "web": "granian", "worker": "worker", "beat": "beat", "mail-door": "mail_door"
        }  # fmt: skip
        listed = subprocess.run(
            ["ps", "--no-headers", "-o", "pid,args", "--ppid", str(self.process.pid)],
            capture_output=True, text=True, check=False,
        ).stdout  # fmt: skip
        lines = [line.split(maxsplit=1) for line in listed.splitlines()]
        return {name: int(pid) for name, mark in marks.items() for pid, command in lines if mark in command}

    def ask(self, path: str) -> object:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.load(answer)

    def stop(self, number: signal.Signals = signal.SIGINT) -> float:
        """Send the signal; return the seconds until everything had ended."""
        children = self.children().values()
        started = time.monotonic()
        self.process.send_signal(number)
        assert self.process.stdout
        self.said += self.process.stdout.read()
        self.process.communicate(timeout=SECONDS_TO_STOP + 5)
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
        return time.monotonic() - started

    def refusal(self) -> str:
        """Start what cannot start; return what it says."""
        self.start()
        said, _ = self.process.communicate(timeout=SECONDS_TO_START)
        assert self.process.returncode == 1
        return said

    def discard(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=SECONDS_TO_STOP)


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One service that has said that it is up; for tests that leave it as they found it."""
    installation = Installation(tmp_path_factory.mktemp("running") / "var")
    installation.start()
    installation.read_until("Ctrl-C")
    yield installation
    installation.discard()


def test_service_says_where_it_is_and_answers_there(running: Installation) -> None:
    assert f"Seeds is up: http://127.0.0.1:{running.port}/" in running.said
    assert f"127.0.0.1:{running.mail_port}" in running.said
    assert running.children().keys() == PROGRAMS
    assert running.ask("/healthz") == {"web": "ok"}
    assert running.ask("/readyz") == {"database": "ok", "broker": "ok"}
    with smtplib.SMTP("127.0.0.1", running.mail_port) as caller:
        assert caller.noop()[0] == 250


def test_second_service_in_the_same_folder_is_refused(running: Installation) -> None:
    second = Installation(running.var)
    assert second.refusal().startswith(f"Seeds already runs from {running.var}: process {running.process.pid}, port ")


def test_killed_worker_comes_back(running: Installation) -> None:
    first = running.children()["worker"]
    os.kill(first, signal.SIGKILL)
    assert "worker ended with status -9, starts again in 1 s" in running.read_until("worker ended")
    wait_for(lambda: running.children().get("worker", first) != first)


def test_service_stops_without_a_trace_and_comes_back_with_its_data(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "var")
    installation.start()
    assert "Preparing the database" in installation.read_until("Ctrl-C")
    assert installation.stop(signal.SIGINT) < SECONDS_TO_STOP
    assert installation.said.endswith("Stopped. Everything is kept for the next start.\n")
    installation.said = ""
    installation.start()
    said = installation.read_until("Ctrl-C")
    assert "Preparing" not in said
    assert "Loading" not in said
    assert installation.stop(signal.SIGTERM) < SECONDS_TO_STOP


@pytest.mark.parametrize(("attribute", "option"), [("port", "--port"), ("mail_port", "--mail-port")])
def test_port_that_is_taken_is_named_before_anything_starts(tmp_path: Path, attribute: str, option: str) -> None:
    refused = Installation(tmp_path)
    port = getattr(refused, attribute)
    with socket.create_server(("127.0.0.1", port)):
        assert refused.refusal() == (
            f"Seeds cannot start: port {port} on 127.0.0.1 cannot be used (Address already in use):"
            f" choose another with {option}.\n"
        )


def test_database_that_does_not_let_us_in_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    refused = Installation(tmp_path, DATABASE_URL=f"postgres://seeds:hidden@127.0.0.1:{embedded.free_port()}/seeds")
    said = refused.refusal()
    assert said.startswith("Seeds cannot start: DATABASE_URL names a database that does not let us in: ")
    assert "hidden" not in said


def test_service_runs_on_the_servers_that_the_urls_name(tmp_path: Path, postgres_server: str, broker_url: str) -> None:
    with embedded.empty_database(postgres_server) as database_url:
        installation = Installation(tmp_path, DATABASE_URL=database_url, REDIS_URL=broker_url)
        installation.start()
        installation.read_until("Ctrl-C")
        assert installation.children().keys() == PROGRAMS - {"broker"}
        assert installation.ask("/readyz") == {"database": "ok", "broker": "ok"}
        assert not (tmp_path / "db.sqlite3").exists()
        installation.stop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux signals the children of a killed parent")
def test_nothing_stays_behind_a_killed_supervisor(running: Installation) -> None:  # the last test: it ends the service
    assert running.children().keys() == PROGRAMS
    running.stop(signal.SIGKILL)
