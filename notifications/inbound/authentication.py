"""Who wrote a mail, and whether we believe it. The one place that says so: DMARC is to be judged here too."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import HeaderRegistry
from email.utils import getaddresses, parseaddr

from allauth.account.models import EmailAddress
from django.conf import settings

from games.models import Player
from notifications.inbound.parsing import ParsedMail
from notifications.models import InboundMail

_REGISTRY = HeaderRegistry()


@dataclass(frozen=True)
class Sender:
    """The one address that a mail says it is from."""

    address: str

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()


@dataclass(frozen=True)
class Verdict:
    """Whether a mail counts as its player's own, and if not, why: one sentence for that player."""

    is_believed: bool
    reason: str = ""


def sender_of(mail: ParsedMail) -> Sender | None:
    """The sender, if the mail has one From header with one plain address on which three parsers agree."""
    headers = mail.headers.get_all("From", [])
    if len(headers) != 1:
        return None
    value = str(headers[0])
    if len(value) > 1000:
        return None
    several = getaddresses([value])
    if len(several) != 1:
        return None
    try:
        registered = _REGISTRY("From", " ".join(value.split()))
        strict = [address.addr_spec for address in registered.addresses]  # type: ignore[attr-defined]
    except (MessageError, ValueError, IndexError, AttributeError, RecursionError):
        return None
    found = {parseaddr(value)[1], several[0][1], *strict}
    [address] = found if len(found) == 1 else [""]
    local, at, domain = address.rpartition("@")
    if not (local and at and "." in domain + ".") or not address.isascii() or any(mark.isspace() for mark in address):
        return None
    return Sender(address)


def authenticate(mail: ParsedMail, stored: InboundMail, player: Player) -> Verdict:
    """Whether this mail is to be taken for the player's own."""
    sender = sender_of(mail)
    if sender is None:
        return Verdict(False, "It does not name one sender that can be read.")
    if not EmailAddress.objects.filter(user=player, verified=True, email__iexact=sender.address).exists():
        return Verdict(False, f"It came from somebody else, at {sender.domain}.")
    if settings.TRUST_LOOPBACK_MAIL and is_loopback(stored.peer):
        return Verdict(True)
    return Verdict(False, "Nothing proves that it came from you.")


def is_loopback(peer: str) -> bool:
    """Whether an IP address is this machine."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
