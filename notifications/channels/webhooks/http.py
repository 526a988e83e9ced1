"""One signed POST to a program of a player: to public addresses only, never following a redirect, never for long."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import SplitResult

from notifications.channels.webhooks.hooks import HookError, check_url

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
MayReach = Callable[[IP], bool]

SECONDS = 5.0  # that a program may take to answer, and be silent meanwhile
MOST_SECONDS = 15.0  # that a call takes, however slowly the answer trickles in
MOST_ANSWER = 4096  # bytes of it that are read
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


def signature(secret: str, body: bytes, at: datetime) -> str:
    """What proves to a program that we made a call, and when: ``t=SECONDS,v1=HMAC-SHA256(secret, SECONDS.BODY)``."""
    seconds = str(int(at.timestamp()))
    return f"t={seconds},v1={hmac.new(secret.encode(), f'{seconds}.'.encode() + body, hashlib.sha256).hexdigest()}"


def post_json(url: str, payload: dict[str, Any], *, secret: str, key: str, at: datetime, may_reach: MayReach) -> int:
    """POST a payload and return the status. Raises HookError for an address that is not public, and OSError."""
    parts = check_url(url)
    body = json.dumps(payload, separators=(",", ":"), sort_keys=True).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Seeds",
        "X-Seeds-Delivery": key,
        "X-Seeds-Signature": signature(secret, body, at),
    }
    line = _connection(parts, may_reach)
    cut = threading.Timer(MOST_SECONDS, line.cut)
    cut.daemon = True
    cut.start()
    try:
        line.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, headers)
        answer = line.getresponse()
        answer.read(MOST_ANSWER)
        return answer.status
    finally:
        cut.cancel()
        line.close()


def _connection(parts: SplitResult, may_reach: MayReach) -> _Connection:
    """A connection to an address that was looked at: the name is not asked again, whatever it would say then."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(place[0]).partition("%")[0] for *_, place in found]
    refused = [address for address in addresses if not may_reach(ipaddress.ip_address(address))]
    if refused or not addresses:
        raise HookError(f"{host} is no public address.")
    if parts.scheme == "https":
        return _SecureConnection(host, port, addresses[0])
    return _Connection(host, port, addresses[0])


class _Connection(http.client.HTTPConnection):
    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address = address
        self._open: socket.socket | None = None  # also once the answer has it, and ``sock`` is gone

    def connect(self) -> None:
        self.sock = self._open = socket.create_connection((self._address, self.port), SECONDS)

    def cut(self) -> None:
        """End the conversation from another thread: whoever waits for the other side gets an OSError."""
        if self._open is not None:
            with contextlib.suppress(OSError):
                self._open.shutdown(socket.SHUT_RDWR)


class _SecureConnection(_Connection):
    default_port = 443

    def connect(self) -> None:
        super().connect()
        secure = ssl.create_default_context()
        line = secure.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = self._open = line
        line.do_handshake()
