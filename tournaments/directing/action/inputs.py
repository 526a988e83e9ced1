"""The values that actions ask for, each declared once: how a page asks for it, and how REST reads it.

An action's ``Inputs`` is a dataclass with fields such as ``span: Annotated[timedelta, Span()]``. The module is long
because each kind of value has its field of a page and that of REST side by side.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from games.models import Game
from games.web.forms import SpanField
from ground.rest.strict_input import ChoiceField, WholeNumberField
from ground.wording import and_list, time_in_words
from tournaments.event_rules.layouts import MOST_ROUNDS, title_of_division
from tournaments.form_fields import MomentField, whole_number
from tournaments.models import Event, EventLogEntry
from tournaments.queries import divisions_of, open_rounds, running_games
from tournaments.standings.matches import MOST_LEAVES
from tournaments.standings.points import MOST_SEATS
from tournaments.standings.tables import Kind as RoundKind

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LARGEST_NUMBER = 2_000_000_000  # of a game or an entry
LONGEST_NAME = 150
LONGEST_TEXT = 2000
MOST_AT_ONCE = 100  # games
BYES = (RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE)

FormFields = dict[str, forms.Field]
JsonField = serializers.Field[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a form is about: the event, and the game or the log entry once it is known."""

    event: Event
    game: Game | None = None
    entry: EventLogEntry | None = None

    @property
    def seated(self) -> list[str]:
        """The names of the players of the game, by seat."""
        if self.game is None:
            return []
        return [seat.player.username for seat in self.game.seats.select_related("player").order_by("number")]


class Input(ABC):
    """One value that an action asks for."""

    @abstractmethod
    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        """The fields of the page, by name; none where nothing has to be asked."""

    def value_in(self, name: str, cleaned: Mapping[str, Any]) -> Any:
        """The value in the cleaned data of a page's form that has the fields; None if it was left out."""
        return cleaned.get(name)

    @abstractmethod
    def json_field(self, **more: Any) -> JsonField:
        """The field of REST, which reads the value as ``Inputs`` has it; ``more`` are arguments for it."""


def _whole_json(least: int, most: int, **more: Any) -> JsonField:
    return WholeNumberField(min_value=least, max_value=most, **more)


# Games ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameNumber(Input):
    """A game of the event, by its number; ``if_empty`` says what no number means."""

    if_empty: str | StrPromise = ""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        help_text = " ".join(filter(None, (_("The number of the game."), str(self.if_empty))))
        field = whole_number(_("Game"), 1, LARGEST_NUMBER, help_text, required=required)
        field.validators.append(lambda number: _check_game(number, subject))
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        help_text = " ".join(filter(None, ("The number of the game.", str(self.if_empty))))
        return _whole_json(1, LARGEST_NUMBER, help_text=help_text, **more)


def _check_game(number: int, subject: Subject) -> None:
    if subject.game is None or subject.game.pk != number:
        problem = _("Game %(number)d is not part of %(event)s.")
        raise ValidationError(problem % {"number": number, "event": subject.event.name})


class NumbersField(forms.TypedMultipleChoiceField):
    """Boxes for numbers; those of an address, with commas between, are checked."""

    widget = forms.CheckboxSelectMultiple

    def prepare_value(self, value: object) -> object:
        return value.split(",") if isinstance(value, str) else value


