"""Whether a session was opened with a second factor, without which nobody acts as staff."""

from __future__ import annotations

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the player who has signed in has set up a passkey or one-time codes."""
    return bool(is_mfa_enabled(request.user))


def used_second_factor(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a player has shown a second factor in this session: when signing in, or afterwards."""
    records = get_authentication_records(request, user if user.is_authenticated else None)
    return any(record.get("method") == "mfa" for record in records)
