"""Small forms about players of an event: names that a director gives, and why a player leaves."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.running.decisions import LONGEST_REASON


class NamesForm(forms.Form):
    """Names of players, separated by commas."""

    names = forms.CharField(
        max_length=1000,
        label=_("Players"),
        help_text=_("Their names, separated by commas."),
        error_messages={"required": _("Name at least one player.")},
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )

    def names_given(self) -> Sequence[str]:
        """The names, each once."""
        parts = self.cleaned_data["names"].replace(";", ",").replace(",", " ").split()
        return list(dict.fromkeys(parts))


class LeavingForm(forms.Form):
    """Why a player leaves a running event."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=_("Reason"),
        help_text=_("Everybody can read it in the event's log. A few words will do."),
        error_messages={"required": _("Give a reason, in a few words: it stands in the event's public log.")},
    )
