"""What can go wrong, one function each: a context manager that does the harm and, at its end, mends it.

Where a kind needs a server of our own, a disk or a library, ``possible`` leaves it out where there is none.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from random import Random
from urllib.parse import urlencode

import psycopg
import redis
from django.conf import settings

from games.feed.tokens import Permission, token_of
from seeds.embedded import LOOPBACK
from tests.faults.mail_host import Mood
from tests.faults.name_server import Voice
from tests.faults.proxy import Proxy
from tests.faults.servers import Server
from tests.faults.stage import Stage
from tests.service import is_alive

Harm = Callable[[Stage, Random], Iterator[str]]  # yields what exactly it is, while it lasts


@dataclass(frozen=True)
class Kind:
    """A kind of faults. ``longest`` in seconds; ``weight``: how often it is drawn; ``lane``: faults of one lane never
    overlap. ``needs``: what the stage must have."""

    name: str
    harm: Harm
    longest: float
    weight: int
    lane: str
    needs: Callable[[Stage], bool]


KINDS: dict[str, Kind] = {}


def kind(
    name: str, *, longest: float, weight: int = 2, lane: str, needs: Callable[[Stage], bool] = lambda stage: True
) -> Callable[[Harm], Harm]:
    """Registers a kind of faults."""

    def register(harm: Harm) -> Harm:
        KINDS[name] = Kind(name, harm, longest, weight, lane, needs)
        return harm

    return register


def possible(stage: Stage, lane: str, only: str = "") -> list[Kind]:
    """The kinds of a lane that this stage can have, of those whose names a regular expression finds."""
    of_lane = [kind for kind in KINDS.values() if kind.lane == lane and re.search(only, kind.name)]
    return [kind for kind in of_lane if kind.needs(stage)]


def has_servers(stage: Stage) -> bool:
    return stage.place.database is not None


def is_embedded(stage: Stage) -> bool:
    return stage.place.is_embedded


# Processes of the service ---------------------------------------------------------------------------------------------


def _some(stage: Stage, chance: Random) -> tuple[str, int]:
    """One of the programs that run; the broker only where it is one of them."""
    running = stage.service.children()
    if not running:
        return "none", 0
    name = chance.choice(sorted(running))
    return name, running[name]


def _send(pid: int, number: signal.Signals) -> None:
    """Signal a program with all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if pid:
            os.killpg(pid, number)


@kind("a process is killed", longest=0.1, weight=8, lane="processes")
def kill(stage: Stage, chance: Random) -> Iterator[str]:
    name, pid = _some(stage, chance)
    with contextlib.suppress(ProcessLookupError):
        if pid:
            os.kill(pid, signal.SIGKILL)  # the program alone: what it started must not stay
    yield name


@kind("a process hangs", longest=8, weight=6, lane="processes")
def hang(stage: Stage, chance: Random) -> Iterator[str]:
    name, pid = _some(stage, chance)
    _send(pid, signal.SIGSTOP)
    yield name
    _send(pid, signal.SIGCONT)


@kind("every process hangs", longest=6, weight=1, lane="processes")
def hang_all(stage: Stage, chance: Random) -> Iterator[str]:
    pids = stage.service.children().values()
    for pid in pids:
        _send(pid, signal.SIGSTOP)
    yield "all"
    for pid in pids:
        _send(pid, signal.SIGCONT)


@kind("rolling restart", longest=1, weight=1, lane="processes")
def roll(stage: Stage, chance: Random) -> Iterator[str]:
    """One after the other ends when it is asked to, and the next only when it is back."""
    names = sorted(set(stage.service.children()) - {"broker"})
    yield ", ".join(names)
    for name in names:
        before = stage.service.children().get(name, 0)
        with contextlib.suppress(ProcessLookupError):
            if before:
                os.kill(before, signal.SIGTERM)
        limit = time.monotonic() + 45
        while time.monotonic() < limit and stage.service.children().get(name, before) == before:
            time.sleep(0.1)


@kind("the supervisor is killed", longest=3, weight=1, lane="processes")
def kill_supervisor(stage: Stage, chance: Random) -> Iterator[str]:
    left = stage.service.children()
    stage.service.kill()
    yield "SIGKILL"
    limit = time.monotonic() + 20
    while (orphans := [name for name, pid in left.items() if is_alive(pid)]) and time.monotonic() < limit:
        time.sleep(0.1)
    if orphans:
        stage.journal.complain(f"20 seconds after their supervisor was killed these still ran: {orphans}")
    stage.service.start()
    stage.service.await_start()


@kind("everything is restarted", longest=1, weight=1, lane="processes")
def restart(stage: Stage, chance: Random) -> Iterator[str]:
    stage.service.end()
    yield "SIGINT"
    stage.service.start()
    stage.service.await_start()


