"""What the pages' forms read. They turn text into the plain values that services take, and decide nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms

from games.forms import PRESETS, RestRulesForm, option_field, option_texts
from games.models import Player
from games.options import read_options
from games.rules.base import OptionError, Rules
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.rulesets import Ruleset, RulesetError, league_ruleset

_ROUND_ROBIN = FORMATS["round-robin"]


class EventForm(RestRulesForm):
    """A new league of one game."""

    name = forms.CharField(max_length=Event._meta.get_field("name").max_length, label="Name of the league")
    control = forms.ChoiceField(
        label="Time to think",
        widget=forms.RadioSelect,
        choices=[(key, control.describe().capitalize()) for key, control in PRESETS.items()],
        initial="3d",
    )
    most_entrants = forms.IntegerField(
        label="Players at most",
        min_value=_ROUND_ROBIN.fewest,
        max_value=_ROUND_ROBIN.most,
        initial=9,
        help_text="Everybody meets everybody, and all games run at once: nine players are eight opponents each.",
    )
    games_per_fixture = forms.IntegerField(
        label="Games of a match", min_value=1, max_value=12, help_text="An even number, so that colours are shared."
    )
    par = forms.IntegerField(
        label="Par",
        min_value=0,
        max_value=16,
        initial=8,
        help_text="The leaves that a game counts at least for you when your opponent gives up or runs out of time.",
    )
    rated = forms.BooleanField(required=False, initial=True, label="Rated games")

    def __init__(self, rules: Rules[Any, Any], director: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.director = director
        usual = league_ruleset(rules.slug)
        self.fields["games_per_fixture"].initial = usual.games_per_fixture
        if usual.scoring != "leaves":
            del self.fields["par"], self.fields["games_per_fixture"]
        for option in rules.options:
            self.fields[f"option_{option.name}"] = option_field(option, [2])

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the game's own options."""
        return (self[name] for name in self.fields if name.startswith("option_"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            data["options"] = self.rules.check_options(2, read_options(self.rules, option_texts(self.rules, data)))
            data["ruleset"] = self._ruleset(data)
        except (OptionError, RulesetError) as error:
            raise forms.ValidationError(str(error)) from error
        return data

    def _ruleset(self, data: dict[str, Any]) -> Ruleset:
        chosen = {name: data[name] for name in ("games_per_fixture", "par") if data.get(name) is not None}
        return league_ruleset(self.rules.slug, **chosen)

    def values(self) -> dict[str, Any]:
        """What ``create_event`` takes, of a valid form."""
        data = self.cleaned_data
        return {
            "director": self.director,
            "rules": self.rules.slug,
            "control": replace(PRESETS[data["control"]], ends=self.hard_end()),
            "rest_rules": self.rest_rules(),
            **{name: data[name] for name in ("name", "options", "ruleset", "most_entrants", "rated")},
        }
