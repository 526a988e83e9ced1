"""Forms of a player: settings, sleep and days off, leave."""

from __future__ import annotations

import re
import zoneinfo
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.clock.calendars import MOST_HOLIDAYS, WEEKDAYS
from games.models import Player
from games.timekeeping.leave import LONGEST_HOLD, calendar_of
from games.web.forms import DateInput, TimeInput


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Time zones by region, as the choices of a select element."""
    regions: dict[str, list[tuple[str, str]]] = {"Everywhere": [("UTC", "UTC")]}
    for name in sorted(zoneinfo.available_timezones()):
        region, _, place = name.partition("/")
        if place and region not in ("Etc", "posix", "right", "SystemV"):
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return list(regions.items())


class SettingsForm(forms.Form):
    """What a player may change about the account here."""

    time_zone = forms.ChoiceField(
        choices=zone_choices, label="Time zone", help_text="All times on pages and in mails are shown in it."
    )
    hold_minutes = forms.IntegerField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        label="Hold my moves for so many minutes",
        help_text=f"0 to {LONGEST_HOLD}. Until then nobody sees a move, and you can cancel it; then it counts as of"
        " when you sent it. It is never held past your deadline. 0: a move is played at once.",
    )

    confirm_moves = forms.BooleanField(
        required=False,
        label="Ask before a move is sent",
        help_text="A move that you make on the board waits for Play. Otherwise it is sent as soon as it is complete.",
    )

    def clean_hold_minutes(self) -> int:
        return self.cleaned_data["hold_minutes"] or 0


class DaysField(forms.CharField):
    """Days, one a line or with commas between, read to a list of dates."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return [date.fromisoformat(part) for part in re.split(r"[\s,;]+", text) if part]
        except ValueError as error:
            raise ValidationError("Write each day as year-month-day, such as 2026-12-25.") from error


class CalendarForm(forms.Form):
    """When a player is not there, every week and every year."""

    sleep_from = forms.TimeField(required=False, label="I sleep from", widget=TimeInput)
    sleep_until = forms.TimeField(
        required=False, label="until", help_text="At most 10 hours. Leave both empty for none.", widget=TimeInput
    )
    days_off = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        label="Days off, at most two",
        choices=list(enumerate(WEEKDAYS)),
        widget=forms.CheckboxSelectMultiple,
    )
    holidays = DaysField(
        required=False,
        label=f"Holidays, at most {MOST_HOLIDAYS} a year",
        help_text="One a line, such as 2026-12-25.",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    automatic_leave = forms.BooleanField(
        required=False,
        label="Take a day of leave for me before I run out of time",
        help_text="As long as there is leave of the year left. Your opponents are notified.",
    )

    def __init__(self, player: Player, data: Any = None) -> None:
        found = calendar_of(player)
        initial = {
            "sleep_from": found.sleep[0] if found.sleep else None,
            "sleep_until": found.sleep[1] if found.sleep else None,
            "days_off": found.days_off,
            "holidays": "\n".join(day.isoformat() for day in found.holidays),
            "automatic_leave": player.automatic_leave,
        }
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("sleep_from") is None) != (data.get("sleep_until") is None) and not self.errors:
            self.add_error("sleep_until", "Say both when you go to sleep and when you get up, or neither.")
        return data

    def values(self) -> dict[str, Any]:
        """What ``change_calendar`` takes, of a valid form."""
        data = self.cleaned_data
        sleep = (data["sleep_from"], data["sleep_until"]) if data["sleep_from"] is not None else None
        return {"sleep": sleep, **{name: data[name] for name in ("days_off", "holidays", "automatic_leave")}}


class LeaveForm(forms.Form):
    """Days of leave, from first to last."""

    first = forms.DateField(label="First day", widget=DateInput)
    last = forms.DateField(label="Last day", help_text="The same as the first for a single day.", widget=DateInput)
