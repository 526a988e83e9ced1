"""Whether each process of the service is well: two pages for load balancers, one command for ``docker-compose.yml``.

``python -m seeds.health web`` (or ``worker``, ``webhooks``, ``beat``, ``mail-smtp``, ``mail-lmtp``, ``mail-imap``) ends
with status 0 when that process on this machine is well, else with status 1 and a sentence.
"""

from __future__ import annotations

import os
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from seeds import __version__
from seeds.celery import app
from seeds.embedded import broker_answers
from seeds.environment import Environment

PATIENCE_SECONDS = 3


class UnwellError(RuntimeError):
    """The process does not answer as it should; the message says how."""


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The web process is alive. Asks nothing of others: restarting it would not mend a database that is away."""
    return JsonResponse({"web": "ok", "version": __version__})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when pages and moves can be served, 503 when the database is away.

    A broker that is away is shown but does not count: moves are still played, and the sweeps send their mail later.
    """
    database, broker = _database_answers(), _broker_answers()
    parts = {"database": "ok" if database else "away", "broker": "ok" if broker else "away"}
    return JsonResponse(parts, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    return broker_answers(settings.REDIS_URL) if settings.REDIS_URL else False


# The same questions from outside the process --------------------------------------------------------------------------


def ask_web() -> None:
    """Raises UnwellError unless the web process on this machine says that it is ready."""
    port = Environment(os.environ).number("GRANIAN_PORT", default=8000, least=1, most=65_535)  # granian reads it too
    question = urllib.request.Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": settings.SITE_HOST})
    try:
        urllib.request.urlopen(question, timeout=PATIENCE_SECONDS).close()  # noqa: S310 - the URL is ours
    except urllib.error.HTTPError as answer:
        raise UnwellError(f"The web process is not ready: {answer.read().decode(errors='replace')}") from answer
    except OSError as error:
        raise UnwellError(f"The web process does not answer on port {port}: {error}.") from error


def ask_mail_smtp() -> None:
    """Raises UnwellError unless the mail door greets as a mail server does."""
    _await_greeting("The mail door", settings.MAIL_SMTP_HOST, settings.MAIL_SMTP_PORT)


def ask_mail_lmtp() -> None:
    """Raises UnwellError unless the LMTP door greets as a mail server does."""
    if not settings.MAIL_LMTP_HOST:
        raise UnwellError("There is no LMTP door: MAIL_LMTP is not set.")
    _await_greeting("The LMTP door", settings.MAIL_LMTP_HOST, settings.MAIL_LMTP_PORT)


def _await_greeting(who: str, host: str, port: int) -> None:
    place = f"{host}:{port}" if port else host
    try:
        with _connected(host, port) as caller:
            greeting = caller.recv(512)
            caller.sendall(b"QUIT\r\n")
    except OSError as error:
        raise UnwellError(f"{who} does not answer at {place}: {error}.") from error
    if not greeting.startswith(b"220"):
        raise UnwellError(f"{who} greets with {greeting!r} instead of 220.")


def _connected(host: str, port: int) -> socket.socket:
    if not port:  # a socket in the file system
        caller = socket.socket(socket.AF_UNIX)
        caller.settimeout(PATIENCE_SECONDS)
        caller.connect(host.removeprefix("unix:"))
        return caller
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - listening everywhere includes here
    return socket.create_connection((host, port), timeout=PATIENCE_SECONDS)


def ask_mail_imap() -> None:
    """Raises UnwellError unless the mailbox was read a moment ago. Asks the database, where its sign of life stands."""
    import django

    if not apps.ready:
        django.setup()
    from games.clock.heartbeats import STALE
    from games.models import Heartbeat

    try:
        beat = Heartbeat.objects.filter(name="mail intake by IMAP").first()
    except DatabaseError as error:
        raise UnwellError(f"Whether mail is collected is not known, since the database is away: {error}.") from error
    if beat is None or timezone.now() - beat.at > STALE:
        since = f" since {beat.at:%H:%M UTC on %-d %B}" if beat else ""
        raise UnwellError(f"No mail has been collected by IMAP{since}.")


def ask_worker() -> None:
    """Raises UnwellError unless the Celery worker of this machine answers through the broker."""
    _ping(f"celery@{socket.gethostname()}", "The Celery worker")


def ask_webhooks() -> None:
    """Raises UnwellError unless the worker that calls players' programs answers through the broker."""
    _ping(f"webhooks@{socket.gethostname()}", "The worker for webhooks")


def ask_beat() -> None:
    """Raises UnwellError unless Celery beat of this machine answers through the broker."""
    _ping(f"celerybeat@{socket.gethostname()}", "Celery beat")


def _ping(node: str, who: str) -> None:
    try:
        answered = app.control.ping(destination=[node], timeout=PATIENCE_SECONDS)
    except OSError as error:  # kombu's OperationalError is one
        raise UnwellError(f"{who} cannot be asked, the broker is away: {error}.") from error
    if not answered:
        raise UnwellError(f"{who} ({node}) does not answer through the broker.")


QUESTIONS: dict[str, Callable[[], None]] = {
    "web": ask_web,
    "worker": ask_worker,
    "webhooks": ask_webhooks,
    "beat": ask_beat,
    "mail-smtp": ask_mail_smtp,
    "mail-lmtp": ask_mail_lmtp,
    "mail-imap": ask_mail_imap,
}


def main(arguments: list[str]) -> None:
    """Ask the one process that ``arguments`` names and end with its status."""
    if len(arguments) != 1 or arguments[0] not in QUESTIONS:
        sys.exit(f"Usage: python -m seeds.health {'|'.join(QUESTIONS)}")
    try:
        QUESTIONS[arguments[0]]()
    except UnwellError as unwell:
        sys.exit(str(unwell))


if __name__ == "__main__":
    main(sys.argv[1:])
