"""Ratings by REST: lists, histories, records. Everybody can read them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import path, reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import NumbersField, TextsField
from ground.expensive import expensive
from ground.features import added
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import SentSerializer, query_of
from tournaments.glicko2 import Difference, Rating
from tournaments.models.ratings import PlayerRating, RatingPool
from tournaments.ratings import queries, records
from tournaments.ratings.finding import found_player, found_pool, found_versions, today
from tournaments.signals import record_asked


class RatingSerializer(serializers.Serializer[Rating]):
    """A Glicko-2 rating. `provisional` ratings, with a deviation above 110, are shown with a question mark."""

    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    volatility = serializers.FloatField()
    provisional = serializers.BooleanField(source="is_provisional")


class RatingPoolSerializer(serializers.ModelSerializer[RatingPool]):
    """The rated players of one game, at tables of 2 (`2p`) or of 3 and more (`multi`)."""

    field = serializers.ChoiceField(choices=RatingPool.Field.values)
    listed = serializers.IntegerField(help_text="The number of players in the list.")
    rated_through = serializers.DateField(allow_null=True, help_text="The last day (UTC) whose results are included.")
    page = serializers.SerializerMethodField(help_text="The path of its web page.")

    class Meta:
        model = RatingPool
        fields = ["rules", "field", "listed", "rated_through", "page"]

    def get_page(self, pool: RatingPool) -> str:
        return reverse("ratings:list", args=[pool.rules, pool.field])


class RatingListLineSerializer(serializers.Serializer[queries.ListLine]):
    """One line of a rating list. The deviation is today's."""

    place = serializers.IntegerField(
        allow_null=True,
        help_text="The place in the list; null for a player whose rating has always been provisional. Such players "
        "come last.",
    )
    player = serializers.CharField()
    rating = serializers.FloatField(source="value.rating")
    deviation = serializers.FloatField(source="value.deviation")
    provisional = serializers.BooleanField(source="value.is_provisional")
    games = serializers.IntegerField(source="total", help_text="The number of rated results.")
    last_rated = serializers.DateField(source="day")


class DifferenceSerializer(serializers.Serializer[Difference]):
    """The points that one rating is above another one, with the bounds of a 95 % interval: 1.96 times the root of
    both deviations' squares (Glickman, "Example of the Glicko-2 system"). `better` is null as long as both bounds have
    different signs."""

    points = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    better = serializers.BooleanField(source="is_better", allow_null=True)


class VersionSerializer(serializers.Serializer[queries.VersionLine]):
    """A version of a bot, rated by the games that ended while it was the present one."""

    version = serializers.CharField()
    since = serializers.DateField(help_text="Its first day (UTC).")
    rating = RatingSerializer(source="value", allow_null=True, help_text="After its last rated result; null before.")
    games = serializers.IntegerField(help_text="The number of rated results.")
    than = serializers.CharField(help_text="The version with which it is compared; empty if that cannot be done.")
    difference = DifferenceSerializer(allow_null=True, help_text="How much better it is than that version.")


class VersionsFilterSerializer(SentSerializer):
    """What versions are compared with."""

    than = serializers.CharField(required=False, default="", help_text="A version; the one before by default.")


class RatingDaySerializer(serializers.Serializer[queries.HistoryLine]):
    """A day on which a player was rated."""

    day = serializers.DateField()
    rating = serializers.FloatField(source="value.rating")
    deviation = serializers.FloatField(source="value.deviation")
    volatility = serializers.FloatField(source="value.volatility")
    change = serializers.FloatField()
    games = serializers.IntegerField()
    games_in_all = serializers.IntegerField(source="total")


class RatingHistorySerializer(serializers.Serializer[Any]):
    """A player's rating today, and its history."""

    player = serializers.CharField()
    now = RatingSerializer()
    place = serializers.IntegerField(
        allow_null=True,
        help_text="The place in the list; null while the rating is provisional or the player is not active.",
    )
    days = RatingDaySerializer(many=True)


class EncounterSerializer(serializers.Serializer[queries.Encounter]):
    """One opponent of a rated result. If there are several `games`, they are a match, which counts as one result."""

    games = NumbersField()
    opponent = serializers.CharField()
    rating = RatingSerializer(source="value", help_text="The opponent's rating at the start of that day.")
    advantage = serializers.FloatField(
        help_text="The rating points added to the opponent's rating for moving first; negative if the player moved "
        "first."
    )
    expected = serializers.FloatField()
    score = serializers.FloatField(source="meeting.score")
    weight = serializers.FloatField(source="meeting.weight")


