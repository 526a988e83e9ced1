"""Changes of accounts that are noticed by signals: their players get notices, and browsers are remembered."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, email_removed, user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from games.accounts import guests
from games.models import Player
from notifications.accounts import known_browsers
from notifications.accounts.notices import ADDRESS_ADDED, ADDRESS_REMOVED, SIGNED_IN, Origin, send_notice


def origin_of(request: HttpRequest) -> Origin:
    """Where a request comes from."""
    adapter = get_adapter()
    return Origin(adapter.get_client_ip(request), adapter.get_http_user_agent(request))


@receiver(user_logged_in)
def notify_of_sign_in(request: HttpRequest, user: Player, response: HttpResponseBase, **_: Any) -> None:
    """Write to a player whose account was opened in a browser that is not known, except when it is opened first."""
    if not known_browsers.is_known(request, user) and not _is_first(user):
        send_notice(user, SIGNED_IN, origin_of(request), at=timezone.now())
    known_browsers.remember(request, response, user)


def _is_first(player: Player) -> bool:
    """Whether the account is being opened for the first time, by joining."""
    return player.last_login is None or (timezone.now() - player.date_joined).total_seconds() < 3600


@receiver(email_confirmed)
def notify_of_address(request: HttpRequest | None, email_address: EmailAddress, **_: Any) -> None:
    """Write to a player whose account has one more address; not of the first, which comes with joining."""
    others = EmailAddress.objects.filter(user=email_address.user_id, verified=True).exclude(pk=email_address.pk)
    if request is not None and others.exists():
        send_notice(email_address.user, ADDRESS_ADDED, origin_of(request), at=timezone.now(), email=email_address.email)


@receiver(email_confirmed)
def make_player_of_guest(email_address: EmailAddress, **_: Any) -> None:
    """A guest who has checked an address has an account, with the games that they began as a guest."""
    guests.become_player(email_address.user, at=timezone.now())


@receiver(email_removed)
def notify_of_removed_address(request: HttpRequest, user: Player, email_address: EmailAddress, **_: Any) -> None:
    """Write to a player, also to the address itself, that a checked address was removed."""
    if email_address.verified:
        send_notice(
            user,
            ADDRESS_REMOVED,
            origin_of(request),
            at=timezone.now(),
            also_to=[email_address.email],
            email=email_address.email,
        )