@kind("second workers and scheduler", longest=12, weight=2, lane="processes")
def second_workers(stage: Stage, chance: Random) -> Iterator[str]:
    with _program(stage, "seeds.processes.workers", "worker", "mail-in", "mail-out", "beat"):
        yield "worker, mail-in, mail-out, beat"


@contextmanager
def _program(stage: Stage, *module: str) -> Iterator[None]:
    """One more program beside the service, killed at the end."""
    environment = stage.service.environment | {"REDIS_URL": broker_url(stage)}
    process = subprocess.Popen(
        stage.place.program("-m", *module),
        env=environment,
        cwd=settings.ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@kind("the clock of the service is wrong", longest=6, weight=1, lane="processes", needs=lambda stage: bool(stage.clock))
def move_clock(stage: Stage, chance: Random) -> Iterator[str]:
    by = chance.choice((-3600, -90, 90, 3600))
    stage.clock.be_wrong_by(by)
    yield f"{by:+d} s"
    stage.clock.be_wrong_by(0)


@kind("the clock of the service walks", longest=6, weight=1, lane="processes", needs=lambda stage: bool(stage.clock))
def walk_clock(stage: Stage, chance: Random) -> Iterator[str]:
    steps = [chance.choice((-100_000, -3600, -90, 90, 3600, 100_000)) for _ in range(5)]
    for by in steps:
        stage.clock.be_wrong_by(by)
        time.sleep(chance.uniform(0.1, 2))
    yield " ".join(f"{by:+d}" for by in steps)
    stage.clock.be_wrong_by(0)


# Strangers ------------------------------------------------------------------------------------------------------------


@kind("a flood of headers", longest=12, weight=2, lane="servers")
def flood(stage: Stage, chance: Random) -> Iterator[str]:
    """Headers that are too long, and as many that come to no end, at both web servers."""
    half = b"GET / HTTP/1.1\r\nHost: x\r\n"
    with contextlib.ExitStack() as opened:
        for port in (stage.service.port, stage.live_port):
            for number in range(1200):
                _call(opened, port, half + b"X-Flood: " + b"x" * (20_000 if number % 4 == 0 else 10))
        yield "2,400 lines"


@kind("5,000 streams", longest=15, weight=1, lane="servers")
def stream(stage: Stage, chance: Random) -> Iterator[str]:
    query = urlencode({"token": token_of(Permission(tuple(f"game:{number}" for number in range(1, 30))))})
    with contextlib.ExitStack() as opened:
        for _ in range(5000):
            _call(opened, stage.live_port, f"GET /live/stream?{query} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        with (
            contextlib.suppress(OSError, ValueError),
            urllib.request.urlopen(f"http://{LOOPBACK}:{stage.live_port}/live/health", timeout=30) as answer,
        ):
            yield f"{json.load(answer)['streams']:,} stood"
            return
        yield "the process was away"


def _call(opened: contextlib.ExitStack, port: int, said: bytes) -> None:
    """Say something on a line that stays, if anybody is there."""
    with contextlib.suppress(OSError):
        line = opened.enter_context(socket.create_connection((LOOPBACK, port), timeout=5))
        line.sendall(said)


# Database -------------------------------------------------------------------------------------------------------------


@contextmanager
def _back(server: Server, answers: Callable[[], bool]) -> Iterator[None]:
    """At the end the server runs, whatever it took."""
    try:
        yield
    finally:
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            if not server.runs:
                server.start()
                time.sleep(0.5)
            if answers():
                break
            time.sleep(0.1)


@kind("the database is killed", longest=5, weight=3, lane="servers", needs=has_servers)
def kill_database(stage: Stage, chance: Random) -> Iterator[str]:
    with _back(stage.place.database, lambda: _database_answers(stage)):
        stage.place.database.end()
        yield "PostgreSQL"


@kind("the database hangs", longest=10, weight=3, lane="servers", needs=has_servers)
def hang_database(stage: Stage, chance: Random) -> Iterator[str]:
    stage.place.database.hang()
    yield "PostgreSQL"
    stage.place.database.go_on()


@kind("the database is read-only", longest=8, weight=3, lane="servers", needs=has_servers)
def freeze_database(stage: Stage, chance: Random) -> Iterator[str]:
    _be_read_only(stage, "on")
    yield "PostgreSQL"
    _be_read_only(stage, "off")


def _be_read_only(stage: Stage, value: str) -> None:
    with psycopg.connect(stage.place.database_url, autocommit=True) as line:
        line.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}".encode())
        line.execute("SELECT pg_reload_conf()")


@kind("somebody locks the database", longest=8, weight=6, lane="servers", needs=is_embedded)
def lock_database(stage: Stage, chance: Random) -> Iterator[str]:
    with contextlib.closing(sqlite3.connect(stage.place.var / "db.sqlite3", timeout=20, isolation_level=None)) as file:
        with contextlib.suppress(sqlite3.OperationalError):
            file.execute("BEGIN IMMEDIATE")
        yield "SQLite"


