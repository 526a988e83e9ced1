"""The programs of a player that are called: which addresses are allowed, and adding, removing and restarting them."""

from __future__ import annotations

import hmac
import re
from datetime import datetime, timedelta
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from games.exceptions import GameError
from games.feed.entries import shaped
from games.feed.topics import of_player
from games.models import Player
from ground.background import enqueue_after_commit
from notifications.channels.discord import Discord
from notifications.channels.matrix import Matrix
from notifications.channels.messengers import MOST_TOKEN, Messenger, code_of, kept_token
from notifications.channels.ntfy import Ntfy
from notifications.channels.push import Push
from notifications.channels.webhooks import leases
from notifications.channels.webhooks.challenges import write_challenge
from notifications.channels.webhooks.reach import may_be_called, written_in
from notifications.models import Webhook, WebhookCall, new_nonce

MOST_HOOKS = 5
SHOWN_CALLS = 5
TEST = "test"  # what a call is about that only tries a program out
BETWEEN_CODES = timedelta(seconds=5)
TOKEN = rf"[!-~]{{0,{MOST_TOKEN}}}"
BETWEEN_CHALLENGES = timedelta(minutes=1)  # of one player to one host
PORTS = {80, 443}  # and all from 1024 on


class HookError(GameError):
    """A program that cannot be called, or not at this moment."""

    code = "webhook"


