"""What a request depends on besides its address: the reader's time zone and language, staff rights, guests, and the
age of the session."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import ngettext

from games.accounts import guests, sessions
from games.accounts.sessions import used_second_factor
from games.clock.calendars import zone_named
from games.feed.moment import ENDS, number_shown, one_moment
from games.feed.shown import KEY, UPTO, may_wait
from games.models import Player

OF_LIBRARIES = ("/accounts/", f"/{settings.ADMIN_PATH}")


class ReaderMiddleware:
    """Activates the time zone and the language of a player who is signed in for one request.

    For visitors, and programs with keys, the time is UTC, and the language is what they accept (LocaleMiddleware). The
    REST interface has UTC for everybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            with timezone.override(None):
                return self.get_response(request)
        zone = None if request.path.startswith("/api/") else zone_named(request.user.time_zone)
        with timezone.override(zone), translation.override(request.user.language):
            answer = self.get_response(request)
            answer["Content-Language"] = translation.get_language()
        patch_vary_headers(answer, ["Cookie"])
        return answer


class GuestMiddleware:
    """In views that are open to guests, a visitor with a guest's cookie is that guest; a move renews the cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.method == "POST" and isinstance(request.user, Player) and request.user.is_guest:
            guests.remember(answer, request.user)
        return answer

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        if request.user.is_authenticated or not getattr(view, "open_to_guests", False):
            return
        if (guest := guests.guest_of(request)) is not None:
            request.user = guest


class OneMomentMiddleware:
    """What is asked for with GET is read from one snapshot; an answer of REST has its number in ``Feed-Number``.

    Readers of the feed wait for what comes after the snapshot, and pages of libraries write when they are read. A page
    that answers another method begins a snapshot once it has written (``begin_page``).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if may_wait(request.path) or request.path.startswith(OF_LIBRARIES):
            return self.get_response(request)
        with ExitStack() as ends:
            request.META[ENDS] = ends
            ends.callback(request.META.pop, ENDS)
            if request.method != "GET":
                return self.get_response(request)
            numbers = ends.enter_context(one_moment())
            answer = self.get_response(request)
            if request.META.get(KEY) is not None:
                request.META[UPTO] = numbers()[0]
            if request.path.startswith("/api/") and (number := number_shown()) is not None:
                answer["Feed-Number"] = str(number)
        return answer


class SessionEndMiddleware:
    """A session that began too long ago is ended, and its player signs in again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if sessions.is_over(request, now=time.time()):
            logout(request)
            if not request.path.startswith("/api/"):
                messages.info(request, _why_it_ended(settings.SESSION_MOST_DAYS))
        return self.get_response(request)


def _why_it_ended(days: int) -> str:
    sentence = ngettext(
        "You were signed out: a sign-in ends after %(count)d day at the latest. Sign in again.",
        "You were signed out: a sign-in ends after %(count)d days at the latest. Sign in again.",
        days,
    )
    return sentence % {"count": days}


class StaffRightsMiddleware:
    """Staff have their rights in sessions with a second factor; in others they are players like everybody.

    Pages of the account and of the admin are exempt: they lead staff to the factor, and they save whole accounts.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(OF_LIBRARIES):
            signed_in = request.user

            def with_rights() -> object:
                if signed_in.is_authenticated and signed_in.is_staff and not used_second_factor(request, signed_in):
                    signed_in.is_staff = signed_in.is_superuser = False  # for this request; never saved
                return signed_in

            request.user = SimpleLazyObject(with_rights)  # type: ignore[assignment]
        return self.get_response(request)
