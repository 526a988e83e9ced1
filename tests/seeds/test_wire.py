"""What strangers send over real sockets: to the processes themselves, and through the proxies that the docs set up."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings as configured
from django.core import signing

from games.feed.tokens import SECONDS, Permission, token_of
from ground.callers import allow_files
from seeds import embedded
from seeds.front import BODIES_AT_ONCE_EACH
from seeds.monitoring.doctor import Verdict, _proxy
from seeds.serve import WIRE_OF_LIVE
from tests.seeds import documented_proxies
from tests.seeds.documented_proxies import PROXIES, SITE, trusting
from tests.service import PATIENCE, Service, wait_for

pytestmark = [pytest.mark.services, pytest.mark.slow]

CLUB = {
    "CLUB": "1",
    "SITE_URL": f"https://{SITE}",
    "EMAIL_URL": "smtp+tls://127.0.0.1:1",
    "MAIL_DOMAIN": "play.club.example",
    "API_RATE_ANONYMOUS": "20/hour",
    "SECRET_KEY": configured.SECRET_KEY,
}
LIMITED = "/api/v1/lobby/feed/"  # which is kept for nobody, so that each request counts
PROXIED = [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "198.51.100.1")]
SPELLINGS = ["X-Forwarded-For", "X_Forwarded_For", "X-Forwarded_For", "x_forwarded-for", "X_FORWARDED_FOR"]


@dataclass(frozen=True)
class Door:
    """A port at which a club is reached."""

    port: int
    is_encrypted: bool = False

    def connect(self) -> socket.socket:
        line = socket.create_connection((embedded.LOOPBACK, self.port), timeout=PATIENCE)
        return trusting().wrap_socket(line, server_hostname=SITE) if self.is_encrypted else line

    def ask(self, path: str, headers: list[tuple[str, str]], method: str = "GET", body: bytes = b"") -> int:
        """The status of the answer to a request with such headers."""
        return self.answer(path, headers, method, body)[0]

    def answer(self, path: str, headers: list[tuple[str, str]], method: str, body: bytes) -> tuple[int, bytes]:
        asked = "".join(f"{name}: {value}\r\n" for name, value in [("Host", SITE), *headers])
        with closing(self.connect()) as line:
            line.sendall(f"{method} {path} HTTP/1.1\r\n{asked}\r\n".encode() + body)
            answer = http.client.HTTPResponse(line, method=method)
            answer.begin()
            return answer.status, answer.read()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("club") / "var", **CLUB, LIVE=f"127.0.0.1:{embedded.free_port()}")
    service.start_and_wait()
    live = int(service.environment["LIVE"].rpartition(":")[2])
    wait_for(lambda: documented_proxies.listens(live))
    yield service
    service.discard()


@pytest.fixture(scope="module", params=PROXIES)
def door(request: pytest.FixtureRequest, club: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """The club through a proxy."""
    live = int(club.environment["LIVE"].rpartition(":")[2])
    with PROXIES[request.param](tmp_path_factory.mktemp("proxy"), club.port, live) as port:
        yield Door(port, is_encrypted=True)


def test_no_spelling_of_a_forwarded_header_contradicts_the_proxy(door: Door) -> None:
    answers = Counter(
        door.ask(LIMITED, [(SPELLINGS[number % len(SPELLINGS)], f"203.0.113.{number}"), ("X-Nr", f"{number}")])
        for number in range(60)
    )
    assert answers[200] <= 20, answers
    assert answers[429] >= 40, answers
    for name in ("X-Forwarded-Proto", "X_Forwarded_Proto", "X-Forwarded_Proto"):
        assert door.ask("/robots.txt", [(name, "http")]) == 200, name


def test_proxy_passes_on_what_may_be_kept_and_by_whom(door: Door) -> None:
    other = [("X-Forwarded-For", "198.51.100.9")]
    with closing(door.connect()) as line:
        line.sendall(f"GET /games/ HTTP/1.1\r\nHost: {SITE}\r\n\r\n".encode())
        (page := http.client.HTTPResponse(line)).begin()
        page.read()
    assert (page.status, page.headers["Cache-Control"]) == (200, "public, no-cache")
    assert door.ask("/games/", [*other, ("If-None-Match", page.headers["ETag"])]) == 304
    assert door.ask("/games/", [*other, ("If-None-Match", page.headers["ETag"]), ("Cookie", "guest=x")]) == 200
    for path, status in (("/metrics", 404), ("/mail-lab/", 404), ("/admin/", 302), ("/api/v1/players/me/", 401)):
        assert door.ask(path, [*other, ("X_Real_IP", "127.0.0.1")]) == status, path
    assert door.ask("/robots.txt", [("X-Long", "a" * 17_000)]) in (400, 431)


def test_stream_comes_through_the_proxy_as_it_is_written(door: Door) -> None:
    token = token_of(Permission(("lobby",)))
    with closing(door.connect()) as line:
        line.sendall(f"GET /live/stream?{urlencode({'token': token})} HTTP/1.1\r\nHost: {SITE}\r\n\r\n".encode())
        (stream := http.client.HTTPResponse(line)).begin()
        assert (stream.status, stream.readline()) == (200, b"\n")
    assert door.ask("/live/stream?token=x", []) == 403


def test_doctor_finds_a_proxy_that_can_be_contradicted(
    club: Service, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ssl._create_default_https_context", trusting)
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, port, *rest: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))],
    )
    settings.BEHIND_PROXY = True
    for text, verdict in (
        ("", Verdict.GOOD),
        (documented_proxies.caddyfile().replace("request_header -*_*", ""), Verdict.BAD),
    ):
        with documented_proxies.caddy(tmp_path, club.port, 1, text) as port:
            settings.SITE_URL = f"https://{SITE}:{port}"
            assert [finding.verdict for finding in _proxy(None)] == [verdict]  # type: ignore[arg-type]


def test_callers_of_one_network_share_a_limit_of_ipv6(club: Service) -> None:
    door = Door(club.port)
    answers = Counter(
        door.ask(LIMITED, [("X-Forwarded-For", f"2001:db8:1:2::{number:x}"), ("X-Forwarded-Proto", "https")])
        for number in range(30)
    )
    assert (answers[200], answers[429]) == (20, 10)
    other = [("X-Forwarded-For", "2001:db8:1:3::1"), ("X-Forwarded-Proto", "https")]
    assert door.ask(LIMITED, other) == 200


def test_club_has_neither_lab_nor_demo(club: Service) -> None:
    behind = f"Seeds is up: https://{SITE}/, behind the proxy that passes its requests to {club.site}."
    assert behind in club.said
    assert "password" not in club.said
    door = Door(club.port)
    assert [door.ask(path, PROXIED) for path in ("/", "/accounts/login/", "/mail-lab/")] == [200, 200, 404]
    assert door.ask("/", []) == 301
    asked = "from games.models import Player; print(Player.objects.filter(is_bot=False).count())"
    assert club.manage("shell", "-c", asked).strip().endswith("0")


def test_database_and_logs_are_readable_by_their_owner_only(club: Service) -> None:
    files = [club.var, *club.var.glob("*.sqlite3*"), *(club.var / "log").iterdir()]
    assert len(files) > len(club.children())
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []


def test_headers_are_taken_up_to_16_kilobytes(club: Service) -> None:
    door = Door(club.port)
    live = Door(int(club.environment["LIVE"].rpartition(":")[2]))
    assert door.ask("/robots.txt", [*PROXIED, ("X-Long", "a" * 15_000)]) == 200
    assert live.ask("/live/health", [("X-Long", "a" * 15_000)]) == 200
    for size in (17_000, 300_000):
        assert door.ask("/robots.txt", [*PROXIED, ("X-Long", "a" * size)]) == 431
        assert live.ask("/live/health", [("X-Long", "a" * size)]) == 431
    assert door.ask(f"/robots.txt?{'a' * 17_000}", PROXIED) in (414, 431)


BOTH = [
    [("Content-Length", "4"), ("Transfer-Encoding", "chunked")],
    [("Transfer-Encoding", "chunked"), ("Content-Length", "4")],
]


@pytest.mark.parametrize("lengths", BOTH)
def test_body_has_one_length(club: Service, lengths: list[tuple[str, str]]) -> None:
    smuggled = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    for port in (club.port, int(club.environment["LIVE"].rpartition(":")[2])):
        with closing(Door(port).connect()) as line:
            asked = "".join(f"{name}: {value}\r\n" for name, value in [("Host", SITE), *PROXIED, *lengths])
            line.sendall(f"GET /live/health HTTP/1.1\r\n{asked}\r\n".encode() + smuggled)
            said = b"".join(iter(lambda: line.recv(65536), b""))
        assert said.startswith((b"HTTP/1.1 411 ", b"HTTP/1.1 400 ")), said
        assert said.count(b"HTTP/1.1 ") == 1, "nothing is taken for a second request"


def test_no_proxy_passes_a_body_of_two_lengths_on(door: Door) -> None:
    for lengths in BOTH:
        assert door.ask("/accounts/login/", lengths, "POST", b"0\r\n\r\n") in (400, 411)


def test_bodies_that_come_slowly_or_not_at_all_keep_nobody_else_from_being_answered(club: Service) -> None:
    door = Door(club.port)
    with ExitStack() as opened:
        for number in range(100):
            line = opened.enter_context(door.connect())
            headers = f"Host: {SITE}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.{number % 2}\r\n"
            headers += f"Origin: https://{SITE}\r\nCookie: __Host-csrftoken={'a' * 32}\r\n"
            line.sendall(f"POST /accounts/login/ HTTP/1.1\r\n{headers}Content-Length: 1000\r\n\r\nlogin=".encode())
        held = [*PROXIED[:1], ("X-Forwarded-For", "192.0.2.1"), LENGTH]  # fewer times than pages may be asked for
        assert any(door.ask("/accounts/login/", held, "POST", b"a=b&") == 429 for _ in range(150))
        for _ in range(5):
            assert door.ask("/accounts/login/", [*PROXIED, LENGTH], "POST", b"a=b&") == 403, "without a CSRF token"
            assert door.ask("/robots.txt", PROXIED) == 200
    assert door.ask("/accounts/login/", [*PROXIED, ("Content-Length", "5000000")], "POST") == 413


LENGTH = ("Content-Length", "4")


def test_proxy_ends_bodies_that_come_slowly(door: Door) -> None:
    with ExitStack() as opened:
        slow = [opened.enter_context(door.connect()) for _ in range(BODIES_AT_ONCE_EACH)]
        for line in slow:
            line.sendall(f"POST /accounts/login/ HTTP/1.1\r\nHost: {SITE}\r\nContent-Length: 1000\r\n\r\n".encode())
        limit = time.monotonic() + 40
        while door.ask("/accounts/login/", [LENGTH], "POST", b"a=b&") != 403:
            assert time.monotonic() < limit, "the places for bodies are still taken"
            for line in slow:
                with contextlib.suppress(OSError):
                    line.sendall(b"x")
            time.sleep(1)


def test_half_requests_stop_no_port(club: Service) -> None:
    allow_files(3000)
    live = int(club.environment["LIVE"].rpartition(":")[2])
    with ExitStack() as opened:
        halves = [opened.enter_context(Door(port).connect()) for port in (club.port, live) for _ in range(1100)]
        for line in halves:
            line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert (Door(club.port).ask("/healthz", []), Door(live).ask("/live/health", [])) == (200, 200)
        for line in (halves[0], halves[-1]):
            while line.recv(1000):  # it ends after ten seconds
                pass


STREAMS = 1000  # with 5,000 as well, but it takes five times as long


class Streams:
    """The process that holds streams, as ``./bin/serve`` starts it, on a feed without entries; of fewer streams."""

    def __init__(self, folder: Path) -> None:
        self.door, self.log = Door(embedded.free_port()), folder / "log"
        with closing(sqlite3.connect(folder / "db.sqlite3")) as line, line:
            line.execute("CREATE TABLE games_feedentry (id integer, topic text, what text, facts text, at text)")
        place = ["--host", embedded.LOOPBACK, "--port", str(self.door.port)]
        names = {"SEEDS_VAR": str(folder), "SECRET_KEY": configured.SECRET_KEY, "DATABASE_URL": ""}
        names["LIVE_CONNECTIONS"] = str(STREAMS)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "granian",
                    "--interface=asgi",
                    "--no-ws",
                    *place,
                    "seeds.live.process:application",
                ],
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "seeds.settings"} | WIRE_OF_LIVE | names,
                cwd=configured.ROOT,
                stdout=log,
                stderr=log,
            )
        wait_for(self.is_well)

    def is_well(self) -> bool:
        with contextlib.suppress(OSError):
            return self.door.ask("/live/health", []) == 200
        return False

    def open(self, token: str) -> tuple[int, socket.socket]:
        """Ask for a stream; the status, and the connection, which stays."""
        line = self.door.connect()
        line.sendall(f"GET /live/stream?{urlencode({'token': token})} HTTP/1.1\r\nHost: {SITE}\r\n\r\n".encode())
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, line


@pytest.fixture(scope="module")
def streams(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Streams]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (min(STREAMS // 4, soft), hard)
    )  # fewer than it needs, as on most systems
    try:
        running = Streams(tmp_path_factory.mktemp("streams"))
        try:
            yield running
        finally:
            running.process.terminate()
            running.process.wait()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_all_streams_stand_with_health_answering_and_one_more_is_refused_in_words(streams: Streams) -> None:
    allow_files(STREAMS + 100)
    token = token_of(Permission(("game 17",)))
    with ExitStack() as opened:
        for _ in range(STREAMS):
            status, line = streams.open(token)
            opened.enter_context(line)
            assert status == 200
        status, body = streams.door.answer(f"/live/stream?{urlencode({'token': token})}", [], "GET", b"")
        assert (status, json.loads(body)) == (
            429,
            {"message": "There are too many streams. Close one, or try again later."},
        )
        assert json.loads(streams.door.answer("/live/health", [], "GET", b"")[1]) == {"live": "ok", "streams": STREAMS}
    wait_for(lambda: json.loads(streams.door.answer("/live/health", [], "GET", b"")[1])["streams"] == 0)


def test_tokens_that_open_nothing_are_refused_in_words_and_counted(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as clock:
        now = time.time()
        clock.setattr(signing.time, "time", lambda: now - SECONDS - 1)
        expired = token_of(Permission(("game 17",)))
    good = token_of(Permission(("game 17",)))
    refused = ["", "x", "ü", "\0", f"{good}A", expired, "a:b:c", "." * 3000]
    for token in refused:
        status, body = streams.door.answer(f"/live/stream?{urlencode({'token': token})}", [], "GET", b"")
        assert status == 403, token
        assert json.loads(body)["message"].endswith(("Ask for a new one.", "Ask for one.")), token
    assert streams.door.ask("/live/stream", []) == 403
    counted = subprocess.run(
        [sys.executable, "-c", COUNTED],
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(streams.log.parent / "metrics")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f'seeds_streams_refused_total{{status="403"}} {len(refused) + 1}.0' in counted.stdout
    assert "Traceback" not in streams.log.read_text()


COUNTED = """
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""
