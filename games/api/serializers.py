"""What the REST interface reads and shows. Seats are counted from 1 here, as people count them.

It is long because the shapes of a game, from its rules to the receipt of a move, refer to each other.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import NumbersField, OptionsField, PositionField, TextsField
from games.archive import stored_records
from games.clock.calendars import CalendarError, LeaveRule, PauseRules
from games.clock.controls import ControlError, TimeControl
from games.clock.pauses import Reason
from games.models import Game, GameEvent, Player, Seat, Submission
from games.play.submissions import LONGEST_TEXT
from games.rules.base import Option, Rules
from games.timekeeping import turn_clock
from ground.canonical import canonical_time
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField

Json = dict[str, Any]


class OptionSerializer(serializers.Serializer[Option]):
    """An option of a game: a word from a list, or a number from a range."""

    name = serializers.CharField()
    meaning = serializers.CharField()
    values = serializers.SerializerMethodField(help_text="The allowed words, the usual one first; empty for a number.")
    least = serializers.SerializerMethodField(help_text="The smallest number allowed; null for a word.")
    most = serializers.SerializerMethodField(help_text="The largest number allowed; null for a word.")
    defaults = serializers.SerializerMethodField(help_text="The default value, by number of players.")

    def get_values(self, option: Option) -> list[str]:
        return [] if isinstance(option.values, range) else list(option.values)

    def get_least(self, option: Option) -> int | None:
        return option.values[0] if isinstance(option.values, range) else None

    def get_most(self, option: Option) -> int | None:
        return option.values[-1] if isinstance(option.values, range) else None

    def get_defaults(self, option: Option) -> dict[str, str]:
        return {str(seats): str(option.default(seats)) for seats in self.context["seats"]}


class RulesSerializer(serializers.Serializer[Rules[Any, Any]]):
    """A game that can be played here."""

    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    seats = serializers.SerializerMethodField(help_text="The possible numbers of players.")
    colours = TextsField(help_text="The colours by seat.")
    options = serializers.SerializerMethodField()

    def get_seats(self, rules: Rules[Any, Any]) -> list[int]:
        return list(rules.seats)

    @extend_schema_field(OptionSerializer(many=True))
    def get_options(self, rules: Rules[Any, Any]) -> Any:
        return [OptionSerializer(option, context={"seats": rules.seats}).data for option in rules.options]


class ControlSerializer(SentSerializer):
    """A time control: a bank of `base` seconds, `increment` added after each turn, never more than `cap`.

    `answer` is the time for each decision that a player must make in another player's turn. `ends`, if given, is a hard
    end: at that moment, the clock of the player to move runs out.
    """

    base = WholeNumberField(min_value=60, max_value=31_622_400)
    increment = WholeNumberField(min_value=0, max_value=31_622_400)
    cap = WholeNumberField(min_value=60, max_value=31_622_400)
    answer = WholeNumberField(min_value=60, max_value=1_209_600, default=86_400)
    ends = serializers.DateTimeField(required=False, allow_null=True)
    words = serializers.SerializerMethodField()

    def get_words(self, control: Json) -> str:
        return TimeControl.load(control).describe()

    def validate(self, attrs: Json) -> Json:
        try:
            ends = attrs.get("ends")
            return TimeControl.load(attrs | {"ends": ends.isoformat() if ends else None}).dump()
        except ControlError as error:
            raise serializers.ValidationError(str(error)) from error


class PauseRulesSerializer(SentSerializer):
    """When clocks stop, and whether moves can be undone. `leave_days` is the limit for each player under `capped`."""

    leave = ChoiceField(choices=[rule.value for rule in LeaveRule], default=LeaveRule.ALLOWED.value)
    leave_days = WholeNumberField(min_value=0, max_value=366, default=0)
    pauses = serializers.BooleanField(
        default=True, help_text="Whether sleep hours, days off and holidays stop the clock."
    )
    undo = serializers.BooleanField(default=True, help_text="Whether moves can be undone if all players agree.")
    words = serializers.SerializerMethodField()

    def get_words(self, rules: PauseRules) -> str:
        return rules.describe()

    def validate(self, attrs: Json) -> Json:
        try:
            return PauseRules.load(attrs).dump()
        except CalendarError as error:
            raise serializers.ValidationError(str(error)) from error


class ClockSerializer(serializers.Serializer[Any]):
    """Whether the clock of the seat to act is stopped at present, and all reasons for it."""

    stands = serializers.ListField(child=serializers.ChoiceField(choices=[reason.value for reason in Reason]))
    runs_again_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When a stopped clock runs again; null while it is running, and if that is not known yet.",
    )


class PlayerSerializer(serializers.ModelSerializer[Player]):
    is_bot = serializers.BooleanField(source="is_program", help_text="Whether this is a house bot or a player's bot.")
    owner = serializers.CharField(
        source="owner.username",
        default=None,
        allow_null=True,
        help_text="The owner of a player's bot; null for all others.",
    )
    about = serializers.CharField(help_text="The owner's description of a player's bot; empty for all others.")
    version = serializers.CharField(help_text="The present version of a player's bot; empty for all others.")

    class Meta:
        model = Player
        fields = ["id", "username", "is_bot", "owner", "about", "version", "date_joined"]


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat in a game. `place` and `points` are null until the game is over, and if it has no result."""

    seat = serializers.SerializerMethodField()
    player = serializers.CharField(source="player.username")
    colour = serializers.SerializerMethodField()
    clock_seconds = serializers.SerializerMethodField(
        help_text="The seconds left on the clock when the seat's present turn began, or when its last turn ended."
    )
    left = serializers.CharField(
        source="left_reason", help_text="Why the player left before the end; blank if they did not."
    )
    word = serializers.SerializerMethodField(
        help_text="The word that the player gave for the dice when the game was agreed; blank for none."
    )

    class Meta:
        model = Seat
        fields = ["seat", "player", "colour", "clock_seconds", "left", "word", "place", "points"]

    def get_seat(self, seat: Seat) -> int:
        return seat.number + 1

    def get_colour(self, seat: Seat) -> str:
        return self._game.game_rules.colours[seat.number]

    def get_clock_seconds(self, seat: Seat) -> int:
        return int(self._game.clocks[seat.number]) // 1000

    def get_word(self, seat: Seat) -> str:
        return str(self._game.words[seat.number]) if self._game.words else ""

    @property
    def _game(self) -> Game:
        game: Game = self.context["game"]
        return game


