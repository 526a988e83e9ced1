"""Whether a session was opened with a second factor, without which nobody acts as staff or moderator."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import urlencode


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
