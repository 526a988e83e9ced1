"""What the REST interface reads and shows. Seats are counted from 1 here, as people count them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.contract.fields import OptionsField, PositionField
from games.api.strict_input import ChoiceField, SentSerializer
from games.archive import stored_records
from games.clock.calendars import CalendarError, LeaveRule, PauseRules
from games.clock.controls import ControlError, TimeControl
from games.clock.pauses import Reason
from games.models import Game, GameEvent, Player, Seat, Submission
from games.play.submissions import LONGEST_TEXT
from games.records.canonical import canonical_time
from games.rules.base import Option, Rules
from games.timekeeping import turn_clock

Json = dict[str, Any]


class OptionSerializer(serializers.Serializer[Option]):
    """A variant option of a game: a word of a list, or a number of a range."""

    name = serializers.CharField()
    meaning = serializers.CharField()
    values = serializers.SerializerMethodField(help_text="The allowed words, the usual one first; none for a number.")
    least = serializers.SerializerMethodField(help_text="The smallest number allowed; null for a word.")
    most = serializers.SerializerMethodField(help_text="The largest number allowed; null for a word.")
    defaults = serializers.SerializerMethodField(help_text="What it is when left out, by the number of players.")

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
    seats = serializers.SerializerMethodField(help_text="The numbers of players it is for.")
    colours = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    options = serializers.SerializerMethodField()

    def get_seats(self, rules: Rules[Any, Any]) -> list[int]:
        return list(rules.seats)

    @extend_schema_field(OptionSerializer(many=True))
    def get_options(self, rules: Rules[Any, Any]) -> Any:
        return [OptionSerializer(option, context={"seats": rules.seats}).data for option in rules.options]


class ControlSerializer(SentSerializer):
    """A time control: a bank of `base` seconds, `increment` added after each turn, never more than `cap`.

    `answer` is the time for a decision that is asked of a player in another one's turn, each time anew. At `ends`, if
    it is there, the time of whoever is to move is over.
    """

    base = serializers.IntegerField(min_value=60, max_value=31_622_400)
    increment = serializers.IntegerField(min_value=0, max_value=31_622_400)
    cap = serializers.IntegerField(min_value=60, max_value=31_622_400)
    answer = serializers.IntegerField(min_value=60, max_value=1_209_600, default=86_400)
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
    """What of its players' lives a game respects. `leave_days` counts for each player where leave is `capped`."""

    leave = ChoiceField(choices=[rule.value for rule in LeaveRule], default=LeaveRule.ALLOWED.value)
    leave_days = serializers.IntegerField(min_value=0, max_value=366, default=0)
    pauses = serializers.BooleanField(default=True, help_text="Sleep hours, days off and holidays stop the clock.")
    undo = serializers.BooleanField(default=True, help_text="Moves can be taken back if everybody agrees.")
    words = serializers.SerializerMethodField()

    def get_words(self, rules: PauseRules) -> str:
        return rules.describe()

    def validate(self, attrs: Json) -> Json:
        try:
            return PauseRules.load(attrs).dump()
        except CalendarError as error:
            raise serializers.ValidationError(str(error)) from error


class ClockSerializer(serializers.Serializer[Any]):
    """Whether the clock of the seat to act is stopped at this moment, and why: any number of reasons at once."""

    stands = serializers.ListField(child=serializers.ChoiceField(choices=[reason.value for reason in Reason]))
    runs_again_at = serializers.DateTimeField(allow_null=True, help_text="Null while it runs, or nobody knows.")