def clock_now(game: Game, now: datetime) -> Json:
    """What ``ClockSerializer`` shows."""
    pause_spans = turn_clock.stands_at(game, now)
    again = turn_clock.runs_again_at(game, now) if pause_spans else None
    return {
        "stands": list(dict.fromkeys(str(rest.reason) for rest in pause_spans)),
        "runs_again_at": again.isoformat().replace("+00:00", "Z") if again else None,
    }


class GameSerializer(serializers.ModelSerializer[Game]):
    """A game without its board."""

    options = OptionsField(read_only=True)
    status = serializers.ChoiceField(choices=Game.Status.choices)
    to_act = serializers.SerializerMethodField(help_text="The seat to act; null when the game is over.")
    control = serializers.SerializerMethodField(
        help_text="The time control; null for a game that was played elsewhere."
    )
    imported = serializers.SerializerMethodField(help_text="Whether the game was played elsewhere and imported.")
    deadline = serializers.DateTimeField(
        read_only=True,
        allow_null=True,
        help_text="When the time of the seat to act runs out; null while no clock runs.",
    )
    turn_started_at = serializers.SerializerMethodField(
        help_text="When the present turn began; null when the game is over."
    )
    clock = serializers.SerializerMethodField()
    pause_rules = serializers.SerializerMethodField()
    offers = serializers.SerializerMethodField(help_text="The seats that have made or accepted an offer, by its kind.")
    seats = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="The path of its web page.")

    class Meta:
        model = Game
        fields = [
            "id", "rules", "rules_version", "options", "title", "rated", "status", "ply", "seq", "receipt", "to_act",
            "deadline", "turn_started_at", "clock", "control", "pause_rules", "offers", "seats", "started_at",
            "finished_at", "end_reason", "imported", "page",
        ]  # fmt: skip

    def get_to_act(self, game: Game) -> int | None:
        return None if game.to_act is None else game.to_act + 1

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_turn_started_at(self, game: Game) -> Any:
        return None if game.is_over else serializers.DateTimeField().to_representation(game.turn.started_at)

    @extend_schema_field(ControlSerializer(allow_null=True))
    def get_control(self, game: Game) -> Any:
        return ControlSerializer(game.control).data if game.control else None

    @extend_schema_field(ClockSerializer)
    def get_clock(self, game: Game) -> Any:
        return clock_now(game, timezone.now())

    @extend_schema_field(PauseRulesSerializer)
    def get_pause_rules(self, game: Game) -> Any:
        return PauseRulesSerializer(PauseRules.load(game.pause_rules)).data

    def get_imported(self, game: Game) -> bool:
        return hasattr(game, "imported")

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}})
    def get_offers(self, game: Game) -> dict[str, list[int]]:
        return {what: [seat + 1 for seat in seats] for what, seats in game.agreements.items()}

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, game: Game) -> Any:
        return SeatSerializer(game.seats.all(), many=True, context={"game": game}).data

    def get_page(self, game: Game) -> str:
        return reverse("games:game", args=[game.pk])


