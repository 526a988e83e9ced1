"""What the REST interface shows to directors: checks before the start, the next round, and open games."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import NumbersField, TextsField
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField
from tournaments.api.serializers import WrittenNumbersField
from tournaments.directing.action.inputs import LARGEST_NUMBER, LONGEST_NAME, Span
from tournaments.directing.requests import asking
from tournaments.event_log.kinds.entrants.request_answered import APPROVED, LAPSED, REFUSED, TAKEN_BACK
from tournaments.models import Event
from tournaments.presenting.desk.checklist import Level
from tournaments.running.decisions import LONGEST_REASON


class HeldSerializer(serializers.Serializer[Any]):
    """An open game that the event waits for."""

    game = serializers.IntegerField(source="number")
    players = TextsField()
    division = serializers.CharField(help_text="The title of the division; empty if there is only one.")
    round = serializers.IntegerField()
    waits_for = serializers.CharField(help_text="The player to act.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="When the player's clock runs out.")
    round_deadline = serializers.DateTimeField(allow_null=True)
    is_late = serializers.BooleanField(help_text="Whether the deadline of the round has passed.")


class NewRequestSerializer(SentSerializer):
    """What you ask the directors for, and why; the other values as it needs them."""

    what = ChoiceField(choices=list(asking.TITLES))
    why = serializers.CharField(max_length=LONGEST_REASON, help_text="Shown in the public log.")
    game = WholeNumberField(
        min_value=1, max_value=LARGEST_NUMBER, default=None, help_text="For `time`: the number of your game."
    )
    span = Span().json_field(default=None)
    entry = WholeNumberField(
        min_value=1, max_value=LARGEST_NUMBER, default=None, help_text="For `appeal`: the `seq` of the log entry."
    )
    substitute = serializers.CharField(
        max_length=LONGEST_NAME, default="", help_text="For `substitute`: the name of a player, if you know one."
    )


@extend_schema_field({"type": "object", "additionalProperties": {"type": ["string", "integer", "null"]}})
class InputsField(serializers.DictField):
    """Values of an action, whichever it is."""


class RequestSerializer(serializers.Serializer[Any]):  # Any: a row of the desk
    """A request of a player. Send `inputs`, a `request` with its `seq`, and a `reason` to `action` to approve it."""

    event = serializers.CharField(help_text="The `slug` of the event.")
    seq = serializers.IntegerField(help_text="Its number in the event log.")
    at = serializers.DateTimeField()
    player = serializers.CharField()
    what = serializers.ChoiceField(choices=list(asking.TITLES), source="asked.what")
    text = serializers.CharField(help_text="The request as a sentence.")
    why = serializers.CharField()
    answer = serializers.ChoiceField(
        choices=[APPROVED, REFUSED, TAKEN_BACK, LAPSED], source="answer.answer", default=None, allow_null=True,
        help_text="Null as long as it is open; `lapsed` if it is no longer needed.",
    )  # fmt: skip
    answer_why = serializers.CharField(source="answer.why", default="", help_text="The reason of the directors.")
    action = serializers.CharField(help_text="The action that approves it.")
    inputs = InputsField(help_text="The inputs of the action, as far as they follow from the request.")


class DeskSerializer(serializers.Serializer[Any]):  # Any: a row of the desk
    """What one of the events waits for that you direct or arbitrate."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    state = serializers.ChoiceField(choices=Event.State.choices, source="event.state")
    needs_me = serializers.BooleanField(help_text="Whether any of the following waits.")
    requests = RequestSerializer(many=True, help_text="The open requests that you can answer.")
    silent = NumbersField(help_text="Open games in which nobody has moved for ten days, by number.")
    late_rounds = serializers.IntegerField(help_text="How many rounds with open games are past their deadlines.")
    release_at = serializers.DateTimeField(
        allow_null=True, help_text="When the round begins that waits for its release; null if none does."
    )
    unconfirmed = NumbersField(help_text="The `seq` of each decision that waits to be confirmed.")
    is_overdue = serializers.BooleanField(help_text="Whether it has not started although its start date has passed.")


class PlannedPairSerializer(serializers.Serializer[Any]):
    """Two players who would be paired."""

    table = serializers.IntegerField()
    players = TextsField(help_text="The two players, the first mover first.")
    points = TextsField()
    points_numbers = WrittenNumbersField("points", help_text="The same as numbers.")
    is_set = serializers.BooleanField(help_text="Whether a director has set this pairing.")
    is_kept_apart = serializers.BooleanField(
        help_text="Whether a director wants to keep the two players apart, but no other pairing is possible."
    )
    has_met = serializers.BooleanField(help_text="Whether the two players have met in an earlier round.")


class PlannedByeSerializer(serializers.Serializer[Any]):
    """A player who would have a bye in the round."""

    player = serializers.CharField()
    kind = serializers.CharField(help_text="What the bye is worth, in words.")


class PlannedEntrantSerializer(serializers.Serializer[Any]):
    """A player of a planned division."""

    entrant = serializers.IntegerField(help_text="The number of the entrant.")
    player = serializers.CharField(help_text="The player; in a team league the captain.")
    team = serializers.CharField(help_text="The name of the team; empty outside of team leagues.")
    rating = serializers.IntegerField(help_text="The player's rating today.")
    seed = serializers.IntegerField(allow_null=True, help_text="The seed given by a director; null for none.")
    is_placed = serializers.BooleanField(help_text="Whether a director has chosen the tier or the pool.")
    tier_before = serializers.IntegerField(
        allow_null=True, help_text="The tier in the previous season; null for a newcomer."
    )


class PlannedDivisionSerializer(serializers.Serializer[Any]):
    """A division as it would be if the event started now. At the start, lots can still change its order."""

    tier = serializers.IntegerField()
    number = serializers.IntegerField()
    entrants = PlannedEntrantSerializer(many=True)


class CheckSerializer(serializers.Serializer[Any]):
    """One of the checks before the start."""

    level = serializers.ChoiceField(
        choices=[level.value for level in Level], help_text="`stops`: the event cannot start until this is resolved."
    )
    sentence = serializers.CharField()


class BeforeStartSerializer(serializers.Serializer[Any]):
    """The checks that a director sees before the start."""

    can_start = serializers.BooleanField()
    checks = CheckSerializer(many=True)
    divisions = PlannedDivisionSerializer(
        many=True, help_text="The divisions as they would be; empty while the event cannot start."
    )


class NextRoundSerializer(serializers.Serializer[Any]):
    """A round that only directors can see so far, as it would be if it began now."""

    number = serializers.IntegerField()
    release_at = serializers.DateTimeField(help_text="When the round begins automatically.")
    pairs = PlannedPairSerializer(many=True)
    byes = PlannedByeSerializer(many=True)
