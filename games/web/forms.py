"""What the pages' forms read. They turn text into the plain values that services take, and decide nothing.

It is long because a game and a match are proposed with many fields, each with its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MaxValueValidator
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.clock.calendars import CalendarError, LeaveRule, PauseRules
from games.clock.controls import ANSWER, LATEST_END, ControlError, TimeControl, read_words
from games.clock.longest_end import SlowestEnds
from games.exceptions import ProposalError
from games.lobby.match_terms import MatchTerms, match_choices, terms_of
from games.models import Player, Proposal
from games.play.house_players import HOUSE_BOTS, MOST_AT_A_TABLE
from games.play.submissions import LONGEST_TEXT
from games.records.reading import LONGEST_RECORD
from games.rules import RULES
from games.rules.base import Option, OptionError, Rules
from games.rules.option_text import read_options, usual_words
from games.timekeeping.turn_clock import slowest_ends
from ground.wording import or_list

CUSTOM = "custom"
PRESETS: dict[str, TimeControl] = {
    "3d": TimeControl.days_per_turn(3),
    "1d": TimeControl.days_per_turn(1),
    "7d": TimeControl.days_per_turn(7),
    "bank": TimeControl(base=timedelta(days=10), increment=timedelta(days=1), cap=timedelta(days=14)),
    "evening": TimeControl(base=timedelta(minutes=30), increment=timedelta(minutes=1), cap=timedelta(hours=1)),
}


def notation_box(*, rows: int) -> forms.Textarea:
    """A box for moves, which no browser corrects or completes; a refusal and a hint belong to it."""
    plain = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
    return forms.Textarea(attrs={"rows": rows, **plain, "aria-describedby": "problem hint"})


class MoveForm(forms.Form):
    """The move box. ``ply`` is the moment the player looked at, ``nonce`` makes a second click harmless."""

    text = forms.CharField(
        max_length=LONGEST_TEXT,
        strip=False,
        label=gettext_lazy("Your move"),
        error_messages={"required": gettext_lazy("The box is empty. Write your move into it.")},
        widget=notation_box(rows=2),
    )
    ply = forms.IntegerField(min_value=0, max_value=2_000_000_000, widget=forms.HiddenInput)
    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)


class RecordForm(forms.Form):
    """A record to look at: in the box, or in a file, which then fills the box. ``at`` is the moment to show."""

    record = forms.CharField(
        max_length=LONGEST_RECORD,
        required=False,
        strip=False,
        label=gettext_lazy("The record"),
        help_text=gettext_lazy(
            "As text, as JSON, or in the format of Abstract Play: what you can download here, or wrote by hand."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(required=False, label=gettext_lazy("or a file"))
    at = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (file := data.get("file")) is not None:
            data["record"] = self._text_of(file)
        elif not data.get("record", "").strip() and "record" not in self.errors:
            self.add_error("record", gettext("There is no record. Paste one, or choose a file."))
        return data

    def _text_of(self, file: UploadedFile[bytes]) -> str:
        if (file.size or 0) > LONGEST_RECORD:
            self.add_error(
                "file",
                gettext("A record may have {longest_record} characters. This file is longer.").format(
                    longest_record=LONGEST_RECORD
                ),
            )
            return ""
        try:
            return str(file.read(), "utf-8")
        except UnicodeDecodeError:
            self.add_error("file", gettext("This file is not text in UTF-8."))
            return ""

    def moment(self) -> int | None:
        """The ply that the reader wants to see; None for the last one."""
        wanted: int | None = self.cleaned_data["at"]
        return wanted


class SpanField(forms.CharField):
    """A span of time in words, read to a timedelta; None when left empty."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read_words(text)
        except ControlError as error:
            raise ValidationError(str(error)) from error


