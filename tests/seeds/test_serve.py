"""``./bin/serve`` for real: the whole service starts, stays, comes back with its data, and leaves nothing behind."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import smtplib
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import seeds
from games.api.feed.views import LONGEST_WAIT
from seeds import embedded, serve
from seeds.processes import nursery
from tests.service import PATIENCE, PROGRAMS, SECONDS_TO_STOP, Service, is_alive, wait_for

pytestmark = pytest.mark.services
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and children are asked of /proc")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service that has said that it is up; for tests that leave it as they found it."""
    service = Service(tmp_path_factory.mktemp("running") / "var")
    service.start_and_wait()
    yield service
    service.discard()


def test_service_says_where_it_is_and_answers_there(running: Service) -> None:
    assert f"Seeds is up: http://127.0.0.1:{running.port}/" in running.said
    assert f"127.0.0.1:{running.mail_port}" in running.said
    assert "WARNING" not in running.said
    assert running.children().keys() == PROGRAMS
    assert running.ask("/healthz") == {"web": "ok", "version": seeds.__version__}
    wait_for(lambda: running.ask("/readyz") == {"database": "ok", "broker": "ok", "silent": [], "late": []})
    with smtplib.SMTP("127.0.0.1", running.mail_port) as caller:
        assert caller.noop()[0] == 250


def test_second_service_in_the_same_folder_is_refused(running: Service) -> None:
    second = Service(running.var)
    place = f"{running.var}: process {running.process.pid}, port "
    assert second.refusal().startswith(f"Seeds is already running from {place}")


@pytest.mark.slow
def test_killed_worker_comes_back(running: Service) -> None:
    first = running.children()["worker"]
    os.kill(first, signal.SIGKILL)
    assert "worker ended with status -9 and starts again in 1 s" in running.read_until("worker ended")
    wait_for(lambda: running.children().get("worker", first) != first)


@pytest.mark.slow
@on_linux
@pytest.mark.parametrize("name", ["web", "live"])
def test_process_that_lost_its_parent_leaves_the_port(running: Service, name: str) -> None:
    parent = running.children()[name]
    orphans = [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    assert orphans
    os.kill(parent, signal.SIGKILL)
    wait_for(lambda: not any(map(is_alive, orphans)), seconds=5)
    wait_for(lambda: running.children().get(name, parent) != parent)
    wait_for(lambda: _answers(running))


def _answers(service: Service) -> bool:
    try:
        return bool(service.ask("/healthz"))
    except OSError:
        return False


def test_database_that_goes_away_at_the_last_moment_ends_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgres://seeds@127.0.0.1:{embedded.free_port()}/seeds")
    serve._greet(nursery.spawn, 8000, (said := list[str]()).append)
    assert said[0] == "\nSeeds is up: http://127.0.0.1:8000/\n"
    assert "Ctrl-C stops everything" in said[-1]


@on_linux
def test_programs_share_what_they_load(running: Service) -> None:
    for page in ("/", "/games/55/", "/events/garden-league-season-2/standings/", "/mail-lab/"):
        running.get(page)
    ours = [path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if f"\0{running.port}\0" in path.read_text()]
    sizes = re.findall(r"^Pss: +(\d+) kB$", "".join((path / "smaps_rollup").read_text() for path in ours), re.MULTILINE)
    assert 100_000 < sum(map(int, sizes)) < 450_000


@on_linux
@pytest.mark.slow
def test_programs_that_lost_what_they_share_load_it_for_themselves(running: Service) -> None:
    broker, before = running.children()["broker"], set(running.children().values())
    shown = Path(f"/proc/{running.children()['web']}/stat").read_text()
    os.kill(int(shown.rpartition(")")[2].split()[1]), signal.SIGKILL)  # its parent
    wait_for(lambda: not any(map(is_alive, before - {broker})))
    wait_for(lambda: running.children().keys() == PROGRAMS and _answers(running))
    assert running.children()["broker"] == broker


@pytest.mark.slow
def test_service_stops_without_a_trace_and_comes_back_with_its_data(tmp_path: Path) -> None:
    service = Service(tmp_path / "var")
    service.start()
    assert "Preparing the database" in service.read_until("Ctrl-C")
    service.process.send_signal(signal.SIGINT)
    assert service.stop(signal.SIGINT) < SECONDS_TO_STOP
    assert service.said.endswith("Stopped. Everything is kept for the next start.\n")
    service.said = ""
    service.start()
    said = service.read_until("Ctrl-C")
    assert "Preparing" not in said
    assert "Loading" not in said
    assert service.stop(signal.SIGTERM) < SECONDS_TO_STOP


@pytest.mark.slow
def test_request_that_waits_for_the_feed_is_answered_when_the_service_stops(tmp_path: Path) -> None:
    service = Service(tmp_path / "var")
    service.start_and_wait()
    with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)) as caller:
        after = service.ask("/api/v1/lobby/feed/")["last"]
        caller.request("GET", f"/api/v1/lobby/feed/?after={after}&wait={LONGEST_WAIT}")
        assert caller.sock
        caller.sock.settimeout(2)
        with pytest.raises(TimeoutError):  # it waits, since there is nothing
            caller.sock.recv(1, socket.MSG_PEEK)
        caller.sock.settimeout(PATIENCE)
        service.process.send_signal(signal.SIGINT)
        answer = caller.getresponse()
        assert (answer.status, json.loads(answer.read())["entries"]) == (200, [])
    assert service.stop() < SECONDS_TO_STOP


