"""What the pages' forms read. They turn text into the plain values that services take, and decide nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.calendars import RestRules
from games.clocks import TimeControl, words
from games.forms import CUSTOM, PRESETS, ControlForm, SpanField, option_field, option_texts
from games.models import Game, Player
from games.options import read_options
from games.rules.base import OptionError, Rules
from tournaments import services
from tournaments.blueprints import BLUEPRINTS, seats_for, sizes_in_words, usual_most, usual_pool, usual_scheme
from tournaments.deeds import Deed, Values, standby_of
from tournaments.directing import LONGEST_REASON, open_rounds
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.pairing.designs import pool_sizes
from tournaments.queries import games_of_event
from tournaments.rulesets import MOST_GAMES, Ruleset, RulesetError
from tournaments.schemes import MOST_POOL, MOST_ROUNDS, Form, Scheme, SchemeError
from tournaments.standings.tables import Kind as RoundKind
from tournaments.wording import rules_in_words

LONGEST_SEASON = 732  # days
LONGEST_ROUND = 366  # days
MOST_ENTRANTS = 10_000

_SCHEME_FIELDS = ("seats", "cycles", "rounds", "round_days", "pool_size", "qualifiers", "third_place", "season_days")


class MomentInput(forms.DateTimeInput):
    """The browser's own field for a day and a time of it."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def _number(
    label: str, least: int, most: int, help_text: str = "", *, unit: str = "", **more: Any
) -> forms.IntegerField:
    """A whole number; whatever else is written is answered with what would be right."""
    right = f"Write a whole number from {least} to {most}{unit}."
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), right)
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, error_messages=messages, **more
    )


