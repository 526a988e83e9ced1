"""Forms of the post office's pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.clock.calendars import Calendar, CalendarError
from games.web.forms import TimeInput
from notifications.choices.schedules import ScheduleError, read_schedule, write_schedule
from notifications.choices.topics import PACES, USUAL_PACES, Pace, Topic
from notifications.models import MailPreference


class MailTimesForm(forms.ModelForm):  # type: ignore[type-arg]
    """When a player's mails come."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("at this hour of the day"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        help_text=gettext_lazy("In your time zone. One mail with all games that wait for you, the urgent ones first."),
    )

    class Meta:
        model = MailPreference
        fields = [
            "digest_every",
            "digest_hour",
            "board_sheet",
            "schedule",
            "quiet_from",
            "quiet_until",
            "urgent_at_night",
            "only_proven",
        ]
        widgets: ClassVar = {"quiet_from": TimeInput, "quiet_until": TimeInput}

    def clean_schedule(self) -> str:
        try:
            return write_schedule(read_schedule(self.cleaned_data["schedule"]))
        except ScheduleError as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        start, end = data.get("quiet_from"), data.get("quiet_until")
        try:
            check_quiet(start, end)
        except CalendarError as error:
            self.add_error("quiet_until", str(error))
        return data

    def values(self) -> dict[str, Any]:
        """What ``preferences.choose_times`` takes."""
        data = self.cleaned_data
        start, end = data.pop("quiet_from"), data.pop("quiet_until")
        changed = {name: data[name] for name in self.changed_data if name in data}
        return changed | {"quiet": (start, end) if start is not None else None}


def check_quiet(start: time | None, end: time | None) -> None:
    """Raises CalendarError if these can be nobody's quiet hours."""
    if (start is None) != (end is None):
        raise CalendarError(gettext("Say both from when and until when, or neither."))
    if start is not None and end is not None:
        try:
            Calendar(sleep=(start, end))
        except CalendarError as error:
            raise CalendarError(gettext("Quiet hours are at most 10 hours a night.")) from error


class PacesForm(forms.Form):
    """How soon each kind of mail comes: anywhere, or in one game or event, where nothing chosen means as usual."""

    def __init__(
        self, *args: Any, topics: Sequence[Topic], own: Mapping[Topic, Pace], usual: Mapping[Topic, Pace] | None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        for topic in topics:
            choices = [(str(pace), str(pace.label)) for pace in PACES[topic]]
            if usual is not None:
                choices.insert(0, ("", gettext("as usual ({label})").format(label=usual[topic].label)))
            self.fields[topic] = forms.ChoiceField(
                label=topic.label,
                choices=choices,
                required=usual is None,
                initial=own.get(topic, "" if usual is not None else USUAL_PACES[topic]),
            )

    def values(self) -> dict[Topic, Pace | None]:
        """What ``preferences.choose`` takes."""
        return {Topic(name): Pace(pace) if pace else None for name, pace in self.cleaned_data.items()}