CLUB = {
    "CLUB": "1",
    "SITE_URL": "https://games.club.example",
    "EMAIL_URL": "smtp://127.0.0.1:1",
    "MAIL_DOMAIN": "play.club.example",
}


def test_service_for_others_without_a_profile_does_not_start(tmp_path: Path) -> None:
    refused = Service(tmp_path, SITE_URL="https://games.club.example")
    assert refused.refusal() == (
        "Seeds cannot start: SITE_URL names games.club.example, which others can reach, and the mail lab and the demo "
        "would be open to them. Set CLUB=1 to run for others from this machine, or leave SITE_URL out to try it at "
        "home.\n"
    )


def _status(service: Service, path: str, headers: dict[str, str]) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)) as caller:
        caller.request("GET", path, headers=headers)
        answer = caller.getresponse()
        answer.read()
        return answer.status


@pytest.mark.slow
def test_service_of_a_club_has_neither_lab_nor_demo(tmp_path: Path) -> None:
    service = Service(tmp_path / "var", **CLUB)
    service.start_and_wait()
    try:
        assert (
            f"Seeds is up: https://games.club.example/, behind the proxy that passes its requests to {service.site}."
            in (service.said)
        )
        assert "password" not in service.said
        host = {"Host": "games.club.example"}
        proxied = host | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        assert [_status(service, path, proxied) for path in ("/", "/accounts/login/", "/mail-lab/")] == [200, 200, 404]
        assert _status(service, "/", host) == 301
        asked = "from games.models import Player; print(Player.objects.filter(is_bot=False).count())"
        assert service.manage("shell", "-c", asked).strip().endswith("0")
    finally:
        service.discard()


@pytest.mark.slow
def test_database_with_the_demo_is_not_for_others(tmp_path: Path) -> None:
    service = Service(tmp_path / "var")
    service.start_and_wait()
    service.stop(signal.SIGTERM)
    assert (
        "the database has the demo's players, whose passwords everybody knows" in Service(service.var, **CLUB).refusal()
    )


@pytest.mark.parametrize(("attribute", "option"), [("port", "--port"), ("mail_port", "--mail-port")])
def test_port_that_is_taken_is_named_before_anything_starts(tmp_path: Path, attribute: str, option: str) -> None:
    refused = Service(tmp_path)
    port = getattr(refused, attribute)
    with socket.create_server(("127.0.0.1", port)):
        assert refused.refusal() == (
            f"Seeds cannot start: port {port} on 127.0.0.1 cannot be used (Address already in use):"
            f" choose another with {option}.\n"
        )


def test_database_that_does_not_let_us_in_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    refused = Service(tmp_path, DATABASE_URL=f"postgres://seeds:hidden@127.0.0.1:{embedded.free_port()}/seeds")
    said = refused.refusal()
    assert said.startswith("Seeds cannot start: DATABASE_URL names a database that refuses the connection: ")
    assert "hidden" not in said


@pytest.mark.slow
def test_service_runs_on_the_servers_that_the_urls_name(tmp_path: Path, postgres_server: str, broker_url: str) -> None:
    with embedded.empty_database(postgres_server) as database_url:
        service = Service(tmp_path, DATABASE_URL=database_url, REDIS_URL=broker_url)
        service.start_and_wait()
        assert service.children().keys() == PROGRAMS - {"broker"}
        wait_for(lambda: service.ask("/readyz") == {"database": "ok", "broker": "ok", "silent": [], "late": []})
        assert not (tmp_path / "db.sqlite3").exists()
        service.stop()


@on_linux
def test_nothing_stays_behind_a_killed_supervisor(running: Service) -> None:  # the last test: it ends the service
    assert running.children().keys() == PROGRAMS
    running.stop(signal.SIGKILL)