class AccountSerializer(serializers.Serializer[queries.Account]):
    """How a player's rating changed on one day."""

    before = RatingSerializer()
    after = RatingSerializer()
    encounters = EncounterSerializer(many=True)


class ScoreSerializer(serializers.Serializer[records.Score]):
    """Games won, drawn and lost."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class PoolRecordSerializer(ScoreSerializer):
    """The finished games of one game and size of table."""

    rules = serializers.CharField()
    field = serializers.ChoiceField(choices=RatingPool.Field.values)


class OpponentRecordSerializer(ScoreSerializer):
    """The finished games against one opponent."""

    player = serializers.CharField()


class EventRecordSerializer(serializers.Serializer[records.EventLine]):
    """An event that the player has entered."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    place = serializers.IntegerField(allow_null=True)
    of = serializers.IntegerField(help_text="The number of entrants in the table.")


class StreaksSerializer(serializers.Serializer[records.Streaks]):
    """Streaks of games, in the order in which they ended."""

    most_won = serializers.IntegerField(help_text="The longest winning streak.")
    most_unbeaten = serializers.IntegerField(help_text="The longest streak without a loss.")
    won = serializers.IntegerField(help_text="The length of the present winning streak.")
    unbeaten = serializers.IntegerField(help_text="The length of the present streak without a loss.")


class PlayerTitleSerializer(serializers.Serializer[Any]):
    """An event that the player has won."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    rules = serializers.CharField(source="event.rules")
    champions = TextsField(help_text="The winners: several players if they share first place.")


class PlayerCircuitSerializer(serializers.Serializer[Any]):
    """A circuit that the player has won."""

    circuit = serializers.CharField(source="circuit.slug")
    name = serializers.CharField(source="circuit.name")
    ended_at = serializers.DateTimeField(source="circuit.ended_at")
    champions = TextsField(help_text="The winners: several players if they share first place.")


class PlayerRecordSerializer(serializers.Serializer[Any]):
    """A player's results in rated and casual games. The latest games are listed at `/api/v1/games/`."""

    player = serializers.CharField()
    games = PoolRecordSerializer(many=True)
    opponents = OpponentRecordSerializer(many=True)
    events = EventRecordSerializer(many=True)
    titles = PlayerTitleSerializer(many=True, help_text="Titles, latest first.")
    circuits = PlayerCircuitSerializer(many=True, help_text="Circuits that the player has won, latest first.")
    streaks = StreaksSerializer()


class RulesScoreSerializer(ScoreSerializer):
    """The finished games of one game."""

    rules = serializers.CharField()


class ProspectSerializer(serializers.Serializer[records.Prospect]):
    """The score that the first player can expect today, as a share of a point."""

    rules = serializers.CharField(source="pool.rules")
    field = serializers.ChoiceField(choices=RatingPool.Field.values, source="pool.field")
    player = RatingSerializer(source="first")
    opponent = RatingSerializer(source="second")
    expected = serializers.FloatField()
    difference = DifferenceSerializer(help_text="How much better the first player is.")


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """The games of two players against each other, from the first player's point of view."""

    player = serializers.CharField()
    opponent = serializers.CharField()
    total = ScoreSerializer()
    games = RulesScoreSerializer(many=True)
    prospects = ProspectSerializer(many=True)


def _score(score: records.Score) -> dict[str, int]:
    return {"won": score.won, "drawn": score.drawn, "lost": score.lost}


class RatingPoolsView(Operation):
    """What there are lists of."""

    @extend_schema(operation_id="rating_pools", summary="Rating lists", responses=RatingPoolSerializer(many=True))
    def get(self, request: Request) -> Response:
        """One list for each game and table size in which any player is rated."""
        return Response(RatingPoolSerializer(queries.pools_with_players(today()), many=True).data)


class RatingListView(Operation, ListAPIView[PlayerRating]):
    """One list."""

    serializer_class = RatingListLineSerializer  # type: ignore[assignment] # lines made of the ratings
    queryset = PlayerRating.objects.none()

    def get_queryset(self) -> QuerySet[PlayerRating]:
        return queries.rating_list(found_pool(self.kwargs["rules"], self.kwargs["field"]), today())

    @extend_schema(
        operation_id="rating_list",
        summary="A rating list, the best first",
        responses={200: RatingListLineSerializer, **READ_ERRORS},
    )
    def get(self, request: Request, rules: str, field: str) -> Response:
        """The players who have played a rated game within a year."""
        page = self.paginate_queryset(self.get_queryset()) or []
        first = self.paginator.page.start_index()  # type: ignore[union-attr]
        lines = queries.list_lines(page, today(), first=first)
        return self.get_paginated_response(RatingListLineSerializer(lines, many=True).data)  # type: ignore[arg-type]


