"""docs/positions.md: its examples are positions, and it names everything that there is in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rules import RULES

PAPER = Path(__file__).parents[3] / "docs" / "positions.md"

every_game = pytest.mark.parametrize("slug", RULES)


@cache
def section(slug: str) -> str:
    return next(part for part in PAPER.read_text("utf-8").split("\n## ") if part.startswith(RULES[slug].title))


def properties_of(schema: dict[str, Any]) -> Iterator[str]:
    """The names of properties, at any depth, and the words that some of them are."""
    for name, inner in schema.get("properties", {}).items():
        yield name
        if name in ("name", "kind", "size"):
            yield from inner["enum"]
        yield from properties_of(inner)
    several = [*schema.get("$defs", {}).values(), *schema.get("oneOf", [])]
    for inner in [*several, schema.get("items"), schema.get("additionalProperties")]:
        if isinstance(inner, dict):
            yield from properties_of(inner)


@every_game
def test_the_example_is_a_position(slug: str) -> None:
    (found,) = re.findall(r"```json\n(.+?)```", section(slug), re.S)
    data = json.loads(found)
    assert [error.message for error in Draft202012Validator(RULES[slug].position_schema).iter_errors(data)] == []
    assert RULES[slug].load(data).dump() == data


@every_game
def test_every_property_is_explained(slug: str) -> None:
    explained = set(re.findall(r"`(\w+)`", section(slug) + PAPER.read_text("utf-8").split("\n## ")[0]))
    assert set(properties_of(RULES[slug].position_schema)) <= explained


@every_game
def test_the_paper_says_which_format_it_describes(slug: str) -> None:
    data = RULES[slug].start(RULES[slug].seats[0]).dump()
    assert f"`{slug}`, format {data['format']}." in section(slug)
