"""What wrong passwords are counted for: an account from one address, so that nobody locks it for its owner elsewhere.

An account is also counted from all addresses together, with a larger limit. Browsers in which it was opened before are
not part of that count, so that the owner gets in while others try.
"""

from __future__ import annotations

from typing import Any

from allauth.core.internal import ratelimit
from allauth.core.internal.httpkit import get_client_ip
from django.http import HttpRequest

from games.models import Player
from notifications.accounts.known_browsers import is_known


def account_named(credentials: dict[str, Any]) -> tuple[str, Player | None]:
    """The account that is meant by a name or a mail address: one key for both, and for every spelling."""
    named = str(credentials.get("email") or credentials.get("username") or "").strip().lower()
    player = Player.objects.filter(username=named).first()
    if player is None:
        player = Player.objects.filter(emailaddress__email__iexact=named, emailaddress__verified=True).first()
    return (f"player:{player.pk}" if player else f"unknown:{named}"), player


def key_for(request: HttpRequest, credentials: dict[str, Any]) -> str:
    """What the small limit counts: the account and the address together."""
    return f"{account_named(credentials)[0]}@{ratelimit.truncate_ip(get_client_ip(request) or '')}"


def consume_for_account(request: HttpRequest, credentials: dict[str, Any]) -> ratelimit.RateLimitUsage | None:
    """Count one attempt for the account from everywhere; None if there were too many of them.

    An attempt in a browser in which the account was opened before is not counted and never refused here.
    """
    key, player = account_named(credentials)
    if player is not None and is_known(request, player):
        return ratelimit.RateLimitUsage(usage=[])
    return ratelimit.consume(request, app="allauth.account", action="login_failed_account", key=key)