def option_field(option: Option, seats: Sequence[int]) -> forms.Field:
    """The field of a variant option: a choice of words, or a number that may be left empty for the usual one.

    ``seats`` are the numbers of players that can be chosen beside it.
    """
    meaning, label = capfirst(option.meaning), capfirst(option.label)
    if not isinstance(option.values, range):
        return forms.ChoiceField(
            label=label,
            help_text=f"{meaning}.",
            choices=[(value, option.in_words(value)) for value in option.values],
            initial=option.values[0],
        )
    right = gettext("{option} can be {allowed}.").format(option=label, allowed=option.allowed)
    return forms.IntegerField(
        label=label,
        help_text=gettext("{meaning}, {allowed}. Left empty: {usual_words}.").format(
            meaning=meaning, allowed=option.allowed, usual_words=usual_words(option, seats)
        ),
        required=False,
        min_value=option.values[0],
        max_value=option.values[-1],
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), right),
    )


def option_texts(rules: Rules[Any, Any], data: Mapping[str, Any]) -> dict[str, str]:
    """The texts of the option fields of a form, blank where one was left empty or could not be read."""
    values = {option.name: data.get(f"option_{option.name}") for option in rules.options}
    return {name: "" if value is None else str(value) for name, value in values.items()}


class HouseGameForm(forms.Form):
    """A game against a house bot, of two unless said otherwise, with the usual options."""

    rules = forms.ChoiceField(choices=[(slug, rules.title) for slug, rules in RULES.items()])
    bot = forms.ChoiceField(choices=[(bot.username, bot.username) for bot in HOUSE_BOTS])
    seats = forms.IntegerField(min_value=2, max_value=MOST_AT_A_TABLE + 1, required=False)
    nonce = forms.CharField(max_length=64)


