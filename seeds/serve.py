"""``./bin/serve``: the whole service on one machine, in the foreground, until Ctrl-C."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

import django
from django.conf import settings
from django.db import connection

from seeds import embedded, health, schema
from seeds.environment import SHIPPED, Environment, brings_its_own, is_public, refuse
from seeds.installation import prepare
from seeds.processes import nursery
from seeds.processes.notices import Notices
from seeds.processes.nursery import Spawn
from seeds.processes.supervisor import Program, Supervisor
from seeds.translation.catalogues import compile_stale

# Threads of a web process: many more than read (READS_AT_ONCE, three times), wait for the feed (FEED_WAITS) or for
# bodies (seeds.front).
WEB_THREADS = 64
WEB_LOG = {"GRANIAN_LOG_CONFIG": str(Path(__file__).with_name("web_log.json"))}  # nothing about so many threads
# What granian takes: HTTP/1 alone, and 16 kB of headers, which have to be there after ten seconds.
WIRE = {
    "GRANIAN_HTTP": "1",
    "GRANIAN_HTTP1_BUFFER_SIZE": "16384",
    "GRANIAN_HTTP1_HEADER_READ_TIMEOUT": "10000",
    "GRANIAN_BACKLOG": "4096",
}
WIRE_OF_WEB = WIRE | {"GRANIAN_BACKPRESSURE": "8192"}  # connections, which wait for a thread
WIRE_OF_LIVE = WIRE | {"GRANIAN_BACKPRESSURE": "200000"}  # LIVE_CONNECTIONS is the limit
SECONDS_TO_START = 180  # on a machine that has much else to do; what ends at the start is said at once
Say = Callable[[str], None]  # shows a line to the person at the terminal
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(arguments: list[str]) -> None:
    """Start everything, say where it is, keep it running; on Ctrl-C or SIGTERM end everything."""
    options = _options(arguments)
    os.environ["DJANGO_SETTINGS_MODULE"] = "seeds.settings"  # whatever it says for another project
    os.environ["GRANIAN_PORT"] = str(options.port)
    if not is_public(Environment(os.environ)):
        os.environ.setdefault("SITE_URL", f"http://{embedded.LOOPBACK}:{options.port}")
        os.environ.setdefault("LIVE", f"{embedded.LOOPBACK}:{embedded.free_port()}")
        os.environ.setdefault("LIVE_URL", f"http://{os.environ['LIVE']}")
    if options.mail_port:
        os.environ["MAIL_SMTP"] = f"{embedded.LOOPBACK}:{options.mail_port}"
    os.umask(0o077)  # what is written, such as the database and logs, is nobody else's
    var = prepare(Environment(os.environ))
    compile_stale(SHIPPED / "locale")
    for number in ENDING:  # SIGINT too: a shell that starts us in the background has it ignored
        signal.signal(number, _interrupt)
    notices = Notices(sys.stdout.fileno())
    try:
        with _only_one(var, options.port):
            supervisor = Supervisor(var / "log", notices.say)
            try:
                _serve(supervisor, var, options.port, notices.say)
            except KeyboardInterrupt:
                notices.say("\nStopping.")
            finally:
                _end_once()
                supervisor.stop()
        notices.say("Stopped. Everything is kept for the next start.")
    finally:
        notices.end()


def _serve(supervisor: Supervisor, var: Path, port: int, say: Say) -> NoReturn:
    """Web and mail servers start first, alone with what they need: a person waits for them, and processors are few."""
    broker = _broker(var / "broker")
    if broker:
        os.environ["REDIS_URL"] = broker.url
    _refuse_taken_ports(port)
    _refuse_absent_servers()
    django.setup()
    if sys.platform == "linux":  # elsewhere a process that has loaded much may not fork
        nursery.load()
        supervisor.spawn = nursery.Nursery().spawn  # before anything has a thread or a connection
    if broker:
        supervisor.start(broker.program)
    if settings.PRODUCTION or not schema.is_known_to_be_current():
        _prepare_database(supervisor.spawn, say)
    connection.close()
    say("Starting.")
    for program in _doors():
        supervisor.start(program)
    if not settings.PRODUCTION and not schema.has_players():
        say("Loading the demo league.")
        say(_manage(supervisor.spawn, "load_demo"))
    _await_readiness(supervisor)
    for program in _workers():
        supervisor.start(program)
    _greet(supervisor.spawn, port, say)
    supervisor.watch_health()
    while True:
        supervisor.look()
        time.sleep(0.2)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./bin/serve", description="Run Seeds on this machine until Ctrl-C.")
    parser.add_argument("--port", type=_port, default=8000, help="the port of the pages and the REST interface (8000)")
    parser.add_argument("--mail-port", type=_port, help="the port of the SMTP server (8025)")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def _end_once() -> None:
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave anything behind


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    _end_once()
    raise KeyboardInterrupt


# Before anything runs -------------------------------------------------------------------------------------------------


@contextmanager
def _only_one(var: Path, port: int) -> Iterator[None]:
    """Hold the lock of ``var``: two installations on one database file and one set of logs would harm each other."""
    with (var / "serve.lock").open("a+") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.seek(0)
            sys.exit(f"Seeds is already running from {var}: {held.read().strip()}. Stop it there with Ctrl-C first.")
        held.truncate(0)
        held.write(f"process {os.getpid()}, port {port}")
        held.flush()
        try:
            yield
        finally:
            fcntl.flock(held, fcntl.LOCK_UN)  # closing the file does not: what was forked may have it open for a moment


def _refuse_taken_ports(port: int) -> None:
    _refuse_taken_port(embedded.LOOPBACK, port, "--port")
    _refuse_taken_port(settings.LIVE_HOST, settings.LIVE_PORT, "LIVE")
    _refuse_taken_port(settings.MAIL_SMTP_HOST, settings.MAIL_SMTP_PORT, "--mail-port")


def _refuse_taken_port(host: str, port: int, option: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just left is free
        try:
            probe.bind((host, port))
        except OSError as error:
            refuse(f"port {port} on {host} cannot be used ({error.strerror}): choose another with {option}.")


def _refuse_absent_servers() -> None:
    if connection.vendor == "postgresql":
        import psycopg  # not with the other imports: an installation on SQLite need not wait for it

        try:
            psycopg.connect(settings.DATABASE_URL, connect_timeout=5).close()
        except psycopg.OperationalError as error:
            refuse(f"DATABASE_URL names a database that refuses the connection: {str(error).strip()}.")


# The broker -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Broker:
    program: Program
    url: str


def _broker(folder: Path) -> _Broker | None:
    """The broker to run ourselves; None where REDIS_URL names one or has to name one."""
    environment = Environment(os.environ)
    if environment.text("REDIS_URL") or not brings_its_own(environment):
        return None
    try:
        command, url = embedded.broker_command(folder, embedded.free_port())
    except embedded.ServerMissingError as missing:
        refuse(str(missing))
    program = Program("broker", tuple(command), os.environ.copy(), shows_warnings=False, ends_last=True)
    return _Broker(program, url)


# Database -------------------------------------------------------------------------------------------------------------


def _prepare_database(spawn: Spawn, say: Say) -> None:
    """Bring the tables up to date."""
    if reason := schema.reason_against(connection):
        refuse(reason)
    if schema.is_behind():
        say("Preparing the database.")
        _manage(spawn, "migrate", "--no-input", "--verbosity=0")
    schema.remember_as_current()
    if settings.PRODUCTION:
        _refuse_demo_accounts()
        _manage(spawn, "collectstatic", "--no-input", "--verbosity=0")


def _manage(spawn: Spawn, *arguments: str) -> str:
    """What a command says, in a process of its own, whose memory goes with it; ends the program when it fails."""
    process = spawn((sys.executable, "-m", "seeds", *arguments), os.environ)
    assert process.stdout  # noqa: S101 - it was asked for
    with process.stdout as output:
        said = output.read().decode().rstrip()
    return said if process.wait() == 0 else sys.exit(said)


def _refuse_demo_accounts() -> None:
    """Their passwords are printed in the documentation: a database that was tried out at home is not for others."""
    from allauth.account.models import EmailAddress

    from demo.league import DOMAIN  # every checkout has it

    if EmailAddress.objects.filter(email__iendswith=f"@{DOMAIN}").exists():
        refuse(
            "the database has the demo's players, whose passwords everybody knows. Set SEEDS_VAR to a new folder, or "
            "DATABASE_URL to a new database."
        )


# The programs ---------------------------------------------------------------------------------------------------------


def _doors() -> list[Program]:
    """Web and mail servers, sized for the database: SQLite has one writer at a time."""
    web = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", embedded.LOOPBACK]
    sizes = ["--workers", "1" if connection.vendor == "sqlite" else "2", "--blocking-threads", str(WEB_THREADS)]
    sizes += ["--workers-kill-timeout", "20"]  # seconds for requests in hand; one that hangs must end before the next
    lives = partial(health.is_well, partial(health.ask_web, "healthz"))
    servers = [
        Program("web", (*web, *sizes, "seeds.web:application"), WEB_LOG | WIRE_OF_WEB | os.environ, is_well=lives),
        _mail_program("smtp"),
    ]
    if settings.MAIL_LMTP_HOST:
        servers.append(_mail_program("lmtp"))
    if settings.IMAP_URL:
        servers.append(_mail_program("imap"))
    return servers


def _mail_program(name: str) -> Program:
    command = (sys.executable, "-m", "seeds", f"mail_{name}")
    is_well = partial(health.is_well, health.QUESTIONS[f"mail-{name}"]) if name != "imap" else None
    return Program(f"mail-{name}", command, os.environ.copy(), is_well=is_well)


def _workers() -> list[Program]:
    """What works behind them: the process that holds streams open, and the Celery workers, in three processes, one of
    which has the scheduler.

    Those that think or wait for players' programs share no process with those that people wait for, and mail that goes
    out has one of its own, since a move and its mails can be worked on by two processors.
    """
    live = (sys.executable, "-m", "granian", "--interface", "asgi", "--no-ws", "--workers-kill-timeout", "1")
    place = ("--host", settings.LIVE_HOST, "--port", str(settings.LIVE_PORT))
    answers = partial(health.is_well, partial(health.ask_live, must_read=False))
    return [
        Program("live", (*live, *place, "seeds.live.process:application"), WIRE_OF_LIVE | os.environ, is_well=answers),
        _background("worker", "mail-in", "beat"),
        _background("mail-out"),
        _background("webhooks", "bots"),
    ]


def _background(*workers: str) -> Program:
    """A process of several workers, named after the first: it is well when all of them are."""
    command = (sys.executable, "-m", "seeds.processes.workers", *workers)

    def are_well() -> bool:
        return all(health.is_well(health.QUESTIONS[name]) for name in workers)

    return Program(workers[0], command, os.environ.copy(), is_well=are_well)


def _await_readiness(supervisor: Supervisor) -> None:
    """Return when pages and SMTP server answer. A program that ends meanwhile is started again; one that has ended
    three times ends everything, with its log."""
    limit = time.monotonic() + SECONDS_TO_START
    while True:
        supervisor.look()
        for name in supervisor.given_up():
            sys.exit(f"{name} did not start: {supervisor.last_lines(name)}")
        try:
            health.ask_web()
            health.ask_mail_smtp()
        except health.UnwellError as unwell:
            if time.monotonic() > limit:
                sys.exit(f"{unwell} See the logs in {settings.VAR / 'log'}.")
            time.sleep(0.02)
        else:
            return


def _greet(spawn: Spawn, port: int, say: Say) -> None:
    address, smtp_server = f"http://{embedded.LOOPBACK}:{port}", settings.MAIL_SMTP
    if settings.PRODUCTION:
        say(f"\nSeeds is up: {settings.SITE_URL}/, behind the proxy that passes its requests to {address}.\n")
    else:
        say(f"\nSeeds is up: {address}/\n")
        with contextlib.suppress(SystemExit):  # everything runs; a database that has just gone is no reason to end
            say(_manage(spawn, "load_demo", "--show-logins"))
        say(f"""
Every mail it sends can be read, and answered, at {address}/mail-lab/
It takes mail at {smtp_server}. To move as a mail program does, answer to the Reply-To of a mail:

  printf 'From: PLAYER\\nSubject: Re: your turn\\n\\nMOVE\\n' |
    curl smtp://{smtp_server} --mail-from PLAYER --mail-rcpt REPLY-TO --upload-file -
""")
    say(f"Logs are in {settings.VAR / 'log'}. Ctrl-C stops everything.")


if __name__ == "__main__":
    main(sys.argv[1:])
