"""Forms of the mail lab."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from notifications.lab.mail_programs import PROGRAMS
from notifications.models import InboundMail, OutboundMail


class FilterForm(forms.Form):
    """Which mails the lab shows."""

    player = forms.CharField(required=False, max_length=150)
    game = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    kind = forms.ChoiceField(required=False, choices=[("", gettext_lazy("every kind")), *OutboundMail.Kind.choices])
    state = forms.ChoiceField(
        label=gettext_lazy("What became of it"),
        required=False,
        choices=[
            ("", gettext_lazy("anything")),
            ("out", [(str(state), state.label) for state in OutboundMail.State]),
            ("in", [(str(end), end.label) for end in (*InboundMail.Outcome, InboundMail.State.FAILED)]),
        ],
    )
    until = forms.DateTimeField(required=False, widget=forms.HiddenInput)


class AnswerForm(forms.Form):
    """An answer from the mail lab."""

    text = forms.CharField(
        label=gettext_lazy("Your answer"),
        strip=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    program = forms.ChoiceField(label=gettext_lazy("Quote the mail as"), initial="gmail")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["program"].choices = [(name, name) for name in PROGRAMS]  # type: ignore[attr-defined]
