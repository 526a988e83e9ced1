"""What comes from this machine, and through nobody."""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest

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