class OpenGames(Input):
    """Several open games of the event, by their numbers; pages list those first that have waited longest for a move."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        games = running_games(subject.event).select_related("turn", "fixture_game__fixture__round")
        listed = games.prefetch_related("seats__player").order_by("turn__started_at", "pk")[:MOST_AT_ONCE]
        field = NumbersField(
            coerce=int,
            label=_("Games"),
            choices=[(str(game.pk), _waiting_game(game)) for game in listed],
            error_messages={
                "required": _("Choose at least one game."),
                "invalid_choice": _("Game %(value)s is not open any more."),
            },
            required=required,
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:  # Any: what a field takes
        child = _whole_json(1, LARGEST_NUMBER)
        help_text = _("The numbers of the games.")
        return serializers.ListField(child=child, min_length=1, max_length=MOST_AT_ONCE, help_text=help_text, **more)


def _waiting_game(game: Game) -> str:
    """An open game as one of several to choose from: who plays it, who is to move, and for how long."""
    names = [seat.player.username for seat in game.seats.all()]
    waits = _("Game %(number)d, round %(round)d: %(players)s. %(player)s has not moved for %(span)s.")
    return waits % {
        "number": game.pk,
        "round": game.fixture_game.fixture.round.number,
        "players": and_list(names),
        "player": names[game.to_act or 0],
        "span": time_in_words(timezone.now() - game.turn.started_at),
    }


class Places(Input):
    """The place of each seat; on pages only where places count, since they follow from the active leaves elsewhere."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        names = subject.seated
        if subject.event.event_ruleset.scoring == "leaves":
            return {}
        if len(names) == 2:
            first, second = names
            choices = [
                ("1 2", _("%(player)s wins") % {"player": first}),
                ("2 1", _("%(player)s wins") % {"player": second}),
                ("1 1", _("A draw")),
            ]
            return {
                name: forms.ChoiceField(
                    label=_("Result"),
                    choices=choices,
                    widget=forms.RadioSelect,
                    error_messages={"required": _("Choose the result.")},
                )
            }
        most = max(2, len(names))
        return {
            f"place_{seat}": whole_number(
                _("Place of %(player)s") % {"player": player},
                1,
                most,
                "" if seat else _("Players who tie share the better place."),
            )
            for seat, player in enumerate(names)
        }

    def value_in(self, name: str, cleaned: Mapping[str, Any]) -> Sequence[int] | None:
        if name in cleaned:
            return [int(place) for place in cleaned[name].split()]
        return _of_seats("place", cleaned)

    def json_field(self, **more: Any) -> JsonField:
        return _by_seat(
            _("The places by seat. Players who tie share the better place, as in 1, 1, 3."), MOST_SEATS, **more
        )


class Scores(Input):
    """The active leaves of each seat, where they count."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        if subject.event.event_ruleset.scoring != "leaves":
            return {}
        return {
            f"score_{seat}": whole_number(
                _("Active leaves of %(player)s") % {"player": player},
                0,
                MOST_LEAVES,
                "" if seat else _board_and_par(subject),
            )
            for seat, player in enumerate(subject.seated)
        }

    def value_in(self, name: str, cleaned: Mapping[str, Any]) -> Sequence[int] | None:
        return _of_seats("score", cleaned)

    def json_field(self, **more: Any) -> JsonField:
        return _by_seat(_("The active leaves by seat; required if leaves are counted."), MOST_LEAVES, **more)


def _board_and_par(subject: Subject) -> str:
    """What helps to say which leaves count: those on the board, and what a resignation would cost."""
    if subject.game is None:
        return ""
    board = subject.game.load_position().scores
    stand = ", ".join(f"{name} {leaves}" for name, leaves in zip(subject.seated, board, strict=True))
    par = _("On the board: %(stand)s. After a resignation the loser would have 0, the winner at least %(par)d.")
    return par % {"stand": stand, "par": subject.event.event_ruleset.par}


def _of_seats(name: str, cleaned: Mapping[str, Any]) -> Sequence[int] | None:
    """The values of fields that there is one of for each seat."""
    given = [cleaned[key] for seat in range(MOST_SEATS) if (key := f"{name}_{seat}") in cleaned]
    return given or None


def _by_seat(help_text: str, most: int, **more: Any) -> JsonField:
    child = _whole_json(0, most)
    return serializers.ListField(child=child, min_length=2, max_length=MOST_SEATS, help_text=help_text, **more)


class Seat(Input):
    """A seat of the game, counted from 1; none: all of them."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        names = subject.seated
        if not names:
            return {}
        choices = [("", _("Everybody in the game")), *((str(seat), player) for seat, player in enumerate(names, 1))]
        field = forms.TypedChoiceField(
            coerce=int, empty_value=None, label=_("Player"), choices=choices, required=required
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        return _whole_json(1, LARGEST_NUMBER, help_text=_("Counted from 1; left out: everybody."), **more)


class _Seconds(WholeNumberField):
    """A span of time as whole seconds."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=60, max_value=31_622_400, help_text="Seconds.", **more)

    def to_internal_value(self, data: Any) -> Any:
        return timedelta(seconds=super().to_internal_value(data))

    def run_validators(self, value: Any) -> None:
        """The bounds are in seconds."""
        super().run_validators(int(value.total_seconds()) if isinstance(value, timedelta) else value)


class Span(Input):
    """A span of time: in words on pages, in seconds in REST."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {
            name: SpanField(
                label=_("How much more time"),
                help_text=_("Such as 2 days or 36 hours."),
                error_messages={"required": _("Say how much time, such as 2 days.")},
                required=required,
            )
        }

    def json_field(self, **more: Any) -> JsonField:
        return _Seconds(**more)


