"""Answers that are made once, and the errors that the schema names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from ground.canonical import digest_of
from ground.rest.problem import ProblemSerializer

READ_ERRORS = {404: ProblemSerializer, 429: ProblemSerializer}
WRITE_ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 429), ProblemSerializer)


def answer_if_new(request: Request, body: Any) -> Response:
    """The body with its ETag, or 304 for a caller who has it."""
    return answer_under(request, f'"{digest_of(body)}"', lambda: body)


def answer_under(request: Request, etag: str, body: Callable[[], Any]) -> Response:
    """The same with an ETag that is known before the body is made. Both answers have it (RFC 9110, 15.4.5)."""
    unchanged = cast(Response | None, get_conditional_response(request._request, etag=etag))
    answer = Response(body()) if unchanged is None else unchanged
    answer["ETag"] = etag
    return answer
