"""What the REST interface shows of the divisions of an event."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import TextsField
from tournaments.api.serializers import (
    TABLE_DIGEST,
    AsIsSerializer,
    PlainStandingSerializer,
    RulesetSerializer,
    StandingSerializer,
    WrittenNumberField,
)
from tournaments.models import Division, PairingRun, Round
from tournaments.pairing.brackets import Part
from tournaments.presenting import tables


class DivisionSerializer(serializers.ModelSerializer[Division]):
    """A division: entrants of a stage who are ranked in one table."""

    stage = serializers.IntegerField(source="stage.number")
    format = serializers.CharField(source="stage.format")
    title = serializers.SerializerMethodField(
        help_text="The title of the division; empty if it is the only one of the event."
    )
    ruleset = RulesetSerializer(
        source="stage.ruleset", help_text="How games and matches of its stage are counted, for programs."
    )
    players = serializers.SerializerMethodField()

    class Meta:
        model = Division
        fields = ["id", "stage", "format", "tier", "number", "title", "players", "ruleset", "finished_at"]

    def get_title(self, division: Division) -> str:
        return tables.division_title(division)

    def get_players(self, division: Division) -> int:
        players: dict[int, int] = self.context["players"]  # of all divisions that are shown, by one statement
        return players[division.pk]


class StageSerializer(serializers.Serializer[Any]):
    """A part of an event that is played in one format."""

    number = serializers.IntegerField()
    format = serializers.CharField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    divisions = DivisionSerializer(many=True)


class ByeSerializer(serializers.Serializer[Any]):
    """A player who has a bye in a round."""

    player = serializers.CharField()
    kind = serializers.CharField()


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round with its fixtures and byes."""

    fixtures = serializers.SerializerMethodField(help_text="The numbers of the fixtures, by table.")
    byes = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["number", "started_at", "deadline", "is_extended", "fixtures", "byes"]

    def get_fixtures(self, held: Round) -> list[int]:
        return [fixture.pk for fixture in held.fixtures.all()]

    @extend_schema_field(ByeSerializer(many=True))
    def get_byes(self, held: Round) -> list[dict[str, str]]:
        return [{"player": player, "kind": kind} for player, kind in self.context["byes"].get(held.number, [])]


class PairingRunSerializer(serializers.ModelSerializer[PairingRun]):
    """A pairing with its inputs and outputs. The digests are the SHA-256 of `given` and `made` as JSON with sorted keys
    and without spaces."""

    given = serializers.DictField(help_text="All inputs of the pairing, in a form that depends on `algorithm`.")
    made = serializers.DictField(help_text="The output, by pairing numbers, in a form that depends on `algorithm`.")
    versions = serializers.DictField(
        child=serializers.CharField(), help_text="The versions of the libraries that were used."
    )

    class Meta:
        model = PairingRun
        fields = [
            "id", "log_seq", "algorithm", "versions", "given", "given_digest", "made", "made_digest", "milliseconds",
            "at",
        ]  # fmt: skip


class PairingRunSummarySerializer(PairingRunSerializer):
    """A pairing in a list."""

    class Meta(PairingRunSerializer.Meta):
        fields = ["id", "log_seq", "algorithm", "given_digest", "made_digest", "milliseconds", "at"]


class RoundLineSerializer(AsIsSerializer):
    """One round of a player and its points. `points` is empty while the round is open, unless its open games count as
    draws until they end, and if it is void."""

    number = serializers.IntegerField()
    fixture = serializers.IntegerField(allow_null=True)
    opponents = TextsField()
    points = serializers.CharField()
    points_number = WrittenNumberField("points", help_text="The same as a number.")
    total = serializers.CharField(
        help_text="The player's total after the round; the last total is the one in the table."
    )
    total_number = WrittenNumberField("total", help_text="The same as a number.")
    note = serializers.CharField(help_text="The kind of an unplayed round, and changes made to the result.")


