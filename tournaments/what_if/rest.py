"""The table for supposed results by REST."""

from __future__ import annotations

from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from ground.rest.problem import ProblemSerializer
from tournaments.api import division_serializers as shapes
from tournaments.presenting import finding, tables
from tournaments.what_if import queries as what_if

_SUPPOSED = OpenApiParameter(
    "f{fixture}",
    str,
    description=(
        "For each fixture that is supposed, such as `f12`: `1`, `=` or `0` for the first of two; two totals such as "
        f"`9:5` where leaves are counted; places such as `2-1-3` at tables of more. At most {what_if.MOST_FIXTURES}."
    ),
)


class WhatIfView(Operation):
    """Supposed results."""

    @extend_schema(
        summary="The table for supposed results",
        parameters=[_SUPPOSED],
        responses={
            200: inline_serializer("WhatIf", {"standings": shapes.SupposedStandingSerializer(many=True)}),
            400: ProblemSerializer,
            **READ_ERRORS,
        },
    )
    @expensive
    def get(self, request: Request, slug: str, division: int) -> Response:
        """Computes the table for results that you suppose; nothing is stored. You can also suppose another result for a
        fixture that is finished."""
        found = finding.find_division(finding.find_event(request._request, slug), division)
        for name in request.query_params:
            if not what_if.names_fixture(name):
                raise serializers.ValidationError(
                    gettext("There is no “{name}”. Name fixtures with an f before their number, such as f12.").format(
                        name=name[:40]
                    )
                )
        supposed = what_if.read_suppositions(request.query_params.items())
        try:
            table = what_if.supposed_standings(found, supposed, at=timezone.now())
        except what_if.CannotSuppose as error:
            raise serializers.ValidationError(error.message) from error
        ranks = {row["entrant"]: row["rank"] for row in found.snapshot.table["rows"]}
        lines = tables.supposed_table(found, table)
        written = shapes.SupposedStandingSerializer(lines, many=True, context={"ranks": ranks}).data
        return Response({"standings": written})


EVENT_OPERATIONS = [
    path("events/<slug:slug>/divisions/<int:division>/what-if/", WhatIfView.as_view(), name="division-what-if")
]
