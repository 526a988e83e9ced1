"""What the REST interface shows of events. Numbers are written out ("1½"), as the pages write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.contract.fields import OptionsField
from games.api.serializers import ControlSerializer
from games.records.canonical import canonical_time
from tournaments.event_log.kinds import KINDS
from tournaments.event_rules.layouts import FORM_TITLES
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.standings.columns import COLUMNS, Column
from tournaments.standings.points import read_units
from tournaments.standings.rulesets import Ruleset
from tournaments.wording.decisions import rules_in_words


class LayoutSerializer(serializers.Serializer[Any]):
    """How an event is laid out; what its form does not use is left as it is."""

    form = serializers.ChoiceField(choices=list(FORM_TITLES.items()))
    seats = serializers.IntegerField(help_text="At a table.")
    cycles = serializers.IntegerField(help_text="2 where everybody meets everybody twice.")
    rounds = serializers.IntegerField(help_text="Of a Swiss tournament; 0: as many as it takes.")
    round_days = serializers.IntegerField(help_text="Until a round's deadline; 0: none.")
    pool_size = serializers.IntegerField(help_text="Players of a division or group.")
    qualifiers = serializers.IntegerField(help_text="From each group.")
    third_place = serializers.BooleanField(help_text="Whether it is played for.")
    season_days = serializers.IntegerField(help_text="From one season to the next; 0: there is only one.")
    preview_hours = serializers.IntegerField(help_text="For so long directors see a round before it begins.")
    small_tables = serializers.BooleanField(help_text="Whether a Swiss has tables of one seat less.")
    in_turn = serializers.BooleanField(help_text="Whether the games of a challenge match begin one after another.")
    boards = serializers.IntegerField(help_text="Of a match in a team league; 0 elsewhere.")


class RulesetSerializer(serializers.Serializer[Any]):
    """What a match is, what it is worth, and how ties are broken."""

    scoring = serializers.CharField()
    games_per_fixture = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField(), help_text="Their codes, in order.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="By place; empty: as usual.")
    par = serializers.IntegerField(help_text="Leaves, Treeblox only.")
    margin_cap = serializers.IntegerField(help_text="Leaves of a match that count in the difference, Treeblox only.")
    version = serializers.CharField()
    seats = serializers.IntegerField(help_text="At a full table.")
    predetermined = serializers.BooleanField(help_text="Whether all pairings are made beforehand.")
    boards = serializers.IntegerField(help_text="Of a match of teams, among which its games are shared out; else 0.")
    best_of = serializers.BooleanField(help_text="Whether a match is over once nobody can catch up any more.")
    pairing_bye = serializers.CharField(
        help_text="The worth of a bye of the pairing: `win`, `draw` or `none`; empty for as usual."
    )
    half_byes = serializers.IntegerField(help_text="Rounds that a player asks to sit out and that are worth a draw.")

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, Any]:
        """With what rulesets of older events do not say."""
        return super().to_representation(Ruleset.load(instance))


class EventSummarySerializer(serializers.ModelSerializer[Event]):
    """An event in a list."""

    options = OptionsField(read_only=True)
    layout = LayoutSerializer()
    state = serializers.ChoiceField(choices=Event.State.choices)
    director = serializers.CharField(source="director.username")
    players = serializers.IntegerField(source="entered", help_text="How many take part.")
    control = ControlSerializer()
    page = serializers.SerializerMethodField(help_text="The path of its web page.")

    class Meta:
        model = Event
        fields = [
            "id", "slug", "name", "rules", "options", "state", "director", "players", "most_entrants", "control",
            "rated", "form", "layout", "entry", "season", "starts_at", "created_at", "started_at", "finished_at",
            "page",
        ]  # fmt: skip

    def get_page(self, event: Event) -> str:
        return reverse("tournaments:event", args=[event.slug])


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """Who takes part or has left; finalists once for each stage. The result log names entrants by `id`."""

    stage = serializers.IntegerField(
        source="division.stage.number",
        default=None,
        allow_null=True,
        help_text="1, or 2 in finals; null before the start.",
    )
    status = serializers.CharField(help_text="`active`, `withdrawn` or `disqualified`.")
    number = serializers.IntegerField(allow_null=True, help_text="Pairing number; null before the start.")
    player = serializers.CharField(source="player.username", help_text="In a team league the captain.")
    team = serializers.CharField(source="team_name", help_text="The name of the team; empty for a player.")

    class Meta:
        model = Entrant
        fields = ["id", "stage", "number", "player", "team", "status", "rating"]


class EventDetailSerializer(EventSummarySerializer):
    """An event with its rules, its entrants and what its lots are checked with."""

    entrants = serializers.SerializerMethodField(
        help_text="Also those who have left. By division and pairing number; before the start in the order of entry."
    )
    ruleset = RulesetSerializer(help_text="How it counts, for programs.")
    counts = serializers.SerializerMethodField(help_text="How it counts, in words.")
    slowest_end = serializers.SerializerMethodField(
        help_text="Of a game, if everybody always takes all the time there is."
    )
    club = serializers.CharField(
        source="club.slug", allow_null=True, default=None, read_only=True, help_text="The club that holds it."
    )
    commitment = serializers.CharField(help_text="SHA-256 of the nonce's bytes, published before the first entry.")
    nonce = serializers.SerializerMethodField(help_text="Hex; null before the start.")
    seed = serializers.CharField(help_text="Of every lot; empty before the start.")
    log_digest = serializers.CharField(help_text="Head of the result log's hash chain.")

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
    """What one match, or one round without, contributed to a number."""

    fixture = serializers.IntegerField(allow_null=True)
    opponent = serializers.CharField(help_text="Empty where there was none.")
    amount = serializers.CharField()
    amount_number = WrittenNumberField("amount", help_text="The same as a number.")
    note = serializers.CharField(help_text="What an unplayed round was, and whether the amount is left out.")


class TieBreakAmountSerializer(serializers.Serializer[Any]):
    """A tie-break value."""

    code = serializers.CharField()
    name = serializers.CharField()
    value = serializers.CharField(
        source="shown",
        help_text="Empty where it was not applied; `2, then 1` where it was applied again to players still level.",
    )
    number = WrittenNumberField("text", help_text="The first value as a number; null where it was not applied.")


class AppliedAgainSerializer(serializers.Serializer[Any]):
    """What a tie-break among the tied said when it was applied again to those who were still level."""

    value = serializers.CharField(source="text")
    number = WrittenNumberField("text", help_text="The value as a number.")
    among = serializers.ListField(child=serializers.CharField(), help_text="The players who were level.")
    parts = PartSerializer(many=True)


class TieBreakValueSerializer(TieBreakAmountSerializer):
    """A tie-break value and the matches it came from."""

    among = serializers.ListField(
        child=serializers.CharField(), help_text="The players who were level, if it looks at their matches alone."
    )
    parts = PartSerializer(many=True, help_text="Those of the first number.")
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
    points = serializers.CharField(help_text="As people write them: `2½`.")
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
    """The stored table of an event. `version` is the last line of the result log that is counted."""

    total = serializers.IntegerField(help_text="Lines that the whole table has.")
    version = serializers.IntegerField(source="snapshot.version")
    digest = serializers.CharField(source="snapshot.digest", help_text=TABLE_DIGEST)
    computed_at = serializers.DateTimeField(source="snapshot.computed_at")
    waiting = serializers.IntegerField(help_text="Lines of the log that are not counted yet.")
    standings = StandingSerializer(source="lines", many=True)
    ties = serializers.ListField(child=serializers.CharField(), help_text="How each tie was broken, in words.")


class MatchGameSerializer(serializers.Serializer[Any]):
    """One game of a match. `counted` by player of the match, empty while it runs or if it does not count."""

    number = serializers.IntegerField()
    game = serializers.IntegerField(source="game.pk")
    seating = serializers.ListField(child=serializers.CharField(), help_text="The players by seat.")
    first = serializers.CharField(help_text="The player in seat 1.")
    second = serializers.CharField(help_text="The player in seat 2.")
    status = serializers.ChoiceField(source="game.status", choices=["running", "finished"])
    on_board = serializers.ListField(child=serializers.IntegerField(), help_text="The game's points by seat.")
    board = serializers.IntegerField(source="board_number", help_text="From 1, in a match of teams; else 0.")
    counted = serializers.ListField(child=serializers.CharField(allow_blank=True))
    counted_numbers = WrittenNumbersField("counted", help_text="The same as numbers.")
    note = serializers.CharField(help_text="How it ended.")


class MatchSerializer(serializers.Serializer[Any]):
    """A fixture game by game, with totals and what they mean."""

    fixture = serializers.IntegerField(source="fixture.pk")
    round = serializers.IntegerField(source="fixture.round.number")
    players = serializers.ListField(child=serializers.CharField())
    games = MatchGameSerializer(many=True)
    totals = serializers.ListField(child=serializers.CharField())
    totals_numbers = WrittenNumbersField("totals", help_text="The same as numbers.")
    margin = serializers.CharField(help_text="Between two; empty at larger tables.")
    margin_number = WrittenNumberField("margin", help_text="The same as a number; null at larger tables.")
    points = serializers.ListField(child=serializers.CharField(), help_text="In the table; empty until it is complete.")
    points_numbers = WrittenNumbersField("points", help_text="The same as numbers.")
    state = serializers.ChoiceField(choices=["running", "finished", "void"])
    verdict = serializers.CharField()


class CrossCellSerializer(serializers.Serializer[Any]):
    """One fixture seen from the row."""

    fixture = serializers.IntegerField()
    points = serializers.CharField()
    points_number = WrittenNumberField("points", help_text="The same as a number; null until it is complete.")
    totals = serializers.CharField(help_text="Own and the opponent's, as in `4:2`.")
    totals_numbers = WrittenNumbersField("both_totals", help_text="The two as numbers.")
    state = serializers.ChoiceField(choices=["running", "finished", "void"])


class CrossRowSerializer(serializers.Serializer[Any]):
    """One player's line of a crosstable; `cells` in the order of the lines, empty against oneself."""

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
        help_text="What the entry says. Its fields depend on `kind`; the project's page on events has them all. "
        "Seats count from 1."
    )

    class Meta:
        model = EventLogEntry
        fields = ["seq", "kind", "division", "game", "payload", "at", "digest"]
