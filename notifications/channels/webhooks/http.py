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
from datetime import datetime
from typing import Any
from urllib.parse import SplitResult

from dns.exception import DNSException
from dns.resolver import Resolver

from notifications.channels.webhooks.hooks import HookError, check_url
from notifications.channels.webhooks.reach import IP, MayReach, written_in

SECONDS = 5.0  # that a call takes in all: the name, the connection, the answer, however slowly it trickles in
MOST_ANSWER = 4096  # bytes of it that are read


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
    if (address := written_in(host)) is not None:
        return [address]
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
