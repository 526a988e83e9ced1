"""What the OpenAPI schema says beside what views and serializers say: scopes, names of writes, what is always there,
and positions and options by game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.mixins import ListModelMixin

from games.accounts.scopes import SAFE_METHODS, scope_needed
from games.api.contract.typed import Schema, component, union
from games.rules import RULES
from games.rules.base import JSON
from games.rules.schema import named, options_schema

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A name of your own for this request, up to 100 characters. If you repeat the request with the same "
    "name within 7 days, it is not carried out again: you get the first answer.",
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


class PositionSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A position: one component for each game, told apart by ``game``."""

    target_class = "games.api.contract.fields.PositionField"

    def map_serializer_field(self, auto_schema: Any, direction: str) -> Any:
        schemas = {slug: _with_components(auto_schema, slug, rules.position_schema) for slug, rules in RULES.items()}
        return _union(auto_schema, "Position", schemas)


class OptionsSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The options of a game: one component for each game, told apart by ``game``."""

    target_class = "games.api.contract.fields.OptionsField"

    def map_serializer_field(self, auto_schema: Any, direction: str) -> Any:
        schemas: dict[str, JSON] = {}
        for slug, rules in RULES.items():
            game: dict[str, JSON] = {"game": {"type": "string", "const": slug}}
            known = options_schema(rules.options)
            described = f"The options of {rules.title}."
            schemas[slug] = (
                named(game, f"{described} Options that are left out have their usual values.", known)
                if direction == "request"
                else named({**game, **known}, described)
            )
        return _union(auto_schema, "OptionsRequest" if direction == "request" else "Options", schemas)


def _union(auto_schema: Any, kind: str, schemas: Mapping[str, Any]) -> Schema:
    variants = {slug: component(auto_schema, f"{slug.title()}{kind}", schema) for slug, schema in schemas.items()}
    return component(auto_schema, kind, union(variants, "game"))


def _with_components(auto_schema: Any, slug: str, schema: Any) -> Any:
    """The schema of a position with its definitions as components of their own."""
    own, definitions = dict(schema), dict(schema.get("$defs", {}))
    own.pop("$defs", None)

    def name_of(definition: str) -> str:
        return slug.title() + definition.title().replace("_", "")

    def rewritten(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: rewritten(inner) for name, inner in _with_constants(value).items()}
        if isinstance(value, list):
            return [rewritten(inner) for inner in value]
        if isinstance(value, str) and (found := re.fullmatch(r"#/\$defs/(\w+)", value)):
            return f"#/components/schemas/{name_of(found[1])}"
        return value

    for definition, described in definitions.items():
        component(auto_schema, name_of(definition), rewritten(described))
    return rewritten(own)


def _with_constants(schema: dict[str, Any]) -> dict[str, Any]:
    """One value that is the only one is a constant: it tells variants apart, and needs no name of its own."""
    values = schema.get("enum", ())
    if not isinstance(values, list) or len(values) != 1:
        return schema
    return {name: value for name, value in schema.items() if name != "enum"} | {"const": values[0]}
