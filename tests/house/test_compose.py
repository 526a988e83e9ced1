"""``docker-compose.yml``: no Docker is needed to see that each of our services starts and finds itself healthy.

The commands, health checks and settings are read from the file and run as they stand there; only the places differ
(servers on this machine, free ports, a folder of the test).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from seeds import embedded
from seeds.processes.supervisor import Program, Supervisor
from tests.service import PATIENCE

COMPOSE: dict[str, Any] = yaml.safe_load((settings.ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
LASTING = [name for name in OURS if name not in ("migrate", "mail-imap")]  # that one needs a mailbox: test_imap.py
DOTENV = dict(
    line.split("=", 1) for line in (settings.ROOT / ".env.example").read_text().splitlines() if re.match("[A-Z]", line)
)
GIVEN = DOTENV | {"SECRET_KEY": "k" * 20 + "0123456789" * 4, "POSTGRES_PASSWORD": "p", "REDIS_PASSWORD": "r"}
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}")


def filled_in(text: str) -> str:
    """``text`` with the variables of .env put in, as Compose does it."""

    def value(match: re.Match[str]) -> str:
        name, operator, rest = match.groups()
        return GIVEN.get(name) or (rest if operator == "-" else "")

    return VARIABLE.sub(value, text)


def environment_of(name: str) -> dict[str, str]:
    return {key: filled_in(value) for key, value in SERVICES[name]["environment"].items()}


def test_file_has_the_whole_production_shape() -> None:
    parts = {"db", "redis", "migrate", "web", "worker", "webhooks", "beat", "mail-smtp", "mail-lmtp", "mail-imap"}
    parts |= {"live", "mail-in", "mail-out", "bots", "backup", "mail-catcher"}
    assert SERVICES.keys() == parts
    assert [name for name in parts - {"migrate"} if "healthcheck" not in SERVICES[name]] == []


@pytest.mark.parametrize("name", OURS)
def test_every_setting_in_the_file_is_one_of_ours(name: str) -> None:
    names = {name for name in environment_of(name) if not name.startswith("GRANIAN_")}  # those are the web server's own
    assert names <= set(settings.ENVIRONMENT_NAMES)


# At home only, or said by the file itself in another way.
NOT_IN_CONTAINERS = {"CLUB", "DEBUG", "MAIL_LAB", "TRUST_LOOPBACK_MAIL", "MAIL_SMTP", "MAIL_LMTP", "LIVE", "LIVE_WEB"}


def test_every_setting_can_be_given_to_the_containers() -> None:
    assert set(settings.ENVIRONMENT_NAMES) - environment_of("web").keys() == NOT_IN_CONTAINERS


def test_every_container_is_bounded_and_hardened() -> None:
    for name, service in SERVICES.items():
        assert service["init"], name
        assert service["logging"]["options"]["max-size"], name
        assert service["mem_limit"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
    assert [name for name in OURS if not SERVICES[name]["read_only"]] == []


def test_workers_of_the_file_have_the_queues_of_the_settings() -> None:
    queues = {
        name: [part.partition("=")[2] for part in SERVICES[name]["command"] if part.startswith("--queues=")]
        for name in settings.WORKERS
    }
    assert queues == {name: [",".join(names)] for name, (names, _) in settings.WORKERS.items()}


def test_every_variable_of_the_file_stands_in_the_example_and_back() -> None:
    used = {match[1] for match in VARIABLE.finditer((settings.ROOT / "docker-compose.yml").read_text())}
    assert used - {"PRODUCTION"} == DOTENV.keys()


def test_image_installs_only_what_production_needs() -> None:
    used = re.findall(r"--require-hashes -r (\S+)", (settings.ROOT / "Dockerfile").read_text())
    assert used == ["requirements-build.lock", "requirements-production.lock"]


def test_secrets_have_no_default() -> None:
    text = (settings.ROOT / "docker-compose.yml").read_text()
    operators = {(match[1], match[2]) for match in VARIABLE.finditer(text)}
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert {operator for used, operator in operators if used == name} == {"?"}
        assert DOTENV[name] == ""


# Every service, run on this machine -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[dict[str, str]]:
    """The settings that say where things are, for this machine instead of containers."""
    folder = tmp_path_factory.mktemp("compose")
    with ExitStack() as servers:
        yield {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DATABASE_URL": servers.enter_context(embedded.empty_database(postgres_server)),
            "REDIS_URL": servers.enter_context(embedded.running_broker(folder / "broker")),
            "SEEDS_VAR": str(folder / "var"),
            "GRANIAN_HOST": embedded.LOOPBACK,
            "GRANIAN_PORT": str(embedded.free_port()),
            "LIVE": f"{embedded.LOOPBACK}:{embedded.free_port()}",
            "MAIL_SMTP": f"{embedded.LOOPBACK}:{embedded.free_port()}",
            "MAIL_LMTP": f"{embedded.LOOPBACK}:{embedded.free_port()}",
        }


def settings_of(name: str, places: dict[str, str]) -> dict[str, str]:
    """The environment of a service on this machine, where the processes that serve need ports of their own."""
    port = {"GRANIAN_PORT": places["LIVE"].rpartition(":")[2]} if name == "live" else {}
    return environment_of(name) | places | port


@pytest.fixture(scope="module")
def running(places: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Supervisor]:
    """Every lasting service, started after the one that prepares the database, as Compose does it."""
    prepared = subprocess.run(SERVICES["migrate"]["command"], env=environment_of("migrate") | places, cwd=settings.ROOT)
    assert prepared.returncode == 0
    keeper = Supervisor(tmp_path_factory.mktemp("logs"), print)
    for name in LASTING:
        # The shell looks the command up on the PATH of the service, as its container would.
        command = ("sh", "-c", 'cd "$0" && exec "$@"', str(settings.ROOT), *SERVICES[name]["command"])
        keeper.start(Program(name, command, settings_of(name, places)))
    yield keeper
    keeper.stop()


def ask_health(name: str, places: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the health check of the service ``name`` as it stands in the file."""
    how, *command = SERVICES[name]["healthcheck"]["test"]
    assert how == "CMD"
    return subprocess.run(
        ["env", *command], env=settings_of(name, places), cwd=settings.ROOT, capture_output=True, text=True
    )


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.parametrize("name", LASTING)
def test_health_check_fails_while_the_service_is_down(name: str, places: dict[str, str]) -> None:
    answer = ask_health(name, places)
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1, "one sentence, no traceback"


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.parametrize("name", LASTING)
def test_service_starts_and_its_own_check_finds_it_healthy(
    name: str, places: dict[str, str], running: Supervisor
) -> None:
    limit = time.monotonic() + PATIENCE
    while (answer := ask_health(name, places)).returncode != 0:
        assert name not in running.ended(), running.last_lines(name)
        assert time.monotonic() < limit, answer.stderr
        time.sleep(0.2)
