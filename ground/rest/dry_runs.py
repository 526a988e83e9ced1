"""Requests that only ask what a write would come to: ``dry_run`` in the body or, where there is none, in the query."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

DRY_RUN = OpenApiParameter("dry_run", bool, description="Preview only: do nothing. The answer then has status 200.")


def is_dry_run(request: Request) -> bool:
    """Whether nothing is to be done. Raises ValidationError for a value in the query that is neither true nor false."""
    if isinstance(request.data, Mapping) and request.data.get("dry_run") is True:
        return True
    said = request.query_params.get(DRY_RUN.name, "false")
    if said not in ("true", "false"):
        raise serializers.ValidationError({DRY_RUN.name: [gettext("This must be true or false.")]})
    return said == "true"
