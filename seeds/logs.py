"""What may stand in a log: nothing by which its reader could move for a player, or switch their mails off; and how much
of it, where nothing is wrong with the service."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
from datetime import UTC, datetime
from http import HTTPStatus
from logging.handlers import DatagramHandler

from ground import tracing

# Paths whose last part is the permission, and addresses that take mail.
_CODES = re.compile(r"(/mail/(?:on|off|confirm)/|/feeds/)[^\s/<>\"']+")
_ADDRESSES = re.compile(r"\b(turn|game|personal|bounce)-[a-z2-7]{26}\b", re.ASCII | re.IGNORECASE)


def without_traceback_of_refusals(record: logging.LogRecord) -> bool:
    """A filter that lets every record through; of a refused request (403, 404 and the like) one line is enough, and of
    one that came while the database was away, too, with the first line of what the database said."""
    status = getattr(record, "status_code", 500)
    if status == HTTPStatus.SERVICE_UNAVAILABLE and record.exc_info and record.exc_info[1]:
        record.msg, record.args = f"{record.getMessage()} ({str(record.exc_info[1]).partition(chr(10))[0]})", None
    if status < HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.SERVICE_UNAVAILABLE:
        record.exc_info = record.exc_text = None
    return True


class WithoutAdviceOnThreads(logging.Filter):
    """A filter of what granian says: ``./bin/serve`` starts many threads on purpose, since most of them wait."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is anything but granian's advice to start fewer threads."""
        return not record.getMessage().startswith("Configuration allows spawning up to ")


def without_permissions(text: str) -> str:
    """The text with those blotted out."""
    return _ADDRESSES.sub(r"\1-xxxx", _CODES.sub(r"\1xxxx", text))


class Discreet(logging.Formatter):
    """A formatter that blots those out, wherever in a message or a traceback they stand. ``trace`` is the id of what
    was being worked on (``ground.tracing``), or a dash.

    Times are in UTC. A message is one line: a line end in what is logged makes no second entry.
    """

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - logging's name
        """The time of an entry in UTC, with milliseconds."""
        at = datetime.fromtimestamp(record.created, UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line of an entry, line ends in it written as text."""
        record.trace = tracing.present() or "-"
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        return without_permissions(super().format(record))


class Json(Discreet):
    """An entry as an object of JSON on one line: ``at``, ``level``, ``place``, ``message``, ``trace``; of an error its
    ``traceback``."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "place": record.name,
            "trace": tracing.present(),
            "message": without_permissions(record.getMessage()),
        }
        if record.exc_info:
            entry["traceback"] = without_permissions(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


# Severities of RFC 5424, of the facility "daemon".
_PRIORITIES = {"DEBUG": 31, "INFO": 30, "WARNING": 28, "ERROR": 27, "CRITICAL": 26}
MOST_BYTES = 60_000  # of one datagram


class Syslog(DatagramHandler):
    """Sends entries to a collector as RFC 5424 has them, by UDP or to a socket of this machine.

    Datagrams wait for nobody: a collector that is away costs no time, and what it misses stands in standard error.
    """

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port or None)  # without a port the host is a path

    def makeSocket(self) -> socket.socket:  # type: ignore[override]  # noqa: N802 - logging's name
        """A socket that knows the collector, so that its name is looked up once."""
        if self.port is None:
            kind, place = socket.AF_UNIX, self.host
        else:
            kind, _, _, _, place = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_DGRAM)[0]  # type: ignore[assignment]
        made = socket.socket(kind, socket.SOCK_DGRAM)
        try:
            made.connect(place)
        except OSError:
            made.close()
            raise
        return made

    def send(self, s: bytes) -> None:  # type: ignore[override]
        if self.sock is None:
            self.createSocket()  # not at once again where that has failed
        if self.sock is not None:
            self.sock.send(s)

    def makePickle(self, record: logging.LogRecord) -> bytes:  # noqa: N802 - logging's name
        """The entry as bytes."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        frame = f"<{_PRIORITIES.get(record.levelname, 29)}>1 {at} {socket.gethostname()} seeds {os.getpid()} - - "
        return (frame + self.format(record)).encode(errors="backslashreplace")[:MOST_BYTES]

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """A collector that is away is no fault of the request that is logged; the next entry tries again."""
        if self.sock is not None:
            self.sock.close()
            self.sock = None
