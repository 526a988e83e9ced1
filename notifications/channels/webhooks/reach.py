"""Which addresses are called: those of the internet, and at home those of this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from django.conf import settings

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
MayReach = Callable[[IP], bool]

UNICAST = ipaddress.IPv6Network("2000::/3")  # all that the internet has of IPv6 (RFC 4291, 2.4) ...
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # ... and IPv4 by a translator (RFC 6052)


def is_public(address: IP) -> bool:
    """Whether an address is one of the internet's, and not of our own network or machine."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return inner.is_global and not inner.is_multicast
        if address not in UNICAST:
            return False
    return address.is_global and not address.is_multicast


def may_be_called(address: IP) -> bool:
    """Whether programs at an address are called: public ones, and at home those on this machine."""
    return is_public(address) or (not settings.PRODUCTION and address.is_loopback)


def written_in(host: str) -> IP | None:
    """The address that a host name is by itself: in digits, or that of this machine (RFC 6761, 6.3). None for a name
    that name servers are asked about."""
    if host == "localhost" or host.endswith(".localhost"):
        return ipaddress.ip_address("127.0.0.1")
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