class EventForm(ControlForm):
    """An event of one form and one game; ``start`` is the event whose values it begins with, edited or copied."""

    name = forms.CharField(
        max_length=Event._meta.get_field("name").max_length,
        label="Name",
        help_text="Such as Spring League 2027. Its address follows from it.",
        error_messages={"required": "Give the event a name."},
    )
    about = forms.CharField(
        required=False,
        max_length=2000,
        label="In your own words",
        help_text="What it is about, and for whom. Shown on its page; no links, no formatting.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    seats = forms.TypedChoiceField(coerce=int, label="Players in a game")
    most_entrants = _number("Players at most", 2, MOST_ENTRANTS)
    entry = forms.ChoiceField(
        label="Who may enter",
        widget=forms.RadioSelect,
        choices=[(Event.Entry.OPEN, "Everybody"), (Event.Entry.INVITED, "Only players whom I invite")],
        initial=Event.Entry.OPEN,
    )
    rating_from = _number("Rating from", 0, 4000, "Left empty: no lower end.", required=False)
    rating_to = _number(
        "up to", 0, 4000, "Left empty: no upper end. Whom you invite may enter all the same.", required=False
    )
    starts_at = forms.DateTimeField(
        required=False,
        label="Starts by itself",
        help_text="If enough have entered by then; otherwise a week later. Left empty: when you start it.",
        widget=MomentInput,
        error_messages={"invalid": "Give a day and a time, such as 2027-03-01 18:00."},
    )
    cycles = forms.TypedChoiceField(
        coerce=int, label="Everybody meets everybody", choices=[(1, "once"), (2, "twice, with changed colours")]
    )
    rounds = _number("Rounds", 0, MOST_ROUNDS, "0: as many as find one winner, at most 7.")
    round_days = _number(
        "Days for a round",
        0,
        LONGEST_ROUND,
        "When they are over, open games get a week more, once; after that they are decided by the scores on the board. "
        "0: no deadline.",
    )
    pool_size = _number("Players in a division", 3, MOST_POOL, required=False)
    qualifiers = _number("Go on from each group", 1, MOST_POOL - 1)
    third_place = forms.BooleanField(required=False, label="The losers of the semi-finals play for third place")
    season_days = _number(
        "Days from one season to the next",
        0,
        LONGEST_SEASON,
        "182 days are half a year. Everybody is asked whether to stay. 0: there is only one season.",
    )
    games_per_fixture = _number(
        "Games of each meeting", 1, MOST_GAMES, "All at once; colours are swapped from game to game."
    )
    par = _number(
        "Par", 0, 16, "The leaves that a game counts at least for you when your opponent gives up or runs out of time."
    )
    rated = forms.BooleanField(required=False, label="Rated games")

    def __init__(
        self, rules: Rules[Any, Any], form: str, director: Player, *args: Any, start: Event | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.form, self.director = rules, form, director
        self.blueprint = BLUEPRINTS[form]
        self._ask_for_what_there_is()
        scheme = start.event_scheme if start else usual_scheme(form, rules.slug, self._seat_choices[0])
        ruleset = start.event_ruleset if start else services.ruleset_for(scheme, rules.slug)
        self.initial = {
            **_initial_of(scheme, ruleset, rules.slug),
            **(_initial_of_event(start) if start else {}),
            **self.initial,
        }
        for name, value in self.initial.items():
            if name in self.fields:
                self.fields[name].initial = value

    def _ask_for_what_there_is(self) -> None:
        """Leave out what this form and this game have no use for."""
        self._seat_choices = seats_for(self.form, list(self.rules.seats))
        asked = set(self.blueprint.asks)
        if len(self._seat_choices) == 1:
            asked.discard("seats")
        gone = set(_SCHEME_FIELDS) - asked
        if self.form == Form.MATCH:
            gone.add("most_entrants")
        if self.rules.slug != "treeblox":
            gone.add("par")
        for name in gone:
            del self.fields[name]
        self.leave_out_answers(self.rules)
        if "seats" in self.fields:
            self._choices("seats", [(count, str(count)) for count in self._seat_choices])
            if "cycles" in self.fields:
                self.fields["cycles"].help_text = "Twice is for games of two."
        if "pool_size" in self.fields:
            self._explain_pools()
        for option in self.rules.options:
            self.fields[f"option_{option.name}"] = option_field(option, self._seat_choices)

    def _choices(self, name: str, choices: list[tuple[int, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    def _explain_pools(self) -> None:
        field = self.fields["pool_size"]
        if self.form == Form.GROUPS:
            field.label = "Players in a group"
            field.help_text = "Left empty: 4."
            return
        told = [f"Left empty: {usual_pool(self.rules.slug, 2)} for games of two"]
        told += [f"for {count}: {sizes_in_words(count)}" for count in self._seat_choices if count > 2]
        field.help_text = "; ".join(told) + "."

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the game's own options."""
        return (self[name] for name in self.fields if name.startswith("option_"))

    def layout_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the layout, as the form of the event has them."""
        return (self[name] for name in _SCHEME_FIELDS if name in self.fields and name != "seats")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            data["scheme"] = scheme = self._scheme(data)
        except SchemeError as error:
            self.add_error("pool_size" if "pool_size" in self.fields else None, str(error))
            return data
        try:
            data["ruleset"] = self._ruleset(data, scheme)
        except RulesetError as error:
            self.add_error("games_per_fixture", str(error))
        try:
            texts = option_texts(self.rules, data)
            data["options"] = self.rules.check_options(scheme.seats, read_options(self.rules, texts))
        except OptionError as error:
            self.add_error(None, str(error))
        if not self.errors:
            self._plan(data)
        return data

    def _scheme(self, data: Mapping[str, Any]) -> Scheme:
        seats = data.get("seats") or self._seat_choices[0]
        usual = usual_scheme(self.form, self.rules.slug, seats)
        chosen = {name: data[name] for name in _SCHEME_FIELDS if name in self.fields and data[name] is not None}
        if seats > 2:
            chosen["cycles"] = 1
            size = chosen.get("pool_size", usual.pool_size)
            if "pool_size" in self.fields and size not in pool_sizes(seats):
                raise SchemeError(
                    f"A balanced pool of games for {seats} has {sizes_in_words(seats)} players, not {size}."
                )
        return replace(usual, **chosen)

    def _ruleset(self, data: Mapping[str, Any], scheme: Scheme) -> Ruleset:
        par = data.get("par")
        return services.ruleset_for(
            scheme, self.rules.slug, games_per_fixture=data["games_per_fixture"], par=8 if par is None else par
        )

    def _plan(self, data: dict[str, Any]) -> None:
        """The event as it would be, with whatever is wrong about it beside the field that it is about."""
        try:
            self.planned = services.plan_event(at=timezone.now(), **self._values(data))
        except EventError as error:
            self.add_error(error.field if error.field in self.fields else None, error.message)

    def _values(self, data: Mapping[str, Any]) -> dict[str, Any]:
        most = 2 if self.form == Form.MATCH else data["most_entrants"]
        return {
            "director": self.director,
            "rules": self.rules.slug,
            "control": self.time_control(),
            "rest_rules": self.rest_rules(),
            "most_entrants": most,
            **{
                name: data[name]
                for name in (
                    "name", "about", "options", "scheme", "ruleset", "rated", "entry", "rating_from", "rating_to",
                    "starts_at",
                )
            },
        }  # fmt: skip

    def values(self) -> dict[str, Any]:
        """What ``create_event`` and ``plan_event`` take, of a valid form."""
        return self._values(self.cleaned_data)

    def summaries(self) -> dict[str, str]:
        """What the form begins with, part by part in words: what one gets without opening a part."""
        start, scheme, ruleset = self.initial, self.initial["scheme"], self.initial["ruleset"]
        control: TimeControl = start["control_itself"]
        rests: RestRules = start["rest_rules"]
        who = "everybody may enter" if start["entry"] == Event.Entry.OPEN else "only players whom you invite"
        band = start.get("rating_from") is not None or start.get("rating_to") is not None
        when = f"starts on {start['starts_at']:%-d %B %Y}" if start.get("starts_at") else "starts when you start it"
        return {
            "players": f"At most {start['most_entrants']}; {who}{', within a rating band' if band else ''}; {when}.",
            "layout": " ".join(rules_in_words(ruleset, scheme)[:1]),
            "time": f"{control.describe().capitalize()}.",
            "rest": rests.describe(),
            "game": f"{'Rated' if start['rated'] else 'Not rated'}, {_games(ruleset)} in each meeting.",
        }


def _games(ruleset: Ruleset) -> str:
    count = ruleset.games_per_fixture
    return "one game" if count == 1 else f"{count} games"


def _initial_of(scheme: Scheme, ruleset: Ruleset, rules: str) -> dict[str, Any]:
    """What the form of a new event begins with."""
    return {
        **{name: getattr(scheme, name) for name in _SCHEME_FIELDS},
        "scheme": scheme,
        "ruleset": ruleset,
        "most_entrants": usual_most(scheme, rules),
        "games_per_fixture": ruleset.games_per_fixture,
        "par": ruleset.par,
        "rated": True,
        "entry": Event.Entry.OPEN,
        "control": "3d",
        "control_itself": PRESETS["3d"],
        "rest_rules": RestRules(),
        "pool_size": None if scheme.form == Form.LEAGUE else scheme.pool_size or None,
    }


def _initial_of_event(event: Event) -> dict[str, Any]:
    """What the form begins with to edit or copy an event."""
    control, rests = event.time_control, event.event_rest_rules
    bare = replace(control, ends=None)
    preset = next((name for name, usual in PRESETS.items() if replace(usual, answer=control.answer) == bare), CUSTOM)
    custom = preset == CUSTOM
    return {
        "name": event.name,
        "about": event.about,
        "most_entrants": event.most_entrants,
        "rated": event.rated,
        "entry": event.entry,
        "rating_from": event.rating_from,
        "rating_to": event.rating_to,
        "starts_at": event.starts_at,
        "control": preset,
        "control_itself": control,
        "base": words(control.base) if custom else "",
        "increment": words(control.increment) if custom and control.increment else "",
        "cap": words(control.cap) if custom else "",
        "answer": words(control.answer),
        "ends_on": control.ends.date() if control.ends else None,
        "rest_rules": rests,
        "leave": rests.leave.value,
        "leave_days": rests.leave_days or None,
        "runs_always": not rests.pauses,
        "no_undo": not rests.undo,
        "pool_size": event.event_scheme.pool_size or None,
        **{f"option_{name}": value for name, value in event.options.items()},
    }


# Deeds of a director --------------------------------------------------------------------------------------------------


class DeedForm(forms.Form):
    """What one deed asks for in one event; the fields follow from the deed."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, deed: Deed, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deed, self.event = deed, event
        self.game = self._game()
        for name in deed.asks:
            for key, field in self._fields(name):
                field.required = name not in deed.optional and field.required
                self.fields[key] = field
        if deed.has_reason:
            self.fields["reason"] = forms.CharField(
                max_length=LONGEST_REASON,
                label="Why",
                help_text="Everybody can read it in the event's log, and whom it concerns gets it by mail.",
                error_messages={"required": "Say why: it stands in the event's public log."},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def _game(self) -> Game | None:
        """The game that the form is about, once it is known."""
        given = self.data.get("game") if self.is_bound else self.initial.get("game")
        if "game" not in self.deed.asks or not str(given or "").isdecimal():
            return None
        return games_of_event(self.event).filter(pk=int(str(given)[:12])).first()

    def _fields(self, name: str) -> list[tuple[str, forms.Field]]:
        make = getattr(self, f"_{name}_fields", None)
        return make() if make else []

    def _game_fields(self) -> list[tuple[str, forms.Field]]:
        everywhere = " Left empty: all open games." if "game" in self.deed.optional else ""
        return [("game", _number("Game", 1, 2_000_000_000, f"Its number.{everywhere}"))]

    def _seated(self) -> list[str]:
        return [seat.player.username for seat in self.game.seats.select_related("player")] if self.game else []

    def _places_fields(self) -> list[tuple[str, forms.Field]]:
        names = self._seated()
        if self.event.event_ruleset.scoring == "leaves" and self.deed.slug == "correct":
            return []
        if len(names) == 2:
            choices = [("1 2", f"{names[0]} wins"), ("2 1", f"{names[1]} wins"), ("1 1", "A draw")]
            field = forms.ChoiceField(label="How it ends", choices=choices, widget=forms.RadioSelect)
            return [("places", field)]
        most = max(2, len(names))
        return [
            (f"place_{seat}", _number(f"Place of {name}", 1, most, "" if seat else "Who tie share the better one."))
            for seat, name in enumerate(names)
        ]

    def _scores_fields(self) -> list[tuple[str, forms.Field]]:
        if self.event.event_ruleset.scoring != "leaves":
            return []
        return [
            (f"score_{seat}", _number(f"Active leaves of {name}", 0, 99)) for seat, name in enumerate(self._seated())
        ]

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
        return [("round", _number("Round", 1, MOST_ROUNDS))]

    def _deadline_fields(self) -> list[tuple[str, forms.Field]]:
        field = forms.DateTimeField(
            label="New deadline",
            help_text="In your time zone.",
            widget=MomentInput,
            error_messages=dict.fromkeys(("required", "invalid"), "Give a day and a time, such as 2027-03-01 18:00."),
        )
        return [("deadline", field)]

    def _bye_fields(self) -> list[tuple[str, forms.Field]]:
        kinds = [(RoundKind.FULL_BYE, "a full point"), (RoundKind.HALF_BYE, "half a point"),
                 (RoundKind.ZERO_BYE, "no point")]  # fmt: skip
        return [("bye", forms.ChoiceField(label="It is worth", choices=[(str(kind), told) for kind, told in kinds]))]

    def _line_fields(self) -> list[tuple[str, forms.Field]]:
        return [("line", _number("Line of the log", 1, 2_000_000_000))]

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
