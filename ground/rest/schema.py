"""What the OpenAPI schema says beside what views and serializers say: scopes, names of writes, what is always there."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.mixins import ListModelMixin

from ground.rest.once import HEADER, LONGEST_KEY
from ground.rest.scopes import SAFE_METHODS, scope_needed
from ground.rest.strict_input import LARGEST

KEY_HEADER = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    OpenApiParameter.HEADER,
    description=f"A name of your own for this request, up to {LONGEST_KEY} ASCII characters. If you repeat the request "
    "with the same name within 7 days, it is not carried out again: you get the first answer.",
)


def query_names(handler: Any, method: str) -> list[str]:
    """What the schema says that the query of an operation may name; the names of pages are not among them."""
    described = getattr(handler, "kwargs", {}).get("schema")
    if described is None:
        return []
    schema = described()
    schema.view, schema.method = handler.__self__, method
    names = []
    for parameter in schema.get_override_parameters():
        if not isinstance(parameter, OpenApiParameter):
            names += list(parameter().fields)
        elif parameter.location == OpenApiParameter.QUERY:
            names.append(parameter.name)
    return names


def is_paged(view: Any) -> bool:
    """Whether the operation that a view is asked for is a list that comes in pages."""
    is_list = isinstance(view, ListModelMixin) and getattr(view, "action", "list") == "list"
    return is_list and getattr(view, "paginator", None) is not None


class ContractSchema(AutoSchema):
    """Operations with the scope of their keys, in ``x-key-scope`` and in words, and the name that a write can have."""

    def get_override_parameters(self) -> list[Any]:
        parameters = super().get_override_parameters()
        is_named = self.method not in SAFE_METHODS and not getattr(self.view, "takes_no_key", "")
        return [*parameters, KEY_HEADER] if is_named else parameters

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        scope = str(scope_needed(self.view, self.method))
        said = f"A key needs the scope `{scope}`."
        described = operation.get("description", "")
        if self.method not in SAFE_METHODS and (reason := getattr(self.view, "takes_no_key", "")):
            said = f"Takes no `{HEADER}`. {reason}\n\n{said}"
        for one in operation.get("parameters", ()):
            if one["in"] == "query" and one["schema"].get("type") == "integer":
                one["schema"] = {"minimum": 0, "maximum": LARGEST, **one["schema"]}
        return {**operation, "description": f"{described}\n\n{said}".strip(), "x-key-scope": scope}

    def _map_basic_serializer(self, serializer: Any, direction: str) -> Any:
        """In answers everything is always there but what its serializer says is not required."""
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "response":
            declared = getattr(serializer, "_declared_fields", {})
            left_out = {name for name, field in declared.items() if field._kwargs.get("required") is False}
            if required := sorted(schema.get("properties", {}).keys() - left_out):
                schema["required"] = required
        return schema
