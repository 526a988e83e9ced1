"""Records, their dice, and looking at a record, as REST shows them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import NumbersField, TextsField
from games.api.serializers import BoardSerializer
from games.records.reading import LONGEST_RECORD
from games.records.throws import Tally, Throw
from ground.rest.strict_input import SentSerializer

SIGNATURES = ["none", "broken", "foreign", "own"]  # of a record that somebody brings


@extend_schema_field({"type": "object", "additionalProperties": {"type": ["string", "integer"]}})
class RecordedOptionsField(serializers.DictField):
    """The options in a record, whichever game it is of."""


class RecordedPlayerSerializer(serializers.Serializer[Any]):
    """A seat of a record: its player and their result."""

    name = serializers.CharField(required=False)
    id = serializers.CharField(required=False, help_text="The number of the player on the site of the record.")
    bot = serializers.BooleanField(required=False)
    place = serializers.IntegerField(required=False)
    points = serializers.IntegerField(required=False)
    left = serializers.CharField(required=False, help_text="Why the player left before the end.")
    word = serializers.CharField(required=False, help_text="The word that the player gave for the dice.")


class RecordedEventSerializer(serializers.Serializer[Any]):
    """An event in a game other than a step or a roll."""

    after = serializers.IntegerField(help_text="The number of steps before the event.")
    kind = serializers.CharField()
    seat = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)
    at = serializers.DateTimeField(required=False)


class RecordSerializer(serializers.Serializer[Any]):
    """A game as a record. Values that are not known are left out. `python -m games.rules replay` needs only the first
    three."""

    game = serializers.CharField()
    options = RecordedOptionsField(help_text="The number of `players`, and all options of the game.")
    steps = TextsField(help_text="The steps in canonical text, including dice.")
    rules_version = serializers.IntegerField(required=False)
    site = serializers.CharField(required=False)
    number = serializers.CharField(required=False, help_text="The number of the game on its site.")
    title = serializers.CharField(required=False)
    rated = serializers.BooleanField()
    control = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="The time control, in seconds."
    )
    players = RecordedPlayerSerializer(many=True, required=False)
    started = serializers.DateTimeField(required=False)
    finished = serializers.DateTimeField(required=False)
    reason = serializers.CharField(required=False, help_text="Why the game ended, once it has.")
    commitment = serializers.CharField(required=False, help_text="SHA-256 of the secret's bytes.")
    secret = serializers.CharField(
        required=False, help_text="The secret that determines lots and dice, once the game is over."
    )
    lot = TextsField(
        required=False,
        help_text="The players in the order in which they entered the lot for the seats.",
    )
    receipt = serializers.CharField(required=False, help_text="The latest receipt of the game's log.")
    key = serializers.CharField(required=False, help_text="The public key of the signature.")
    signature = serializers.CharField(
        required=False, help_text="The Ed25519 signature of the canonical text of everything else in the record."
    )
    times = serializers.ListField(child=serializers.DateTimeField(), required=False, help_text="The time of each step.")
    causes = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="Why the service played a step, by the number of the step, counted from 1.",
    )
    events = RecordedEventSerializer(many=True, required=False)


class ThrowSerializer(serializers.Serializer[Throw]):
    """The throw of one die, with all values that it was made from besides the secret and the players' words."""

    number = serializers.IntegerField(help_text="The number of its step in the record, counted from 1.")
    ply = serializers.IntegerField(help_text="The number of steps before the first die of its roll.")
    die = serializers.IntegerField(help_text="The index of the die in its roll, counted from 0.")
    sides = serializers.IntegerField()
    face = serializers.IntegerField()
    seat = serializers.SerializerMethodField(help_text="The seat whose turn it was.")
    why = serializers.CharField()
    nonce = serializers.CharField(help_text="The newest nonce before it; empty if none was drawn after a backup.")

    def get_seat(self, throw: Throw) -> int | None:
        return None if throw.seat is None else throw.seat + 1


class TallySerializer(serializers.Serializer[Tally]):
    """How often one kind of die showed each face for one seat."""

    sides = serializers.IntegerField()
    seat = serializers.SerializerMethodField()
    faces = NumbersField(help_text="How often each face was rolled, starting with 1.")
    expected = serializers.FloatField(help_text="How often each face is expected on average.")
    mean = serializers.FloatField()
    expected_mean = serializers.FloatField()
    chi_squared = serializers.FloatField(
        help_text="Pearson's chi-squared. Its expected value is the number of sides minus 1."
    )

    def get_seat(self, tally: Tally) -> int | None:
        return None if tally.seat is None else tally.seat + 1


class RecordKeySerializer(serializers.Serializer[Any]):
    """A public key with which records of this site can be checked."""

    key = serializers.CharField(help_text="The 32 bytes of the key in hexadecimal digits.")
    algorithm = serializers.ChoiceField(choices=["Ed25519"])
    is_current = serializers.BooleanField(help_text="Whether records are signed with this key now.")


class DiceSerializer(serializers.Serializer[Any]):
    """The dice of a game. `faults` is null until the secret is published, and empty if all throws follow from it."""

    commitment = serializers.CharField()
    secret = serializers.CharField(allow_null=True)
    words = TextsField(help_text="The players' words, by seat; empty if none was given.")
    lot = TextsField()
    throws = ThrowSerializer(many=True)
    tallies = TallySerializer(many=True)
    faults = TextsField(allow_null=True)


class SentRecordSerializer(SentSerializer):
    """A record to read, in any of the forms that can be downloaded here."""

    record = serializers.CharField(max_length=LONGEST_RECORD, trim_whitespace=False)


class PositionAfterSerializer(serializers.Serializer[Any]):
    """A step and the position after it."""

    ply = serializers.IntegerField()
    step = serializers.CharField(allow_null=True, help_text="The step that led to the position; null at the start.")
    to_act = serializers.IntegerField(
        allow_null=True, help_text="The seat to act then; null if dice are to be rolled or the game is over."
    )
    board = BoardSerializer()


class LookSerializer(serializers.Serializer[Any]):
    """A record after it was read and checked against the rules, with its last position."""

    record = RecordSerializer()
    position = PositionAfterSerializer()
    throws = serializers.IntegerField(help_text="The number of dice.")
    faults = TextsField(
        allow_null=True,
        help_text="The throws and lots that do not follow from the secret; null if the record has no secret.",
    )
    signature = serializers.ChoiceField(
        choices=SIGNATURES,
        help_text="`own`: signed by this site. `foreign`: valid for the key given in the record. `broken`: not valid.",
    )
