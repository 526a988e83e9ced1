"""``./bin/serve`` for real: the whole service starts, comes back with its data, and leaves nothing behind; and the tour
of README.md, typed as a newcomer types it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

import seeds
from demo.clients import Browser, make_key
from demo.league import PASSWORD
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


def commands(service: Service) -> list[str]:
    """The blocks of commands of the tour in README.md, for the ports of the test."""
    _, tour = Path(settings.ROOT, "README.md").read_text().split("## A tour", 1)
    blocks = re.findall(r"(?:^ {4}.*\n)+", tour, re.MULTILINE)
    ported = [
        block.replace("127.0.0.1:8000", f"127.0.0.1:{service.port}")
        .replace("127.0.0.1:8025", f"127.0.0.1:{service.mail_port}")
        for block in blocks
    ]  # fmt: skip
    return [textwrap.dedent(block) for block in ported]


def typed(block: str) -> str:
    """What a terminal shows for it."""
    ended = subprocess.run(["bash", "-euc", block], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def is_told(service: Service, *words: str) -> bool:
    """Whether the newest mail to Ben has gone out and has these words, as the mail lab lists it."""
    newest = service.get("/mail-lab/?player=ben").split("<li>")[1]
    return all(word in newest for word in ("out: sent", *words))


@pytest.mark.slow
def test_tour_of_the_readme_plays_a_game_through_every_door(running: Service) -> None:
    by_mail, by_rest, league = commands(running)
    assert league == ".venv/bin/python manage.py play_demo\n"  # played in test_league

    anna = Browser(running.site)
    anna.sign_in("anna", PASSWORD)
    anna.submit(anna.get("/games/55/"), "/games/55/play/", text="M d1>c1", play="1")
    wait_for(lambda: is_told(running, "Game 55: anna against ben", "your turn"))

    typed(by_mail)
    wait_for(lambda: running.ask("/api/v1/games/55/")["ply"] == 16)

    said = typed(by_rest.replace("KEY=seeds_...", f"KEY={make_key(anna, PASSWORD)}"))
    assert '"username":"anna"' in said
    assert '"L e1>d1"' in said
    assert '"state":"played"' in said
    assert [event["source"] for event in running.ask("/api/v1/games/55/events/") if event["kind"] == "step"][-3:] == [
        "page", "mail", "api",
    ]  # fmt: skip


@pytest.mark.slow
@on_linux
def test_killed_programs_come_back_and_leave_no_orphans_at_their_ports(running: Service) -> None:
    killed = {name: running.children()[name] for name in ("worker", "web", "live")}
    lists = [Path(f"/proc/{killed[name]}/task/{killed[name]}/children").read_text().split() for name in ("web", "live")]
    assert all(lists)
    for pid in killed.values():
        os.kill(pid, signal.SIGKILL)
    assert "worker ended with status -9 and starts again in 1 s" in running.read_until("worker ended")
    wait_for(lambda: not any(is_alive(int(pid)) for pids in lists for pid in pids), seconds=5)
    wait_for(lambda: all(running.children().get(name, pid) != pid for name, pid in killed.items()))
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
    assert feed_is_answered_at_the_end(service)
    assert service.stop(signal.SIGTERM) < SECONDS_TO_STOP
    for_others = Service(service.var, **CLUB)
    assert "the database has the demo's players, whose passwords everybody knows" in for_others.refusal()


def feed_is_answered_at_the_end(service: Service) -> bool:
    """Whether a request that waits for the feed is answered when the service is asked to end."""
    with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)) as caller:
        after = service.ask("/api/v1/lobby/feed/")["last"]
        caller.request("GET", f"/api/v1/lobby/feed/?after={after}&wait={LONGEST_WAIT}")
        assert caller.sock
        caller.sock.settimeout(1)
        with pytest.raises(TimeoutError):  # it waits, since there is nothing
            caller.sock.recv(1, socket.MSG_PEEK)
        caller.sock.settimeout(PATIENCE)
        service.process.send_signal(signal.SIGTERM)
        answer = caller.getresponse()
        return (answer.status, json.loads(answer.read())["entries"]) == (200, [])


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


@on_linux
def test_nothing_stays_behind_a_killed_supervisor(running: Service) -> None:  # the last test: it ends the service
    assert running.children().keys() == PROGRAMS
    running.stop(signal.SIGKILL)
