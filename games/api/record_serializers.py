"""Records, their dice, and looking at a record, as REST shows them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import BoardSerializer
from games.api.strict_input import SentSerializer
from games.records.reading import LONGEST_RECORD
from games.records.throws import Tally, Throw

SIGNATURES = ["none", "broken", "foreign", "own"]  # of a record that somebody brings


@extend_schema_field({"type": "object", "additionalProperties": {"type": ["string", "integer"]}})
class RecordedOptionsField(serializers.DictField):
    """The options in a record, whichever game it is of."""


class RecordedPlayerSerializer(serializers.Serializer[Any]):
    """A seat of a record: who sat there and how it ended for them."""

    name = serializers.CharField(required=False)
    id = serializers.CharField(required=False, help_text="On the site of the record.")
    bot = serializers.BooleanField(required=False)
    place = serializers.IntegerField(required=False)
    points = serializers.IntegerField(required=False)
    left = serializers.CharField(required=False, help_text="Why the player left before the end.")
    word = serializers.CharField(required=False, help_text="What the player gave for the dice.")


class RecordedEventSerializer(serializers.Serializer[Any]):
    """What happened besides steps and rolls."""

    after = serializers.IntegerField(help_text="The number of steps before it.")
    kind = serializers.CharField()
    seat = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)
    at = serializers.DateTimeField(required=False)


class RecordSerializer(serializers.Serializer[Any]):
    """A game as a record; `python -m games.rules replay` reads the first three. What is not known is left out."""

    game = serializers.CharField()
    options = RecordedOptionsField(help_text="`players`, and every option of the game.")
    steps = serializers.ListField(child=serializers.CharField(), help_text="In canonical text, dice included.")
    rules_version = serializers.IntegerField(required=False)
    site = serializers.CharField(required=False)
    number = serializers.CharField(required=False, help_text="The game's on its site.")
    title = serializers.CharField(required=False)
    rated = serializers.BooleanField()
    control = serializers.DictField(child=serializers.IntegerField(), required=False, help_text="In seconds.")
    players = RecordedPlayerSerializer(many=True, required=False)
    started = serializers.DateTimeField(required=False)
    finished = serializers.DateTimeField(required=False)
    reason = serializers.CharField(required=False, help_text="Why the game ended, once it has.")
    commitment = serializers.CharField(required=False, help_text="SHA-256 of the secret's bytes.")
    secret = serializers.CharField(required=False, help_text="What lot and dice follow from, once the game is over.")
    lot = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The players in the order of the lot for the seats."
    )
    receipt = serializers.CharField(required=False, help_text="The newest receipt of the game's log.")
    key = serializers.CharField(required=False, help_text="The public key of the signature.")
    signature = serializers.CharField(
        required=False, help_text="Ed25519, of the canonical text of everything else in the record."
    )
    times = serializers.ListField(child=serializers.DateTimeField(), required=False, help_text="One for each step.")
    causes = serializers.DictField(
        child=serializers.CharField(), required=False, help_text="Why the service played a step, by its number from 1."
    )
    events = RecordedEventSerializer(many=True, required=False)


class ThrowSerializer(serializers.Serializer[Throw]):
    """One die that fell, with all that it was made from besides the secret and the players' words."""

    number = serializers.IntegerField(help_text="Its own step in the record, from 1.")
    ply = serializers.IntegerField(help_text="The number of steps before the first die of its roll.")
    die = serializers.IntegerField(help_text="Which die of its roll it is, from 0.")
    sides = serializers.IntegerField()
    face = serializers.IntegerField()
    seat = serializers.SerializerMethodField(help_text="Whose turn it was.")
    why = serializers.CharField()

    def get_seat(self, throw: Throw) -> int | None:
        return None if throw.seat is None else throw.seat + 1


class TallySerializer(serializers.Serializer[Tally]):
    """How one kind of die fell for one seat."""

    sides = serializers.IntegerField()
    seat = serializers.SerializerMethodField()
    faces = serializers.ListField(child=serializers.IntegerField(), help_text="How often each face showed, from 1.")
    expected = serializers.FloatField(help_text="How often each should, on average.")
    mean = serializers.FloatField()
    expected_mean = serializers.FloatField()
    chi_squared = serializers.FloatField(help_text="On average one less than the die has sides.")

    def get_seat(self, tally: Tally) -> int | None:
        return None if tally.seat is None else tally.seat + 1


class RecordKeySerializer(serializers.Serializer[Any]):
    """A public key, by which records of this site can be checked."""

    key = serializers.CharField(help_text="32 bytes in hexadecimal digits.")
    algorithm = serializers.ChoiceField(choices=["Ed25519"])
    is_current = serializers.BooleanField(help_text="Whether records are signed with it now.")


class DiceSerializer(serializers.Serializer[Any]):
    """The dice of a game. `faults` is null while the secret is sealed, and empty when everything follows from it."""

    commitment = serializers.CharField()
    secret = serializers.CharField(allow_null=True)
    words = serializers.ListField(
        child=serializers.CharField(), help_text="What the players gave, by seat; empty where nobody gave anything."
    )
    lot = serializers.ListField(child=serializers.CharField())
    throws = ThrowSerializer(many=True)
    tallies = TallySerializer(many=True)
    faults = serializers.ListField(child=serializers.CharField(), allow_null=True)


class SentRecordSerializer(SentSerializer):
    """A record to look at, in any form that can be downloaded here."""

    record = serializers.CharField(max_length=LONGEST_RECORD, trim_whitespace=False)


class PositionAfterSerializer(serializers.Serializer[Any]):
    """The board after so many steps."""

    ply = serializers.IntegerField()
    step = serializers.CharField(allow_null=True, help_text="What led to it; null at the start.")
    to_act = serializers.IntegerField(allow_null=True, help_text="The seat to act then; null: dice, or the end.")
    board = BoardSerializer()


class LookSerializer(serializers.Serializer[Any]):
    """A record as it was read, checked by the rules, with its last board."""

    record = RecordSerializer()
    position = PositionAfterSerializer()
    throws = serializers.IntegerField(help_text="The number of dice.")
    faults = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="What does not follow from the secret; null where there is none.",
    )
    signature = serializers.ChoiceField(
        choices=SIGNATURES,
        help_text="`own`: one of this site. `foreign`: it fits the key that the record names. `broken`: it does not.",
    )
