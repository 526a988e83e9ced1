"""What REST says about itself: the codes of errors, and its schema."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.encoding import force_bytes
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules import RULES
from ground.rest.operation import Operation
from ground.rest.strict_input import check_names
from seeds.rest.problems import CODES, Code


class CodeSerializer(serializers.Serializer[Code]):
    """An error code."""

    code = serializers.CharField()
    status = serializers.IntegerField(help_text="The HTTP status of errors with this code.")
    title = serializers.CharField(help_text="The meaning of the code.")


class ProblemsView(Operation):
    """The codes of errors."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="problems_list", summary="All error codes", responses={200: CodeSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The `code` of every error is one of these."""
        return Response(CodeSerializer([*CODES.values()], many=True).data)  # type: ignore[arg-type]


class SchemaView(SpectacularAPIView):
    """The OpenAPI schema, which is the same for everybody who reads it in one language."""

    renderer_classes = [OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """As JSON, or as YAML with the header Accept: application/vnd.oai.openapi."""
        check_names(request.query_params, ())
        form = request.accepted_renderer
        written, etag = _written(form.format, get_language() or "", tuple(RULES))
        unchanged = get_conditional_response(request._request, etag=etag)
        answer = unchanged or HttpResponse(written, content_type=form.media_type)
        answer["ETag"] = etag
        return answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Errors are JSON, whatever form of the schema was asked for."""
        if getattr(response, "exception", False):
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().finalize_response(request, response, *args, **kwargs)


@cache
def _written(form: str, language: str, games: tuple[str, ...]) -> tuple[bytes, str]:
    """The schema as ``json`` or ``yaml`` and in the present language, with its ETag. Making it takes a second of
    processor time."""
    described = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    renderer = OpenApiJsonRenderer() if form == "json" else OpenApiYamlRenderer()
    written = force_bytes(renderer.render(described, renderer_context={}))
    return written, f'"{hashlib.sha256(written).hexdigest()}"'
