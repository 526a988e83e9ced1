"""Forms of the post office's pages."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from games.calendars import Calendar, CalendarError
from games.forms import TimeInput
from notifications.mailclient import PROGRAMS
from notifications.models import MailPreference
from notifications.schedules import ScheduleError, read_schedule, write_schedule


class MailPreferenceForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which mails a player gets."""

    class Meta:
        model = MailPreference
        fields = ["turns", "receipts", "reminders", "schedule", "quiet_from", "quiet_until", "absences"]
        widgets: ClassVar = {"quiet_from": TimeInput, "quiet_until": TimeInput}

    def clean_schedule(self) -> str:
        try:
            return write_schedule(read_schedule(self.cleaned_data["schedule"]))
        except ScheduleError as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        start, end = data.get("quiet_from"), data.get("quiet_until")
        if (start is None) != (end is None):
            self.add_error("quiet_until", "Say both from when and until when, or neither.")
        elif start is not None and end is not None:
            try:
                Calendar(sleep=(start, end))
            except CalendarError:
                self.add_error("quiet_until", "Quiet hours are at most 10 hours a night.")
        return data


class AnswerForm(forms.Form):
    """An answer from the mail lab."""

    text = forms.CharField(
        label="Your answer",
        strip=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    program = forms.ChoiceField(label="Quote the mail as", initial="gmail")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["program"].choices = [(name, name) for name in PROGRAMS]  # type: ignore[attr-defined]