def check_url(url: str) -> SplitResult:
    """The parts of an address that may be called. Raises HookError."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise HookError(gettext("This is not a web address. Write one such as https://bot.example/seeds.")) from error
    if parts.scheme != "https" and (settings.PRODUCTION or parts.scheme != "http"):
        raise HookError(gettext("The address must begin with https://, such as https://bot.example/seeds."))
    if not parts.hostname or parts.username or parts.password or parts.fragment:
        raise HookError(
            gettext("The address needs a host and takes no user and no #, such as https://bot.example/seeds.")
        )
    if port is not None and port not in PORTS and port < 1024:
        raise HookError(gettext("The port must be 80, 443, or 1024 and above."))
    return parts


@transaction.atomic
def add_hook(*, player_id: int, url: str, at: datetime, kind: str = Webhook.Kind.PROGRAM, token: str = "") -> Webhook:
    """Have a program of the player's called, once it has answered a challenge, or messages sent to an address of a
    service of that kind, once its code has been given back. Raises HookError."""
    parts = check_url(url)
    _check_address(kind, parts, token)
    address = written_in(parts.hostname or "")
    if address is not None and not may_be_called(address):
        raise HookError(gettext("This address is in a private network. Name one that the internet can reach."))
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    hooks = Webhook.objects.filter(player=player_id)
    if hooks.count() >= MOST_HOOKS:
        raise HookError(
            gettext(
                "You have {most_hooks} programs that are notified, the most there can be. Remove one first."
            ).format(most_hooks=MOST_HOOKS)
        )
    if any(hook.url == url.strip() for hook in hooks):
        raise HookError(gettext("This program is notified already."))
    hook = Webhook(player_id=player_id, kind=kind, encrypted_token=kept_token(token), created_at=at)
    hook.url = url.strip()
    hook.save()
    _challenge(hook, at)
    return hook


def _check_address(kind: str, parts: SplitResult, token: str) -> None:
    """Raises HookError for an address that is none of the service, and for a token where none is taken."""
    messenger = MESSENGERS.get(kind)
    if messenger is None:
        if kind != Webhook.Kind.PROGRAM:
            raise HookError(
                gettext("There is no kind {kind}. The kinds: {values}.").format(
                    kind=repr(kind[:20]), values=", ".join(Webhook.Kind.values)
                )
            )
        if token:
            raise HookError(gettext("A program gets no token: its calls are signed."))
    elif problem := messenger.check(parts, token):
        raise HookError(problem)
    elif token and not messenger.takes_token:
        raise HookError(gettext("{title} takes no token: leave it blank.").format(title=messenger.title))
    elif not re.fullmatch(TOKEN, token):
        raise HookError(
            gettext("A token has up to {most_token} letters, digits and other characters, and no spaces.").format(
                most_token=MOST_TOKEN
            )
        )


def confirm_hook(*, player_id: int, hook_id: int, code: str, at: datetime) -> bool:
    """Send messages to an address from now on, if the code is the one that was sent there; say whether it is.

    Raises HookError for another one within some seconds.
    """
    hook = Webhook.objects.filter(pk=hook_id, player=player_id).exclude(kind=Webhook.Kind.PROGRAM).first()
    if hook is None or hook.off_at is not None:
        return False
    if not leases.take(f"code {hook.pk}", now=at, span=BETWEEN_CODES):
        raise HookError(gettext("You have given a code a moment ago. Wait some seconds, then try again."))
    if not hmac.compare_digest(code.strip().lower().encode(), code_of(hook).encode()):
        return False
    Webhook.objects.filter(pk=hook.pk, confirmed_at=None, nonce=hook.nonce).update(confirmed_at=at)
    return True


def confirm_browser(*, player_id: int, url: str, at: datetime) -> None:
    """Send messages to a browser from now on: it has been reached, and knows its address."""
    browsers = Webhook.objects.filter(player=player_id, kind=Webhook.Kind.PUSH, off_at=None, confirmed_at=None)
    reached = [browser.pk for browser in browsers if browser.url == url]
    Webhook.objects.filter(pk__in=reached).update(confirmed_at=at)


def remove_hook(*, player_id: int, hook_id: int) -> bool:
    """Notify a program no more, and say whether it was notified."""
    return bool(Webhook.objects.filter(pk=hook_id, player=player_id).delete()[0])


@transaction.atomic
def restart_hook(*, player_id: int, hook_id: int, at: datetime) -> bool:
    """Give a program a new secret, and have it called once it has answered a new challenge; say whether there is one.
    Raises HookError."""
    hook = Webhook.objects.select_for_update().filter(pk=hook_id, player=player_id).first()
    if hook is None:
        return False
    hook.nonce = new_nonce()
    _begin_again(hook, at)
    return True


def _begin_again(hook: Webhook, at: datetime) -> None:
    """Challenge a program as if it were new. Raises HookError."""
    hook.off_at = hook.failing_since = hook.confirmed_at = hook.rests_until = None
    hook.failures = 0
    hook.save()
    hook.calls.filter(payload__challenge__isnull=False).delete()
    _challenge(hook, at)


@transaction.atomic
def test_hook(*, player_id: int, hook_id: int, at: datetime) -> bool:
    """Call a program to try it out. One that has not confirmed its address, or was given up, is challenged instead and
    keeps its secret. Say whether there is one. Raises HookError."""
    found = Webhook.objects.select_for_update(of=("self",)).select_related("player")
    hook = found.filter(pk=hook_id, player=player_id).first()
    if hook is None:
        return False
    if hook.confirmed_at is None or hook.off_at is not None:
        _begin_again(hook, at)
        return True
    if not leases.take(f"test {hook.player_id} {host_of(hook.url)}", now=at, span=BETWEEN_CHALLENGES):
        raise HookError(gettext("You have tried this host a moment ago. Wait a minute, then try again."))
    payload = shaped(0, of_player(hook.player_id), TEST, {}, at) | {"player": hook.player.username}
    call = WebhookCall.objects.create(
        hook=hook, payload=payload, dedupe_key=f"{hook.pk}:{TEST}:{new_nonce()}", created_at=at, due_at=at
    )
    enqueue_after_commit("notifications.tasks.send_calls", (call.pk,))
    return True


def _challenge(hook: Webhook, at: datetime) -> None:
    """Ask a program to confirm its address, unless its player has just asked the same host. Raises HookError."""
    if not leases.take(f"challenge {hook.player_id} {host_of(hook.url)}", now=at, span=BETWEEN_CHALLENGES):
        raise HookError(gettext("You have asked this host a moment ago. Wait a minute, then try again."))
    write_challenge(hook, at)


def host_of(url: str) -> str:
    """The host of an address that may be called, in lower case."""
    return (urlsplit(url).hostname or "").rstrip(".")


def secret_of(hook: Webhook) -> str:
    """What signs the calls: for its player alone. Derived, so that the table gives nothing away."""
    return salted_hmac("notifications.webhooks", hook.nonce, algorithm="sha256").hexdigest()


MESSENGERS: dict[str, Messenger] = {one.slug: one for one in (Ntfy(), Discord(), Matrix(), Push())}
CHOSEN_BY_HAND = [one for one in MESSENGERS.values() if one.slug != Push.slug]  # a browser gives its address itself
