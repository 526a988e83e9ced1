"""What may stand in a log: nothing by which its reader could move for a player, or switch their mails off; and how much
of it, where nothing is wrong with the service."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime

# Paths whose last part is the permission, and addresses that take mail.
_CODES = re.compile(r"(/mail/(?:on|off|confirm)/|/feeds/)[^\s/<>\"']+")
_ADDRESSES = re.compile(r"\b(turn|game|personal|bounce)-[a-z2-7]{26}\b", re.ASCII | re.IGNORECASE)


def without_traceback_of_refusals(record: logging.LogRecord) -> bool:
    """A filter that lets every record through; of a refused request (403, 404 and the like) one line is enough."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = record.exc_text = None
    return True


class Discreet(logging.Formatter):
    """A formatter that blots those out, wherever in a message or a traceback they stand.

    Times are in UTC. A message is one line: who puts a line end into what is logged makes no second entry.
    """

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - logging's name
        """The time of an entry in UTC, with milliseconds."""
        at = datetime.fromtimestamp(record.created, UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line of an entry, line ends in it written as text."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        return _ADDRESSES.sub(r"\1-xxxx", _CODES.sub(r"\1xxxx", super().format(record)))