def _database_answers(stage: Stage) -> bool:
    try:
        with stage.place.rows() as rows:
            return bool(rows("SELECT 1"))
    except (psycopg.Error, sqlite3.Error):
        return False


# Broker ---------------------------------------------------------------------------------------------------------------


def broker_url(stage: Stage) -> str:
    """Past all wires; that of the service's own broker stands in its configuration."""
    if stage.place.broker_url:
        return stage.place.broker_url
    home = stage.place.var / "broker"
    port = next(line.split()[1] for line in (home / "broker.conf").read_text().splitlines() if line.startswith("port"))
    return f"redis://:{(home / 'password').read_text()}@127.0.0.1:{port}/0"


def forget_cache(stage: Stage) -> None:
    """The broker loses its memory, if it is there."""
    with contextlib.suppress(redis.RedisError, OSError, StopIteration):
        redis.Redis.from_url(broker_url(stage), socket_timeout=2, socket_connect_timeout=2).flushall()


@kind("the broker forgets everything", longest=1, weight=3, lane="servers")
def flush_broker(stage: Stage, chance: Random) -> Iterator[str]:
    forget_cache(stage)
    yield "FLUSHALL"


@kind("the broker is killed", longest=5, weight=2, lane="servers", needs=has_servers)
def kill_broker(stage: Stage, chance: Random) -> Iterator[str]:
    with _back(stage.place.broker, lambda: _broker_answers(stage)):
        stage.place.broker.end()
        yield "broker"


@kind("the broker hangs", longest=10, weight=3, lane="servers", needs=has_servers)
def hang_broker(stage: Stage, chance: Random) -> Iterator[str]:
    stage.place.broker.hang()
    yield "broker"
    stage.place.broker.go_on()


def _broker_answers(stage: Stage) -> bool:
    try:
        return bool(redis.Redis.from_url(broker_url(stage), socket_timeout=1, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


# Disks ----------------------------------------------------------------------------------------------------------------


def _full(name: str) -> Harm:
    def fill(stage: Stage, chance: Random) -> Iterator[str]:
        disk = stage.place.disks[name]
        disk.fill()
        yield name
        disk.free()
        if name == "database" and stage.place.database is not None:
            with _back(stage.place.database, lambda: _database_answers(stage)):
                pass
        if name == "broker" and stage.place.broker is not None:
            with _back(stage.place.broker, lambda: _broker_answers(stage)):
                pass

    return fill


for _name, _weight in (("database", 2), ("broker", 1), ("service", 2)):
    kind(
        f"the disk of the {_name} is full",
        longest=6,
        weight=_weight,
        lane="servers",
        needs=lambda stage, name=_name: name in stage.place.disks,
    )(_full(_name))


# Wires ----------------------------------------------------------------------------------------------------------------


def _on(wire: str, harm: Callable[[Proxy], None]) -> Harm:
    def change(stage: Stage, chance: Random) -> Iterator[str]:
        harmed: Proxy = attrgetter(wire)(stage)
        harm(harmed)
        yield "wire"
        harmed.mend()

    return change


for _name, _wire, _does, _longest, _weight in (
    ("lines to the database are cut", "place.database_wire", Proxy.cut, 1, 4),
    ("the database is away", "place.database_wire", Proxy.refuse, 8, 3),
    ("the wire to the database is held", "place.database_wire", Proxy.hold, 8, 2),
    ("lines to the broker are cut", "place.broker_wire", Proxy.refuse, 4, 2),
    ("the mail host hangs", "host_wire", Proxy.hold, 15, 2),
    ("lines to the mail host are cut", "host_wire", Proxy.cut, 1, 2),
    ("the mail host is away", "host_wire", Proxy.refuse, 6, 1),
):
    is_there = partial(lambda wire, stage: bool(attrgetter(wire)(stage)), _wire)
    kind(_name, longest=_longest, weight=_weight, lane="servers", needs=is_there)(_on(_wire, _does))


# Mail host and name server --------------------------------------------------------------------------------------------


def _moody(mood: Mood) -> Harm:
    def change(stage: Stage, chance: Random) -> Iterator[str]:
        stage.host.mood = mood
        yield mood.value
        stage.host.mood = Mood.TAKES

    return change


kind("the mail host defers", longest=6, weight=2, lane="servers")(_moody(Mood.LATER))
kind("the mail host hangs up too early", longest=2, weight=2, lane="servers")(_moody(Mood.LOSES_ITS_YES))


def _mute(voice: Voice) -> Harm:
    def change(stage: Stage, chance: Random) -> Iterator[str]:
        stage.names.voice = voice
        yield voice.value
        stage.names.voice = Voice.ANSWERS

    return change


kind("the name server hangs", longest=10, weight=2, lane="servers")(_mute(Voice.SILENT))
kind("the name server fails", longest=5, weight=1, lane="servers")(_mute(Voice.FAILS))
