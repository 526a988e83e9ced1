"""Values that know games: positions and options, of which the schema has a component for each game, and players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from games.play import queries
from games.rules import RULES
from games.rules.base import JSON
from games.rules.schema import named, options_schema
from ground.rest.strict_input import OBJECT
from ground.rest.typed import Schema, component, union


class PositionField(serializers.JSONField):
    """A position as its game writes it."""


class OptionsField(serializers.Field[Any, Any, Any, Any]):
    """The options of a game, with the name of that game.

    What is read may leave out the name and each option, and may write numbers as text. It is not held to the game:
    :func:`options_of` does that.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**({"source": "*"} if more.get("read_only") else {}) | more)

    def to_representation(self, value: Any) -> dict[str, Any]:
        """Of anything that has ``rules`` and ``options``."""
        return {"game": value.rules, **value.options}

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """The values as text by name. Raises ValidationError."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError(OBJECT)
        for name, value in data.items():
            if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) > 40:
                raise serializers.ValidationError({str(name): [gettext("An option is a word or a number.")]})
        return {str(name): str(value) for name, value in data.items()}


def options_sent(game: str, sent: Mapping[str, str]) -> dict[str, str]:
    """What was sent without the name of the game. Raises ValidationError where that is another game."""
    named = sent.get("game", game)
    if named != game:
        raise serializers.ValidationError(
            {
                "options": [
                    gettext("These are options of {named}, and the game is {game}.").format(named=named, game=game)
                ]
            }
        )
    return {name: value for name, value in sent.items() if name != "game"}


class PlayerNameField(serializers.CharField):
    """The name of a player there is."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=30, **more)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if queries.player_named(name) is None:
            raise serializers.ValidationError(gettext("There is no player called {name}.").format(name=name))
        return name


# How the schema describes them ----------------------------------------------------------------------------------------


class PositionSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A position: one component for each game, told apart by ``game``."""

    target_class = "games.api.fields.PositionField"

    def map_serializer_field(self, auto_schema: Any, direction: str) -> Any:
        schemas = {slug: _with_components(auto_schema, slug, rules.position_schema) for slug, rules in RULES.items()}
        return _union(auto_schema, "Position", schemas)


class OptionsSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The options of a game: one component for each game, told apart by ``game``."""

    target_class = "games.api.fields.OptionsField"

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


class TextsField(serializers.ListField):
    child = serializers.CharField()


class NumbersField(serializers.ListField):
    child = serializers.IntegerField()