# Rounds ---------------------------------------------------------------------------------------------------------------


class RoundNumber(Input):
    """A round, counted from 1."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: whole_number(_("Round"), 1, MOST_ROUNDS, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return _whole_json(1, LARGEST_NUMBER, help_text=_("Counted from 1."), **more)


class OpenRound(RoundNumber):
    """A round that is being played; none: all of them."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        numbers = sorted(set(open_rounds(subject.event).values_list("number", flat=True)))
        rounds = [(str(number), _("Round %(number)d") % {"number": number}) for number in numbers]
        choices = [("", _("All rounds that are being played")), *rounds]
        field = forms.TypedChoiceField(
            coerce=int, empty_value=None, label=_("Round"), choices=choices, required=required
        )
        return {name: field}


@dataclass(frozen=True)
class Number(Input):
    """A whole number with a name, such as that of a tier."""

    title: str | StrPromise
    least: int
    most: int
    help_text: str | StrPromise = ""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: whole_number(self.title, self.least, self.most, self.help_text, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return _whole_json(self.least, self.most, help_text=self.help_text, **more)


@dataclass(frozen=True)
class Choice(Input):
    """One of several words of programs, each with its title on the page."""

    title: str | StrPromise
    choices: tuple[tuple[str, str | StrPromise], ...]

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: forms.ChoiceField(label=self.title, choices=self.choices, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return ChoiceField(choices=[word for word, _title in self.choices], **more)


@dataclass(frozen=True)
class Moment(Input):
    """A day and a time of it."""

    title: str | StrPromise

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {
            name: MomentField(
                label=self.title,
                help_text=_("In your time zone."),
                error_messages={"required": _("Give a day and a time, such as 2027-03-01 18:00.")},
                required=required,
            )
        }

    def json_field(self, **more: Any) -> JsonField:
        return serializers.DateTimeField(**more)


@dataclass(frozen=True)
class Flag(Input):
    """Yes or no; no where it is left out."""

    title: str | StrPromise
    help_text: str | StrPromise = ""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: forms.BooleanField(label=self.title, help_text=self.help_text, required=False)}

    def json_field(self, **more: Any) -> JsonField:
        return serializers.BooleanField(help_text=self.help_text, **more)


class OneDivision(Input):
    """A division of the event, by its number; none: all of them."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        form = subject.event.form
        divisions = [
            (str(one.pk), title_of_division(form, stage=one.stage.number, tier=one.tier, number=one.number))
            for one in divisions_of(subject.event)
        ]
        if len(divisions) < 2:
            return {}
        choices = [("", _("All divisions")), *divisions]
        field = forms.TypedChoiceField(
            coerce=int, empty_value=None, label=_("Division"), choices=choices, required=required
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        return _whole_json(1, LARGEST_NUMBER, help_text=_("The number of a division; left out: all of them."), **more)


class ByeKind(Input):
    """What a round without a game is worth."""

    _TITLES = {
        RoundKind.FULL_BYE: gettext_lazy("a full point"),
        RoundKind.HALF_BYE: gettext_lazy("half a point"),
        RoundKind.ZERO_BYE: gettext_lazy("no point"),
    }

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        choices = [(str(kind), title) for kind, title in self._TITLES.items()]
        return {name: forms.ChoiceField(label=_("Value"), choices=choices, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return ChoiceField(choices=[str(kind) for kind in BYES], **more)


# The log and texts ----------------------------------------------------------------------------------------------------


class EntryNumber(Input):
    """An entry of the event's log, by its number."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {name: whole_number(_("Log entry"), 1, LARGEST_NUMBER, required=required)}

    def json_field(self, **more: Any) -> JsonField:
        return _whole_json(1, LARGEST_NUMBER, help_text=_("The `seq` of the entry in the event log."), **more)


class Text(Input):
    """Words to everybody in the event."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        return {
            name: forms.CharField(
                max_length=LONGEST_TEXT,
                label=_("Announcement"),
                widget=forms.Textarea(attrs={"rows": 5}),
                error_messages={"required": _("Write what you want to announce.")},
                required=required,
            )
        }

    def json_field(self, **more: Any) -> JsonField:
        return serializers.CharField(max_length=LONGEST_TEXT, **more)
