"""Everything that runs in a campaign: the service as ``./bin/serve`` or Compose starts it, and the servers around it.

On PostgreSQL and a broker of its own, each behind a wire that can be cut; or on the embedded defaults, where the
database is a file and the broker belongs to the service. The mail host and the name server are there both times.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.conf import settings

from ground.callers import allow_files
from seeds import embedded
from tests.composed import USER, Installation, installation, places_of
from tests.faults.journal import Journal
from tests.faults.mail_host import MailHost
from tests.faults.name_server import NameServer
from tests.faults.proxy import Proxy
from tests.faults.servers import Disk, Server, small_disk
from tests.service import WITHOUT_LIMITS, Service, is_alive, wait_for

FRONT_SECONDS = 60.0  # lb_try_duration in docs/operating.md, with time for a machine that has much else to do
START_SECONDS = 400.0  # on a machine that has much else to do
WRONG_CLOCK = Path(__file__).with_name("wrong_clock.c")


@dataclass
class Place:
    """Where a campaign runs: what Django in this process and the judge use, past all wires."""

    folder: Path
    database_url: str  # empty: the file in ``var``
    var: Path
    database: Server | None = None
    broker: Server | None = None
    broker_url: str = ""
    database_wire: Proxy | None = None
    broker_wire: Proxy | None = None
    disks: dict[str, Disk] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    installed: Installation | None = None  # otherwise the service runs from this checkout

    def program(self, *parts: str) -> list[str]:
        """The command of a Python program of the service."""
        if self.installed:
            return list(self.installed.command("python", *parts))
        return [sys.executable, *parts]

    @property
    def is_embedded(self) -> bool:
        return not self.database_url

    @contextmanager
    def rows(self) -> Iterator[Callable[..., list[tuple[Any, ...]]]]:
        """A function that gives the rows of a statement, past Django."""
        if self.is_embedded:
            file = sqlite3.connect(f"file:{self.var / 'db.sqlite3'}?mode=rw", uri=True, timeout=30)
            with contextlib.closing(file):
                yield lambda sql, *values: file.execute(sql.replace("%s", "?"), values).fetchall()
                file.commit()
        else:
            with psycopg.connect(self.database_url) as connection:
                yield lambda sql, *values: _fetched(connection.execute(sql, values))


def _fetched(cursor: psycopg.Cursor[Any]) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []


@contextmanager
def place(folder: Path, *, on: str, installed: bool = False) -> Iterator[Place]:
    """Servers for a campaign, ``on`` "postgres" or "embedded"."""
    with ExitStack() as held:
        (var := folder / "var").mkdir()
        owner = pwd.getpwnam(USER).pw_uid if installed and USER else os.getuid()
        var_disk = held.enter_context(small_disk(var, 600, owner))
        where = Place(folder, "", var)
        if installed:
            folder.chmod(0o755)
            os.chown(var, owner, -1)
            where.installed = replace(held.enter_context(installation()), var=var)
        disks = {"service": var_disk}
        if on == "postgres":
            _start_servers(where, held, disks)
        where.disks = {name: disk for name, disk in disks.items() if disk}
        if len(where.disks) < len(disks):
            where.skipped.append("full disks: this user may mount none")
        yield where


def _start_servers(where: Place, held: ExitStack, disks: dict[str, Disk | None]) -> None:
    cluster = held.enter_context(embedded.postgres_cluster())
    owner = pwd.getpwnam(cluster.user).pw_uid if cluster.user else os.getuid()
    disks["database"] = held.enter_context(small_disk(cluster.home / "data", 900, owner))
    where.database = Server([*cluster.command, "-c", "max_wal_size=96MB"], cluster.user, cluster.home)
    held.callback(where.database.end)
    held.callback(where.database.go_on)
    (home := where.folder / "broker").mkdir()
    disks["broker"] = held.enter_context(small_disk(home, 64))
    command, where.broker_url = embedded.broker_command(home, embedded.free_port())
    where.broker = Server(command)
    held.callback(where.broker.end)
    held.callback(where.broker.go_on)
    wait_for(lambda: embedded.database_answers(cluster.url) and embedded.broker_answers(where.broker_url))
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE campaign TEMPLATE template0 ENCODING 'UTF8'")
    where.database_url = urlsplit(cluster.url)._replace(path="/campaign").geturl()
    where.database_wire = Proxy(urlsplit(cluster.url).port or 0)
    where.broker_wire = Proxy(urlsplit(where.broker_url).port or 0)


def through(wire: Proxy, url: str) -> str:
    """The address of a server behind a wire."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{wire.port}")).geturl()