class TimeInput(forms.TimeInput):
    """The browser's own field for a time of day."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class DateInput(forms.DateInput):
    """The browser's own field for a day."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class PauseRulesForm(forms.Form):
    """What of its players' lives a game respects, and when it ends at the latest."""

    leave = forms.ChoiceField(
        label=gettext_lazy("Leave"),
        initial=LeaveRule.ALLOWED.value,
        choices=[
            (LeaveRule.ALLOWED.value, gettext_lazy("Stops the clock")),
            (LeaveRule.CAPPED.value, gettext_lazy("Stops the clock for this many days:")),
            (LeaveRule.FORBIDDEN.value, gettext_lazy("Does not stop the clock")),
        ],
        required=False,
    )
    leave_days = forms.IntegerField(
        required=False, min_value=1, max_value=366, label=gettext_lazy("Days of leave for each player")
    )
    runs_always = forms.BooleanField(
        required=False, label=gettext_lazy("The clock runs day and night, also on players' days off and holidays")
    )
    no_undo = forms.BooleanField(
        required=False, label=gettext_lazy("Moves cannot be taken back, not even if everybody agrees")
    )
    ends_on = forms.DateField(
        required=False,
        validators=[MaxValueValidator(LATEST_END.date() - timedelta(days=1), gettext_lazy("Choose an earlier day."))],
        label=gettext_lazy("Hard end"),
        help_text=gettext_lazy(
            "At the end of this day (UTC), the time of the player to move is over. Leave it empty for no such day."
        ),
        widget=DateInput,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            self.pause_rules()
        except CalendarError as error:
            self.add_error("leave_days", str(error))
        return data

    def pause_rules(self) -> PauseRules:
        """What the form says. Raises CalendarError."""
        data = self.cleaned_data
        leave = LeaveRule(data.get("leave") or LeaveRule.ALLOWED)
        return PauseRules(
            leave, data.get("leave_days") or 0, pauses=not data.get("runs_always"), undo=not data.get("no_undo")
        )

    def hard_end(self) -> datetime | None:
        """The end of the chosen day, in UTC."""
        day: date | None = self.cleaned_data.get("ends_on")
        return datetime.combine(day, time(), UTC) + timedelta(days=1) if day else None


def _controls() -> list[tuple[str, str]]:
    return [
        *((key, capfirst(control.describe())) for key, control in PRESETS.items()),
        (CUSTOM, gettext("Another time control")),
    ]


class ControlForm(PauseRulesForm):
    """How much time there is to think, and what of players' lives is respected."""

    control = forms.ChoiceField(
        label=gettext_lazy("Time control"), widget=forms.RadioSelect, choices=_controls, initial="3d"
    )
    base = SpanField(
        required=False, label=gettext_lazy("At the start"), help_text=gettext_lazy("Such as 10 days or 36 hours.")
    )
    increment = SpanField(
        required=False,
        label=gettext_lazy("Added after each turn"),
        help_text=gettext_lazy("Such as 1 day. Empty: nothing."),
    )
    cap = SpanField(
        required=False, label=gettext_lazy("Never more than"), help_text=gettext_lazy("Empty: what there is at first.")
    )
    answer = SpanField(
        required=False,
        label=gettext_lazy("Answers out of turn"),
        help_text=gettext_lazy("The time for a decision that you owe in another player's turn. Empty: 24 hours."),
    )

    def leave_out_answers(self, rules: Rules[Any, Any]) -> None:
        """Ask only for what a game needs: in most nobody has to decide anything in another one's turn."""
        if not rules.standing_preferences:
            del self.fields["answer"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("control") == CUSTOM:
            self._clean_custom(data)
        self._clean_answer(data)
        return data

    def _clean_custom(self, data: dict[str, Any]) -> None:
        if not {"base", "increment", "cap"} <= data.keys():
            return
        if data["base"] is None:
            self.add_error("base", gettext("Say how much time everybody has at first."))
            return
        try:
            data["custom"] = TimeControl(
                base=data["base"], increment=data["increment"] or timedelta(0), cap=data["cap"] or data["base"]
            )
        except ControlError as error:
            self.add_error("base", str(error))

    def _clean_answer(self, data: dict[str, Any]) -> None:
        if data.get("answer") is None:
            return
        try:
            replace(TimeControl.days_per_turn(1), answer=data["answer"])
        except ControlError as error:
            self.add_error("answer", str(error))

    def time_control(self) -> TimeControl:
        """The chosen time control of a valid form."""
        control: TimeControl = self.cleaned_data.get("custom") or PRESETS[self.cleaned_data["control"]]
        return replace(control, answer=self.cleaned_data.get("answer") or ANSWER, ends=self.hard_end())


class ProposalForm(ControlForm):
    """A challenge or an open seek for one of the games; the fields for options follow from its rules."""

    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Players"))
    invited = forms.CharField(
        required=False,
        max_length=300,
        label=gettext_lazy("Opponents"),
        help_text=gettext_lazy(
            "Names of players, with commas between. Leave it empty to let anybody take the other seats."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
    )
    house = forms.ChoiceField(
        required=False,
        label=gettext_lazy("House bot"),
        help_text=gettext_lazy("Takes all seats to which you invite nobody. The game begins at once."),
    )
    seating = forms.ChoiceField(
        label=gettext_lazy("Seats"),
        widget=forms.RadioSelect,
        initial=Proposal.Seating.LOT,
        choices=[
            (
                Proposal.Seating.LOT,
                gettext_lazy("Drawn by lot from the game's secret, so that anybody can check the draw"),
            ),
            (
                Proposal.Seating.ALTERNATING,
                gettext_lazy("Move on by one from our last game together (by lot if there is none)"),
            ),
            (Proposal.Seating.CHOSEN, gettext_lazy("I take this seat:")),
        ],
    )
    chosen_seat = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, label=gettext_lazy("My seat"))
    match = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Games"),
        help_text=gettext_lazy("In a match colours alternate, and all games have one result together."),
    )
    in_turn = forms.BooleanField(
        required=False, label=gettext_lazy("The games of a match begin one after another, not all at once")
    )
    rated = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Rated game"),
        help_text=gettext_lazy(
            "With a bot of a player in the list of bots, which changes no rating among people; with a house bot never."
        ),
    )
    people_only = forms.BooleanField(
        required=False,
        label=gettext_lazy("People only"),
        help_text=gettext_lazy("No bot takes an open seat. Of a game rated among people none does anyway."),
    )
    message = forms.CharField(required=False, max_length=200, label=gettext_lazy("Message"))

    def __init__(self, rules: Rules[Any, Any], proposer: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.proposer = proposer
        self._field("seats").choices = [(count, str(count)) for count in rules.seats]
        self._field("chosen_seat").choices = [
            (number, f"{number + 1} ({gettext(rules.colours[number])})") for number in range(rules.seats[-1])
        ]
        self.leave_out_answers(rules)
        self._offer_matches()
        self._offer_bots()
        for option in rules.options:
            self.fields[f"option_{option.name}"] = option_field(option, rules.seats)

    def _offer_matches(self) -> None:
        choices = match_choices(self.rules)
        self._field("match").choices = choices
        self.fields["match"].initial = choices[0][0]
        if self.rules.is_uneven:
            self.fields["match"].help_text = gettext(
                "In {rules} whoever moves first has an advantage, so two players each begin equally often, and "
                "the points of all games are added up."
            ).format(rules=self.rules.title)

    def _offer_bots(self) -> None:
        rated = ((bot.username, bot.rating_in(self.rules)) for bot in HOUSE_BOTS)
        named = [(name, f"{name} ({rating})" if rating else name) for name, rating in rated]
        self._field("house").choices = [("", gettext("none")), *named]

    def _field(self, name: str) -> forms.ChoiceField:
        return cast(forms.ChoiceField, self.fields[name])

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the game's own options."""
        return (self[name] for name in self.fields if name.startswith("option_"))

    def clean_invited(self) -> list[Player]:
        names = [name for name in re.split(r"[\s,;]+", self.cleaned_data["invited"].lower()) if name]
        found = {player.username: player for player in Player.objects.filter(username__in=names, is_active=True)}
        if missing := [name for name in names if name not in found]:
            raise ValidationError(gettext("There is no player called {missing}.").format(missing=or_list(missing)))
        return [found[name] for name in names]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seating") == Proposal.Seating.CHOSEN and data.get("chosen_seat") is None:
            self.add_error("chosen_seat", gettext("Say which seat you take."))
        if "seats" in data:
            self._clean_options(data)
        if data.get("house") or any(player.is_bot for player in data.get("invited", [])):
            data["rated"] = False
        if not self.errors:
            self._check_match(data)
        return data

    def match_terms(self) -> MatchTerms:
        """Whether a match is wanted, of how many games, and when they begin."""
        return terms_of(self.cleaned_data.get("match") or "1", in_turn=bool(self.cleaned_data.get("in_turn")))

    def _check_match(self, data: Mapping[str, Any]) -> None:
        try:
            control = self.time_control()
            self.match_terms().check(self.rules, data["seats"], control, seating=data["seating"], word="")
        except ProposalError as error:
            self.add_error("seating" if data["seats"] == 2 else "match", error.message)

    def _clean_options(self, data: dict[str, Any]) -> None:
        texts = option_texts(self.rules, data)
        try:
            data["options"] = self.rules.check_options(data["seats"], read_options(self.rules, texts))
        except OptionError as error:
            self.add_error("seats", str(error))

    def slowest_ends(self, now: datetime) -> SlowestEnds:
        """When a game begun at ``now`` is over if everybody always takes all the time there is."""
        seats, options = self.cleaned_data["seats"], self.cleaned_data["options"]
        return slowest_ends(self.rules, self.time_control(), now, seats, options, self.pause_rules())

    def values(self) -> dict[str, Any]:
        """What ``propose_game`` takes, of a valid form."""
        data = self.cleaned_data
        return {
            "proposer": self.proposer,
            "rules": self.rules.slug,
            "control": self.time_control(),
            "pause_rules": self.pause_rules(),
            "match": self.match_terms(),
            "message": data["message"],
            **{
                name: data[name]
                for name in ("seats", "options", "invited", "house", "seating", "chosen_seat", "rated", "people_only")
            },
        }
