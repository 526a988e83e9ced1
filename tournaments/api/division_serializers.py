"""What the REST interface shows of the divisions of an event."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

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
    title = serializers.SerializerMethodField(help_text="Empty for the only division of an event.")
    ruleset = RulesetSerializer(source="stage.ruleset", help_text="How its stage counts, for programs.")
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
    """Somebody who sits a round out."""

    player = serializers.CharField()
    kind = serializers.CharField()


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round with who meets whom, by fixture, and who sits it out."""

    fixtures = serializers.SerializerMethodField(help_text="By table: the numbers of the fixtures.")
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
    """How games came to be paired. Digests are SHA-256 of `given` and `made` as JSON with sorted keys, no spaces."""

    given = serializers.DictField(help_text="All that the pairing depended on; what that is depends on `algorithm`.")
    made = serializers.DictField(help_text="What came out, by pairing numbers, in the form of `algorithm`.")
    versions = serializers.DictField(child=serializers.CharField(), help_text="Of the libraries that took part.")

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
    """One round of a player and what it gave; `points` are empty while it is open or if it is void."""

    number = serializers.IntegerField()
    fixture = serializers.IntegerField(allow_null=True)
    opponents = serializers.ListField(child=serializers.CharField())
    points = serializers.CharField()
    points_number = WrittenNumberField("points", help_text="The same as a number.")
    total = serializers.CharField(help_text="After the round; the last one stands in the table.")
    total_number = WrittenNumberField("total", help_text="The same as a number.")
    note = serializers.CharField(help_text="What it was besides a game, and what was done to it.")


class ExplainedStandingSerializer(StandingSerializer):
    """One line of a table with what is still possible by points alone and, if asked for, every round behind it."""

    entrant = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True, help_text="Pairing number.")
    left = serializers.CharField(help_text="How the player left the event; mostly empty.")
    zone = serializers.CharField(help_text="Where the place leads to: `goes up`, `stays`, `goes down` ...; or empty.")
    most = serializers.CharField(help_text="Points if everything that is open is won; empty when nothing is.")
    most_number = WrittenNumberField("most", help_text="The same as a number; null when nothing is open.")
    places = serializers.CharField(help_text="Places still possible, such as `1 to 4`; empty when nothing is open.")
    certain = serializers.ListField(child=serializers.CharField(), help_text="What is certain already, in words.")
    rounds = RoundLineSerializer(many=True)


class ExplainedStandingsSerializer(serializers.Serializer[Any]):
    """The stored table of a division, or a part of it."""

    version = serializers.IntegerField(source="snapshot.version", help_text="The last line of the log it counts.")
    digest = serializers.CharField(source="snapshot.digest", help_text=TABLE_DIGEST)
    computed_at = serializers.DateTimeField(source="snapshot.computed_at")
    waiting = serializers.IntegerField(help_text="Lines of the log that are not counted yet.")
    total = serializers.IntegerField(help_text="Lines that the whole table has.")
    standings = ExplainedStandingSerializer(source="lines", many=True)
    ties = serializers.ListField(child=serializers.CharField(), help_text="How each tie was broken, in words.")


class SupposedStandingSerializer(PlainStandingSerializer):
    """One line of a supposed table."""

    rank_now = serializers.SerializerMethodField(allow_null=True)
    zone = serializers.CharField()

    def get_rank_now(self, line: tables.StandingLine) -> int | None:
        ranks: dict[int, int] = self.context["ranks"]
        return ranks.get(line.entrant)


class SideSerializer(serializers.Serializer[Any]):
    """One of two in a tie of a bracket."""

    seed = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(help_text="Empty as long as it is not known.")
    total = serializers.CharField()
    total_number = WrittenNumberField("total", help_text="The same as a number; null before a game has ended.")
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
    part = serializers.ChoiceField(choices=list(Part), help_text="Of a double elimination; a knockout is all winners.")
    title = serializers.CharField()
    ties = TieSerializer(many=True)


class RungSerializer(serializers.Serializer[Any]):
    """A rung of a ladder."""

    rung = serializers.IntegerField()
    player = serializers.CharField()
    may_challenge = serializers.BooleanField(help_text="Whether you may challenge this player now.")


class LogEntrySerializer(serializers.Serializer[Any]):
    """An entry of an event's log in words."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField()
    actor = serializers.CharField(help_text="Empty where the rules of the event did it.")
    is_by_staff = serializers.BooleanField(help_text="Whether it was done by staff who do not direct the event.")
    why = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    is_reverted = serializers.BooleanField()
    is_provisional = serializers.BooleanField(
        help_text="A decision about a game of a director: not rated until another director or staff confirms it."
    )


class RecordPartSerializer(serializers.Serializer[Any]):
    """A player's record in one division; `line` is null for a player who is not in its table any more."""

    division = serializers.IntegerField(source="division.pk")
    title = serializers.CharField()
    total = serializers.IntegerField(help_text="Players in the table.")
    line = ExplainedStandingSerializer(allow_null=True)


class DateSerializer(serializers.Serializer[Any]):
    """Something that is to come in an event."""

    at = serializers.DateTimeField()
    event = serializers.CharField(source="event.slug")
    what = serializers.CharField(help_text="`starts`, `round ends`, `season ends` or `all games end`.")
    words = serializers.CharField()
