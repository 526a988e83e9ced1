"""The end of every session: so long after signing in, however often it has been used since."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest

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
