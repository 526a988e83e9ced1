"""Programs of players that are told what happens: a signed call for each mail that would be written, wanted or not.

A call carries no more than that something happened, and where to look; what it is, REST tells whoever may know. It is
made to public addresses only, and never follows a redirect.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from games.background import enqueue_after_commit
from games.models import Player
from games.sweeps import Sweep
from notifications.models import OutboundMail, Webhook, WebhookCall, new_nonce

log = logging.getLogger(__name__)

State = WebhookCall.State
IP = ipaddress.IPv4Address | ipaddress.IPv6Address
MayReach = Callable[[IP], bool]

RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440))
OFF_AFTER = timedelta(days=7)  # of nothing but failures
MOST_HOOKS = 5
SWEEP = 100
SECONDS = 5.0  # that a program may take to answer, and be silent meanwhile
MOST_SECONDS = 15.0  # that a call takes, however slowly the answer trickles in
MOST_ANSWER = 4096  # bytes of it that are read
PORTS = {80, 443}  # and all from 1024 on
UNICAST = ipaddress.IPv6Network("2000::/3")  # all that the internet has of IPv6 (RFC 4291, 2.4) ...
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # ... and IPv4 by a translator (RFC 6052)

# What is told by mail about games and events; answers to the player's own mails, and his account, are no news.
TOLD = frozenset(OutboundMail.Kind) - {
    *OutboundMail.ANSWERS, *OutboundMail.EXEMPT, OutboundMail.Kind.ACCOUNT, OutboundMail.Kind.CONFIRM,
    OutboundMail.Kind.RECHECK, OutboundMail.Kind.DIGEST,
}  # fmt: skip


class HookError(ValueError):
    """A program that cannot be called; the message says what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


# What a player does -----------------------------------------------------------------------------------------------


def check_url(url: str) -> SplitResult:
    """The parts of an address that may be called. Raises HookError."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise HookError("This is no web address. Write one such as https://bot.example/seeds.") from error
    if parts.scheme != "https" and (settings.PRODUCTION or parts.scheme != "http"):
        raise HookError("The address must begin with https://, such as https://bot.example/seeds.")
    if not parts.hostname or parts.username or parts.password or parts.fragment:
        raise HookError("The address needs a host and takes no user and no #, such as https://bot.example/seeds.")
    if port is not None and port not in PORTS and port < 1024:
        raise HookError("The port must be 80, 443, or 1024 and above.")
    return parts


@transaction.atomic
def add_hook(*, player_id: int, url: str, at: datetime) -> Webhook:
    """Tell a program of the player's from now on. Raises HookError."""
    check_url(url)
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    hooks = Webhook.objects.filter(player=player_id)
    if hooks.count() >= MOST_HOOKS:
        raise HookError(f"You have {MOST_HOOKS} programs that are told, which is all you can. Remove one first.")
    try:
        with transaction.atomic():
            return Webhook.objects.create(player_id=player_id, url=url.strip(), created_at=at)
    except IntegrityError as error:
        raise HookError("This program is told already.") from error


def remove_hook(*, player_id: int, hook_id: int) -> bool:
    """Tell a program no more, and say whether it was told."""
    return bool(Webhook.objects.filter(pk=hook_id, player=player_id).delete()[0])


def restart_hook(*, player_id: int, hook_id: int) -> bool:
    """Tell a program again that was given up, with a new secret; say whether there is one."""
    mine = Webhook.objects.filter(pk=hook_id, player=player_id)
    return bool(mine.update(off_at=None, failing_since=None, nonce=new_nonce()))


def secret_of(hook: Webhook) -> str:
    """What signs the calls: for its player alone. Derived, so that the table gives nothing away."""
    return salted_hmac("notifications.channels.webhooks", hook.nonce, algorithm="sha256").hexdigest()


# What is told -----------------------------------------------------------------------------------------------------


def tell_programs(mail: OutboundMail, *, now: datetime) -> None:
    """Write the calls for what a mail tells, once however often it is asked."""
    if mail.kind not in TOLD or mail.reader_id is None:
        return
    hooks = Webhook.objects.filter(player=mail.reader_id, off_at=None)
    payload = {
        "what": mail.kind,
        "player": mail.reader.username if mail.reader else "",
        "game": mail.game_id,
        "ply": mail.ply,
        "event": mail.context.get("event"),
        "at": mail.created_at.isoformat(),
    }
    calls = [
        WebhookCall(hook=hook, payload=payload, dedupe_key=f"{hook.pk}:{mail.pk}", created_at=now, due_at=now)
        for hook in hooks
    ]
    if not calls:
        return
    keys = [call.dedupe_key for call in calls]
    WebhookCall.objects.bulk_create(calls, ignore_conflicts=True)
    _nudge(list(WebhookCall.objects.filter(dedupe_key__in=keys, state=State.WAITING).values_list("pk", flat=True)))


def _nudge(numbers: Sequence[int]) -> None:
    if numbers:
        enqueue_after_commit("notifications.tasks.send_calls", list(numbers))


# Calling ----------------------------------------------------------------------------------------------------------


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


def make_call(call_id: int, *, now: datetime, may_reach: MayReach = is_public) -> bool:
    """Make one call if it waits and is due; say whether the program took it."""
    call = claim(call_id, now)
    if call is None:
        return False
    try:
        status = post_json(call.hook.url, call.payload, secret=secret_of(call.hook), key=call.dedupe_key, at=now,
                           may_reach=may_reach)  # fmt: skip
        problem = "" if 200 <= status < 300 else f"It answered {status}."
    except (HookError, OSError, http.client.HTTPException, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
    waiting = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts)
    if not problem:
        Webhook.objects.filter(pk=call.hook_id).exclude(failing_since=None).update(failing_since=None)
        return bool(waiting.update(state=State.DONE, reason=""))
    log.info("%s failed, attempt %d: %s", call, call.attempts, problem)
    waiting.update(reason=problem[:200])
    _count_failure(call.hook, now)
    return False


def claim(call_id: int, now: datetime) -> WebhookCall | None:
    """Take one waiting call: whoever raises ``attempts`` first holds it until it is due again."""
    call = WebhookCall.objects.select_related("hook").filter(pk=call_id, state=State.WAITING, due_at__lte=now).first()
    if call is None:
        return None
    mine = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts, due_at__lte=now)
    if call.hook.off_at is not None or call.attempts >= len(RETRIES):
        mine.update(state=State.FAILED)
        return None
    if not mine.update(attempts=F("attempts") + 1, due_at=now + RETRIES[call.attempts]):
        return None
    call.attempts += 1
    return call


def _count_failure(hook: Webhook, now: datetime) -> None:
    Webhook.objects.filter(pk=hook.pk, failing_since=None).update(failing_since=now)
    Webhook.objects.filter(pk=hook.pk, failing_since__lte=now - OFF_AFTER, off_at=None).update(off_at=now)


def make_waiting_calls(*, now: datetime) -> int:
    """Make the calls that a lost hint or a failed attempt has left behind; say how many were taken."""
    waiting = WebhookCall.objects.filter(state=State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    taken = 0
    with Sweep("calls") as sweep:
        for pk in waiting.values_list("pk", flat=True)[:SWEEP]:
            with sweep.one(f"call {pk}"):
                taken += make_call(pk, now=now)
    return taken


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
