"""``docker-compose.yml``: no Docker is needed to see that each of our services starts and finds itself healthy."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from seeds import embedded, serve
from tests.composed import (
    DOTENV,
    LASTING,
    OURS,
    ROOT,
    SERVICES,
    VARIABLE,
    Installation,
    environment_of,
    installation,
    places_of,
    settings_of,
)
from tests.service import PATIENCE, wait_for


def test_file_has_the_whole_production_shape() -> None:
    parts = {"db", "redis", "migrate", "web", "worker", "webhooks", "mail-smtp", "mail-lmtp", "mail-imap"}
    parts |= {"live", "mail-out", "backup", "mail-catcher"}
    assert SERVICES.keys() == parts
    assert [name for name in parts - {"migrate"} if "healthcheck" not in SERVICES[name]] == []


# At home only, or said by the file itself in another way.
NOT_IN_CONTAINERS = {"CLUB", "DEBUG", "MAIL_LAB", "TRUST_LOOPBACK_MAIL", "MAIL_SMTP", "MAIL_LMTP", "LIVE", "LIVE_WEB"}


def test_every_setting_can_be_given_to_the_containers_and_no_other() -> None:
    named = {name for service in OURS for name in environment_of(service)}
    assert {name for name in named if not name.startswith("GRANIAN_")} <= set(settings.ENVIRONMENT_NAMES)
    assert set(settings.ENVIRONMENT_NAMES) - environment_of("web").keys() == NOT_IN_CONTAINERS


def test_every_container_is_bounded_and_hardened() -> None:
    for name, service in SERVICES.items():
        assert service["init"], name
        assert service["logging"]["options"]["max-size"], name
        assert service["mem_limit"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
    assert [name for name in OURS if not SERVICES[name]["read_only"]] == []
    # Docker kills a container ten seconds after it was asked to end, unless the file says how long it may take.
    assert [name for name in OURS if "stop_grace_period" not in SERVICES[name]] == ["migrate"]


def test_containers_have_the_workers_of_the_command_and_ask_for_each() -> None:
    ours = [program.command[1:] for program in serve._workers()]
    workers = {command[2]: command for command in ours if command[1] == "seeds.processes.workers"}
    assert sorted(name for command in workers.values() for name in command[2:]) == sorted([*settings.WORKERS, "beat"])
    for name, command in workers.items():
        assert SERVICES[name]["command"] == ["python", *command]
        assert SERVICES[name]["healthcheck"]["test"] == ["CMD", "python", "-m", "seeds.health", *command[2:]]


def test_every_variable_of_the_file_stands_in_the_example_and_back() -> None:
    used = {match[1] for match in VARIABLE.finditer((ROOT / "docker-compose.yml").read_text())}
    assert used - {"PRODUCTION"} == DOTENV.keys()


def test_image_installs_only_what_production_needs() -> None:
    made = re.findall(r"^RUN (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[:2]
    assert made == ["python bin/package --dependencies /opt/seeds", "python bin/package /opt/seeds"]


def test_web_servers_of_the_file_take_what_those_of_the_command_take() -> None:
    for name, taken in (("web", serve.WIRE_OF_WEB), ("live", serve.WIRE_OF_LIVE)):
        assert taken.items() <= environment_of(name).items(), name


def test_secrets_have_no_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    operators = {(match[1], match[2]) for match in VARIABLE.finditer(text)}
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert {operator for used, operator in operators if used == name} == {"?"}
        assert DOTENV[name] == ""


# The package, installed on this machine ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed() -> Iterator[Installation]:
    with installation() as made:
        yield made


TRIAL = {"PRODUCTION": "0", "SITE_URL": "http://127.0.0.1:8000", "EMAIL_URL": "smtp://mail-catcher:1025"}


@pytest.mark.slow
def test_package_that_was_just_installed_passes_its_checks_and_has_nothing_for_development(
    installed: Installation,
) -> None:
    for asked in ({}, environment_of("web") | TRIAL):
        here = asked | {"SEEDS_VAR": str(installed.var)}
        ended = installed.run("python", "-m", "seeds", "check", "--fail-level=WARNING", **here)
        assert ended.returncode == 0, ended.stderr
    german = "from django.utils import translation as t; t.activate('de'); print(t.gettext('Rules'))"
    assert installed.run("seeds", "shell", "--verbosity=0", "--command", german).stdout == "Regeln\n"
    refused = installed.run("seeds", "check", MAIL_LAB="1")
    assert refused.returncode == 1
    assert "MAIL_LAB needs a checkout" in refused.stderr
    for module in ("babel", "pytest", "demo", "tests", "seeds.serve", "seeds.translation"):
        assert installed.run("python", "-c", f"import {module}").stderr.endswith(f"No module named '{module}'\n")


@pytest.fixture(scope="module")
def places(
    installed: Installation, tmp_path_factory: pytest.TempPathFactory, postgres_server: str
) -> Iterator[dict[str, str]]:
    broker = embedded.running_broker(tmp_path_factory.mktemp("broker"))
    with embedded.empty_database(postgres_server) as database, broker as url:
        yield places_of(installed, database, url)


def ask_health(name: str, installed: Installation, places: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the health check of the service ``name`` as it stands in the file."""
    how, *command = SERVICES[name]["healthcheck"]["test"]
    assert how == "CMD"
    return installed.run(*command, **settings_of(name, places))


@pytest.mark.slow
@pytest.mark.services
def test_each_service_starts_is_found_healthy_by_its_own_check_and_ends_when_asked(
    installed: Installation, places: dict[str, str], tmp_path: Path, postgres_server: str
) -> None:
    for name in LASTING:
        answer = ask_health(name, installed, places)
        assert (answer.returncode, answer.stderr.count("\n")) == (1, 1), f"{name}: one sentence, no traceback"
    prepared = installed.prepare(places)
    assert prepared.returncode == 0, prepared.stderr
    keeper = installed.start(LASTING, places, tmp_path / "logs")
    try:
        limit = time.monotonic() + PATIENCE
        for name in LASTING:
            while (answer := ask_health(name, installed, places)).returncode != 0:
                assert name not in keeper.ended(), keeper.last_lines(name)
                assert time.monotonic() < limit, answer.stderr
                time.sleep(0.2)
        pages_have_their_styles(places)
        is_looked_after(installed, places, postgres_server)
        processes = [kept.process for kept in keeper._kept.values()]
        for process in processes:
            process.terminate()
        assert {process.wait(PATIENCE) for process in processes} <= {0, -signal.SIGTERM}
    finally:
        keeper.stop()


def pages_have_their_styles(places: dict[str, str]) -> None:
    host = environment_of("web")["SITE_URL"].partition("://")[2]
    for path in ("/", "/static/seeds.css"):
        with closing(http.client.HTTPConnection(embedded.LOOPBACK, int(places["GRANIAN_PORT"]), PATIENCE)) as caller:
            caller.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": "https"})
            assert caller.getresponse().status == 200, path


def is_looked_after(installed: Installation, places: dict[str, str], postgres_server: str) -> None:
    """Doctor, backup and restore, in the container of the web server."""

    def run(*command: str, **variables: str) -> str:
        return installed.run("seeds", *command, **settings_of("web", places) | variables).stdout

    wait_for(lambda: "good  processes: All processes send heartbeats." in run("doctor"))
    backup, complete = str(installed.var / "backup.sqlite3"), "is complete and agrees with its logs."
    assert complete in run("backup", backup)
    with embedded.empty_database(postgres_server) as restored:
        assert complete in run("restore", backup, DATABASE_URL=restored)
