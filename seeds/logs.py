"""What may stand in a log: nothing by which its reader could move for a player, or switch his mails off."""

from __future__ import annotations

import logging
import re

# Paths whose last part is the permission, and addresses that take mail.
_CODES = re.compile(r"(/mail/(?:on|off|confirm)/|/feeds/)[^\s/<>\"']+")
_ADDRESSES = re.compile(r"\b(turn|game|personal|bounce)-[a-z2-7]{26}\b", re.ASCII | re.IGNORECASE)


class Discreet(logging.Formatter):
    """A formatter that blots those out, wherever in a message or a traceback they stand."""

    def format(self, record: logging.LogRecord) -> str:
        return _ADDRESSES.sub(r"\1-xxxx", _CODES.sub(r"\1xxxx", super().format(record)))