class RatingHistoryView(Operation):
    """One player in one list."""

    @extend_schema(
        operation_id="rating_history",
        summary="The history of a rating",
        responses={200: RatingHistorySerializer, **READ_ERRORS},
    )
    def get(self, request: Request, rules: str, field: str, username: str) -> Response:
        """Every day on which the player was rated, earliest first."""
        found, pool = found_player(username), found_pool(rules, field)
        own = PlayerRating.objects.filter(player=found, pool=pool).first()
        if own is None:
            raise Http404(gettext("{username} has no rating there yet.").format(username=username))
        body = {
            "player": found.username,
            "now": queries.present_value(own, today()),
            "place": queries.place_of(pool, found, today()),
            "days": queries.history_of(found, pool),
        }
        return Response(RatingHistorySerializer(body).data)


class VersionsView(Operation):
    """The versions of a bot in one list."""

    filters = VersionsFilterSerializer

    @extend_schema(
        operation_id="rating_versions",
        summary="Whether a version of a bot is better than another",
        parameters=[VersionsFilterSerializer],
        responses={200: VersionSerializer(many=True), **READ_ERRORS},
    )
    @expensive
    def get(self, request: Request, rules: str, field: str, username: str) -> Response:
        """The versions of a player's bot, newest first, each compared with the one before or with `than`."""
        wanted = query_of(request, self.filters)
        lines = found_versions(found_player(username), found_pool(rules, field), wanted["than"])
        return Response(VersionSerializer(lines, many=True).data)  # type: ignore[arg-type]  # a list of them


class RatingAccountView(Operation):
    """One day of one rating."""

    @extend_schema(
        operation_id="rating_account",
        summary="How a day's results changed a rating",
        responses={200: AccountSerializer, **READ_ERRORS},
    )
    @expensive
    def get(self, request: Request, rules: str, field: str, username: str, day: date) -> Response:
        """The results of one day, with the expected and the actual scores."""
        described = queries.account_of(found_player(username), found_pool(rules, field), day)
        if described is None:
            raise Http404(gettext("{username} had no rated result there on {day}.").format(username=username, day=day))
        return Response(AccountSerializer(described).data)


class RecordView(Operation):
    """One player's record."""

    @extend_schema(summary="A player's record", responses={200: PlayerRecordSerializer, **READ_ERRORS})
    @expensive
    def get(self, request: Request, username: str) -> Response:
        """Finished games by game and by opponent, streaks, events, and titles."""
        found = found_player(username)
        record = records.record_of(found)
        body: dict[str, object] = {
            "player": found.username,
            "games": [
                {"rules": rules, "field": field, **_score(score)} for (rules, field), score in record.by_pool.items()
            ],
            "opponents": [{"player": name, **_score(score)} for name, score in record.by_opponent.items()],
            "events": record.events,
            "titles": (),
            "circuits": (),
            "streaks": record.streaks,
        }
        for fields in added(record_asked, player=found):
            body |= fields
        return Response(PlayerRecordSerializer(body).data)


class HeadToHeadView(Operation):
    """Two players."""

    @extend_schema(summary="Two players head to head", responses={200: HeadToHeadSerializer, **READ_ERRORS})
    def get(self, request: Request, username: str, opponent: str) -> Response:
        """The results of their games against each other, and the result to expect today."""
        first, second = found_player(username), found_player(opponent)
        if first == second:
            raise Http404(gettext("Name two different players."))
        between = records.head_to_head(first, second, today())
        body = {
            "player": first.username,
            "opponent": second.username,
            "total": between.total,
            "games": [{"rules": rules, **_score(score)} for rules, score in between.by_rules.items()],
            "prospects": between.prospects,
        }
        return Response(HeadToHeadSerializer(body).data)


urlpatterns = [
    path("ratings/", RatingPoolsView.as_view(), name="ratings"),
    path("ratings/<slug:rules>/<field:field>/", RatingListView.as_view(), name="rating-list"),
    path("ratings/<slug:rules>/<field:field>/<str:username>/", RatingHistoryView.as_view(), name="rating-history"),
    path("ratings/<slug:rules>/<field:field>/<str:username>/versions/", VersionsView.as_view(), name="rating-versions"),
    path(
        "ratings/<slug:rules>/<field:field>/<str:username>/<day:day>/",
        RatingAccountView.as_view(),
        name="rating-account",
    ),
    path("players/<str:username>/record/", RecordView.as_view(), name="player-record"),
    path("players/<str:username>/against/<str:opponent>/", HeadToHeadView.as_view(), name="head-to-head"),
]
