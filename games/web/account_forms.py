"""Forms of a player: settings, sleep and days off, leave."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from games.clock.calendars import MOST_HOLIDAYS, zone_meant, zones_nearest
from games.models import Player
from games.timekeeping.leave import LONGEST_HOLD, calendar_of
from games.web.forms import TimeInput


class SettingsForm(forms.Form):
    """What a player may change about the account here."""

    language = forms.ChoiceField(
        choices=settings.LANGUAGES,
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("Of pages and mails. Moves and commands are the same in all languages."),
    )
    time_zone = forms.CharField(
        max_length=64,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy(
            "All times on pages and in mails are shown in it. Type the name of a large city near you."
        ),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    hold_minutes = forms.IntegerField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        label=gettext_lazy("Hold my moves for this many minutes"),
        help_text=format_lazy(
            gettext_lazy(
                "0 to {most}. Until then nobody sees a move, and you can cancel it; then it counts as of when you sent "
                "it. It is never held past your deadline. 0: a move is played at once."
            ),
            most=LONGEST_HOLD,
        ),
    )

    announced_minutes = forms.IntegerField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        label=gettext_lazy("Hold a move in a mail with other words for this many minutes"),
        help_text=format_lazy(
            gettext_lazy(
                "0 to {most}. We answer with what we have read, and [no] cancels it. Longer where it would end at "
                "night. 0: it is played at once."
            ),
            most=LONGEST_HOLD,
        ),
    )
    passes_words_on = forms.BooleanField(
        required=False, label=gettext_lazy("Show words beside a move in a mail to the other players of the game")
    )
    confirm_moves = forms.BooleanField(
        required=False,
        label=gettext_lazy("Ask before a move is sent"),
        help_text=gettext_lazy(
            "A move that you make on the board waits for Play. Otherwise it is sent as soon as it is complete."
        ),
    )

    def clean_time_zone(self) -> str:
        """The zone of that name, or the only one of a place of that name."""
        typed = self.cleaned_data["time_zone"]
        zone = zone_meant(typed)
        if zone is None:
            zones = ", ".join(zones_nearest(typed)) or "Europe/Berlin"
            raise ValidationError(
                gettext("There is no such time zone. Choose one from the list, such as {zones}.").format(zones=zones)
            )
        return zone

    def clean_hold_minutes(self) -> int:
        return self.cleaned_data["hold_minutes"] or 0

    def clean_announced_minutes(self) -> int:
        return self.cleaned_data["announced_minutes"] or 0


class DaysField(forms.CharField):
    """Days, one a line or with commas between, read to a list of dates."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return [date.fromisoformat(part) for part in re.split(r"[\s,;]+", text) if part]
        except ValueError as error:
            raise ValidationError(gettext("Write each day as year-month-day, such as 2026-12-25.")) from error


class CalendarForm(forms.Form):
    """When a player is not there, every week and every year."""

    sleep_from = forms.TimeField(required=False, label=gettext_lazy("I sleep from"), widget=TimeInput)
    sleep_until = forms.TimeField(
        required=False,
        label=gettext_lazy("until"),
        help_text=gettext_lazy("At most 10 hours. Leave both empty for none."),
        widget=TimeInput,
    )
    days_off = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        label=gettext_lazy("Days off, at most two"),
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    holidays = DaysField(
        required=False,
        label=format_lazy(gettext_lazy("Holidays, at most {most} a year"), most=MOST_HOLIDAYS),
        help_text=gettext_lazy("One a line, such as 2026-12-25."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    automatic_leave = forms.BooleanField(
        required=False,
        label=gettext_lazy("Take a day of leave for me before I run out of time"),
        help_text=gettext_lazy("As long as there is leave of the year left. Your opponents are notified."),
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
            self.add_error("sleep_until", gettext("Say both when you go to sleep and when you get up, or neither."))
        return data

    def values(self) -> dict[str, Any]:
        """What ``change_calendar`` takes, of a valid form."""
        data = self.cleaned_data
        sleep = (data["sleep_from"], data["sleep_until"]) if data["sleep_from"] is not None else None
        return {"sleep": sleep, **{name: data[name] for name in ("days_off", "holidays", "automatic_leave")}}
