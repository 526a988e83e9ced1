"""JSON schemas of Python types, so that what is written with them is described once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from inspect import getdoc, isclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from drf_spectacular.plumbing import ResolvedComponent
from rest_framework.serializers import BaseSerializer

Schema = dict[str, Any]

_PLAIN: Mapping[Any, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
}


def component(auto_schema: Any, name: str, schema: Any, of: Any = None) -> Schema:
    """A reference to a component of the schema, which is registered unless it is there; ``of`` is what it describes."""
    kind = ResolvedComponent.SCHEMA
    made = ResolvedComponent(name=name, type=kind, object=of or name, schema=schema)  # type: ignore[no-untyped-call]
    auto_schema.registry.register_on_missing(made)
    return {"$ref": f"#/components/schemas/{name}"}


def union(variants: Mapping[str, Schema], told_apart_by: str) -> Schema:
    """One of several components, by the value of the property that tells them apart."""
    mapping = {value: reference["$ref"] for value, reference in variants.items()}
    return {"oneOf": [*variants.values()], "discriminator": {"propertyName": told_apart_by, "mapping": mapping}}


def words_of(cls: type) -> str:
    """The docstring of a class as the description of a component."""
    return " ".join((getdoc(cls) or "").split()).replace("``", "`")


@dataclass(frozen=True)
class Types:
    """Schemas of types, with a component for each dataclass, typed dictionary and enumeration.

    ``Annotated`` adds a description, and to a plain object or text the class as which it is written. ``names`` are the
    components that are not called as their class, ``serializers`` those that a serializer describes.
    """

    auto_schema: Any
    names: Mapping[type, str]
    serializers: Mapping[type, type[BaseSerializer[Any]]]

    def schema_of(self, hint: Any) -> Schema:
        """Raises TypeError for a type that has no schema here."""
        origin, parts = get_origin(hint), get_args(hint)
        if hint in _PLAIN:
            return {**_PLAIN[hint]}
        if origin is NotRequired:
            return self.schema_of(parts[0])
        if origin is Annotated:
            return self._annotated(parts[0], parts[1:])
        if origin in (Union, UnionType) and NoneType in parts:
            (inner,) = [self.schema_of(part) for part in parts if part is not NoneType]
            return _or_null(inner)
        if origin is list or (origin is tuple and parts[1:] == (...,)):
            return {"type": "array", "items": self.schema_of(parts[0])}
        if origin is tuple:
            items = [self.schema_of(part) for part in parts]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin is Literal and len(parts) == 1:
            return {**_PLAIN[type(parts[0])], "const": parts[0]}
        if isclass(hint):
            return self.component_of(hint)
        raise TypeError(f"{hint} has no schema here.")

    def component_of(self, cls: type) -> Schema:
        """A reference to the component of a class. Raises TypeError for one that has no schema here."""
        if cls in self.serializers:
            reference: Schema = self.auto_schema.resolve_serializer(self.serializers[cls], "response").ref
            return reference
        if issubclass(cls, StrEnum):
            schema: Schema = {"type": "string", "enum": [*map(str, cls)], "description": words_of(cls)}
        else:
            schema = self.object_of(cls)
        return component(self.auto_schema, self.names.get(cls, cls.__name__), schema, of=cls)

    def object_of(self, cls: type, optional: Collection[str] = ()) -> Schema:
        """A dataclass or typed dictionary as an object, in which ``optional`` properties can be left out; they are
        never null. Raises TypeError for another class."""
        if not (is_dataclass(cls) or is_typeddict(cls)):
            raise TypeError(f"{cls} has no schema here.")
        hints = get_type_hints(cls, include_extras=True)
        if is_dataclass(cls):
            hints = {field.name: hints[field.name] for field in fields(cls)}
        left_out = {*optional, *(name for name, hint in hints.items() if get_origin(hint) is NotRequired)}
        properties = {name: self.schema_of(hint) for name, hint in hints.items()}
        properties |= {name: _never_null(properties[name]) for name in optional}
        required = [name for name in properties if name not in left_out]
        return {
            "type": "object",
            "description": words_of(cls),
            "properties": properties,
            **({"required": required} if required else {}),
        }

    def _annotated(self, hint: Any, extras: tuple[Any, ...]) -> Schema:
        schema = self.schema_of(next(filter(isclass, extras), hint))
        words = " ".join(extra for extra in extras if isinstance(extra, str))
        return described(schema, words) if words else schema


def _or_null(schema: Schema) -> Schema:
    if "$ref" in schema:
        return {"oneOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _never_null(schema: Schema) -> Schema:
    match schema.get("type"):
        case [kind, "null"]:
            return {**schema, "type": kind}
    return schema


def described(schema: Schema, words: str) -> Schema:
    """A schema with a description; that of a component is kept."""
    return {"allOf": [schema], "description": words} if "$ref" in schema else {**schema, "description": words}