class PlayerSerializer(serializers.ModelSerializer[Player]):
    is_bot = serializers.BooleanField(source="is_program", help_text="A house bot, or a bot of a player.")
    owner = serializers.CharField(
        source="owner.username", default=None, allow_null=True, help_text="Who answers for a bot of a player."
    )
    about = serializers.CharField(help_text="What such a bot is, in its owner's words; else empty.")

    class Meta:
        model = Player
        fields = ["id", "username", "is_bot", "owner", "about", "date_joined"]


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A place at a game. `place` and `points` are null before the end, and when the game has no result."""

    seat = serializers.SerializerMethodField()
    player = serializers.CharField(source="player.username")
    colour = serializers.SerializerMethodField()
    clock_seconds = serializers.SerializerMethodField(help_text="Time left when its turn began or last ended.")
    left = serializers.CharField(source="left_reason", help_text="Why the player left before the end, if so.")
    word = serializers.SerializerMethodField(help_text="What was given for the dice when the game was agreed, if so.")

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
    to_act = serializers.SerializerMethodField(help_text="The seat that must act; null when the game is over.")
    control = serializers.SerializerMethodField(help_text="Null for a game that was played elsewhere.")
    imported = serializers.SerializerMethodField(help_text="Whether it was played elsewhere.")
    deadline = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="When the time of the seat to act is over; null while no clock runs."
    )
    turn_started_at = serializers.SerializerMethodField(help_text="Null when the game is over.")
    clock = serializers.SerializerMethodField()
    pause_rules = serializers.SerializerMethodField()
    offers = serializers.SerializerMethodField(help_text="The seats that have said yes so far, by what was offered.")
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
    """A position for programs, for terminals and in words."""

    position = PositionField(source="dump", help_text="The whole position, as docs/positions.md describes it by game.")
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="The game's points by seat.")
    text = serializers.SerializerMethodField(help_text="The board for a monospaced font, at most 78 columns.")
    description = serializers.SerializerMethodField()
    hint = serializers.SerializerMethodField(help_text="What the seat to act may do, and how a move is written.")

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
        help_text="When the game is over at the latest, whatever its players do; null without an end."
    )
    secret = serializers.SerializerMethodField(help_text="The secret as hex once the game is over, else null.")

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
    """A line of a game's log; `receipt` chains it to the line before. Of a director's action it has the number of the
    director, null where the rules of an event did it, and the `reason`."""

    seat = serializers.SerializerMethodField()
    actor_name = serializers.SerializerMethodField(
        help_text="The name of the director; empty where there is none. No receipt covers it."
    )
    at = serializers.SerializerMethodField(help_text="In whole milliseconds, as the receipt covers it.")

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


class MovesSerializer(serializers.Serializer[Any]):
    """Every legal step of the seat to act, in its canonical text."""

    ply = serializers.IntegerField()
    to_act = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField()
    moves = serializers.ListField(child=serializers.CharField())


class SentMoveSerializer(SentSerializer):
    """Steps to play or to preview, separated by `;` or line ends, and the ply that you saw."""

    text = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    ply = serializers.IntegerField(min_value=0, max_value=2_000_000_000)


class PreviewSerializer(serializers.Serializer[Any]):
    """What the steps would lead to. Nothing was played."""

    steps = serializers.ListField(child=serializers.CharField(), help_text="As the record would have them.")
    unplayed = serializers.ListField(child=serializers.CharField(), help_text="What a roll of dice would cut off.")
    to_act = serializers.IntegerField(allow_null=True, help_text="The seat to act afterwards; null: game over or dice.")
    board = BoardSerializer()


class ReceiptSerializer(serializers.Serializer[Any]):
    """What became of a submission, and where the game stands now."""

    submission = serializers.IntegerField(help_text="The receipt's number.")
    state = serializers.ChoiceField(choices=Submission.State.choices)
    repeated = serializers.BooleanField(help_text="It had been made before, and nothing new happened.")
    message = serializers.CharField(allow_blank=True, help_text="What was rolled, and what was not played and why.")
    receipt = serializers.CharField(help_text="The link of the game's hash chain that it made.")
    first_seq = serializers.IntegerField(allow_null=True)
    last_seq = serializers.IntegerField(allow_null=True)
    hint = serializers.CharField(allow_blank=True, help_text="What the seat to act may do now; blank after the end.")
    status = serializers.ChoiceField(choices=Game.Status.choices)
    ply = serializers.IntegerField()
    to_act = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)


class PreferenceSerializer(serializers.Serializer[Any]):
    """How a choice may be made that comes up only later."""

    text = serializers.CharField()
    meaning = serializers.CharField()


class StandingAnswerSerializer(serializers.Serializer[Any]):
    """How your seat answers when it is asked in another one's turn. Nobody else sees it."""

    answer = serializers.CharField(help_text="One of the choices, or `ask`.")
    choices = PreferenceSerializer(many=True)


class NewStandingAnswerSerializer(SentSerializer):
    """How your seat is to answer from now on: one of the game's choices, or `ask`."""

    answer = serializers.CharField(max_length=60)


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    """Something you sent, and what became of it."""

    seat = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = [
            "id", "game", "seat", "source", "key", "verb", "text", "ply", "received_at", "state", "code", "message",
            "first_seq", "last_seq", "receipt",
        ]  # fmt: skip

    def get_seat(self, submission: Submission) -> int | None:
        return None if submission.seat is None else submission.seat + 1
