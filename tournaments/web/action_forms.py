"""The form of an action, with fields for what it asks for. Text is turned into values, and nothing is decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.directing.action.base import Action
from tournaments.directing.action.inputs import EntryNumber, GameNumber, Input, Subject
from tournaments.models import Event
from tournaments.queries import games_of_event
from tournaments.running.decisions import LONGEST_REASON


class ActionForm(forms.Form):
    """What one action asks for in one event."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, action: Action[Any], event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.action, self.event = action, event
        self.subject = self._subject(self.data if self.is_bound else self.initial)
        for name, one in action.inputs.items():
            self.fields |= one.form_fields(name, self.subject, required=name not in action.optional)
        if action.grants:
            self.fields["request"] = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
        if action.has_reason:
            self.fields["reason"] = forms.CharField(
                max_length=LONGEST_REASON,
                label=_("Reason"),
                help_text=_("Everybody can read it in the event's log, and in the mails about this action."),
                error_messages={"required": _("Give a reason: everybody can read it in the event's log.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def _subject(self, given: Mapping[str, Any]) -> Subject:
        """The game and the entry of the log that are named already, if the action is about one."""
        game, entry = self._named(GameNumber, given), self._named(EntryNumber, given)
        return Subject(
            self.event,
            game=None if game is None else games_of_event(self.event).filter(pk=game).first(),
            entry=None if entry is None else self.event.log_entries.filter(seq=entry).first(),
        )

    def _named(self, kind: type[Input], given: Mapping[str, Any]) -> int | None:
        """The number that is given for the input of a kind, if the action has one and a number is given."""
        names = [name for name, one in self.action.inputs.items() if isinstance(one, kind)]
        text = str(given.get(names[0]) or "") if names else ""
        return int(text[:12]) if text.isascii() and text.isdecimal() else None

    @property
    def problem_with_game(self) -> str:
        """Why the action cannot be about the game that is named; empty where none is named yet."""
        named = str((self.data if self.is_bound else self.initial).get("game") or "").strip()
        if not named or self.subject.game is not None:
            return ""
        return _("“%(named)s” is not a game of %(event)s.") % {"named": named[:20], "event": self.event.name}

    @property
    def needs_game(self) -> bool:
        """Whether the game is not named yet on which other fields depend."""
        return self.subject.game is None and any(
            isinstance(one, GameNumber) and name not in self.action.optional for name, one in self.action.inputs.items()
        )

    def values(self) -> Any:
        """The action's inputs, of a valid form."""
        values = {name: one.value_in(name, self.cleaned_data) for name, one in self.action.inputs.items()}
        return self.action.Inputs(**values)
