"""Who wrote a mail, and whether we believe it. The one place that says so: DMARC is to be judged here too."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings

from games.models import Player
from notifications.inbound.parsing import ParsedMail
from notifications.inbound.senders import sender_of
from notifications.models import InboundMail


@dataclass(frozen=True)
class Verdict:
    """Whether a mail counts as its player's own, and if not, why: one sentence for that player."""

    is_believed: bool
    reason: str = ""


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
