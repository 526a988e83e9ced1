"""Forms of reports and of moderators' decisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from games.models import Report
from games.moderation import decisions, reports
from games.presenting.page_sentences import moderation as sentences


class BlockForm(forms.Form):
    """Whom to block."""

    player = forms.CharField(
        max_length=30,
        label=gettext_lazy("Block a player"),
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )


class ReportForm(forms.Form):
    """What is wrong with something."""

    reason = forms.ChoiceField(
        label=gettext_lazy("What is wrong?"),
        widget=forms.RadioSelect,
        choices=[(value, capfirst(label)) for value, label in Report.Reason.choices],
    )
    text = forms.CharField(
        label=gettext_lazy("In your words"),
        required=False,
        max_length=reports.LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Only moderators read it."),
    )


class DecisionForm(forms.Form):
    """What a moderator decides; with ``for_report`` it can be dismissed, too."""

    kind = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=gettext_lazy("For how many days"),
        required=False,
        min_value=1,
        max_value=decisions.LONGEST_DAYS,
        help_text=gettext_lazy("For muting and suspending. Left empty: until it is reverted."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=decisions.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The player reads it in the mail and in every refusal."),
    )

    def __init__(self, *args: Any, is_about_player: bool, for_report: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [*(["dismissed"] if for_report else []), *(decisions.SANCTIONS if is_about_player else [])]
        self.fields["kind"].choices = [(kind, sentences.choice(kind)) for kind in kinds]  # type: ignore[attr-defined]


class RevertForm(forms.Form):
    """Why a decision is taken back."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=decisions.LONGEST_REASON)
