"""What REST reads to direct an event, made of what each action asks for, and the answer of every action."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.api.fields import TextsField
from ground.rest.strict_input import SentSerializer, WholeNumberField
from tournaments.api.serializers import ResultSerializer, WrittenNumberField
from tournaments.directing.action.base import Action
from tournaments.directing.action.inputs import LARGEST_NUMBER
from tournaments.exceptions import EventError
from tournaments.running.decisions import LONGEST_REASON, check_reason

Json = dict[str, Any]


class PlaceSerializer(serializers.Serializer[Any]):
    """What would change for one entrant."""

    player = serializers.CharField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()
    points_before = serializers.CharField()
    points_before_number = WrittenNumberField("points_before", help_text="The same as a number.")
    points_after = serializers.CharField()
    points_after_number = WrittenNumberField("points_after", help_text="The same as a number.")


class ActionAnswerSerializer(serializers.Serializer[Any]):
    """The result of an action: with `dry_run` its consequences and the places that would change, otherwise its log
    entry.

    To get both, send a `dry_run` first: `consequences` and `changes` are empty once the action is done.
    """

    done = serializers.BooleanField(help_text="Whether the action was carried out; false for a dry run.")
    consequences = TextsField(help_text="The consequences, in sentences.")
    changes = PlaceSerializer(many=True, help_text="All places that would change, as far as is known now.")
    entry = ResultSerializer(
        allow_null=True, help_text="The log entry; null for a dry run, and for actions that are not logged."
    )


def reason_field() -> serializers.CharField:
    """Why something is done; whether it may be empty is for ``check_given_reason``."""
    return serializers.CharField(
        max_length=LONGEST_REASON, required=False, default="", allow_blank=True,
        help_text="Shown in the public log. Required unless `dry_run` is set.",
    )  # fmt: skip


def dry_run_field() -> serializers.BooleanField:
    """Whether nothing is to be done."""
    return serializers.BooleanField(default=False, help_text="Preview only: do nothing.")


def check_given_reason(reason: str) -> None:
    """Raises ValidationError for a reason that cannot stand in the log, at its field."""
    if not reason:
        raise serializers.ValidationError({"reason": [_("Give a reason: everybody can read it in the event's log.")]})
    try:
        check_reason(reason)
    except EventError as error:
        raise serializers.ValidationError({"reason": [error.message]}) from error


class ActionSerializer(SentSerializer):
    """What any action reads; ``action`` says which one, and its inputs are the other fields."""

    action: Action[Any]

    def validate(self, attrs: Json) -> Json:
        """Nothing is done without a reason, if the action has one."""
        if self.action.has_reason and not attrs["dry_run"]:
            check_given_reason(attrs["reason"])
        return attrs

    @property
    def inputs(self) -> Any:
        """The inputs of the action, of valid data."""
        given = {name: value for name, value in self.validated_data.items() if name in self.action.inputs}
        return self.action.Inputs(**given)

    @property
    def request_number(self) -> int | None:
        """The request of a player that it approves, of valid data."""
        number: int | None = self.validated_data.get("request")
        return number


def serializer_of(action: Action[Any]) -> type[ActionSerializer]:
    """What one action reads: its inputs, a reason, and whether it is a dry run."""
    fields: Json = {
        name: one.json_field(**({"required": False} if name in action.optional else {}))
        for name, one in action.inputs.items()
    }
    if action.grants:
        fields["request"] = WholeNumberField(
            min_value=1, max_value=LARGEST_NUMBER, required=False,
            help_text="The `seq` of the request of a player that this approves.",
        )  # fmt: skip
    if action.has_reason:
        fields["reason"] = reason_field()
    fields["dry_run"] = dry_run_field()
    name = f"{type(action).__name__}ActionSerializer"
    return type(name, (ActionSerializer,), {"__doc__": str(action.meaning), "action": action, **fields})
