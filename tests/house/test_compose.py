"""``docker-compose.yml``: no Docker is needed to see that each of our services starts and finds itself healthy."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from seeds import embedded, serve
from seeds.processes.supervisor import Supervisor
from tests.composed import (
    DOTENV,
    LASTING,
    OURS,
    SERVICES,
    USER,
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
    used = {match[1] for match in VARIABLE.finditer((settings.ROOT / "docker-compose.yml").read_text())}
    assert used - {"PRODUCTION"} == DOTENV.keys()


def test_image_installs_only_what_production_needs() -> None:
    made = re.findall(r"^RUN (.+)$", (settings.ROOT / "Dockerfile").read_text(), re.MULTILINE)[:2]
    assert made == ["python bin/package --dependencies /opt/seeds", "python bin/package /opt/seeds"]


def test_web_servers_of_the_file_take_what_those_of_the_command_take() -> None:
    for name, taken in (("web", serve.WIRE_OF_WEB), ("live", serve.WIRE_OF_LIVE)):
        assert taken.items() <= environment_of(name).items(), name


def test_secrets_have_no_default() -> None:
    text = (settings.ROOT / "docker-compose.yml").read_text()
    operators = {(match[1], match[2]) for match in VARIABLE.finditer(text)}
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert {operator for used, operator in operators if used == name} == {"?"}
        assert DOTENV[name] == ""


# The package, installed on this machine ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed() -> Iterator[Installation]:
    with installation() as made:
        yield made


@pytest.mark.slow
def test_package_that_was_just_installed_passes_its_checks_and_makes_its_tables(installed: Installation) -> None:
    for command in ("check --fail-level=WARNING", "migrate --verbosity=0", "collectstatic --noinput"):
        ended = installed.run("python", "-m", "seeds", *command.split())
        assert ended.returncode == 0, ended.stderr
    assert (installed.var / "static/seeds.css").exists()
    german = "from django.utils import translation as t; t.activate('de'); print(t.gettext('Rules'))"
    assert installed.run("seeds", "shell", "--verbosity=0", "--command", german).stdout == "Regeln\n"


@pytest.mark.slow
def test_installed_package_refuses_the_mail_lab_and_has_nothing_for_development(installed: Installation) -> None:
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


@pytest.fixture(scope="module")
def running(
    installed: Installation, places: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Supervisor]:
    assert (prepared := installed.prepare(places)).returncode == 0, prepared.stderr
    keeper = installed.start(LASTING, places, tmp_path_factory.mktemp("logs"))
    yield keeper
    keeper.stop()


def ask_health(name: str, installed: Installation, places: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the health check of the service ``name`` as it stands in the file."""
    how, *command = SERVICES[name]["healthcheck"]["test"]
    assert how == "CMD"
    return installed.run(*command, **settings_of(name, places))


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.parametrize("name", LASTING)
def test_health_check_fails_while_the_service_is_down(
    name: str, installed: Installation, places: dict[str, str]
) -> None:
    answer = ask_health(name, installed, places)
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1, "one sentence, no traceback"


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.parametrize("name", LASTING)
def test_service_starts_and_its_own_check_finds_it_healthy(
    name: str, installed: Installation, places: dict[str, str], running: Supervisor
) -> None:
    limit = time.monotonic() + PATIENCE
    while (answer := ask_health(name, installed, places)).returncode != 0:
        assert name not in running.ended(), running.last_lines(name)
        assert time.monotonic() < limit, answer.stderr
        time.sleep(0.2)


@pytest.mark.slow
@pytest.mark.services
def test_league_is_played_backed_up_and_restored_and_every_process_ends_when_asked(
    installed: Installation, tmp_path: Path, postgres_server: str
) -> None:
    """On the trial that the end of .env.example describes, with a folder in place of the mail catcher. The demo's
    league and its players come from the checkout; they meet the service at its doors."""
    (var := installed.var.with_name("trial")).mkdir()
    if USER:
        shutil.chown(var, USER)
    trial = replace(installed, var=var)
    with ExitStack() as servers:
        database, restored = (servers.enter_context(embedded.empty_database(postgres_server)) for _ in range(2))
        places = places_of(trial, database, servers.enter_context(embedded.running_broker(tmp_path / "broker")))
        site = f"http://{embedded.LOOPBACK}:{places['GRANIAN_PORT']}"
        places |= {
            "PRODUCTION": "0",
            "SITE_URL": site,
            "EMAIL_URL": "",
            "MAIL_DOMAIN": "play.localhost",
            "MAIL_FROM": "",
        }
        assert (prepared := trial.prepare(places)).returncode == 0, prepared.stderr
        keeper = trial.start([name for name in LASTING if name != "mail-lmtp"], places, tmp_path / "logs")
        servers.callback(keeper.stop)
        wait_for(
            lambda: ask_health("web", trial, places).returncode == ask_health("live", trial, places).returncode == 0
        )
        here = os.environ | settings_of("web", places) | {"DJANGO_SETTINGS_MODULE": "seeds.settings"}
        for command in ("load_demo", "play_demo"):
            played = subprocess.run(
                [sys.executable, settings.ROOT / "manage.py", command], env=here, capture_output=True, text=True
            )
            assert played.returncode == 0, played.stdout[-500:] + played.stderr
        assert "The league is over." in played.stdout

        def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
            return trial.run("seeds", *command, **settings_of("web", places) | variables)

        limit = time.monotonic() + PATIENCE
        while (found := run("doctor")).returncode != 0:
            assert time.monotonic() < limit, found.stdout
        backup = str(var / "backup.sqlite3")
        assert "is complete and agrees with its logs" in run("backup", backup).stdout
        processes = [kept.process for kept in keeper._kept.values()]
        for process in processes:
            process.terminate()
        assert {process.wait(PATIENCE) for process in processes} <= {0, -signal.SIGTERM}
        assert (
            "The database is complete and agrees with its logs." in run("restore", backup, DATABASE_URL=restored).stdout
        )
        assert run("check_games", DATABASE_URL=restored).returncode == 0
