"""What the REST interface shows of events. Numbers are written out ("1½"), as the pages write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import NumbersField, OptionsField, TextsField
from games.api.serializers import ControlSerializer
from ground.canonical import canonical_time
from tournaments.event_log.kinds import KINDS
from tournaments.event_rules.layouts import FORM_TITLES
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.standings.columns import COLUMNS, Column
from tournaments.standings.points import read_units
from tournaments.standings.rulesets import Ruleset
from tournaments.wording.decisions import rules_in_words


class LayoutSerializer(serializers.Serializer[Any]):
    """The layout of an event. Values that its form does not use have no effect."""

    form = serializers.ChoiceField(choices=list(FORM_TITLES.items()))
    seats = serializers.IntegerField(help_text="The number of seats at a table.")
    cycles = serializers.IntegerField(help_text="How many times everybody meets everybody: 1 or 2.")
    rounds = serializers.IntegerField(
        help_text="The number of rounds of a Swiss tournament; 0 for as many as are needed."
    )
    round_days = serializers.IntegerField(help_text="Days until the deadline of a round; 0 for no deadline.")
    pool_size = serializers.IntegerField(help_text="The number of players in a division or group.")
    qualifiers = serializers.IntegerField(help_text="How many players of each group reach the finals.")
    third_place = serializers.BooleanField(help_text="Whether there is a match for third place.")
    season_days = serializers.IntegerField(help_text="Days from one season to the next; 0 for a single season.")
    preview_hours = serializers.IntegerField(
        help_text="For how many hours only directors can see a round before it begins."
    )
    open_percent = serializers.IntegerField(
        help_text="The next round is paired as soon as at most so many percent of the meetings of a round are open."
    )
    small_tables = serializers.BooleanField(help_text="Whether a Swiss tournament can have tables with one seat less.")
    in_turn = serializers.BooleanField(help_text="Whether the games of a challenge match are played one after another.")
    boards = serializers.IntegerField(help_text="The number of boards of a match in a team league; 0 for other forms.")


class RulesetSerializer(serializers.Serializer[Any]):
    """What a match consists of, what it is worth, and how ties are broken."""

    scoring = serializers.CharField()
    games_per_fixture = serializers.IntegerField()
    tie_breaks = TextsField(help_text="The codes of the tie-breaks, in order.")
    points = NumbersField(help_text="The points for each place; empty for the usual points.")
    par = serializers.IntegerField(
        help_text="Par in leaves, for Treeblox only: the least number of leaves that the winner counts after a "
        "resignation."
    )
    margin_cap = serializers.IntegerField(
        help_text="For Treeblox only: the most leaves of a match that count in the leaf difference."
    )
    version = serializers.CharField()
    seats = serializers.IntegerField(help_text="The number of seats at a full table.")
    predetermined = serializers.BooleanField(help_text="Whether all pairings are made before the first round.")
    boards = serializers.IntegerField(
        help_text="The number of boards among which the games of a team match are divided; 0 if players meet."
    )
    best_of = serializers.BooleanField(help_text="Whether a match ends once nobody can catch up.")
    pairing_bye = serializers.CharField(
        help_text="What a bye given by the pairing is worth: `win`, `draw` or `none`; empty for the usual points."
    )
    half_byes = serializers.IntegerField(
        help_text="For how many rounds that a player asks to sit out they get the points of a draw."
    )

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, Any]:
        """With what rulesets of older events do not say."""
        return super().to_representation(Ruleset.load(instance))


class EventSummarySerializer(serializers.ModelSerializer[Event]):
    """An event in a list."""

    options = OptionsField(read_only=True)
    layout = LayoutSerializer()
    state = serializers.ChoiceField(choices=Event.State.choices)
    director = serializers.CharField(source="director.username")
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text="When its director paused it; null unless a running event is paused."
    )
    players = serializers.IntegerField(source="entered", help_text="The number of players who take part.")
    control = ControlSerializer()
    page = serializers.SerializerMethodField(help_text="The path of its web page.")

    class Meta:
        model = Event
        fields = [
            "id", "slug", "name", "rules", "options", "state", "director", "players", "most_entrants", "control",
            "rated", "form", "layout", "entry", "season", "starts_at", "created_at", "started_at", "paused_at",
            "finished_at", "page",
        ]  # fmt: skip

    def get_page(self, event: Event) -> str:
        return reverse("tournaments:event", args=[event.slug])


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """A player or team that takes part or has left; finalists are listed once for each stage. The result log refers to
    entrants by `id`."""

    stage = serializers.IntegerField(
        source="division.stage.number",
        default=None,
        allow_null=True,
        help_text="The stage: 1, or 2 for finals; null before the start.",
    )
    status = serializers.CharField(help_text="`active`, `withdrawn` or `disqualified`.")
    number = serializers.IntegerField(allow_null=True, help_text="The pairing number; null before the start.")
    player = serializers.CharField(source="player.username", help_text="The player; in a team league the captain.")
    team = serializers.CharField(
        source="team_name", help_text="The name of the team; empty unless the event is a team league."
    )

    class Meta:
        model = Entrant
        fields = ["id", "stage", "number", "player", "team", "status", "rating"]


class EventDetailSerializer(EventSummarySerializer):
    """An event with its rules, its entrants and the values needed to check its lots."""

    entrants = serializers.SerializerMethodField(
        help_text="All entrants, including those who have left. Sorted by division and pairing number; before the "
        "start, in the order of entry."
    )
    ruleset = RulesetSerializer(help_text="How games and matches are counted, for programs.")
    counts = serializers.SerializerMethodField(help_text="How games and matches are counted, in words.")
    slowest_end = serializers.SerializerMethodField(
        help_text="When the last game would end if all players always used all their time."
    )
    club = serializers.CharField(
        source="club.slug",
        allow_null=True,
        default=None,
        read_only=True,
        help_text="The club that organises the event; null for none.",
    )
    commitment = serializers.CharField(help_text="SHA-256 of the nonce's bytes, published before the first entry.")
    nonce = serializers.SerializerMethodField(help_text="The nonce, in hexadecimal digits; null before the start.")
    seed = serializers.CharField(help_text="The seed that all lots are drawn from; empty before the start.")
    log_digest = serializers.CharField(help_text="The digest of the last entry in the result log's hash chain.")

    class Meta(EventSummarySerializer.Meta):
        fields = [
            *EventSummarySerializer.Meta.fields,
            "entrants", "club", "ruleset", "counts", "slowest_end", "commitment", "nonce", "seed", "log_digest",
        ]  # fmt: skip

    @extend_schema_field(EntrantSerializer(many=True))
    def get_entrants(self, event: Event) -> Any:
        return EntrantSerializer(self.context["entrants"], many=True).data

    def get_counts(self, event: Event) -> list[str]:
        return rules_in_words(event.event_ruleset, event.event_layout)

    def get_slowest_end(self, event: Event) -> str:
        moment: str = self.context["slowest_end"].isoformat()
        return moment

    def get_nonce(self, event: Event) -> str | None:
        return event.nonce if event.started_at else None


class WrittenNumberField(serializers.FloatField):
    """The number beside one that is written out, rounded to six places; null where nothing is written."""

    def __init__(self, source: str, **more: Any) -> None:
        super().__init__(source=source, read_only=True, allow_null=True, **more)

    def to_representation(self, value: str) -> float | None:  # type: ignore[override]
        return read_units(value)


class WrittenNumbersField(serializers.ListField):
    """The same for a list of numbers."""

    def __init__(self, source: str, **more: Any) -> None:
        super().__init__(source=source, read_only=True, child=serializers.FloatField(allow_null=True), **more)

    def to_representation(self, values: Iterable[str]) -> list[float | None]:
        return [read_units(value) for value in values]


class AsIsSerializer(serializers.Serializer[Any]):
    """Something of which there are thousands, and whose values can be written as they are or beside that as numbers."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        values = [(field, getattr(instance, str(field.source))) for field in self._readable_fields]
        return {
            str(field.field_name): read_units(value) if isinstance(field, WrittenNumberField) else value
            for field, value in values
        }


