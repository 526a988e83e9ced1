"""Requests that cost much: how often one caller may make them, and how many are worked on at a time.

A view marked :func:`expensive` has a throttle scope of its own and needs one of few slots while it works. So most
threads of a web process stay free for moves and pages, whatever is asked for. Pages and REST share both limits.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle

from ground.callers import network_of
from ground.wording import time_in_words

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which loads the throttle of the settings, which is here

View = TypeVar("View", bound=Callable[..., Any])
AnyRequest = HttpRequest | Request

MINUTE = 60  # seconds
SECONDS_TO_WAIT = 2  # until a slot is free again, nearly always


class Overload(APIException):
    """Nothing is wrong with the request, but it has to wait ``wait`` seconds; an answer says so in ``Retry-After``."""

    def __init__(self, status: int, code: str, message: str, wait: int) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.wait = wait


def busy(in_all: int) -> Overload:
    """What a request gets for which there is no room beside so many others."""
    message = gettext(
        "{in_all} requests of this kind are in progress, the most at a time. Try again in {seconds_to_wait} seconds."
    ).format(in_all=in_all, seconds_to_wait=SECONDS_TO_WAIT)
    return Overload(503, "busy", message, SECONDS_TO_WAIT)


class AnonymousThrottle(AnonRateThrottle):
    """How often REST may be asked from one address, or one network of IPv6, without a player."""

    def get_ident(self, request: Any) -> str:
        return network_of(super().get_ident(request) or "")


class ExpensiveThrottle(SimpleRateThrottle):
    """How often one player, or one address without a player, may ask for something expensive."""

    rate: str

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"throttle:{self.scope}:{caller_of(request)}"


class ConcurrencySlots:
    """The slots of one process for expensive requests: so many in all, and fewer for each caller."""

    def __init__(self, in_all: int, for_each: int) -> None:
        self.in_all = in_all
        self.for_each = for_each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, caller: str) -> None:
        """Take a slot, to be given back with :meth:`free`. Raises Overload when there is none."""
        with self._lock:
            if self._taken[caller] >= self.for_each:
                raise Overload(
                    429,
                    "too_many_at_once",
                    gettext(
                        "You have {for_each} requests of this kind in progress, the most at a time. Wait for "
                        "their answers."
                    ).format(for_each=self.for_each),
                    SECONDS_TO_WAIT,
                )
            if self._taken.total() >= self.in_all:
                raise busy(self.in_all)
            self._taken[caller] += 1

    def free(self, caller: str) -> None:
        """Give back a slot of the caller's."""
        with self._lock:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]


SLOTS = ConcurrencySlots(settings.EXPENSIVE_AT_ONCE, settings.EXPENSIVE_AT_ONCE_EACH)


def caller_of(request: Any) -> str:
    """Whose limits a request counts against: the player's, or those of the address that it came from."""
    if request.user.is_authenticated:
        return f"player:{request.user.pk}"
    return f"address:{address_of(request)}"


def address_of(request: Any) -> str:
    """The address that a request came from, by the word of our proxy if there is one; of IPv6 its network."""
    return _ADDRESSES.get_ident(request)


def expensive(view: View) -> View:
    """The view, as a page or a method of REST, within the limits of expensive requests. Raises Overload."""
    return expensive_if(lambda request: True)(view)


def expensive_if(is_expensive: Callable[[Any], bool], scope: str = "expensive") -> Callable[[View], View]:
    """Like :func:`expensive`, for a view of which only some requests cost much, or that has a scope of its own."""

    def limiting(view: View) -> View:
        @wraps(view)
        def limited(*args: Any, **kwargs: Any) -> Any:
            request = next(one for one in args if isinstance(one, AnyRequest))
            if not is_expensive(request):
                return view(*args, **kwargs)
            check_rate(request, scope)
            caller = caller_of(request)
            SLOTS.take(caller)
            try:
                return view(*args, **kwargs)
            finally:
                SLOTS.free(caller)

        limited.is_expensive = True  # type: ignore[attr-defined]  # for the test that looks at all addresses
        return limited  # type: ignore[return-value]

    return limiting


def check_rate(request: Any, scope: str) -> None:
    """Count a request of a scope, such as ``expensive`` or ``page``. Raises Overload for a caller above the rate."""
    kind = "player" if request.user.is_authenticated else "anonymous"
    throttle = ExpensiveThrottle(f"{scope}_{kind}")
    request.counted = throttle  # for the headers of REST
    if throttle.allow_request(request, cast("APIView", None)):  # it asks nothing of the view
        return
    wait = ceil(throttle.wait() or 1)
    time = time_in_words(timedelta(seconds=wait if wait <= MINUTE else ceil(wait / MINUTE) * MINUTE))
    if scope == "guest":
        message = gettext("Too many new games from your network. Try again in {time}, or sign in.")
    elif kind == "anonymous":
        message = gettext("Too many requests from your network. Try again in {time}, or sign in.")
    else:
        message = gettext("Too many requests. Try again in {time}.")
    message = message.format(time=time)
    raise Overload(429, "throttled", message, wait)


_ADDRESSES = AnonymousThrottle()
