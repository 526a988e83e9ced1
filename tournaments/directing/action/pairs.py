"""The pairs of a round as an action asks for them: a table of selects or a pasted list on pages, a list in REST."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.directing.action.inputs import LONGEST_NAME, FormFields, Input, JsonField, Subject
from tournaments.models import Event
from tournaments.queries import field_of, names_in, waiting_for_release
from tournaments.running.projection import draw_with
from tournaments.standings.tables import Kind

MOST_PAIRS = 1000
MOST_IN_TABLE = 120  # players; of more, only a list is asked for
_LINE = re.compile(r"(?:\d+[.):]?\s+)?([^\s,;:]+)\s*[\s,;:\u2013]\s*(?:[-\u2013:]\s+|vs\.?\s+)?([^\s,;:]+)")


class _Table(forms.Widget):
    """Two selects a row, all with the same name and the same players; the last alone is that of the bye."""

    use_fieldset = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:  # Any: as Django has it
        return list(data.getlist(name)) if hasattr(data, "getlist") else list(data.get(name, ()))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:  # Any: as Django has it
        named = list(value or ())
        rows = [named[at : at + 2] for at in range(0, len(named), 2)]
        return render_to_string(
            "tournaments/_pairs.html", {"name": name, "rows": rows, "players": sorted(named, key=str.lower)}
        )


class _PairsInTable(forms.Field):
    widget = _Table

    def clean(self, value: Sequence[str]) -> list[list[str]]:
        return [list(value[at : at + 2]) for at in range(0, len(value) - 1, 2)]


class _PairsInLines(forms.CharField):
    """A pair a line: two names with a comma, a dash or spaces between, and a number of the table before if you like."""

    def clean(self, value: Any) -> list[list[str]]:  # Any: as Django has it
        lines = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        found = [_LINE.fullmatch(line) for line in lines]
        for line, pair in zip(lines, found, strict=True):
            if pair is None:
                problem = _("Write two names in each line, such as “anna, bert”, not “%(line)s”.")
                raise ValidationError(problem % {"line": line[:60]})
        return [list(pair.groups()) for pair in found if pair is not None]


class Pairs(Input):
    """Players who are to meet, two by two. A page shows those of a round that waits for its release."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        lines = _PairsInLines(
            label=gettext_lazy("Or a list of pairs"),
            help_text=gettext_lazy("Two names in each line, such as “anna, bert”. It counts instead of the table."),
            widget=forms.Textarea(attrs={"rows": 4, "autocapitalize": "off", "spellcheck": "false"}),
            required=False,
            max_length=MOST_PAIRS * 2 * LONGEST_NAME,
        )
        table = _PairsInTable(label=gettext_lazy("Pairs"), initial=lambda: _next_round(subject.event), required=False)
        return {name: table, "list": lines}

    def value_in(self, name: str, cleaned: Mapping[str, Any]) -> Any:  # Any: as Django has it
        return cleaned.get("list") or cleaned.get(name)

    def json_field(self, **more: Any) -> JsonField:  # Any: as Django has it
        pair = serializers.ListField(child=serializers.CharField(max_length=LONGEST_NAME), min_length=2, max_length=2)
        help_text = _("The names of the players who meet, two by two.")
        return serializers.ListField(child=pair, min_length=1, max_length=MOST_PAIRS, help_text=help_text, **more)


def _next_round(event: Event) -> list[str]:
    """The names of all who play the round that waits for its release, pair by pair, and of a player without an
    opponent; nobody if no round waits, or if it is too large for a table."""
    division = waiting_for_release(event)
    draw = None if division is None else draw_with(division, (), at=timezone.now())
    if division is None or draw is None or any(len(meeting.seats) > 2 for meeting in draw.meetings):
        return []
    byes = [one.number for one in draw.sit_outs if one.kind == Kind.PAIRING_BYE]
    numbers = [*(seat for meeting in draw.meetings for seat in meeting.seats), *byes]
    entrants, names = field_of(division).roster.entrants, names_in(division)
    return [names[entrants[number]] for number in numbers] if len(numbers) <= MOST_IN_TABLE else []
