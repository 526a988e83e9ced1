"""The codes of errors as REST shows them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.contract.operation import Operation
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
