"""Forms of the post office's pages."""

from __future__ import annotations

from typing import Any

from django import forms

from notifications.mailclient import PROGRAMS
from notifications.models import MailPreference


class MailPreferenceForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which mails a player gets."""

    class Meta:
        model = MailPreference
        fields = ["turns", "receipts", "reminders"]


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
