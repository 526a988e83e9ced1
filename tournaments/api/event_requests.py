"""What the REST interface reads to make and enter events, and to organize them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from games.api.fields import NumbersField, OptionsField, TextsField, options_sent
from games.api.serializers import ControlSerializer, PauseRulesSerializer
from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.rules import RULES
from games.rules.option_text import read_options
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField
from tournaments.api import serializers as shapes
from tournaments.api.action_serializers import dry_run_field
from tournaments.api.serializers import EventDetailSerializer
from tournaments.event_rules.conditions import LONGEST_PERIOD, MOST_LOSSES, USUAL_PERIOD, EntryConditions
from tournaments.event_rules.conditions import MOST_GAMES as MOST_FINISHED
from tournaments.event_rules.designs import LARGEST_POOL, LARGEST_TABLE
from tournaments.event_rules.layouts import (
    FORM_TITLES,
    LONGEST_PREVIEW,
    LONGEST_ROUND,
    LONGEST_SEASON,
    MOST_ENTRANTS,
    MOST_OPEN,
    MOST_POOL,
    MOST_ROUNDS,
    LayoutError,
)
from tournaments.event_rules.roles import Role
from tournaments.models import Club, Event
from tournaments.queries import slowest_ends_of
from tournaments.setup.planning import HIGHEST_RATING, LONGEST_CODE, ruleset_for
from tournaments.setup.templates import layout_with, usual_most
from tournaments.standings.points import MOST_SEATS
from tournaments.standings.rulesets import (
    FEWEST_BOARDS,
    MOST_BOARDS,
    MOST_CAP,
    MOST_GAMES,
    MOST_HALF_BYES,
    MOST_PAR,
    MOST_POINTS,
    MOST_TIE_BREAKS,
    RulesetError,
)
from tournaments.standings.tables import PAIRING_BYES
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.wording.decisions import rules_in_words

Json = dict[str, Any]

_COUNTING = (
    "games_per_fixture", "best_of", "points", "par", "margin_cap", "pairing_bye", "half_byes", "tie_breaks",
)  # fmt: skip


def _whole(least: int, most: int, **more: Any) -> WholeNumberField:
    """A whole number within these bounds."""
    return WholeNumberField(min_value=least, max_value=most, **more)


class NewLayoutSerializer(SentSerializer):
    """The layout of an event. Values that are left out are the usual ones for its form."""

    seats = _whole(2, LARGEST_TABLE, required=False, help_text="The number of seats at a table.")
    cycles = _whole(1, 2, required=False)
    rounds = _whole(
        0,
        MOST_ROUNDS,
        required=False,
        help_text="The number of rounds of a Swiss tournament; 0 for as many as are needed.",
    )
    round_days = _whole(
        0, LONGEST_ROUND, required=False, help_text="Days until the deadline of a round; 0 for no deadline."
    )
    pool_size = _whole(3, LARGEST_POOL, required=False)
    qualifiers = _whole(1, MOST_POOL, required=False)
    third_place = serializers.BooleanField(required=False)
    season_days = _whole(
        0, LONGEST_SEASON, required=False, help_text="Days from one season to the next; 0 for a single season."
    )
    preview_hours = _whole(
        0,
        LONGEST_PREVIEW,
        required=False,
        help_text="For how many hours only directors can see a round before it begins.",
    )
    open_percent = _whole(
        0,
        MOST_OPEN,
        required=False,
        help_text="For a Swiss tournament: the next round is paired as soon as at most so many percent of the meetings "
        "of a round are open, whose open games count as draws until they end.",
    )
    small_tables = serializers.BooleanField(
        required=False,
        help_text="For a Swiss tournament: whether tables can have one seat less if fewer players then have a bye.",
    )
    in_turn = serializers.BooleanField(
        required=False, help_text="Whether the games of a challenge match are played one after another."
    )
    boards = _whole(
        FEWEST_BOARDS, MOST_BOARDS, required=False, help_text="The number of boards of a match in a team league."
    )


class ConditionsSerializer(SentSerializer):
    """The conditions for entry. They do not apply to players invited by a director."""

    least_games = _whole(
        0, MOST_FINISHED, default=0, help_text="The least number of finished games against other players."
    )
    most_time_losses = _whole(
        0,
        MOST_LOSSES,
        allow_null=True,
        default=None,
        help_text="The largest number of games lost on time in the last `loss_days` days; null for no limit.",
    )
    loss_days = _whole(1, LONGEST_PERIOD, default=USUAL_PERIOD)


class NewEventSerializer(SentSerializer):
    """The settings of a new event. Only `name`, `rules` and `form` are required; the others have the same defaults as
    on the pages."""

    name = serializers.CharField(max_length=Event._meta.get_field("name").max_length)
    rules = ChoiceField(choices=sorted(RULES))
    form = ChoiceField(choices=[(str(form), title) for form, title in FORM_TITLES.items()])
    layout = NewLayoutSerializer(required=False)
    options = OptionsField(required=False, help_text="The options of the game; those left out have their usual values.")
    control = ControlSerializer(required=False, help_text="The time control; 3 days for each turn by default.")
    pause_rules = PauseRulesSerializer(required=False)
    games_per_fixture = _whole(
        1,
        MOST_GAMES,
        required=False,
        help_text="The number of games in a match; in a team league, in a match on one board.",
    )
    best_of = serializers.BooleanField(
        required=False,
        help_text="Whether a challenge match ends once nobody can catch up. Only if its games are played one after "
        "another, and not for Treeblox.",
    )
    points = serializers.ListField(
        child=_whole(0, MOST_POINTS),
        max_length=MOST_SEATS,
        required=False,
        help_text="The points for each place at tables of 3 or more; by default, the share of opponents placed behind "
        "the player.",
    )
    par = _whole(
        0,
        MOST_PAR,
        required=False,
        help_text="Par, for Treeblox only: the least number of leaves that the winner counts after a resignation; "
        "usually 8.",
    )
    margin_cap = _whole(1, MOST_CAP, required=False,
        help_text="For Treeblox only: the most leaves of a match that count in the leaf difference; usually 12.",
    )  # fmt: skip
    pairing_bye = ChoiceField(
        choices=list(PAIRING_BYES), required=False, allow_blank=True,
        help_text="For a Swiss tournament: what a bye given by the pairing is worth; by default a win, or a draw at "
"tables of 3 or more.",
    )  # fmt: skip
    half_byes = _whole(
        0, MOST_HALF_BYES, required=False,
        help_text="For a Swiss tournament: for how many rounds that a player asks to sit out they get the points of a "
"draw; usually 1.",
    )  # fmt: skip
    tie_breaks = serializers.ListField(
        child=ChoiceField(choices=list(TIE_BREAKS)),
        max_length=MOST_TIE_BREAKS,
        required=False,
        help_text="The tie-breaks in the order in which they are applied; by default, the usual ones of the form.",
    )
    rated = serializers.BooleanField(default=True)
    about = serializers.CharField(max_length=2000, allow_blank=True, default="")
    most_entrants = _whole(2, MOST_ENTRANTS, required=False)
    entry = ChoiceField(choices=Event.Entry.choices, default=Event.Entry.OPEN.value)
    rating_from = _whole(0, HIGHEST_RATING, allow_null=True, default=None)
    rating_to = _whole(0, HIGHEST_RATING, allow_null=True, default=None)
    conditions = ConditionsSerializer(required=False, help_text="The conditions for entry; none by default.")
    entry_code = serializers.CharField(
        max_length=LONGEST_CODE, allow_blank=True, default="",
        help_text="A code that players need in order to enter. No answer contains it.",
    )  # fmt: skip
    club = serializers.SlugRelatedField(
        slug_field="slug", queryset=Club.objects.all(), allow_null=True, default=None,
        help_text="The club that organises the event. You must be an organiser of the club.",
    )  # fmt: skip
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    dry_run = serializers.BooleanField(default=False, help_text="Preview only: create nothing.")

    def validate(self, attrs: Json) -> Json:
        """The plain values that ``plan_event`` takes."""
        rules, form, chosen = attrs["rules"], attrs.pop("form"), attrs.pop("layout", {})
        counting = {name: attrs.pop(name) for name in _COUNTING if name in attrs}
        try:
            layout = layout_with(form, rules, chosen.get("seats", 2), chosen)
            ruleset = ruleset_for(layout, rules, **counting)
        except (LayoutError, RulesetError) as error:
            raise serializers.ValidationError(str(error)) from error
        control = attrs.pop("control", None)
        pause_spans = attrs.pop("pause_rules", None)
        conditions = EntryConditions(**attrs.pop("conditions", {}))
        return attrs | {
            "conditions": conditions,
            "layout": layout,
            "ruleset": ruleset,
            "options": read_options(RULES[rules], options_sent(rules, attrs.pop("options", {}))),
            "control": TimeControl.load(control) if control else TimeControl.days_per_turn(3),
            "pause_rules": PauseRules.load(pause_spans) if pause_spans else PauseRules(),
            "most_entrants": attrs.get("most_entrants") or usual_most(layout, rules),
        }


class EventPlanSerializer(serializers.ModelSerializer[Event]):
    """An event as it would be created or changed."""

    control = ControlSerializer()
    pause_rules = PauseRulesSerializer(source="event_pause_rules")
    options = OptionsField(read_only=True)
    conditions = ConditionsSerializer(source="entry_conditions")
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, read_only=True)
    layout = shapes.LayoutSerializer()
    ruleset = shapes.RulesetSerializer(help_text="How games and matches are counted, for programs.")
    counts = serializers.SerializerMethodField(help_text="How the event is played and counted, in words.")
    slowest_end = serializers.SerializerMethodField(
        help_text="When the last game would end if all players always used all their time."
    )
    changes = serializers.SerializerMethodField(
        help_text="What would change, in words; empty for a new event. Players who have entered would be notified."
    )

    class Meta:
        model = Event
        fields = [
            "slug", "name", "rules", "form", "options", "layout", "ruleset", "control", "pause_rules", "rated", "about",
            "most_entrants", "entry", "rating_from", "rating_to", "conditions", "club", "starts_at", "counts",
            "slowest_end", "changes",
        ]  # fmt: skip

    def get_counts(self, event: Event) -> list[str]:
        return rules_in_words(event.event_ruleset, event.event_layout)

    def get_changes(self, event: Event) -> list[str]:
        changes: list[str] = self.context.get("changes", [])
        return changes

    def get_slowest_end(self, event: Event) -> datetime:
        return slowest_ends_of(event, started=event.starts_at or event.created_at).latest


class ChallengedSerializer(EventDetailSerializer):
    """The ladder, with the fixture and the games of the new challenge."""

    fixture = serializers.IntegerField(help_text="The number of the new fixture.")
    games = NumbersField(help_text="The numbers of its games, in order.")

    class Meta(EventDetailSerializer.Meta):
        fields = [*EventDetailSerializer.Meta.fields, "fixture", "games"]


class DryRunSerializer(SentSerializer):
    """Whether to preview only."""

    dry_run = dry_run_field()


class InvitedSerializer(DryRunSerializer):
    """The names of players."""

    players = serializers.ListField(child=serializers.CharField(max_length=150), min_length=1, max_length=100)


class RoleSerializer(DryRunSerializer):
    """A player, and the role that they get."""

    player = serializers.CharField(max_length=150)
    role = ChoiceField(choices=[role.value for role in Role], help_text="The role; `none` takes a role away.")


class StandingOfMeSerializer(serializers.Serializer[Any]):
    """Your part in an event: in words, and the operations that you can use now, by the last part of their addresses."""

    status = serializers.CharField(allow_null=True, help_text="The status of your entry; null if you have not entered.")
    place_in_list = serializers.IntegerField(
        allow_null=True, help_text="Your place on the waiting list or among the substitutes."
    )
    described = TextsField()
    warnings = TextsField()
    steps = TextsField()
    requests = TextsField(help_text="What you can ask the directors for, as `requests` takes it in `what`.")


class RemovedSerializer(DryRunSerializer):
    """The name of a player."""

    player = serializers.CharField(max_length=150)
