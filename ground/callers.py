"""What counts as one caller, who calls from this machine, and how many connections a process may have."""

from __future__ import annotations

import contextlib
import ipaddress
import resource

from django.http import HttpRequest

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


# What reverse proxies add, besides X-Forwarded-*. Behind one, every request comes from this machine, whoever made it.
PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_CLIENT_IP", "HTTP_TRUE_CLIENT_IP")


def is_loopback(peer: str) -> bool:
    """Whether an IP address is this machine."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def is_from_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine, and through no proxy that can be recognised."""
    is_forwarded = any(name in PROXY_HEADERS or name.startswith("HTTP_X_FORWARDED") for name in request.META)
    return not is_forwarded and is_loopback(request.META.get("REMOTE_ADDR", ""))
