"""The programs of a player that are called: which addresses are allowed, and adding, removing and restarting them."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from games.models import Player
from notifications.channels.webhooks import leases
from notifications.channels.webhooks.challenges import write_challenge
from notifications.models import CHALLENGE, Webhook, new_nonce

MOST_HOOKS = 5
BETWEEN_CHALLENGES = timedelta(minutes=1)  # of one player to one host
PORTS = {80, 443}  # and all from 1024 on


class HookError(ValueError):
    """A program that cannot be called; the message says what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


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
    """Tell a program of the player's what happens, once it has answered a challenge. Raises HookError."""
    check_url(url)
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    hooks = Webhook.objects.filter(player=player_id)
    if hooks.count() >= MOST_HOOKS:
        raise HookError(f"You have {MOST_HOOKS} programs that are notified, the most there can be. Remove one first.")
    try:
        with transaction.atomic():
            hook = Webhook.objects.create(player_id=player_id, url=url.strip(), created_at=at)
    except IntegrityError as error:
        raise HookError("This program is notified already.") from error
    _challenge(hook, at)
    return hook


def remove_hook(*, player_id: int, hook_id: int) -> bool:
    """Notify a program no more, and say whether it was notified."""
    return bool(Webhook.objects.filter(pk=hook_id, player=player_id).delete()[0])


@transaction.atomic
def restart_hook(*, player_id: int, hook_id: int, at: datetime) -> bool:
    """Tell a program again that was given up, with a new secret, once it has answered a new challenge; say whether
    there is one. Raises HookError."""
    hook = Webhook.objects.select_for_update().filter(pk=hook_id, player=player_id).first()
    if hook is None:
        return False
    hook.off_at = hook.failing_since = hook.confirmed_at = hook.rests_until = None
    hook.failures, hook.nonce = 0, new_nonce()
    hook.save()
    hook.calls.filter(payload__what=CHALLENGE).delete()  # with the old secret
    _challenge(hook, at)
    return True


def _challenge(hook: Webhook, at: datetime) -> None:
    """Ask a program to confirm its address, unless its player has just asked the same host. Raises HookError."""
    if not leases.take(f"challenge {hook.player_id} {host_of(hook.url)}", now=at, span=BETWEEN_CHALLENGES):
        raise HookError("You have asked this host a moment ago. Wait a minute, then try again.")
    write_challenge(hook, at)


def host_of(url: str) -> str:
    """The host of an address that may be called, in lower case."""
    return (urlsplit(url).hostname or "").rstrip(".")


def secret_of(hook: Webhook) -> str:
    """What signs the calls: for its player alone. Derived, so that the table gives nothing away."""
    return salted_hmac("notifications.webhooks", hook.nonce, algorithm="sha256").hexdigest()
