"""Kinds of fields that the forms of events share: a moment, a whole number, names, and values in a row."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class MomentInput(forms.DateTimeInput):
    """The browser's own field for a day and a time of it."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A day and a time of it, in the reader's time zone."""

    widget = MomentInput
    default_error_messages = {"invalid": _("Give a day and a time, such as 2027-03-01 18:00.")}

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            described = gettext(
                "Clocks change in that night, and there this hour comes twice or not at all. Give another hour."
            )
            raise ValidationError(described, code="invalid") from error


def whole_number(
    label: str | StrPromise, least: int, most: int, help_text: str | StrPromise = "", **more: Any
) -> forms.IntegerField:
    """A whole number; whatever else is written is answered with what would be right."""
    right = format_lazy(_("Write a whole number from {least} to {most}."), least=least, most=most)
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), right)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, error_messages=messages, **more
    )


class NamesField(forms.CharField):
    """Names of players with commas or spaces between, each once."""

    widget = forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"})
    default_error_messages = {"required": _("Name at least one player.")}

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=1000, label=_("Players"), help_text=_("Their names, separated by commas."), **more)

    def clean(self, value: Any) -> list[str]:
        return list(dict.fromkeys(filter(None, re.split(r"[\s,;]+", super().clean(value)))))


class TieBreaksField(forms.Field):
    """Codes of tie-breaks in the order in which they are applied, with commas or spaces between."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"})

    def to_python(self, value: Any) -> tuple[str, ...]:
        return tuple(code.upper() for code in re.split(r"[\s,;]+", str(value or "").strip()[:200]) if code)


class PointsField(forms.Field):
    """Whole numbers in a row, with commas, dashes or spaces between."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    _NUMBERS = re.compile(r"\d{1,6}(?:(?:\s*[,;/]\s*|\s+|[-\u2013])\d{1,6}){0,19}")

    def to_python(self, value: Any) -> tuple[int, ...]:
        text = str(value or "").strip()
        if text and not self._NUMBERS.fullmatch(text):
            raise ValidationError(_("Write whole numbers, the winner's first, such as 6, 3, 1, 0."))
        return tuple(map(int, re.findall(r"\d+", text)))


class NamesForm(forms.Form):
    """Names of players."""

    names = NamesField()
