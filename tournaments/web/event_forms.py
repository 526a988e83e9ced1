"""The form that makes an event. It turns text into the plain values that services take, and decides nothing.

It is long because an event has many settings: each is a field with its label and a sentence for directors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.models import Player
from games.rules.base import OptionError, Rules
from games.rules.option_text import read_options
from games.web.forms import CUSTOM, PRESETS, ControlForm, option_field, option_texts
from ground.wording import day_in_words, time_in_words
from tournaments.event_rules.conditions import LONGEST_PERIOD, MOST_LOSSES, EntryConditions
from tournaments.event_rules.conditions import MOST_GAMES as MOST_FINISHED
from tournaments.event_rules.designs import LARGEST_POOL, sizes_in_words
from tournaments.event_rules.layouts import (
    LONGEST_PREVIEW,
    LONGEST_ROUND,
    LONGEST_SEASON,
    MOST_ENTRANTS,
    MOST_OPEN,
    MOST_POOL,
    MOST_ROUNDS,
    WITH_BRACKET,
    Form,
    Layout,
    LayoutError,
)
from tournaments.exceptions import EventError
from tournaments.form_fields import MomentField, PointsField, TieBreaksField, whole_number
from tournaments.models import Club, Event
from tournaments.setup.planning import HIGHEST_RATING, LONGEST_CODE, plan_event, ruleset_for
from tournaments.setup.templates import EVENT_TEMPLATES, layout_with, seats_for, usual_layout, usual_most, usual_pool
from tournaments.standings.rulesets import (
    FEWEST_BOARDS,
    MOST_BOARDS,
    MOST_CAP,
    MOST_GAMES,
    MOST_HALF_BYES,
    MOST_PAR,
    Ruleset,
    RulesetError,
)
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.wording.decisions import counts_in_words, rules_in_words

_COUNTING_FIELDS = ("points", "best_of", "par", "margin_cap", "pairing_bye", "half_byes", "tie_breaks")
_WITHOUT_TABLE = (*WITH_BRACKET, Form.LADDER, Form.MATCH)  # nobody is level there, to be parted
_LAYOUT_FIELDS = (
    "seats", "cycles", "rounds", "round_days", "pool_size", "qualifiers", "third_place", "season_days",
    "in_turn", "preview_hours", "open_percent", "small_tables", "boards",
)  # fmt: skip


_ENTRY = (
    (Event.Entry.OPEN, gettext_lazy("Everybody")),
    (Event.Entry.PEOPLE, gettext_lazy("Everybody but bots")),
    (Event.Entry.BOTS, gettext_lazy("Only bots")),
    (Event.Entry.INVITED, gettext_lazy("Only players whom I invite")),
)


class EventForm(ControlForm):
    """An event of one form and one game; ``start`` is the event whose values it begins with, edited or copied."""

    name = forms.CharField(
        max_length=Event._meta.get_field("name").max_length,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Such as Spring League 2027. Its address follows from it."),
        error_messages={"required": gettext_lazy("Give the event a name.")},
    )
    about = forms.CharField(
        required=False,
        max_length=2000,
        label=gettext_lazy("In your own words"),
        help_text=gettext_lazy("What it is about, and for whom. Shown on its page; no links, no formatting."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Players in a game"))
    most_entrants = whole_number(gettext_lazy("Players at most"), 2, MOST_ENTRANTS)
    entry = forms.ChoiceField(
        label=gettext_lazy("Players who may enter"),
        widget=forms.RadioSelect,
        choices=[*_ENTRY, (Event.Entry.MEMBERS, gettext_lazy("Only members of the club"))],
        initial=Event.Entry.OPEN,
    )
    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        queryset=None,
        required=False,
        to_field_name="slug",
        label=gettext_lazy("Event of a club"),
        empty_label=gettext_lazy("of no club"),
        help_text=gettext_lazy(
            "Shown on the pages of both, and counted in the club's table. You organise these clubs."
        ),
    )
    rating_from = whole_number(
        gettext_lazy("Rating from"), 0, HIGHEST_RATING, gettext_lazy("Left empty: no lower end."), required=False
    )
    rating_to = whole_number(
        gettext_lazy("up to"),
        0,
        HIGHEST_RATING,
        gettext_lazy("Leave it empty for no upper limit. Invited players can enter anyway."),
        required=False,
    )
    least_games = whole_number(
        gettext_lazy("Finished games at least"), 0, MOST_FINISHED, gettext_lazy("Against other players. 0: none.")
    )
    most_time_losses = whole_number(
        gettext_lazy("Losses on time at most"), 0, MOST_LOSSES, gettext_lazy("Left empty: any number."), required=False
    )
    loss_days = whole_number(
        gettext_lazy("in so many days"), 1, LONGEST_PERIOD, gettext_lazy("Before the entry, in all games.")
    )
    entry_code = forms.CharField(
        required=False,
        max_length=LONGEST_CODE,
        label=gettext_lazy("Invitation code"),
        help_text=gettext_lazy(
            "A word that you give to players; nobody enters without it. Only directors see it. Players whom you invite "
            "need neither the code nor the conditions."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    starts_at = MomentField(
        required=False,
        label=gettext_lazy("Starts automatically"),
        help_text=gettext_lazy(
            "If enough have entered by then; otherwise a week later. Left empty: when you start it."
        ),
    )
    cycles = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Everybody meets everybody"),
        choices=[(1, gettext_lazy("once")), (2, gettext_lazy("twice, with changed colours"))],
    )
    rounds = whole_number(
        gettext_lazy("Rounds"), 0, MOST_ROUNDS, gettext_lazy("0: as many as it takes to find one winner, at most 7.")
    )
    round_days = whole_number(
        gettext_lazy("Days for a round"),
        0,
        LONGEST_ROUND,
        gettext_lazy(
            "Where all games begin together, for all of them. When they are over, open games get a week more, once; "
            "after that they are decided by the scores on the board. 0: no deadline."
        ),
    )
    pool_size = whole_number(gettext_lazy("Players in a division"), 3, LARGEST_POOL, required=False)
    qualifiers = whole_number(gettext_lazy("Go on from each group"), 1, MOST_POOL - 1)
    third_place = forms.BooleanField(
        required=False, label=gettext_lazy("The losers of the semi-finals play for third place")
    )
    season_days = whole_number(
        gettext_lazy("Days from one season to the next"),
        0,
        LONGEST_SEASON,
        gettext_lazy(
            "91 days are a quarter of a year. Everybody is asked whether to stay. 0: there is only one season."
        ),
    )
    preview_hours = whole_number(
        gettext_lazy("Hours in which directors see a round first"),
        0,
        LONGEST_PREVIEW,
        gettext_lazy(
            "Its games begin after them, or when a director releases the round; until then pairings can be set. 0: "
            "each round begins as soon as the one before is over."
        ),
    )
    boards = whole_number(
        gettext_lazy("Boards of a match"),
        FEWEST_BOARDS,
        MOST_BOARDS,
        gettext_lazy("The number of players in a team, without reserves."),
    )
    open_percent = whole_number(
        gettext_lazy("Percent of a round that can be open when the next one is paired"),
        0,
        MOST_OPEN,
        gettext_lazy("Games that are open then count as draws until they end. 0: each round waits for all games."),
    )
    in_turn = forms.BooleanField(
        required=False, label=gettext_lazy("The games begin one after another, not all at once")
    )
    small_tables = forms.BooleanField(
        required=False, label=gettext_lazy("Tables of one seat less where that leaves fewer players over")
    )
    best_of = forms.BooleanField(
        required=False,
        label=gettext_lazy("The match ends as soon as nobody can catch up"),
        help_text=gettext_lazy("For an odd number of games, one after another."),
    )
    games_per_fixture = whole_number(
        gettext_lazy("Games of each meeting"),
        1,
        MOST_GAMES,
        gettext_lazy("All at once; colours are swapped from game to game."),
    )
    par = whole_number(
        gettext_lazy("Par"),
        0,
        MOST_PAR,
        gettext_lazy("The fewest leaves that a game counts for you when your opponent resigns or runs out of time."),
    )
    margin_cap = whole_number(
        gettext_lazy("Cap of the leaf difference"),
        1,
        MOST_CAP,
        gettext_lazy(
            "The leaf difference decides between players who are level. At most this many leaves of a match "
            "count in it, so that a very high win decides less."
        ),
    )
    points = PointsField(
        required=False,
        label=gettext_lazy("Points by place"),
        help_text=gettext_lazy(
            "For tables of three and more, such as 6, 3, 1, 0 for four; ties share the average. Left empty: 1 "
            "for the winner, 0 for the last, the others evenly between."
        ),
    )
    pairing_bye = forms.ChoiceField(
        required=False,
        label=gettext_lazy("A player without an opponent gets"),
        help_text=gettext_lazy("With an odd number of players, or where the tables of a round cannot all be filled."),
    )
    half_byes = whole_number(
        gettext_lazy("Rounds sat out for half a point"),
        0,
        MOST_HALF_BYES,
        gettext_lazy("This many of the rounds that a player asks to sit out count half a point; others count nothing."),
    )
    tie_breaks = TieBreaksField(
        required=False, label=gettext_lazy("Tie-breaks, in the order in which they are applied")
    )
    rated = forms.BooleanField(required=False, label=gettext_lazy("Rated games"))

    def __init__(
        self, rules: Rules[Any, Any], form: str, director: Player, *args: Any, start: Event | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.form, self.director = rules, form, director
        self.event_template = EVENT_TEMPLATES[form]
        self._ask_for_what_there_is()
        self._ask_for_club()
        layout = start.event_layout if start else usual_layout(form, rules.slug, self._seat_choices[0])
        ruleset = start.event_ruleset if start else ruleset_for(layout, rules.slug)
        self.initial = {
            **_initial_of(layout, ruleset, rules.slug),
            **(_initial_of_event(start) if start else {}),
            **self.initial,
        }
        for name, value in self.initial.items():
            if name in self.fields:
                self.fields[name].initial = value

    def _ask_for_what_there_is(self) -> None:
        """Leave out what this form and this game have no use for."""
        self._seat_choices = seats_for(self.form, list(self.rules.seats))
        for name in self._unasked():
            self.fields.pop(name, None)
        if self.form == Form.TEAMS:
            self._ask_for_teams()
        self.leave_out_answers(self.rules)
        if "seats" in self.fields:
            self._choices("seats", [(count, str(count)) for count in self._seat_choices])
            if "cycles" in self.fields:
                self.fields["cycles"].help_text = gettext("Twice is for games of two.")
        if "pool_size" in self.fields:
            self._explain_pools()
        if "tie_breaks" in self.fields:
            self._explain_tie_breaks()
        if "pairing_bye" in self.fields:
            self._explain_byes()
        for option in self.rules.options:
            self.fields[f"option_{option.name}"] = option_field(option, self._seat_choices)

    def _unasked(self) -> set[str]:
        """The fields that mean nothing for this form and this game."""
        is_treeblox, has_table = self.rules.slug == "treeblox", self.form not in _WITHOUT_TABLE
        is_swiss, is_match = self.form == Form.SWISS, self.form == Form.MATCH
        has_a_use = {
            "seats": len(self._seat_choices) > 1,
            "small_tables": max(self._seat_choices) >= 4,
            "most_entrants": not is_match,
            "best_of": is_match and not self.rules.is_uneven,
            "par": is_treeblox,
            "margin_cap": is_treeblox and has_table and self.form != Form.TEAMS,
            "tie_breaks": has_table,
            "points": max(self._seat_choices) > 2,
            "pairing_bye": is_swiss,
            "half_byes": is_swiss,
        }
        unused = {name for name, is_used in has_a_use.items() if not is_used}
        return unused | set(_LAYOUT_FIELDS) - set(self.event_template.asks)

    def _ask_for_club(self) -> None:
        """Only organisers of clubs hold events of them."""
        clubs = Club.objects.filter(members__player=self.director, members__is_organiser=True)
        if clubs:
            cast("forms.ModelChoiceField[Club]", self.fields["club"]).queryset = clubs
            return
        del self.fields["club"]
        cast(forms.ChoiceField, self.fields["entry"]).choices = _ENTRY

    def _ask_for_teams(self) -> None:
        """What is called otherwise where teams play."""
        self.fields["most_entrants"].label = gettext("Teams at most")
        self.fields["cycles"].label = gettext("Every team meets every other")
        self.fields["rounds"].help_text = gettext(
            "0: every team meets every other. Otherwise so many rounds of a Swiss tournament, for many teams."
        )
        self.fields["preview_hours"].label = gettext("Hours for the line-ups before each round")
        self.fields["preview_hours"].help_text = gettext(
            "Captains are mailed at their beginning; the games begin after them. 0: the list of the team always counts."
        )
        self.fields["games_per_fixture"].label = gettext("Games on each board")

    def _choices(self, name: str, choices: list[tuple[int, str]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices

    def _explain_pools(self) -> None:
        field = self.fields["pool_size"]
        if self.form == Form.GROUPS:
            field.label = gettext("Players in a group")
            field.help_text = gettext("Left empty: 4.")
            return
        described = [
            gettext("Left empty: {usual_pool} for games of two").format(usual_pool=usual_pool(self.rules.slug, 2))
        ]
        described += [
            gettext("for {count}: {sizes_in_words}").format(count=count, sizes_in_words=sizes_in_words(count))
            for count in self._seat_choices
            if count > 2
        ]
        field.help_text = "; ".join(described) + "."

    def _explain_tie_breaks(self) -> None:
        """The codes that this form and this game can have, with their names."""
        layout = usual_layout(self.form, self.rules.slug, self._seat_choices[0])
        usual = ruleset_for(layout, self.rules.slug)
        fitting = [f"{code} ({one.name})" for code, one in TIE_BREAKS.items() if usual.fits(code)]
        described = gettext("Left empty: {tie_breaks}. There are: {fitting}.").format(
            tie_breaks=", ".join(usual.tie_breaks), fitting=", ".join(fitting)
        )
        self.fields["tie_breaks"].help_text = described

    def _explain_byes(self) -> None:
        usual = gettext("a win") if max(self._seat_choices) == 2 else gettext("a win, at larger tables a draw")
        cast(forms.ChoiceField, self.fields["pairing_bye"]).choices = [
            ("", gettext("As usual: {usual}").format(usual=usual)),
            ("win", gettext("As for a win")),
            ("draw", gettext("As for a draw")),
            ("none", gettext("Nothing")),
        ]

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the game's own options."""
        return (self[name] for name in self.fields if name.startswith("option_"))

    def layout_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the layout, as the form of the event has them."""
        return (self[name] for name in _LAYOUT_FIELDS if name in self.fields and name != "seats")

    def counting_fields(self) -> Iterator[forms.BoundField]:
        """The fields that say what a game counts."""
        return (self[name] for name in _COUNTING_FIELDS if name in self.fields)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            data["layout"] = layout = self._layout(data)
        except LayoutError as error:
            self.add_error("pool_size" if "pool_size" in self.fields else None, str(error))
            return data
        try:
            data["ruleset"] = self._ruleset(data, layout)
        except RulesetError as error:
            self.add_error(error.field, str(error))
        try:
            texts = option_texts(self.rules, data)
            data["options"] = self.rules.check_options(layout.seats, read_options(self.rules, texts))
        except OptionError as error:
            self.add_error(None, str(error))
        if not self.errors:
            self._plan(data)
        return data

    def _layout(self, data: Mapping[str, Any]) -> Layout:
        seats = data.get("seats") or self._seat_choices[0]
        chosen = {name: data[name] for name in _LAYOUT_FIELDS if name in self.fields and data[name] is not None}
        return layout_with(self.form, self.rules.slug, seats, chosen)

    def _ruleset(self, data: Mapping[str, Any], layout: Layout) -> Ruleset:
        chosen = {name: data[name] for name in ("games_per_fixture", *_COUNTING_FIELDS) if name in self.fields}
        return ruleset_for(layout, self.rules.slug, **chosen)

    def _plan(self, data: dict[str, Any]) -> None:
        """The event as it would be, with whatever is wrong about it beside the field that it is about."""
        try:
            self.planned = plan_event(at=timezone.now(), **self._values(data))
        except EventError as error:
            self.add_error(error.field if error.field in self.fields else None, error.message)

    def _values(self, data: Mapping[str, Any]) -> dict[str, Any]:
        most = 2 if self.form == Form.MATCH else data["most_entrants"]
        return {
            "director": self.director,
            "rules": self.rules.slug,
            "control": self.time_control(),
            "pause_rules": self.pause_rules(),
            "most_entrants": most,
            **{
                name: data[name]
                for name in (
                    "name", "about", "options", "layout", "ruleset", "rated", "entry", "rating_from", "rating_to",
                    "starts_at", "entry_code",
                )
            },
            "club": data.get("club"),
            "conditions": EntryConditions(
                least_games=data["least_games"], most_time_losses=data["most_time_losses"], loss_days=data["loss_days"]
            ),
        }  # fmt: skip

    def values(self) -> dict[str, Any]:
        """What ``create_event`` and ``plan_event`` take, of a valid form."""
        return self._values(self.cleaned_data)

    def summaries(self) -> dict[str, str]:
        """What the form begins with, part by part in words: what one gets without opening a part."""
        start, layout, ruleset = self.initial, self.initial["layout"], self.initial["ruleset"]
        control: TimeControl = start["control_itself"]
        pause_spans: PauseRules = start["pause_rules"]
        who = {
            Event.Entry.OPEN: gettext("everybody may enter"),
            Event.Entry.PEOPLE: gettext("everybody but bots may enter"),
            Event.Entry.INVITED: gettext("only players whom you invite"),
            Event.Entry.MEMBERS: gettext("only members of the club"),
            Event.Entry.BOTS: gettext("only bots"),
        }[start["entry"]]
        is_banded = start.get("rating_from") is not None or start.get("rating_to") is not None
        band = [gettext("within a rating band")] if is_banded else []
        asked: EntryConditions = start["conditions"]
        band += [gettext("with conditions")] if asked.in_words() or start.get("entry_code") else []
        when = (
            gettext("starts on {start}").format(start=day_in_words(start["starts_at"]))
            if start.get("starts_at")
            else gettext("starts when you start it")
        )
        return {
            "players": gettext("At most {most}; {entry}; {start}.").format(
                most=start["most_entrants"], entry="; ".join([who, *band]), start=when
            ),
            "layout": " ".join(rules_in_words(ruleset, layout)[:1]),
            "time": f"{capfirst(control.describe())}.",
            "rest": pause_spans.describe(),
            "counts": " ".join(counts_in_words(ruleset, layout)[-1:]),
            "game": gettext("{rated}; {games} in each meeting.").format(
                rated=gettext("Rated") if start["rated"] else gettext("Not rated"), games=_games(ruleset)
            ),
        }


def _games(ruleset: Ruleset) -> str:
    count = ruleset.games_per_fixture
    return ngettext("{count} game", "{count} games", count).format(count=count)


def _initial_of(layout: Layout, ruleset: Ruleset, rules: str) -> dict[str, Any]:
    """What the form of a new event begins with."""
    usual = ruleset_for(layout, rules, games_per_fixture=ruleset.games_of_board, best_of=ruleset.best_of)
    return {
        **{name: getattr(layout, name) for name in _LAYOUT_FIELDS},
        "layout": layout,
        "ruleset": ruleset,
        "most_entrants": usual_most(layout, rules),
        "games_per_fixture": ruleset.games_of_board,
        "best_of": ruleset.best_of,
        "par": ruleset.par,
        "margin_cap": ruleset.margin_cap,
        "points": ", ".join(map(str, ruleset.points)),
        "pairing_bye": ruleset.pairing_bye,
        "half_byes": ruleset.half_byes,
        "tie_breaks": "" if ruleset.tie_breaks == usual.tie_breaks else ", ".join(ruleset.tie_breaks),
        "rated": True,
        "entry": Event.Entry.OPEN,
        **_initial_of_conditions(EntryConditions()),
        "control": "3d",
        "control_itself": PRESETS["3d"],
        "pause_rules": PauseRules(),
        "pool_size": None if layout.form == Form.LEAGUE else layout.pool_size or None,
    }


def _initial_of_conditions(asked: EntryConditions) -> dict[str, Any]:
    return {"conditions": asked, **asked.dump()}


def _initial_of_event(event: Event) -> dict[str, Any]:
    """What the form begins with to edit or copy an event."""
    control, pause_spans = event.time_control, event.event_pause_rules
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
        **_initial_of_conditions(event.entry_conditions),
        "entry_code": event.entry_code,
        "club": event.club,
        "starts_at": event.starts_at,
        "control": preset,
        "control_itself": control,
        "base": time_in_words(control.base) if custom else "",
        "increment": time_in_words(control.increment) if custom and control.increment else "",
        "cap": time_in_words(control.cap) if custom else "",
        "answer": time_in_words(control.answer),
        "ends_on": control.ends.date() if control.ends else None,
        "pause_rules": pause_spans,
        "leave": pause_spans.leave.value,
        "leave_days": pause_spans.leave_days or None,
        "runs_always": not pause_spans.pauses,
        "no_undo": not pause_spans.undo,
        "pool_size": event.event_layout.pool_size or None,
        **{f"option_{name}": value for name, value in event.options.items()},
    }
