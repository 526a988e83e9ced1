"""What the REST interface reads to make and enter events, and to organize them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from games.api.contract.fields import OptionsField, options_sent
from games.api.serializers import ControlSerializer, PauseRulesSerializer
from games.api.strict_input import ChoiceField, SentSerializer
from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.rules import RULES
from games.rules.option_text import read_options
from tournaments.api import serializers as shapes
from tournaments.api.action_serializers import dry_run_field, reason_field
from tournaments.api.serializers import EventDetailSerializer, WrittenNumbersField
from tournaments.event_rules.conditions import LONGEST_PERIOD, MOST_LOSSES, USUAL_PERIOD, EntryConditions
from tournaments.event_rules.conditions import MOST_GAMES as MOST_FINISHED
from tournaments.event_rules.designs import LARGEST_POOL, LARGEST_TABLE
from tournaments.event_rules.layouts import (
    FORM_TITLES,
    LONGEST_PREVIEW,
    LONGEST_ROUND,
    LONGEST_SEASON,
    MOST_ENTRANTS,
    MOST_POOL,
    MOST_ROUNDS,
    LayoutError,
)
from tournaments.event_rules.roles import Role
from tournaments.models import Club, Event
from tournaments.presenting.desk.checklist import Level
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


def _whole(least: int, most: int, **more: Any) -> serializers.IntegerField:
    """A whole number within these bounds."""
    return serializers.IntegerField(min_value=least, max_value=most, **more)


class NewLayoutSerializer(SentSerializer):
    """The layout of an event; what is left out is as usual for its form."""

    seats = _whole(2, LARGEST_TABLE, required=False, help_text="At a table.")
    cycles = _whole(1, 2, required=False)
    rounds = _whole(0, MOST_ROUNDS, required=False, help_text="Of a Swiss.")
    round_days = _whole(0, LONGEST_ROUND, required=False, help_text="0: no deadline.")
    pool_size = _whole(3, LARGEST_POOL, required=False)
    qualifiers = _whole(1, MOST_POOL, required=False)
    third_place = serializers.BooleanField(required=False)
    season_days = _whole(0, LONGEST_SEASON, required=False, help_text="0: one season.")
    preview_hours = _whole(
        0, LONGEST_PREVIEW, required=False, help_text="For so long directors see a round before it begins."
    )
    small_tables = serializers.BooleanField(
        required=False, help_text="Of a Swiss: tables of one seat less where that leaves fewer players over."
    )
    in_turn = serializers.BooleanField(required=False, help_text="Games of a challenge match begin one after another.")
    boards = _whole(FEWEST_BOARDS, MOST_BOARDS, required=False, help_text="Of a match in a team league.")


class ConditionsSerializer(SentSerializer):
    """What a player must have done to enter; players whom a director invites need not."""

    least_games = _whole(0, MOST_FINISHED, default=0, help_text="Finished against other players.")
    most_time_losses = _whole(
        0, MOST_LOSSES, allow_null=True, default=None, help_text="In the last `loss_days` days; null for any number."
    )
    loss_days = _whole(1, LONGEST_PERIOD, default=USUAL_PERIOD)


class EnterSerializer(SentSerializer):
    """Entering an event."""

    code = serializers.CharField(
        max_length=LONGEST_CODE, required=False, default="", allow_blank=True,
        help_text="The invitation code, for an event that has one.",
    )  # fmt: skip
    team = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="The name of the team; only in a team league."
    )


class NewEventSerializer(SentSerializer):
    """An event to be made. Only `name`, `rules` and `form` are needed; the rest has the defaults of the pages."""

    name = serializers.CharField(max_length=Event._meta.get_field("name").max_length)
    rules = ChoiceField(choices=sorted(RULES))
    form = ChoiceField(choices=[(str(form), title) for form, title in FORM_TITLES.items()])
    layout = NewLayoutSerializer(required=False)
    options = OptionsField(required=False, help_text="What is left out is as usual.")
    control = ControlSerializer(required=False, help_text="Left out: 3 days for each turn.")
    pause_rules = PauseRulesSerializer(required=False)
    games_per_fixture = _whole(1, MOST_GAMES, required=False, help_text="In a team league those of one board.")
    best_of = serializers.BooleanField(
        required=False, help_text="A challenge match ends once nobody can catch up; for games in turn, not in Treeblox."
    )
    points = serializers.ListField(
        child=_whole(0, MOST_POINTS),
        max_length=MOST_SEATS,
        required=False,
        help_text="By place, for tables of three and more; left out: the share of the others whom one leaves behind.",
    )
    par = _whole(0, MOST_PAR, required=False, help_text="Treeblox only; usually 8.")
    margin_cap = _whole(1, MOST_CAP, required=False,
        help_text="Treeblox only: leaves of a match that count in the leaf difference, usually 12.",
    )  # fmt: skip
    pairing_bye = ChoiceField(
        choices=list(PAIRING_BYES), required=False, allow_blank=True,
        help_text="Of a Swiss: the worth of a bye of the pairing; left out: a win, at tables of three and more a draw.",
    )  # fmt: skip
    half_byes = _whole(
        0, MOST_HALF_BYES, required=False,
        help_text="Of a Swiss: so many rounds that a player asks to sit out are worth a draw; usually 1.",
    )  # fmt: skip
    tie_breaks = serializers.ListField(
        child=ChoiceField(choices=list(TIE_BREAKS)),
        max_length=MOST_TIE_BREAKS,
        required=False,
        help_text="In the order in which they are applied; left out: the usual ones of the form.",
    )
    rated = serializers.BooleanField(default=True)
    about = serializers.CharField(max_length=2000, allow_blank=True, default="")
    most_entrants = _whole(2, MOST_ENTRANTS, required=False)
    entry = ChoiceField(choices=Event.Entry.choices, default=Event.Entry.OPEN.value)
    rating_from = _whole(0, HIGHEST_RATING, allow_null=True, default=None)
    rating_to = _whole(0, HIGHEST_RATING, allow_null=True, default=None)
    conditions = ConditionsSerializer(required=False, help_text="Of entry; left out: none.")
    entry_code = serializers.CharField(
        max_length=LONGEST_CODE, allow_blank=True, default="",
        help_text="A word without which nobody enters. It is shown in no answer.",
    )  # fmt: skip
    club = serializers.SlugRelatedField(
        slug_field="slug", queryset=Club.objects.all(), allow_null=True, default=None,
        help_text="The club that holds it; you organise the club.",
    )  # fmt: skip
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    dry_run = serializers.BooleanField(default=False, help_text="Preview only: make nothing.")

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
    """An event as it would be."""

    control = ControlSerializer()
    pause_rules = PauseRulesSerializer(source="event_pause_rules")
    options = OptionsField(read_only=True)
    conditions = ConditionsSerializer(source="entry_conditions")
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, read_only=True)
    layout = shapes.LayoutSerializer()
    ruleset = shapes.RulesetSerializer(help_text="How it counts, for programs.")
    counts = serializers.SerializerMethodField(help_text="How it is played and counted, in words.")
    slowest_end = serializers.SerializerMethodField(help_text="Of a game, if everybody always takes all the time.")

    class Meta:
        model = Event
        fields = [
            "slug", "name", "rules", "form", "options", "layout", "ruleset", "control", "pause_rules", "rated", "about",
            "most_entrants", "entry", "rating_from", "rating_to", "conditions", "club", "starts_at", "counts",
            "slowest_end",
        ]  # fmt: skip

    def get_counts(self, event: Event) -> list[str]:
        return rules_in_words(event.event_ruleset, event.event_layout)

    def get_slowest_end(self, event: Event) -> datetime:
        return slowest_ends_of(event, started=event.starts_at or event.created_at).latest


class WithdrawSerializer(SentSerializer):
    """Leaving an event. `reason` is needed once it runs, and then stands in its public log."""

    reason = reason_field()
    dry_run = dry_run_field()


class StaySerializer(SentSerializer):
    """The answer of a player of the season before."""

    stays = serializers.BooleanField(help_text="Whether you play the new season.")


class RoundNumberSerializer(SentSerializer):
    """A round that is not paired yet, counted from 1."""

    round = _whole(1, MOST_ROUNDS)


class PlayerNameSerializer(SentSerializer):
    """The name of a player, in any case."""

    player = serializers.CharField(max_length=150)


class ChallengedSerializer(EventDetailSerializer):
    """The ladder, and the games that have begun on it."""

    fixture = serializers.IntegerField(help_text="The number of the new fixture.")
    games = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of its games, in order.")

    class Meta(EventDetailSerializer.Meta):
        fields = [*EventDetailSerializer.Meta.fields, "fixture", "games"]


class DryRunSerializer(SentSerializer):
    """Nothing but whether it is only looked at."""

    dry_run = dry_run_field()


class InvitedSerializer(DryRunSerializer):
    """The names of players."""

    players = serializers.ListField(child=serializers.CharField(max_length=150), min_length=1, max_length=100)


class RoleSerializer(DryRunSerializer):
    """A player, and what they do beside the director."""

    player = serializers.CharField(max_length=150)
    role = ChoiceField(choices=[role.value for role in Role], help_text="`none`: no role any more.")


class StandingOfMeSerializer(serializers.Serializer[Any]):
    """How you stand to an event: in words, and what you can do, by the names of these addresses."""

    status = serializers.CharField(allow_null=True, help_text="Of your entry; null without one.")
    place_in_list = serializers.IntegerField(allow_null=True, help_text="On the waiting list, or among substitutes.")
    described = serializers.ListField(child=serializers.CharField())
    warnings = serializers.ListField(child=serializers.CharField())
    steps = serializers.ListField(child=serializers.CharField())


class HeldSerializer(serializers.Serializer[Any]):
    """An open game that the event waits for."""

    game = serializers.IntegerField(source="number")
    players = serializers.ListField(child=serializers.CharField())
    division = serializers.CharField(help_text="Empty where there is only one.")
    round = serializers.IntegerField()
    waits_for = serializers.CharField(help_text="The player to act.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="Of the clock.")
    round_deadline = serializers.DateTimeField(allow_null=True)
    is_late = serializers.BooleanField(help_text="Past the deadline of its round.")


class PlannedPairSerializer(serializers.Serializer[Any]):
    """Two players who would meet."""

    table = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField(), help_text="The first mover first.")
    points = serializers.ListField(child=serializers.CharField())
    points_numbers = WrittenNumbersField("points", help_text="The same as numbers.")
    is_set = serializers.BooleanField(help_text="By a director.")
    is_kept_apart = serializers.BooleanField(help_text="A director keeps them apart, and no other pairing is possible.")
    has_met = serializers.BooleanField(help_text="They have met in an earlier round.")


class PlannedByeSerializer(serializers.Serializer[Any]):
    """A player who would sit the round out."""

    player = serializers.CharField()
    kind = serializers.CharField(help_text="What that is worth, in words.")


class RemovedSerializer(DryRunSerializer):
    """The name of a player."""

    player = serializers.CharField(max_length=150)


class PlannedEntrantSerializer(serializers.Serializer[Any]):
    """A player of a division that is planned."""

    entrant = serializers.IntegerField(help_text="The number of the entrant.")
    player = serializers.CharField()
    rating = serializers.IntegerField(help_text="Of today.")
    seed = serializers.IntegerField(allow_null=True, help_text="Given by a director; null for none.")
    is_placed = serializers.BooleanField(help_text="A director has chosen the tier or the pool.")
    tier_before = serializers.IntegerField(allow_null=True, help_text="Of the season before; null for a newcomer.")


class PlannedDivisionSerializer(serializers.Serializer[Any]):
    """A division as it would be if the event started now; lots may still change places at the start."""

    tier = serializers.IntegerField()
    number = serializers.IntegerField()
    entrants = PlannedEntrantSerializer(many=True)


class CheckSerializer(serializers.Serializer[Any]):
    """A point of the list before the start."""

    level = serializers.ChoiceField(choices=[level.value for level in Level], help_text="`stops`: it cannot start so.")
    sentence = serializers.CharField()


class BeforeStartSerializer(serializers.Serializer[Any]):
    """What a director looks at before the start."""

    can_start = serializers.BooleanField()
    checks = CheckSerializer(many=True)
    divisions = PlannedDivisionSerializer(many=True, help_text="Empty while the event cannot start.")


class NextRoundSerializer(serializers.Serializer[Any]):
    """A round that directors see before its players do, as it would be if it began now."""

    number = serializers.IntegerField()
    release_at = serializers.DateTimeField(help_text="When it begins by itself.")
    pairs = PlannedPairSerializer(many=True)
    byes = PlannedByeSerializer(many=True)
