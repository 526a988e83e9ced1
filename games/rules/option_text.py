"""Variant options as people and programs write them: text in, the values of the game out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base import Option, Rules
from ground.wording import gettext


def read_options(rules: Rules[Any, Any], texts: Mapping[str, str]) -> dict[str, str | int]:
    """The values that the texts name; a blank text leaves its option out.

    A text that names no value stays as it is, for ``check_options`` to refuse.
    """
    named = {option.name: {str(value): value for value in option.values} for option in rules.options}
    return {name: named.get(name, {}).get(text, text) for name, text in texts.items() if text}


def usual_words(option: Option, seats: Sequence[int]) -> str:
    """What an option usually is, in words: "60", or "24 for 2 players, 36 for 3, 48 for 4"."""
    usual = [option.default(count) for count in seats]
    if len(set(usual)) == 1:
        return str(usual[0])
    first, *others = (
        gettext("{value} for {count}").format(value=value, count=count)
        for value, count in zip(usual, seats, strict=True)
    )
    return ", ".join([gettext("{usual} players").format(usual=first), *others])
