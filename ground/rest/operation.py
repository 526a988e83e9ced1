"""The base of all views of REST."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Model
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from ground.rest.answers import is_dry_run
from ground.rest.once import HEADER, answer_once, key_of
from ground.rest.schema import is_paged, query_names
from ground.rest.scopes import SAFE_METHODS
from ground.rest.strict_input import check_names, check_sent_once

M = TypeVar("M", bound=Model)


def rate_headers(throttles: Iterable[Any]) -> dict[str, str]:
    """What is left of the rate that is spent first: requests, and seconds until there are more.

    Throttles that have not counted the request say nothing.
    """
    counted = [throttle for throttle in throttles if hasattr(throttle, "history")]
    if not counted:
        return {}
    nearest = min(counted, key=_left)
    most, span = nearest.num_requests, nearest.duration
    reset = math.ceil(span - (nearest.now - nearest.history[-1])) if nearest.history else span
    return {
        "RateLimit-Policy": f'"{nearest.scope}";q={most};w={span}',
        "RateLimit": f'"{nearest.scope}";r={_left(nearest)};t={reset}',
    }


def _left(throttle: Any) -> int:
    return int(max(0, throttle.num_requests - len(throttle.history)))


class Operation(APIView):
    """A view whose writes are done once for each ``Idempotency-Key``, and whose query has the names of the schema only.

    A view that takes no key says why in ``takes_no_key``, as a sentence for its caller.
    """

    takes_no_key = ""

    def get_throttles(self) -> list[BaseThrottle]:
        """One object of each for the whole request, so that the answer can say what is left."""
        if not hasattr(self, "_throttles"):
            self._throttles = list(super().get_throttles())
        return self._throttles

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """With how many requests the caller has left, in ``RateLimit`` and ``RateLimit-Policy``."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        for name, value in rate_headers([*self.get_throttles(), getattr(request, "counted", None)]).items():
            answer.headers.setdefault(name, value)
        return answer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What is checked before anything is done. A named write is then handled within :func:`answer_once`."""
        method = request.method or ""
        if method not in self.allowed_methods:
            self.http_method_not_allowed(request)  # before anybody is asked for a key that would not help
        super().initial(request, *args, **kwargs)
        self._check_query(request, method)
        if method in SAFE_METHODS or (key := key_of(request)) is None:
            return
        if self.takes_no_key:
            raise serializers.ValidationError({HEADER: [self.takes_no_key]})
        if request.user.is_authenticated and not is_dry_run(request):
            handle = getattr(self, method.lower())
            setattr(self, method.lower(), partial(self._answer_once, key, handle))

    def _check_query(self, request: Request, method: str) -> None:
        """Raises ValidationError for a name that is sent twice, or is not in the schema; ``Pages`` knows that of
        lists."""
        check_sent_once(request.query_params)
        handler = getattr(self, method.lower(), None)
        if request.query_params and handler is not None and not is_paged(self):
            names = query_names(handler, method)
            if not any("{" in name for name in names):  # a pattern, which its view reads
                check_names(request.query_params, names)

    def _answer_once(self, key: str, handle: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        def answer() -> Response:
            try:
                return cast(Response, handle(request, *args, **kwargs))
            except Exception as error:  # the common handler raises again what is no refusal
                return self.handle_exception(error)

        return answer_once(request, cast(AbstractBaseUser, request.user), key, answer)


class Operations(Operation, viewsets.GenericViewSet[M]):
    """The same for several operations at the addresses of one kind of thing."""


IS_NOT_STORED = "The answer has a secret, which is never stored. Send the request without a key."
WRITES_NOTHING = "This writes nothing, so that it can be sent again without a key."