class PartSerializer(AsIsSerializer):
    """What one match, or one round without a match, contributed to a value."""

    fixture = serializers.IntegerField(allow_null=True)
    opponent = serializers.CharField(help_text="The opponent; empty for a round without one.")
    amount = serializers.CharField()
    amount_number = WrittenNumberField("amount", help_text="The same as a number.")
    note = serializers.CharField(
        help_text="The kind of an unplayed round, and whether the amount is left out of the value."
    )


class TieBreakAmountSerializer(serializers.Serializer[Any]):
    """A tie-break value."""

    code = serializers.CharField()
    name = serializers.CharField()
    value = serializers.CharField(
        source="shown",
        help_text="The value; empty if the tie-break was not applied, `2, then 1` if it was applied again to players "
        "who were still level.",
    )
    number = WrittenNumberField("text", help_text="The first value as a number; null if the tie-break was not applied.")


class AppliedAgainSerializer(serializers.Serializer[Any]):
    """The values of a tie-break when it was applied again to the players who were still level."""

    value = serializers.CharField(source="text")
    number = WrittenNumberField("text", help_text="The value as a number.")
    among = TextsField(help_text="The players who were level.")
    parts = PartSerializer(many=True)


class TieBreakValueSerializer(TieBreakAmountSerializer):
    """A tie-break value, and the matches that it was computed from."""

    among = TextsField(
        help_text="The players who were level, if the tie-break considers only the matches between them."
    )
    parts = PartSerializer(many=True, help_text="What the first value was computed from.")
    again = AppliedAgainSerializer(many=True)


