"""Kinds of fields that the forms of events share: a moment, a whole number, and points in a row."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class MomentInput(forms.DateTimeInput):
    """The browser's own field for a day and a time of it."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A day and a time of it, in the reader's time zone."""

    widget = MomentInput
    default_error_messages = {"invalid": "Give a day and a time, such as 2027-03-01 18:00."}

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            described = "Clocks change in that night, and there this hour comes twice or not at all. Give another hour."
            raise ValidationError(described, code="invalid") from error


def whole_number(label: str, least: int, most: int, help_text: str = "", **more: Any) -> forms.IntegerField:
    """A whole number; whatever else is written is answered with what would be right."""
    right = f"Write a whole number from {least} to {most}."
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), right)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, error_messages=messages, **more
    )


class PointsField(forms.Field):
    """Whole numbers in a row, with commas, dashes or spaces between."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    _NUMBERS = re.compile(r"\d{1,6}(?:(?:\s*[,;/]\s*|\s+|[-\u2013])\d{1,6}){0,19}")

    def to_python(self, value: Any) -> tuple[int, ...]:
        text = str(value or "").strip()
        if text and not self._NUMBERS.fullmatch(text):
            raise ValidationError("Write whole numbers, the winner's first, such as 6, 3, 1, 0.")
        return tuple(map(int, re.findall(r"\d+", text)))
