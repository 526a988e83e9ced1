"""The measuring process of ``benchmarks.moves``, on the database that DATABASE_URL names. Prints one line of JSON."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.accounts.api_keys import create_token  # noqa: E402
from games.clock.controls import TimeControl  # noqa: E402
from games.models import Player  # noqa: E402
from games.play.creation import create_game  # noqa: E402
from games.play.moving import play_move  # noqa: E402
from games.rules import RULES  # noqa: E402
from games.rules.playout import random_game  # noqa: E402
from seeds import embedded  # noqa: E402
from seeds.serve import WEB_THREADS  # noqa: E402

CONNECTIONS = 8
NAMES = ("anna", "bert")
POSTGRES = connection.vendor == "postgresql"
PORT, DOOR = embedded.free_port(), embedded.free_port()


def main() -> None:
    seconds, rounds, chosen = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(",")
    call_command("migrate", verbosity=0)
    players = [make_player(name) for name in NAMES]
    turns = random_turns()
    measured: dict[str, Any] = {source: [] for source in ("service", "page", "api")}
    measured["statements"] = _statements_of_a_move(players, turns)
    doors = {"page": _page_requests(players), "api": _api_requests(players)}
    with web() as server:
        for _ in range(rounds):
            measured["service"].append(_service(players, turns, seconds))
            for source in doors.keys() & set(chosen):
                measured[source].append(_over_http(server, players, turns, doors[source], seconds))
    print(json.dumps(measured))


# What is played -------------------------------------------------------------------------------------------------------


def make_player(name: str) -> Player:
    player = Player.objects.create_user(username=name, email=f"{name}@bench.localhost")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def random_turns() -> list[tuple[int, str]]:
    """One whole game of BTT, played at random once: who moves, and what."""
    rules, chance = RULES["btt"], random.Random(1)
    turns = []
    for position, after in pairwise(random_game(rules.start(2), chance)):
        move = next(move for move in position.legal_moves() if position.play(move) == after)
        turns.append((position.mover, rules.format(move, position)))
    return turns


def new_game(players: list[Player]) -> int:
    control = TimeControl.days_per_turn(3)
    return create_game(rules="btt", players=players, control=control, at=timezone.now()).pk


def _statements_of_a_move(players: list[Player], turns: list[tuple[int, str]]) -> int:
    game = new_game(players)
    with CaptureQueriesContext(connection) as queries:
        _play(game, players, 0, turns)
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for query in queries)


def _play(game: int, players: list[Player], ply: int, turns: list[tuple[int, str]]) -> None:
    seat, text = turns[ply]
    play_move(
        game_id=game,
        player_id=players[seat].pk,
        text=text,
        ply=ply,
        at=timezone.now(),
        source="api",
        key=f"{game}:{ply}",
    )


# The doors ------------------------------------------------------------------------------------------------------------


def _service(players: list[Player], turns: list[tuple[int, str]], seconds: float) -> dict[str, float]:
    """``play_move`` called in this process, one at a time."""
    done, begun, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begun < seconds:
        game = new_game(players)
        started, cpu_started = time.perf_counter(), time.process_time()
        for ply in range(len(turns)):
            _play(game, players, ply, turns)
        done += len(turns)
        begun += started - begun if done == len(turns) else 0  # the first game warms up
        cpu += cpu_started - cpu if done == len(turns) else 0
    return {"rate": done / (time.perf_counter() - begun), "cpu_ms": (time.process_time() - cpu) / done * 1000}


Request = Callable[[int, int, str, int], tuple[str, str, dict[str, str]]]


def _api_requests(players: list[Player]) -> Request:
    keys = [create_token(player, name="bench")[1] for player in players]

    def request(game: int, seat: int, text: str, ply: int) -> tuple[str, str, dict[str, str]]:
        headers = {"Authorization": f"Bearer {keys[seat]}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"{game}:{ply}"
        return f"/api/v1/games/{game}/play/", json.dumps({"text": text, "ply": ply}), headers

    return request


def _page_requests(players: list[Player]) -> Request:
    cookies = []
    for player in players:
        client = Client()
        client.force_login(player, backend=settings.AUTHENTICATION_BACKENDS[0])
        cookies.append(f"sessionid={client.cookies['sessionid'].value}; csrftoken={'a' * 32}")

    def request(game: int, seat: int, text: str, ply: int) -> tuple[str, str, dict[str, str]]:
        form = {"csrfmiddlewaretoken": "a" * 32, "ply": ply, "nonce": f"bench-{game}-{ply}", "text": text}
        body = urlencode(form)
        return (
            f"/games/{game}/play/",
            body,
            {"Cookie": cookies[seat], "Content-Type": "application/x-www-form-urlencoded"},
        )

    return request


@contextlib.contextmanager
def web() -> Iterator[subprocess.Popen[bytes]]:
    """granian as ``bin/serve`` starts it for this database."""
    sizes = ["--workers", "2" if POSTGRES else "1", "--blocking-threads", str(WEB_THREADS)]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", "127.0.0.1"]
    command += ["--port", str(PORT), *sizes, "seeds.web:application"]
    with running(command, PORT) as server:
        yield server


@contextlib.contextmanager
def running(command: list[str], port: int | None) -> Iterator[subprocess.Popen[bytes]]:
    site = {"SITE_URL": f"http://127.0.0.1:{PORT}", "MAIL_SMTP": f"127.0.0.1:{DOOR}"}
    program = subprocess.Popen(command, env=os.environ | site, stdout=subprocess.DEVNULL)
    try:
        while port is not None:
            with (
                contextlib.suppress(OSError),
                contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as probe,
            ):
                probe.connect()
                break
            time.sleep(0.1)
        yield program
    finally:
        program.terminate()
        program.wait(20)


class Line:
    """A connection that is kept open, over which a request costs the client next to nothing: clients and service share
    the processor."""

    def __init__(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", PORT), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def post(self, path: str, body: str, headers: dict[str, str]) -> int:
        """Send a request, read its answer to the end and return its status."""
        lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{PORT}", f"Content-Length: {len(body.encode())}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", body]).encode())
        head, found = b"", b""
        while not found:
            head += (received := self._socket.recv(65536))
            if not received:
                raise AssertionError("The server has closed the connection.")
            head, found, rest = head.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if length is None:
            raise AssertionError(f"An answer without its length: {head!r}")
        left = int(length[1]) - len(rest)
        while left > 0:
            left -= len(self._socket.recv(65536))
        return int(head.split(maxsplit=2)[1])


def _over_http(
    web: subprocess.Popen[bytes], players: list[Player], turns: list[tuple[int, str]], request: Request, seconds: float
) -> dict[str, float]:
    """Moves per second over eight connections, each playing games of its own."""
    games = [[new_game(players) for _ in range(int(seconds * 4) + 1)] for _ in range(CONNECTIONS)]
    connection.close()
    done = [0] * CONNECTIONS
    until = time.perf_counter() + seconds

    def client(number: int) -> None:
        line = Line()
        for game in games[number]:
            for ply, (seat, text) in enumerate(turns):
                if time.perf_counter() > until:
                    return
                path, body, headers = request(game, seat, text, ply)
                status = line.post(path, body, headers)
                if status not in (200, 201, 302, 303):
                    raise AssertionError(f"{path} answered {status}")
                done[number] += 1
        raise AssertionError("not enough games")

    cpu, begun = _cpu_of(web.pid), time.perf_counter()
    threads = [threading.Thread(target=client, args=[number]) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - begun
    return {"rate": sum(done) / spent, "cpu_ms": (_cpu_of(web.pid) - cpu) / sum(done) * 1000}


_message_numbers = count()


def send_mail(source: smtplib.SMTP, sender: str, to: str, text: str) -> None:
    number = f"<{next(_message_numbers)}.{os.getpid()}@bench.localhost>"
    quote = "\r\n".join(f"> line {line} of the mail that is answered" for line in range(30))
    mail = (
        f"From: {sender}\r\nTo: {to}\r\nMessage-ID: {number}\r\nSubject: Re: your turn\r\n\r\n{text}\r\n\r\n{quote}\r\n"
    )
    source.sendmail(sender, [to], mail)


def _cpu_of(pid: int) -> float:
    """Seconds of CPU that a process and its children have used (Linux)."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if int(entry.name) == pid or int(fields[1]) == pid:
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


if __name__ == "__main__":
    main()
