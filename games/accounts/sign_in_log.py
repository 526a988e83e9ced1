"""Lines of the operator's log about signing in: which account by its number, and from where. No names, no passwords."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

log = logging.getLogger(__name__)


def connect() -> None:
    """Write a line whenever somebody signs in or out, fails to, or changes a password."""
    user_logged_in.connect(_signed_in, dispatch_uid="games.sign_in_log")
    user_logged_out.connect(_signed_out, dispatch_uid="games.sign_in_log")
    user_login_failed.connect(_failed, dispatch_uid="games.sign_in_log")
    password_changed.connect(_changed, dispatch_uid="games.sign_in_log")
    password_reset.connect(_reset, dispatch_uid="games.sign_in_log")


def _signed_in(request: HttpRequest | None, user: Any, **_: object) -> None:
    log.info("Player %s has signed in from %s.", user.pk, _place(request))


def _signed_out(request: HttpRequest | None, user: Any, **_: object) -> None:
    if user is not None:
        log.info("Player %s has signed out from %s.", user.pk, _place(request))


def _failed(request: HttpRequest | None = None, **_: object) -> None:
    log.warning("A sign-in from %s failed.", _place(request))


def _changed(request: HttpRequest | None, user: Any, **_: object) -> None:
    log.info("Player %s has changed the password from %s.", user.pk, _place(request))


def _reset(request: HttpRequest | None, user: Any, **_: object) -> None:
    log.info("Player %s has reset the password from %s.", user.pk, _place(request))


def _place(request: HttpRequest | None) -> str:
    """The caller's address, as throttles count it."""
    try:
        return "nowhere" if request is None else str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:  # the library's word for an address that nobody has said
        return "an unknown address"
