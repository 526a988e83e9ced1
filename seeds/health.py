"""Whether each process of the service is well: two pages for load balancers, one command for ``docker-compose.yml``.

``python -m seeds.health web|worker|beat|mail-door`` ends with status 0 when that process on this machine is well, else
with status 1 and a sentence.
"""

from __future__ import annotations

import os
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from seeds.celery import app
from seeds.embedded import broker_answers
from seeds.environment import Environment

PATIENCE_SECONDS = 3


class UnwellError(RuntimeError):
    """The process does not answer as it should; the message says how."""


def healthz(request: HttpRequest) -> JsonResponse:
    """The web process is alive. Asks nothing of others: restarting it would not mend a database that is away."""
    return JsonResponse({"web": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when pages and moves can be served, 503 when the database is away.

    A broker that is away is told but does not count: moves are still played, and the sweeps send their mail later.
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


def ask_mail_door() -> None:
    """Raises UnwellError unless the mail door greets as a mail server does."""
    host, port = settings.MAIL_DOOR_HOST, settings.MAIL_DOOR_PORT
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - listening everywhere includes here
    try:
        with socket.create_connection((host, port), timeout=PATIENCE_SECONDS) as caller:
            greeting = caller.recv(512)
            caller.sendall(b"QUIT\r\n")
    except OSError as error:
        raise UnwellError(f"The mail door does not answer at {host}:{port}: {error}.") from error
    if not greeting.startswith(b"220"):
        raise UnwellError(f"The mail door greets with {greeting!r} instead of 220.")


def ask_worker() -> None:
    """Raises UnwellError unless the Celery worker of this machine answers through the broker."""
    _ping(f"celery@{socket.gethostname()}", "The Celery worker")


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
    "beat": ask_beat,
    "mail-door": ask_mail_door,
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
