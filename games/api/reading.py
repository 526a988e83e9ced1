"""What callers send is read strictly: a slip is refused with what there is, never passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers


class SentSerializer(serializers.Serializer[Any]):
    """Values that a caller sends; those of names that there are not are refused."""

    def to_internal_value(self, data: Any) -> Any:
        """The values read. Raises ValidationError."""
        if isinstance(data, Mapping) and (unknown := [name for name in data if name not in self.fields]):
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            raise serializers.ValidationError(
                {name: [f"There is no such value. There are: {known}."] for name in unknown}
            )
        return super().to_internal_value(data)


class ChoiceField(serializers.ChoiceField):
    """One of a few values, which a refusal names."""

    def __init__(self, choices: Any, **more: Any) -> None:
        super().__init__(choices, **more)
        values = ", ".join(map(str, self.choices)).replace("{", "{{").replace("}", "}}")
        self.error_messages["invalid_choice"] = f"There is no “{{input}}”. There are: {values}."
