"""Values whose shape depends on the game that they belong to. The schema has one component for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from games.api.strict_input import OBJECT
from games.rules.base import Options


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


def named_options(game: str, options: Options) -> dict[str, Any]:
    """Options as REST writes them."""
    return {"game": game, **options}


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
