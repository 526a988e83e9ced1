"""The one address that a mail says it is from. Pure and strict: where readers of headers disagree, forgers live."""

from __future__ import annotations

from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import HeaderRegistry
from email.utils import getaddresses, parseaddr

from notifications.inbound.parsing import ParsedMail

LONGEST_FROM = 1000  # characters

_REGISTRY = HeaderRegistry()


@dataclass(frozen=True)
class Sender:
    """The one address that a mail says it is from."""

    address: str

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()


def sender_of(mail: ParsedMail) -> Sender | None:
    """The sender, if the mail has one From header with one plain address on which three parsers agree."""
    headers = mail.headers.get_all("From", [])
    if len(headers) != 1 or len(str(headers[0])) > LONGEST_FROM:
        return None
    value = " ".join(str(headers[0]).split())
    try:
        found = [
            parseaddr(value)[1],
            *(address for _, address in getaddresses([value])),
            *(address.addr_spec for address in _REGISTRY("From", value).addresses),  # type: ignore[attr-defined]
        ]
    except (MessageError, ValueError, IndexError, AttributeError, RecursionError):
        return None
    if len(found) != 3 or len(set(found)) != 1:
        return None
    address = found[0]
    local, at, domain = address.rpartition("@")
    if not (local and at and domain) or "@" in local or not address.isascii() or any(map(str.isspace, address)):
        return None
    return Sender(address)
