"""Answers that are made once, the errors that the schema names, and requests that only ask what a write comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
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


DRY_RUN = OpenApiParameter("dry_run", bool, description="Preview only: do nothing. The answer then has status 200.")


def is_dry_run(request: Request) -> bool:
    """Whether nothing is to be done. Raises ValidationError for a value in the query that is neither true nor false."""
    if isinstance(request.data, Mapping) and request.data.get("dry_run") is True:
        return True
    said = request.query_params.get(DRY_RUN.name, "false")
    if said not in ("true", "false"):
        raise serializers.ValidationError({DRY_RUN.name: [gettext("This must be true or false.")]})
    return said == "true"
