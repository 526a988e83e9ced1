"""Traces of sign-ins, by which moderators see that several accounts share an address or a device.

Kept are hashes with a key that follows from the secret of the service and the month, so that no address can be read
from them or tried out without that secret, and for KEPT_FOR only.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import LoginTrace, Player
from ground.callers import network_of

Kind = LoginTrace.Kind

KEPT_FOR = timedelta(days=30)


def trace_login(sender: object, request: HttpRequest | None, user: Player, **_: object) -> None:
    """Receiver of ``user_logged_in``: keep from where, as hashes. Without an address there is nothing to keep."""
    if request is None or not request.META.get("REMOTE_ADDR"):
        return
    program = "\n".join((request.headers.get("User-Agent", ""), request.headers.get("Accept-Language", "")))
    keep_trace(user, network_of(get_adapter(request).get_client_ip(request)), program, at=timezone.now())


def keep_trace(player: Player, address: str, program: str, *, at: datetime) -> None:
    """Keep that a player signed in from an address with a program. The same once more only renews it."""
    traces = {Kind.ADDRESS: address, Kind.PROGRAM: f"{address}\n{program}"}
    for kind, value in traces.items():
        digest = _digest(kind, value, at)
        LoginTrace.objects.update_or_create(kind=kind, digest=digest, player=player, defaults={"last_at": at})


def forget_old_traces(*, now: datetime) -> int:
    """Delete the traces that are older than KEPT_FOR, and say how many."""
    return LoginTrace.objects.filter(last_at__lt=now - KEPT_FOR).delete()[0]


def _digest(kind: str, value: str, at: datetime) -> str:
    month = f"{at.astimezone(UTC):%Y-%m}"
    return salted_hmac(f"games.login_traces.{month}.{kind}", value, algorithm="sha256").hexdigest()[:32]
