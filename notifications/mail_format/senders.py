"""The one address that a mail says it is from. Pure and strict: where readers of headers disagree, forgers live."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import HeaderRegistry
from email.message import Message
from email.utils import getaddresses, parseaddr
from functools import lru_cache

LONGEST_FROM = 1000  # characters

_REGISTRY = HeaderRegistry()
_FOLD = re.compile(r"[ \t]*\r?\n[ \t]+|\t")
# Of a word in a name. The library reads it by what is named, and raises with some; of the address it says nothing.
_CHARSET = re.compile(r"=\?[^?\s]+\?(?=[bq]\?)", re.IGNORECASE)
# Letters that need no quotation before the @, a host name (in ASCII, as IDNA writes all others) behind it.
_PLAIN = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True)
class Sender:
    """The one address that a mail says it is from."""

    address: str

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()


def sender_in(headers: Message) -> Sender | None:
    """The sender, if there is one From header with one plain address on which three parsers agree."""
    found = headers.get_all("From", [])
    if len(found) != 1 or len(str(found[0])) > LONGEST_FROM:
        return None
    value = _CHARSET.sub("=?utf-8?", _FOLD.sub(" ", str(found[0])).strip())
    return _agreed(value) if value.isprintable() else None  # of a NUL or a control character readers think differently


@lru_cache(maxsize=256)
def _agreed(value: str) -> Sender | None:
    try:
        header = _REGISTRY("From", value)
        addresses = [
            parseaddr(value)[1],
            *(address for _, address in getaddresses([value])),
            *(address.addr_spec for address in header.addresses),  # type: ignore[attr-defined]
        ]
        is_group = any(group.display_name is not None for group in header.groups)  # type: ignore[attr-defined]
    except (MessageError, ValueError, IndexError, AttributeError, RecursionError):
        return None
    if is_group or len(addresses) != 3 or len(set(addresses)) != 1 or not _PLAIN.fullmatch(addresses[0]):
        return None
    return Sender(addresses[0])
