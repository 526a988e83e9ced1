"""Schemas that are made from Python types say what is written with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from drf_spectacular.plumbing import ComponentRegistry

from ground.rest.schema import ContractSchema
from ground.rest.typed import Types


class Colour(StrEnum):
    """A colour."""

    RED = "red"


@dataclass
class Move:
    """A move of ``seat``."""

    seat: Annotated[int, "The seat."]
    to: str | None = None


class Line(TypedDict):
    """A line."""

    moves: list[Annotated[dict[str, Any], Move]]
    note: NotRequired[Annotated[str, "A note."]]


@pytest.fixture
def types() -> Types:
    described = ContractSchema()  # type: ignore[no-untyped-call]
    described.registry = ComponentRegistry()
    return Types(described, {Move: "PlayedMove"}, {})


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (bool, {"type": "boolean"}),
        (datetime, {"type": "string", "format": "date-time"}),
        (int | None, {"type": ["integer", "null"]}),
        (tuple[str, ...], {"type": "array", "items": {"type": "string"}}),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        ),
        (Literal[2], {"type": "integer", "const": 2}),
        (Annotated[int | None, "Words."], {"type": ["integer", "null"], "description": "Words."}),
        (Annotated[str, Colour], {"$ref": "#/components/schemas/Colour"}),
        (Move | None, {"oneOf": [{"$ref": "#/components/schemas/PlayedMove"}, {"type": "null"}]}),
        (Annotated[Move, "Words."], {"allOf": [{"$ref": "#/components/schemas/PlayedMove"}], "description": "Words."}),
    ],
)
def test_type_has_the_schema_of_its_values(types: Types, hint: Any, schema: Any) -> None:
    assert types.schema_of(hint) == schema


def test_class_is_a_component_with_its_docstring(types: Types) -> None:
    assert types.schema_of(Line) == {"$ref": "#/components/schemas/Line"}
    components = types.auto_schema.registry.build({})["schemas"]
    assert components["Line"]["required"] == ["moves"]
    assert components["Line"]["properties"]["note"] == {"type": "string", "description": "A note."}
    assert components["PlayedMove"] == {
        "type": "object",
        "description": "A move of `seat`.",
        "properties": {"seat": {"type": "integer", "description": "The seat."}, "to": {"type": ["string", "null"]}},
        "required": ["seat", "to"],
    }


def test_what_can_be_left_out_is_never_null(types: Types) -> None:
    described = types.object_of(Move, optional={"to"})
    assert (described["required"], described["properties"]["to"]) == (["seat"], {"type": "string"})


@pytest.mark.parametrize("hint", [float, set[int], object, dict[str, int], int | str, Literal[1, 2]])
def test_type_without_a_schema_is_refused(types: Types, hint: Any) -> None:
    with pytest.raises(TypeError, match="has no schema here"):
        types.schema_of(hint)
