"""Sessions: whose each is, when it is over, and whether it was opened with a second factor, as staff and moderators
need."""

from __future__ import annotations

import time
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import urlencode

from games.models import Player

_BEGAN = "signed_in_at"  # in the session: seconds of the epoch


def note_start(request: HttpRequest | None, **_: Any) -> None:
    """Write down when somebody signed in; a receiver of ``user_logged_in``."""
    if request is not None:
        request.session[_BEGAN] = int(time.time())


def is_over(request: HttpRequest, *, now: float) -> bool:
    """Whether somebody signed in with this session so long ago (``SESSION_MOST_DAYS``) that it counts no more.

    A session that does not say when it began is over.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or SESSION_KEY not in request.session:
        return False
    return bool(now - request.session.get(_BEGAN, 0) > settings.SESSION_MOST_DAYS * 86_400)


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the player who has signed in has set up a passkey or one-time codes."""
    return bool(is_mfa_enabled(request.user))


def used_second_factor(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a player has shown a second factor in this session: when signing in, or afterwards."""
    records = get_authentication_records(request, user if user.is_authenticated else None)
    return any(record.get("method") == "mfa" for record in records)


def lead_to_factor(request: HttpRequest, target: str, notice: str) -> HttpResponse:
    """To the page where the player shows the factor that there is (a code if there are codes, else a passkey), and from
    there to ``target``; without one, with a notice to the page where it is set up."""
    if not has_second_factor(request):
        messages.info(request, notice)
        return redirect("mfa_index")
    methods = get_adapter().get_reauthentication_methods(request.user)
    page = next(method["url"] for method in methods if method["id"].startswith("mfa_reauthenticate"))
    return HttpResponseRedirect(f"{page}?{urlencode({REDIRECT_FIELD_NAME: target})}")


def player_of(request: HttpRequest) -> Player:
    """The logged-in player; for views that let nobody else in."""
    return cast(Player, request.user)
