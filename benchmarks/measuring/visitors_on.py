"""The measuring process of ``benchmarks.visitors``, on the database of DATABASE_URL. Prints one line of JSON."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.measuring.moves_on import CONNECTIONS, PORT, POSTGRES, _cpu_of, make_player, running, web  # noqa: E402
from games.clock.controls import TimeControl  # noqa: E402
from games.models import Game  # noqa: E402
from games.play.agreements import resign  # noqa: E402
from seeds import embedded  # noqa: E402
from seeds.serve import WEB_THREADS  # noqa: E402
from tournaments.models import Event, Fixture  # noqa: E402
from tournaments.running import services  # noqa: E402

PLAYERS = 12
BARE_PORT = embedded.free_port()


def main() -> None:
    seconds, rounds = float(sys.argv[1]), int(sys.argv[2])
    call_command("migrate", verbosity=0)
    event = _event()
    game, match = Game.objects.latest("pk").pk, Fixture.objects.latest("pk").pk
    pages = {
        "standings": f"/events/{event.slug}/standings/",
        "crosstable": f"/events/{event.slug}/crosstable/",
        "event": f"/events/{event.slug}/",
        "match": f"/events/{event.slug}/fixtures/{match}/",
        "game": f"/games/{game}/",
        "profile": "/players/player01/",
        "REST: game": f"/api/v1/games/{game}/",
        "REST: standings": f"/api/v1/events/{event.slug}/standings/",
        "healthz, through Django": "/healthz",
    }
    measured: dict[str, Any] = {name: {"304": [], "body": []} for name in ("bare", *pages)}
    sizes = ["--workers", "2" if POSTGRES else "1", "--blocking-threads", str(WEB_THREADS)]
    bare = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", "127.0.0.1"]
    bare += ["--port", str(BARE_PORT), *sizes, "benchmarks.measuring.visitors_on:bare"]
    with web() as server, running(bare, BARE_PORT) as floor:
        for _ in range(rounds):
            _measure(measured["bare"], floor, BARE_PORT, "/", seconds)
            for name, path in pages.items():
                _measure(measured[name], server, PORT, path, seconds)
    print(json.dumps(measured))


_BODY = gzip.compress(os.urandom(5000) + b"a row of a table, " * 5000, mtime=0)  # as large as a page, compressed


def bare(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The least that an application can do: 304 for a known tag, else a body that is there."""
    if environ.get("HTTP_IF_NONE_MATCH") == '"bare"':
        start_response("304 Not Modified", [("ETag", '"bare"')])
        return []
    headers = [("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("Content-Length", str(len(_BODY)))]
    start_response("200 OK", [*headers, ("ETag", '"bare"')])
    return [_BODY]


def _event() -> Event:
    """A league of which two thirds of the games have ended."""
    director, at = make_player("director"), timezone.now()
    event = services.create_event(
        name="League", director=director, rules="treeblox", control=TimeControl.days_per_turn(3), at=at
    )
    services.open_entries(event_id=event.pk, player=director)
    for number in range(PLAYERS):
        services.enter_event(event_id=event.pk, player=make_player(f"player{number:02}"), at=at)
    services.start_event(event_id=event.pk, player=director, at=at)
    for game in Game.objects.order_by("pk"):
        if game.pk % 3:
            player = game.seats.get(number=game.pk % 2).player_id
            resign(game_id=game.pk, player_id=player, at=at, source="api")
    services.compute_standings(event.divisions.get().pk, at=at)
    return event


def _measure(found: dict[str, Any], server: subprocess.Popen[bytes], port: int, path: str, seconds: float) -> None:
    etag, found["bytes"] = _first(port, path)
    for kind, headers in (("304", {"If-None-Match": etag}), ("body", {})):
        cpu = _cpu_of(server.pid)
        done, spent = _ask(port, path, headers, seconds)
        found[kind].append({"rate": done / spent, "cpu_ms": (_cpu_of(server.pid) - cpu) / done * 1000})


def _first(port: int, path: str) -> tuple[str, int]:
    """The tag and the size of an answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = line.getresponse()
    if answer.status != 200:
        raise AssertionError(f"{path} answered {answer.status}")
    return answer.headers["ETag"] or "", len(answer.read())


def _ask(port: int, path: str, headers: dict[str, str], seconds: float) -> tuple[int, float]:
    """How many answers came over some connections, each with one request at a time, and in how many seconds."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip"]
    lines += [f"{name}: {value}" for name, value in headers.items() if value]
    request = "\r\n".join([*lines, "", ""]).encode()
    chosen = selectors.DefaultSelector()
    missing: dict[socket.socket, int] = {}  # bytes of the answer that is on its way; 0: its head is awaited
    for _ in range(CONNECTIONS):
        one = socket.create_connection(("127.0.0.1", port))
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        chosen.register(one, selectors.EVENT_READ)
        missing[one] = 0
        one.sendall(request)
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        for key, _ in chosen.select(1):
            ready = key.fileobj
            assert isinstance(ready, socket.socket)
            missing[ready] = _left_of(ready.recv(262_144), missing[ready])
            if not missing[ready]:
                done += 1
                ready.sendall(request)
    for one in missing:
        one.close()
    return done, spent


def _left_of(received: bytes, missing: int) -> int:
    """How many bytes of the answer are still to come."""
    if missing:
        return missing - len(received)
    head, end, body = received.partition(b"\r\n\r\n")
    if not end or not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 304")):
        raise AssertionError(f"Unexpected answer: {received[:200]!r}")
    if head.startswith(b"HTTP/1.1 304"):
        return 0
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return length - len(body)


if __name__ == "__main__":
    main()
