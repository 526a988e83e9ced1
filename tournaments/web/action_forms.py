"""What a director's deeds ask for, and why somebody leaves: text is turned into plain values, nothing decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError

from games.models import Game
from games.web.forms import SpanField
from tournaments.actions.base import Deed, Values
from tournaments.directing import LONGEST_REASON
from tournaments.event_rules.layouts import MOST_ROUNDS
from tournaments.models import Entrant, Event, Result
from tournaments.queries import games_of_event, open_rounds, standby_of
from tournaments.standings.matches import MOST_LEAVES
from tournaments.standings.tables import Kind as RoundKind
from tournaments.web.fields import MomentField, whole_number

_RESULT = ("places", "scores")  # there is a field for the one that counts in the event


class DeedForm(forms.Form):
    """What one deed asks for in one event; the fields follow from the deed."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, deed: Deed, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deed, self.event = deed, event
        self.game, self.line = self._game(), self._line()
        for name in deed.asks:
            for key, field in self._fields(name):
                field.required = field.required and (name in _RESULT or name not in deed.optional)
                self.fields[key] = field
        if deed.has_reason:
            self.fields["reason"] = forms.CharField(
                max_length=LONGEST_REASON,
                label="Why",
                help_text="Everybody can read it in the event's log. Mails about it, if there are any, tell it, too.",
                error_messages={"required": "Say why: it stands in the event's public log."},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def _game(self) -> Game | None:
        """The game that the form is about, once it is known."""
        number = self._number_of("game")
        return None if number is None else games_of_event(self.event).filter(pk=number).first()

    def _line(self) -> Result | None:
        """The line of the log that the form is about, once it is known."""
        number = self._number_of("line")
        return None if number is None else self.event.results.filter(seq=number).first()

    def _number_of(self, name: str) -> int | None:
        given = str((self.data if self.is_bound else self.initial).get(name) or "")
        return int(given[:12]) if name in self.deed.asks and given.isdecimal() else None

    def _fields(self, name: str) -> list[tuple[str, forms.Field]]:
        make = getattr(self, f"_{name}_fields", None)
        return make() if make else []

    def _game_fields(self) -> list[tuple[str, forms.Field]]:
        everywhere = " Left empty: all open games." if "game" in self.deed.optional else ""
        return [("game", whole_number("Game", 1, 2_000_000_000, f"Its number.{everywhere}"))]

    def _seated(self) -> list[str]:
        return [seat.player.username for seat in self.game.seats.select_related("player")] if self.game else []

    def _places_fields(self) -> list[tuple[str, forms.Field]]:
        names = self._seated()
        if self.event.event_ruleset.scoring == "leaves":
            return []  # they follow from the leaves
        if len(names) == 2:
            choices = [("1 2", f"{names[0]} wins"), ("2 1", f"{names[1]} wins"), ("1 1", "A draw")]
            field = forms.ChoiceField(label="How it ends", choices=choices, widget=forms.RadioSelect,
                                      error_messages={"required": "Choose how it ends."})  # fmt: skip
            return [("places", field)]
        most = max(2, len(names))
        return [
            (f"place_{seat}", whole_number(f"Place of {name}", 1, most, "" if seat else "Ties share the better one."))
            for seat, name in enumerate(names)
        ]

    def _scores_fields(self) -> list[tuple[str, forms.Field]]:
        if self.event.event_ruleset.scoring != "leaves":
            return []
        told = self._leaves_told()
        return [
            (f"score_{seat}", whole_number(f"Active leaves of {name}", 0, MOST_LEAVES, "" if seat else told))
            for seat, name in enumerate(self._seated())
        ]

    def _leaves_told(self) -> str:
        """What helps to say which leaves count: those of the board, and what giving up costs."""
        if self.game is None:
            return ""
        board = self.game.load_position().scores
        stand = ", ".join(f"{name} {leaves}" for name, leaves in zip(self._seated(), board, strict=True))
        par = self.event.event_ruleset.par
        return f"On the board: {stand}. After a resignation it would be 0 for the loser, at least {par} for the winner."

    def _seat_fields(self) -> list[tuple[str, forms.Field]]:
        names = self._seated()
        if not names:
            return []
        choices = [("", "Everybody in the game"), *((str(seat), name) for seat, name in enumerate(names, 1))]
        return [("seat", forms.TypedChoiceField(coerce=int, empty_value=None, label="Who", choices=choices))]

    def _span_fields(self) -> list[tuple[str, forms.Field]]:
        return [("span", SpanField(label="How much more", help_text="Such as 2 days or 36 hours.",
                                   error_messages={"required": "Say how much, such as 2 days."}))]  # fmt: skip

    def _player_fields(self) -> list[tuple[str, forms.Field]]:
        playing = self.event.entrants.exclude(number=None).select_related("player").order_by("player__username")
        choices = {one.player.username: _named(one) for one in playing}
        field = forms.ChoiceField(label="Player", choices=[("", "Choose"), *choices.items()],
                                  error_messages={"required": "Say who."})  # fmt: skip
        return [("player", field)]

    def _substitute_fields(self) -> list[tuple[str, forms.Field]]:
        waiting = [entrant.player.username for entrant in standby_of(self.event)]
        told = f"Standing by, the first to offer first: {', '.join(waiting)}." if waiting else "Nobody stands by."
        field = forms.CharField(
            max_length=150,
            label="Who plays on",
            help_text=f"{told} Any other name will do, too.",
            initial=waiting[0] if waiting else "",
            error_messages={"required": "Say who plays on."},
        )
        return [("substitute", field)]

    def _round_fields(self) -> list[tuple[str, forms.Field]]:
        if self.deed.slug == "deadline":
            numbers = sorted(set(open_rounds(self.event).values_list("number", flat=True)))
            choices = [("", "All that are being played"), *((str(number), f"Round {number}") for number in numbers)]
            return [("round", forms.TypedChoiceField(coerce=int, empty_value=None, label="Round", choices=choices))]
        return [("round", whole_number("Round", 1, MOST_ROUNDS))]

    def _deadline_fields(self) -> list[tuple[str, forms.Field]]:
        field = MomentField(
            label="New deadline",
            help_text="In your time zone.",
            error_messages={"required": "Give a day and a time, such as 2027-03-01 18:00."},
        )
        return [("deadline", field)]

    def _bye_fields(self) -> list[tuple[str, forms.Field]]:
        kinds = [(RoundKind.FULL_BYE, "a full point"), (RoundKind.HALF_BYE, "half a point"),
                 (RoundKind.ZERO_BYE, "no point")]  # fmt: skip
        return [("bye", forms.ChoiceField(label="It is worth", choices=[(str(kind), told) for kind, told in kinds]))]

    def _line_fields(self) -> list[tuple[str, forms.Field]]:
        return [("line", whole_number("Line of the log", 1, 2_000_000_000))]

    def _words_fields(self) -> list[tuple[str, forms.Field]]:
        field = forms.CharField(
            max_length=2000,
            label="What you say",
            widget=forms.Textarea(attrs={"rows": 5}),
            error_messages={"required": "Write what you want to say."},
        )
        return [("words", field)]

    def clean_game(self) -> int | None:
        number: int | None = self.cleaned_data["game"]
        if number is not None and self.game is None:
            raise ValidationError(f"Game {number} is none of {self.event.name}.")
        return number

    @property
    def told_of_game(self) -> str:
        """Why the game that is named is none that the deed can be about; empty where none is named yet."""
        named = str((self.data if self.is_bound else self.initial).get("game") or "").strip()
        return f"“{named[:20]}” is no game of {self.event.name}." if named and self.game is None else ""

    @property
    def needs_more(self) -> bool:
        """Whether the game is not named yet on which other fields depend."""
        return "game" in self.deed.asks and self.game is None and "game" not in self.deed.optional

    def values(self) -> Values:
        """What the deed takes, of a valid form."""
        data = {name: value for name, value in self.cleaned_data.items() if name in self.deed.asks}
        if "places" in data:
            data["places"] = [int(place) for place in data["places"].split()]
        for name, field in (("place", "places"), ("score", "scores")):
            given = [self.cleaned_data[f"{name}_{seat}"] for seat in range(9) if f"{name}_{seat}" in self.fields]
            if given:
                data[field] = given
        return cast(Values, data)


def _named(entrant: Entrant) -> str:
    gone = "" if entrant.status == Entrant.Status.ACTIVE else f" ({entrant.get_status_display()})"
    return f"{entrant.player.username}{gone}"


class NamesForm(forms.Form):
    """Names of players, with commas between."""

    names = forms.CharField(
        max_length=1000,
        label="Players",
        help_text="Their names, with commas between.",
        error_messages={"required": "Name at least one player."},
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )

    def names_given(self) -> Sequence[str]:
        """The names, each once."""
        parts = self.cleaned_data["names"].replace(";", ",").replace(",", " ").split()
        return list(dict.fromkeys(parts))


class LeavingForm(forms.Form):
    """Why somebody leaves a running event."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label="Why",
        help_text="Everybody can read it in the event's log. A few words will do.",
        error_messages={"required": "Say why, in a few words: it stands in the event's public log."},
    )
