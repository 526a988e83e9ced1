"""Variant options as people and programs write them: text in, the values of the game out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.base import Rules


def read_options(rules: Rules[Any, Any], texts: Mapping[str, str]) -> dict[str, str | int]:
    """The values that the texts name. A text that names none stays as it is, for ``check_options`` to refuse."""
    named = {option.name: {str(value): value for value in option.values} for option in rules.options}
    return {name: named.get(name, {}).get(text, text) for name, text in texts.items()}
