"""Small forms about players of an event: names that a director gives, and why a player leaves."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.form_fields import NamesField
from tournaments.running.decisions import LONGEST_REASON


class NamesForm(forms.Form):
    """Names of players."""

    names = NamesField()


class LeavingForm(forms.Form):
    """Why a player leaves a running event."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=_("Reason"),
        help_text=_("Everybody can read it in the event's log. A few words will do."),
        error_messages={"required": _("Give a reason, in a few words: everybody can read it in the event's log.")},
    )
