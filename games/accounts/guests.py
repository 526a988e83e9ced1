"""Guests: people who play house bots without an account, known by a signed cookie of their browser.

A guest is a row of ``Player`` with ``is_guest``. Signing up turns the same row into an account once the address is
checked, so that games, log and receipts stay as they are. Only views marked :func:`open_to_guests` know a guest; for
all others a guest is a visitor.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.models import Player, Submission

KEPT_FOR = timedelta(days=30)  # without a move; then a guest is forgotten
PREFIX = "guest-"  # of their names, which nobody else can take
_SALT = "games.accounts.guests"
_FORM_KEPT_FOR = timedelta(hours=1)

View = TypeVar("View", bound=Callable[..., Any])


def open_to_guests(view: View) -> View:
    """Mark a view in which ``request.user`` is the guest whom the browser's cookie names."""
    view.open_to_guests = True  # type: ignore[attr-defined]
    return view


def new_guest(nonce: str, *, at: datetime) -> Player | None:
    """The guest of a form: the same one for the same form, however often it is sent. None for a form that is too old.

    ``nonce`` is the mark of the form, which nobody else has seen.
    """
    name = PREFIX + salted_hmac(_SALT, nonce).hexdigest()[:10]
    defaults = {"is_guest": True, "password": "!", "date_joined": at}
    guest, _ = Player.objects.get_or_create(username=name, defaults=defaults)
    is_fresh = guest.is_guest and guest.is_active and at - guest.date_joined < _FORM_KEPT_FOR
    return guest if is_fresh else None


def guest_of(request: HttpRequest) -> Player | None:
    """The guest whom a request's cookie names, unless they have joined or were forgotten."""
    key = request.get_signed_cookie(settings.GUEST_COOKIE_NAME, None, salt=_SALT, max_age=KEPT_FOR)
    if key is None or not key.isdigit():
        return None
    return Player.objects.filter(pk=int(key), is_guest=True, is_active=True).first()


def remember(answer: HttpResponse, guest: Player) -> None:
    """Let the browser keep the guest for as long as Seeds does."""
    answer.set_signed_cookie(
        settings.GUEST_COOKIE_NAME,
        str(guest.pk),
        salt=_SALT,
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def become_player(player: Player, *, at: datetime) -> None:
    """The guest is an account from now on, with a first week like others. For other players nothing happens."""
    Player.objects.filter(pk=player.pk, is_guest=True).update(is_guest=False, date_joined=at)


def idle_guests(*, now: datetime) -> QuerySet[Player]:
    """Guests who began and moved so long ago that they are to be forgotten."""
    before = now - KEPT_FOR
    lately = Submission.objects.filter(received_at__gte=before)
    began = Player.objects.filter(is_guest=True, is_active=True, date_joined__lt=before)
    return began.exclude(pk__in=lately.filter(player__isnull=False).values("player"))