TABLE_DIGEST = "SHA-256 of the places, points and tie-breaks of the table as canonical JSON."


class ColumnField(serializers.IntegerField):
    """The number of a line in a column of the standings; null in a table stored before the column was there."""

    def __init__(self, column: Column) -> None:
        self.column = column
        super().__init__(source="*", read_only=True, allow_null=True, help_text=column.meaning)

    def to_representation(self, value: Any) -> Any:  # from a tables.StandingLine to a number or None
        return next((cell.value for cell in value.columns if cell.column.code == self.column.code), None)


class PointsColumnField(serializers.FloatField):
    """The same for points, rounded to six places."""

    def __init__(self, column: Column) -> None:
        self.stored, self.unit = ColumnField(column), column.unit
        super().__init__(source="*", read_only=True, allow_null=True, help_text=column.meaning)

    def to_representation(self, value: Any) -> Any:
        amount = self.stored.to_representation(value)
        return None if amount is None else round(amount / self.unit, 6)


class PlainStandingSerializer(serializers.Serializer[Any]):
    """One line of a table."""

    rank = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = serializers.CharField()
    points = serializers.CharField(help_text="The points as they are written: `2½`.")
    points_number = WrittenNumberField("points", help_text="The same as a number: 2.5.")
    tie_breaks = TieBreakAmountSerializer(source="values", many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With a field for each column of the standings."""
        fields = super().get_fields()
        fields |= {
            code: ColumnField(column) if column.unit == 1 else PointsColumnField(column)
            for code, column in COLUMNS.items()
        }
        fields["tie_breaks"] = fields.pop("tie_breaks")
        return fields


class StandingSerializer(PlainStandingSerializer):
    """One line of a table, with the matches behind each tie-break."""

    tie_breaks = TieBreakValueSerializer(source="values", many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The stored table of an event. `version` is the `seq` of the last entry in the result log that the table
    includes."""

    total = serializers.IntegerField(help_text="The number of lines in the whole table.")
    version = serializers.IntegerField(source="snapshot.version")
    digest = serializers.CharField(source="snapshot.digest", help_text=TABLE_DIGEST)
    computed_at = serializers.DateTimeField(source="snapshot.computed_at")
    waiting = serializers.IntegerField(help_text="The number of log entries that are not included yet.")
    standings = StandingSerializer(source="lines", many=True)
    ties = TextsField(help_text="How each tie was broken, in words.")


class MatchGameSerializer(serializers.Serializer[Any]):
    """One game of a match. `counted` is what it is worth to each player of the match; empty while it is running or if
    it does not count."""

    number = serializers.IntegerField()
    game = serializers.IntegerField(source="game.pk")
    seating = TextsField(help_text="The players by seat.")
    first = serializers.CharField(help_text="The player in seat 1.")
    second = serializers.CharField(help_text="The player in seat 2.")
    status = serializers.ChoiceField(source="game.status", choices=["running", "finished"])
    on_board = NumbersField(help_text="The points of the game, by seat.")
    board = serializers.IntegerField(
        source="board_number", help_text="The number of the board in a team match, counted from 1; 0 in other matches."
    )
    counted = serializers.ListField(child=serializers.CharField(allow_blank=True))
    counted_numbers = WrittenNumbersField("counted", help_text="The same as numbers.")
    note = serializers.CharField(help_text="How the game ended.")


class MatchSerializer(serializers.Serializer[Any]):
    """A fixture game by game, with its totals and their meaning."""

    fixture = serializers.IntegerField(source="fixture.pk")
    round = serializers.IntegerField(source="fixture.round.number")
    players = TextsField()
    games = MatchGameSerializer(many=True)
    totals = TextsField()
    totals_numbers = WrittenNumbersField("totals", help_text="The same as numbers.")
    margin = serializers.CharField(help_text="The difference of the two totals; empty at larger tables.")
    margin_number = WrittenNumberField("margin", help_text="The same as a number; null at larger tables.")
    points = TextsField(help_text="The points in the table; empty until the match is complete.")
    points_numbers = WrittenNumbersField("points", help_text="The same as numbers.")
    state = serializers.ChoiceField(choices=["running", "finished", "void"])
    verdict = serializers.CharField()


class CrossCellSerializer(serializers.Serializer[Any]):
    """One fixture, from the point of view of the player of the row."""

    fixture = serializers.IntegerField()
    points = serializers.CharField()
    points_number = WrittenNumberField("points", help_text="The same as a number; null until the match is complete.")
    totals = serializers.CharField(help_text="The player's total and the opponent's, as in `4:2`.")
    totals_numbers = WrittenNumbersField("both_totals", help_text="Both totals as numbers.")
    state = serializers.ChoiceField(choices=["running", "finished", "void"])


class CrossRowSerializer(serializers.Serializer[Any]):
    """A player's row of a crosstable. `cells` are in the order of the rows; the cell of a player against themselves is
    empty."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    points = serializers.CharField()
    points_number = WrittenNumberField("points", help_text="The same as a number.")
    cells = serializers.ListField(child=CrossCellSerializer(many=True))


class CanonicalTimeField(serializers.DateTimeField):
    """A time as hashes have it: in UTC, with whole milliseconds."""

    def to_representation(self, value: Any) -> str:
        return canonical_time(value)


class ResultSerializer(serializers.ModelSerializer[EventLogEntry]):
    """An entry of an event's log; `digest` chains it to the entry before."""

    kind = serializers.ChoiceField(choices=list(KINDS), read_only=True)
    at = CanonicalTimeField()
    payload = serializers.JSONField(
        help_text="The content of the entry. Its fields depend on `kind`; the project's page on events lists them "
        "all. Seats are counted from 1."
    )

    class Meta:
        model = EventLogEntry
        fields = ["seq", "kind", "division", "game", "payload", "at", "digest"]
