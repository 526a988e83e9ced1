"""Browsers in which an account was opened before: a signed cookie that lasts a year, or until the password changes."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from games.models import Player

COOKIE = "known"
MOST_ACCOUNTS = 5  # that one browser is known for
_SECONDS = 365 * 24 * 3600


def is_known(request: HttpRequest, player: Player) -> bool:
    """Whether the account was opened in this browser since the last change of its password."""
    return _mark(player) in _marks(request)


def remember(request: HttpRequest, answer: HttpResponseBase, player: Player) -> None:
    """Let the answer mark the browser as one in which the account was opened."""
    mark = _mark(player)
    marks = [mark, *(other for other in _marks(request) if other != mark)][:MOST_ACCOUNTS]
    answer.set_cookie(
        COOKIE,
        _signer().sign_object(marks),
        max_age=_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _signer() -> Signer:
    return Signer(salt="known browsers")


def _mark(player: Player) -> str:
    return salted_hmac("known browser", f"{player.pk}:{player.password}", algorithm="sha256").hexdigest()[:32]


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks = _signer().unsign_object(request.COOKIES.get(COOKIE, ""))
    except BadSignature:
        return []
    return [str(mark) for mark in marks]
