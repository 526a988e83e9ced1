"""Small words for the JSON schemas of positions (draft 2020-12, as in OpenAPI 3.1; nothing is ever null)."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.base import JSON, Option

SEAT = {"type": "integer", "minimum": 1, "description": "A seat, counted from 1."}


def number(description: str, least: int = 0) -> JSON:
    """A whole number."""
    return {"type": "integer", "minimum": least, "description": description}


def text(description: str) -> JSON:
    """A word, or a place in the notation of the game."""
    return {"type": "string", "description": description}


def one_of(words: tuple[str, ...], description: str) -> JSON:
    """One of a few words."""
    return {"type": "string", "enum": list(words), "description": description}


def flag(description: str) -> JSON:
    """Yes or no."""
    return {"type": "boolean", "description": description}


def listed(items: JSON, description: str) -> JSON:
    """A list of values of one kind."""
    return {"type": "array", "items": items, "description": description}


def mapped(values: JSON, description: str) -> JSON:
    """An object whose names are places."""
    return {"type": "object", "additionalProperties": values, "description": description}


def named(
    properties: Mapping[str, JSON], description: str, optional: Mapping[str, JSON] | None = None
) -> dict[str, JSON]:
    """An object with these properties and perhaps the optional ones, and no others."""
    return {
        "type": "object",
        "description": description,
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def position(
    game: str,
    title: str,
    form: int,
    options: tuple[Option, ...],
    properties: Mapping[str, JSON],
    optional: Mapping[str, JSON] | None = None,
) -> dict[str, JSON]:
    """The schema of a game's positions: what all of them begin with, and the game's own properties."""
    chosen = options_schema(options)
    head = {
        "format": {"type": "integer", "enum": [form], "description": "The number of this format."},
        "game": {"type": "string", "enum": [game]},
        "options": named({"players": number("The number of seats.", least=2), **chosen}, "The options, as in records."),
    }
    return {**named({**head, **properties}, f"A position of {title}.", optional), "title": f"{title} position"}


def options_schema(options: tuple[Option, ...]) -> dict[str, JSON]:
    """The schema of each option of a game, by its name."""
    return {option.name: _option(option) for option in options}


def _option(option: Option) -> JSON:
    if isinstance(option.values, range):
        return {**number(option.meaning, option.values[0]), "maximum": option.values[-1]}
    return one_of(option.values, option.meaning)