class Watched(Service):
    """The service; what it says goes to a file, and one that ends unasked is noted and started again."""

    def __init__(self, where: Place, journal: Journal, **variables: str) -> None:
        super().__init__(where.var, **variables)
        self._installed = where.installed
        self._journal, self._output = journal, where.folder / "said.txt"
        self.is_meant_to_run = False

    def start(self) -> None:
        command = ["seeds.serve", "--port", str(self.port), "--mail-port", str(self.mail_port)]
        if self._installed:
            command = ["tests.composed", str(self._installed.environment)]
        with self._output.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "-m", *command],
                env=self.environment,
                cwd=settings.ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        self.is_meant_to_run = True

    def kill(self) -> None:
        """The supervisor ends without a word."""
        self.is_meant_to_run = False
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """As with Ctrl-C; what is left after half a minute is noted, and killed."""
        self.is_meant_to_run = False
        children = self.children()
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self._journal.complain("the service did not stop within 30 seconds")
            self.process.kill()
            self.process.wait()
        if left := [name for name, pid in children.items() if is_alive(pid)]:
            self._journal.complain(f"the service has stopped, and left {left} behind")

    def keep_running(self) -> None:
        """Start it again where it has ended by itself: that is a fault of ours, unless it could not even start yet."""
        if self.is_meant_to_run and self.process.poll() is not None:
            said = self._output.read_text(errors="replace")[-1500:]
            self._journal.complain(f"the service ended by itself with status {self.process.returncode}: {said}")
            self.start()

    def await_start(self, seconds: float = START_SECONDS) -> None:
        """Return when it serves; a start that fails because the last run has not quite ended is repeated."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                self.start()
                time.sleep(1)
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(f"{self.site}/readyz", timeout=3).status == 200:
                    return
            time.sleep(0.1)
        raise AssertionError(f"not up: {self._output.read_text(errors='replace')[-3000:]}")


class WrongClock:
    """The clock of every process that is started with its ``variables``: wrong by as many seconds as is said."""

    def __init__(self, folder: Path) -> None:
        self._seconds, library = folder / "clock", folder / "wrong_clock.so"
        self._seconds.write_bytes(struct.pack("l", 0))
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, WRONG_CLOCK, "-ldl"], check=True)
        self.variables = {"LD_PRELOAD": str(library), "WRONG_CLOCK": str(self._seconds)}

    def be_wrong_by(self, seconds: int) -> None:
        with self._seconds.open("r+b") as file:  # in place: the processes have it in their memory
            file.write(struct.pack("l", seconds))


@dataclass
class Stage:
    """All of it."""

    place: Place
    journal: Journal
    service: Watched
    host: MailHost
    host_wire: Proxy
    names: NameServer
    clock: WrongClock | None
    front: Proxy
    colony: Any = None  # of bots, where there is one

    @property
    def live_port(self) -> int:
        """That of the process that holds streams."""
        return int(self.service.environment["LIVE"].rpartition(":")[2])

    @property
    def site(self) -> str:
        """Where players find it: behind the proxy that the guide for operators has in front."""
        return f"http://{embedded.LOOPBACK}:{self.front.port}"


@contextmanager
def stage(where: Place, journal: Journal, host: MailHost, *, has_limits: bool = False) -> Iterator[Stage]:
    """The service started on the servers of ``where``; ``has_limits``: on requests, as usual."""
    allow_files(12_000)
    names, wire = NameServer(), Proxy(host.port)
    variables = ({} if has_limits else WITHOUT_LIMITS) | {
        "SECRET_KEY": settings.SECRET_KEY,
        "EMAIL_URL": f"smtp://127.0.0.1:{wire.port}",
        "MAIL_DNS": names.address,
        "TRUST_LOOPBACK_MAIL": "0",
        "MAIL_LAB": "0",
        "LOG_LEVEL": "INFO",
        "LIVE": f"{embedded.LOOPBACK}:{embedded.free_port()}",
        "SWEEP_SECONDS": "2",
        "FLAG_GRACE_SECONDS": "5",
        "DATABASE_URL": through(where.database_wire, where.database_url) if where.database_wire else "",
        "REDIS_URL": through(where.broker_wire, where.broker_url) if where.broker_wire else "",
    }
    clock = WrongClock(where.folder) if shutil.which("cc") and sys.platform == "linux" else None
    if clock:
        variables |= clock.variables
    else:
        where.skipped.append("a clock that is wrong: there is no C compiler")
    service = Watched(where, journal, **variables)
    if where.installed:
        here = places_of(where.installed, variables["DATABASE_URL"], variables["REDIS_URL"])
        service.port, service.mail_port = int(here["GRANIAN_PORT"]), int(here["MAIL_SMTP"].rpartition(":")[2])
        trial = {"PRODUCTION": "0", "SITE_URL": service.site, "MAIL_DOMAIN": "play.localhost", "MAIL_FROM": ""}
        service.environment |= here | variables | trial
    service.start()
    try:
        service.await_start()
        yield Stage(where, journal, service, host, wire, names, clock, Proxy(service.port, patience=FRONT_SECONDS))
    finally:
        if service.process.poll() is None:
            service.end()