class ExplainedStandingSerializer(StandingSerializer):
    """One line of a table with the places still possible, judged by points alone, and, if requested, all rounds behind
    it."""

    entrant = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True, help_text="The pairing number.")
    left = serializers.CharField(help_text="How the player left the event; empty for most players.")
    zone = serializers.CharField(
        help_text="What the place leads to, such as `goes up`, `stays` or `goes down`; or empty."
    )
    most = serializers.CharField(help_text="The points if the player wins all open matches; empty if none are open.")
    most_number = WrittenNumberField("most", help_text="The same as a number; null if no matches are open.")
    places = serializers.CharField(
        help_text="The places still possible, such as `1 to 4`; empty if no matches are open."
    )
    certain = TextsField(help_text="What is already certain, in words.")
    rounds = RoundLineSerializer(many=True)


class ExplainedStandingsSerializer(serializers.Serializer[Any]):
    """The stored table of a division, or a part of it."""

    version = serializers.IntegerField(
        source="snapshot.version", help_text="The `seq` of the last log entry that the table includes."
    )
    digest = serializers.CharField(source="snapshot.digest", help_text=TABLE_DIGEST)
    computed_at = serializers.DateTimeField(source="snapshot.computed_at")
    waiting = serializers.IntegerField(help_text="The number of log entries that are not included yet.")
    total = serializers.IntegerField(help_text="The number of lines in the whole table.")
    standings = ExplainedStandingSerializer(source="lines", many=True)
    ties = TextsField(help_text="How each tie was broken, in words.")


class SupposedStandingSerializer(PlainStandingSerializer):
    """One line of a supposed table."""

    rank_now = serializers.SerializerMethodField(allow_null=True)
    zone = serializers.CharField()

    def get_rank_now(self, line: tables.StandingLine) -> int | None:
        ranks: dict[int, int] = self.context["ranks"]
        return ranks.get(line.entrant)


class SideSerializer(serializers.Serializer[Any]):
    """One of the two sides of a tie in a bracket."""

    seed = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(help_text="The player; empty until known.")
    total = serializers.CharField()
    total_number = WrittenNumberField("total", help_text="The same as a number; null until a game has ended.")
    goes_on = serializers.BooleanField()


class TieSerializer(serializers.Serializer[Any]):
    """A meeting of a bracket."""

    number = serializers.IntegerField()
    fixture = serializers.IntegerField(allow_null=True)
    sides = SideSerializer(many=True)
    is_third_place = serializers.BooleanField()
    note = serializers.CharField()


class BracketRoundSerializer(serializers.Serializer[Any]):
    """A round of a bracket."""

    number = serializers.IntegerField()
    part = serializers.ChoiceField(
        choices=list(Part), help_text="The part of a double elimination. All rounds of a knockout are `winners`."
    )
    title = serializers.CharField()
    ties = TieSerializer(many=True)


class RungSerializer(serializers.Serializer[Any]):
    """A rung of a ladder."""

    rung = serializers.IntegerField()
    player = serializers.CharField()
    may_challenge = serializers.BooleanField(help_text="Whether you can challenge this player now.")


class LogEntrySerializer(serializers.Serializer[Any]):
    """An entry of an event's log in words."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField()
    actor = serializers.CharField(help_text="The name of the person who acted; empty if the rules of the event acted.")
    is_by_staff = serializers.BooleanField(
        help_text="Whether the person who acted is staff and does not direct the event."
    )
    why = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    decided_in = serializers.IntegerField(
        allow_null=True, help_text="The `seq` of the decision that ended the game; pages show both as one row."
    )
    is_reverted = serializers.BooleanField()
    is_provisional = serializers.BooleanField(
        help_text="Whether this is a decision about a game in which a director plays. Such a game is not rated until "
        "another director or staff confirm the decision."
    )


class RecordPartSerializer(serializers.Serializer[Any]):
    """A player's record in one division. `line` is null for a player who is no longer in its table."""

    division = serializers.IntegerField(source="division.pk")
    title = serializers.CharField()
    total = serializers.IntegerField(help_text="The number of players in the table.")
    line = ExplainedStandingSerializer(allow_null=True)


class DateSerializer(serializers.Serializer[Any]):
    """A coming date of an event."""

    at = serializers.DateTimeField()
    event = serializers.CharField(source="event.slug")
    what = serializers.CharField(
        help_text="What happens then: `starts`, `round ends`, `season ends` or `all games end`."
    )
    words = serializers.CharField()
