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
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import SplitResult

from django.conf import settings
from dns.exception import DNSException
from dns.resolver import Resolver

from notifications.channels.webhooks.hooks import HookError, check_url

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
MayReach = Callable[[IP], bool]

SECONDS = 5.0  # that a call takes in all: the name, the connection, the answer, however slowly it trickles in
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


def may_be_called(address: IP) -> bool:
    """Whether programs at an address are called: public ones, and at home those on this machine."""
    return is_public(address) or (not settings.PRODUCTION and address.is_loopback)


def signature(secret: str, body: bytes, at: datetime) -> str:
    """What proves to a program that we made a call, and when: ``t=SECONDS,v1=HMAC-SHA256(secret, SECONDS.BODY)``."""
    seconds = str(int(at.timestamp()))
    return f"t={seconds},v1={hmac.new(secret.encode(), f'{seconds}.'.encode() + body, hashlib.sha256).hexdigest()}"


def post_json(
    url: str, payload: dict[str, Any], *, secret: str, key: str, at: datetime, may_reach: MayReach
) -> tuple[int, bytes]:
    """POST a payload; return the status and the beginning of the answer. Raises as ``send`` does."""
    body = json.dumps(payload, separators=(",", ":"), sort_keys=True).encode()
    headers = {
        "Content-Type": "application/json",
        "X-Seeds-Delivery": key,
        "X-Seeds-Signature": signature(secret, body, at),
    }
    return send("POST", url, headers, body, may_reach=may_reach)


def send(method: str, url: str, headers: dict[str, str], body: bytes, *, may_reach: MayReach) -> tuple[int, bytes]:
    """Make a request; return the status and the beginning of the answer. Raises HookError for an address that is not
    public, and OSError."""
    parts = check_url(url)
    until = time.monotonic() + SECONDS
    line = _connection(parts, may_reach, until)
    cut = threading.Timer(_left(until), line.cut)
    cut.daemon = True
    cut.start()
    try:
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        line.request(method, path, body, {"User-Agent": "Seeds"} | headers)
        answer = line.getresponse()
        body = answer.read(MOST_ANSWER)
        if line.is_cut:
            raise TimeoutError(f"it took more than {SECONDS:.0f} seconds")
        return answer.status, body
    finally:
        cut.cancel()
        line.close()


def _connection(parts: SplitResult, may_reach: MayReach, until: float) -> _Connection:
    """A connection to an address that was looked at: the name is not asked again, whatever it would say then."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    addresses = _addresses_of(host, until)
    if not addresses or not all(map(may_reach, addresses)):
        raise HookError(f"{host} is no public address.")
    kind = _SecureConnection if parts.scheme == "https" else _Connection
    return kind(host, port, str(addresses[0]), until)


def _addresses_of(host: str, until: float) -> list[IP]:
    """What a host is called by; the name servers have as long as there is for the call. Raises OSError."""
    with contextlib.suppress(ValueError):
        return [ipaddress.ip_address(host.partition("%")[0])]
    if host == "localhost" or host.endswith(".localhost"):
        return [ipaddress.ip_address("127.0.0.1")]  # this machine, which no name server is asked about (RFC 6761, 6.3)
    try:
        found = Resolver().resolve_name(host, lifetime=_left(until))
    except (DNSException, UnicodeError) as error:
        raise OSError(f"the name {host} is not known: {type(error).__name__}") from error
    return [ipaddress.ip_address(address) for address in found.addresses()]


def _left(until: float) -> float:
    """The seconds until a moment of the monotonic clock. Raises TimeoutError when it is over."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"it took more than {SECONDS:.0f} seconds")
    return left


class _Connection(http.client.HTTPConnection):
    def __init__(self, host: str, port: int, address: str, until: float) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address, self._until = address, until
        self._open: socket.socket | None = None  # also once the answer has it, and ``sock`` is gone
        self.is_cut = False

    def connect(self) -> None:
        self.sock = self._open = socket.create_connection((self._address, self.port), _left(self._until))
        _left(self._until)  # the cut may have come before there was anything to cut

    def cut(self) -> None:
        """End the conversation from another thread: whoever waits for the other side gets an OSError."""
        self.is_cut = True
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
