"""Whether parts of the service are well: ``python -m seeds.health web`` (or other names of ``QUESTIONS``) ends with
status 0 when those on this machine are, else with status 1 and a sentence.

Asked every minute in every container, so it loads neither Django nor Celery.
"""

from __future__ import annotations

import os
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from seeds.environment import Environment
from seeds.processes import alive

PATIENCE_SECONDS = 3


class UnwellError(RuntimeError):
    """The process does not answer as it should; the message says how."""


def ask_web(page: str = "readyz") -> None:
    """Raises UnwellError unless the web process on this machine says that it is ready; ``healthz``: that it lives."""
    environment = Environment(os.environ)
    port = environment.number("GRANIAN_PORT", default=8000, least=1, most=65_535)  # granian reads it too
    host = urlsplit(environment.text("SITE_URL", "http://127.0.0.1")).hostname or ""
    question = urllib.request.Request(f"http://127.0.0.1:{port}/{page}", headers={"Host": host})
    try:
        urllib.request.urlopen(question, timeout=PATIENCE_SECONDS).close()  # noqa: S310 - the URL is ours
    except urllib.error.HTTPError as answer:
        raise UnwellError(f"The web process is not ready: {answer.read().decode(errors='replace')}") from answer
    except OSError as error:
        raise UnwellError(f"The web process does not answer on port {port}: {error}.") from error


def ask_live(*, must_read: bool = True) -> None:
    """Raises UnwellError unless the process that holds streams open on this machine reads the feed; without
    ``must_read``, unless it answers at all."""
    _, port = Environment(os.environ).host_and_port("LIVE", default="127.0.0.1:8001")
    address = f"http://127.0.0.1:{port}/live/health"
    try:
        urllib.request.urlopen(address, timeout=PATIENCE_SECONDS).close()
    except urllib.error.HTTPError as answer:
        if not must_read:
            return
        raise UnwellError(f"Streams are not ready: {answer.read().decode(errors='replace')}") from answer
    except OSError as error:
        raise UnwellError(f"The stream server does not answer on port {port}: {error}.") from error


def ask_mail_smtp() -> None:
    """Raises UnwellError unless the SMTP server greets as a mail server does."""
    _await_greeting("The SMTP server", *Environment(os.environ).host_and_port("MAIL_SMTP", default="127.0.0.1:8025"))


def ask_mail_lmtp() -> None:
    """Raises UnwellError unless the LMTP server greets as a mail server does."""
    host, port = Environment(os.environ).place("MAIL_LMTP", default="")
    if not host:
        raise UnwellError("There is no LMTP server: MAIL_LMTP is not set.")
    _await_greeting("The LMTP server", host, port)


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
    """Raises UnwellError unless the mailbox was read a moment ago. Asks the database, where its heartbeat is stored."""
    import django  # here, since no other question needs it
    from django.apps import apps

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
    if not apps.ready:
        django.setup()
    from django.db import DatabaseError
    from django.utils import timezone

    from games.clock.heartbeats import STALE
    from games.models import Heartbeat

    try:
        beat = Heartbeat.objects.filter(name="mail intake by IMAP").first()
    except DatabaseError as error:
        raise UnwellError(
            f"The database cannot be reached, so it is not known whether mail is collected: {error}."
        ) from error
    if beat is None or timezone.now() - beat.at > STALE:
        since = f" since {beat.at:%H:%M UTC on %-d %B}" if beat else ""
        raise UnwellError(f"No mail has been collected by IMAP{since}.")


def ask_for_sign(name: str, who: str) -> None:
    """Raises UnwellError unless a worker or the scheduler of this machine has sent a heartbeat lately."""
    silence = alive.seconds_of_silence(name)
    if silence is None:
        raise UnwellError(f"{who} has sent no heartbeat on this machine yet.")
    if silence > alive.STALE_SECONDS:
        raise UnwellError(f"{who} has sent no heartbeat for {silence:.0f} seconds.")


SIGNS = {
    "worker": "The worker",
    "mail-in": "The worker for incoming mail",
    "mail-out": "The worker for outgoing mail",
    "bots": "The worker for bots",
    "webhooks": "The worker for webhooks",
    "beat": "Celery beat",
}
QUESTIONS: dict[str, Callable[[], None]] = {
    "web": ask_web,
    "live": ask_live,
    **{name: partial(ask_for_sign, name, who) for name, who in SIGNS.items()},
    "mail-smtp": ask_mail_smtp,
    "mail-lmtp": ask_mail_lmtp,
    "mail-imap": ask_mail_imap,
}


def is_well(question: Callable[[], None]) -> bool:
    """Whether a question raises nothing."""
    try:
        question()
    except UnwellError:
        return False
    return True


def main(arguments: list[str]) -> None:
    """Ask the parts that ``arguments`` names, until one is not well."""
    if not arguments or not set(arguments) <= QUESTIONS.keys():
        sys.exit(f"Usage: python -m seeds.health {' '.join(QUESTIONS)}")
    try:
        for name in arguments:
            QUESTIONS[name]()
    except UnwellError as unwell:
        sys.exit(str(unwell))


if __name__ == "__main__":
    main(sys.argv[1:])