class BoardSerializer(serializers.Serializer[Any]):
    """A position in three forms: for programs, for terminals and in words."""

    position = PositionField(
        source="dump", help_text="The whole position, as docs/positions.md describes it for each game."
    )
    scores = NumbersField(help_text="The points of the game, by seat.")
    text = serializers.SerializerMethodField(help_text="The board in a monospaced font, at most 78 columns wide.")
    description = serializers.SerializerMethodField()
    hint = serializers.SerializerMethodField(help_text="What the seat to act can do, and how to write a move.")

    def get_text(self, position: Any) -> str:
        return self._rules.text(position, over=self._is_over)

    def get_description(self, position: Any) -> str:
        return self._rules.describe(position, over=self._is_over)

    def get_hint(self, position: Any) -> str:
        return "" if self._is_over or position.to_act is None else self._rules.hint(position)

    @property
    def _is_over(self) -> bool:
        over: bool = self.context["over"]
        return over

    @property
    def _rules(self) -> Rules[Any, Any]:
        rules: Rules[Any, Any] = self.context["rules"]
        return rules


class GameWithBoardSerializer(GameSerializer):
    """A game with its board and the commitment to its secret."""

    board = serializers.SerializerMethodField()
    commitment = serializers.SerializerMethodField(help_text="SHA-256 of the secret's bytes, published at the start.")
    latest_end = serializers.SerializerMethodField(
        help_text="The latest possible end of the game, whatever its players do; null if there is none."
    )
    secret = serializers.SerializerMethodField(help_text="The secret in hexadecimal; null until the game is over.")

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "board", "latest_end", "commitment", "secret"]

    @extend_schema_field(BoardSerializer)
    def get_board(self, game: Game) -> Any:
        context = {"rules": game.game_rules, "over": game.is_over}
        return BoardSerializer(game.load_position(), context=context).data

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_latest_end(self, game: Game) -> Any:
        end = None if game.is_over else turn_clock.latest_end_of(game)
        return None if end is None else serializers.DateTimeField().to_representation(end)

    def get_commitment(self, game: Game) -> str:
        return stored_records.commitment_of(game)

    def get_secret(self, game: Game) -> str | None:
        return (game.secret or None) if game.status == Game.Status.FINISHED else None


class EventSerializer(serializers.ModelSerializer[GameEvent]):
    """An entry of a game's log; `receipt` chains it to the entry before. For a director's action, `actor` is the number
    of the director, or null if the rules of an event acted, and `reason` is the reason given."""

    seat = serializers.SerializerMethodField()
    actor_name = serializers.SerializerMethodField(
        help_text="The name of the director; empty if there is none. It is not covered by the receipt."
    )
    at = serializers.SerializerMethodField(help_text="The time in whole milliseconds, as covered by the receipt.")

    class Meta:
        model = GameEvent
        fields = [
            "seq", "ply", "kind", "seat", "text", "cause", "actor", "actor_name", "reason", "source", "at", "receipt",
        ]  # fmt: skip

    def get_actor_name(self, event: GameEvent) -> str:
        return event.actor.username if event.actor else ""

    def get_seat(self, event: GameEvent) -> int | None:
        return None if event.seat is None else event.seat + 1

    @extend_schema_field(OpenApiTypes.DATETIME)
    def get_at(self, event: GameEvent) -> str:
        return canonical_time(event.at)


class SentMoveSerializer(SentSerializer):
    """Steps to play or preview, separated by `;` or line breaks, and the ply that you saw."""

    text = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    ply = WholeNumberField(min_value=0, max_value=2_000_000_000)


class PreviewSerializer(serializers.Serializer[Any]):
    """The result of the steps if they were played. Nothing has been played."""

    steps = TextsField(help_text="The steps as the record would have them.")
    unplayed = TextsField(help_text="The steps after a roll of dice, which would not be played.")
    to_act = serializers.IntegerField(
        allow_null=True, help_text="The seat to act afterwards; null if dice are to be rolled or the game is over."
    )
    board = BoardSerializer()


class ReceiptSerializer(serializers.Serializer[Any]):
    """The outcome of a submission, and the present state of the game."""

    submission = serializers.IntegerField(help_text="The number of the submission.")
    state = serializers.ChoiceField(choices=Submission.State.choices)
    repeated = serializers.BooleanField(
        help_text="Whether the same submission had been made before, so that nothing was done."
    )
    message = serializers.CharField(allow_blank=True, help_text="What was rolled, what was not played, and why.")
    receipt = serializers.CharField(
        help_text="The receipt of the log entry that the submission made, from the game's hash chain."
    )
    first_seq = serializers.IntegerField(allow_null=True)
    last_seq = serializers.IntegerField(allow_null=True)
    hint = serializers.CharField(allow_blank=True, help_text="What the seat to act can do now; blank after the end.")
    status = serializers.ChoiceField(choices=Game.Status.choices)
    ply = serializers.IntegerField()
    to_act = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    """Something that you sent, and its outcome."""

    seat = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = [
            "id", "game", "seat", "source", "key", "verb", "text", "ply", "received_at", "state", "code", "message",
            "first_seq", "last_seq", "receipt",
        ]  # fmt: skip

    def get_seat(self, submission: Submission) -> int | None:
        return None if submission.seat is None else submission.seat + 1
