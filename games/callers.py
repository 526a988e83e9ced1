"""What counts as one caller, and how many connections a process may have."""

from __future__ import annotations

import contextlib
import ipaddress
import resource

OTHER_FILES = 100  # that a process has open beside its connections: the database, logs, its own socket
NETWORK_BITS = 64  # of an IPv6 address, which a household has for itself


def network_of(address: str) -> str:
    """An IPv4 address, or the network of 64 bits that one customer has of IPv6; what is no address is left as it is."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is None:
            return str(ipaddress.ip_network((known, NETWORK_BITS), strict=False))
        return str(known.ipv4_mapped)
    return str(known)


def allow_files(connections: int) -> None:
    """Ask the system for as many open files as the server's connections need, as far as it gives them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
