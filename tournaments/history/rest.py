"""What events have come to by REST: titles, and leagues over their seasons."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import NumbersField, TextsField
from games.rules import RULES
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import ChoiceField, SentSerializer, query_of
from tournaments.history.all_time import AllTime
from tournaments.history.records import records_of
from tournaments.history.seasons import has_seasons, league_of
from tournaments.history.titles import MOST_EVENTS, events_with_titles, titles_in
from tournaments.presenting import finding
from tournaments.standings.records import AllTimeRecord, RecordKind
from tournaments.wording.decisions import write_points


class TitleFilterSerializer(SentSerializer):
    """What the titles can be narrowed down to."""

    rules = ChoiceField(choices=sorted(RULES), required=False, help_text="Only events of this game.")


class TitleSerializer(serializers.Serializer[Any]):
    """The champions of a finished event."""

    event = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    rules = serializers.CharField(source="event.rules")
    form = serializers.CharField(source="event.form")
    season = serializers.IntegerField(source="event.season")
    finished_at = serializers.DateTimeField(source="event.finished_at")
    champions = TextsField(
        help_text="The winners: several players if they share first place, and the players of a team."
    )
    teams = TextsField(help_text="The winning team, or those who share first place; empty for players.")


class MovedSerializer(serializers.Serializer[Any]):
    """A player who is in another tier than in the previous season."""

    player = serializers.CharField()
    tier = serializers.IntegerField(help_text="The tier of this season; 1 is the highest.")


class SeasonSerializer(serializers.Serializer[Any]):
    """A season of a league."""

    event = serializers.CharField(source="event.slug")
    season = serializers.IntegerField(source="event.season")
    state = serializers.CharField(source="event.state")
    players = serializers.IntegerField()
    champions = TextsField(help_text="The champions; empty until the season is over.")
    up = MovedSerializer(many=True, source="moves.up")
    down = MovedSerializer(many=True, source="moves.down")


class AllTimeSerializer(serializers.Serializer[Any]):
    """A player's results in all finished seasons of a league."""

    player = serializers.CharField()
    points = serializers.SerializerMethodField(help_text="The points as they are written: `12½`.")
    titles = serializers.IntegerField()
    seasons = serializers.IntegerField(source="events")
    played = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Including forfeits.")
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Including forfeits.")
    best_tier = serializers.IntegerField()
    best_place = serializers.IntegerField(help_text="The best place in that tier.")

    def get_points(self, line: AllTime) -> str:
        return write_points(line.points)


class LeagueSerializer(serializers.Serializer[Any]):
    """A league with all its seasons, latest first."""

    seasons = SeasonSerializer(many=True)
    all_time = AllTimeSerializer(many=True, help_text="All players, most points first.")


class TitlesView(Operation):
    """The hall of fame."""

    @extend_schema(
        summary="The champions of past events",
        parameters=[TitleFilterSerializer],
        responses={200: TitleSerializer(many=True), 400: ProblemSerializer, 429: READ_ERRORS[429]},
    )
    @expensive
    def get(self, request: Request) -> Response:
        """Latest first, at most the last 2,000 events. Challenge matches and mini cups are left out."""
        wanted = query_of(request, TitleFilterSerializer)
        titles = titles_in(events_with_titles().filter(**wanted)[:MOST_EVENTS])
        return Response(TitleSerializer(titles, many=True).data)


class RecordFilterSerializer(SentSerializer):
    """The game whose records are wanted."""

    rules = ChoiceField(choices=sorted(RULES), help_text="The game.")


class AllTimeRecordSerializer(serializers.Serializer[Any]):
    """A record of a game over all events that are over."""

    kind = serializers.ChoiceField(choices=list(RecordKind))
    value = serializers.IntegerField(
        help_text="The margin of a win or match, or the number of steps, wins in a row, games or titles."
    )
    players = TextsField(
        help_text="The winner, then the opponents, where there are `scores`; else all players who share the record."
    )
    scores = NumbersField(help_text="Points of the game or match, in the order of `players`; empty for other records.")
    game = serializers.SerializerMethodField(help_text="The game that set the record; null for several games.")
    event = serializers.CharField(help_text="The event; empty for a record over several events.")
    at = serializers.DateTimeField(allow_null=True)

    def get_game(self, record: AllTimeRecord) -> int | None:
        return record.game or None


class RecordsView(Operation):
    """Records over all events."""

    @extend_schema(
        summary="The records of a game",
        parameters=[RecordFilterSerializer],
        responses={200: AllTimeRecordSerializer(many=True), 400: ProblemSerializer, 429: READ_ERRORS[429]},
    )
    @expensive
    def get(self, request: Request) -> Response:
        """The biggest and the fastest win, the closest match, the longest streak, the most games and titles, from the
        last 20,000 games of events that are over. Of equal records the first that was set."""
        wanted = query_of(request, RecordFilterSerializer)
        return Response(AllTimeRecordSerializer(records_of(wanted["rules"]), many=True).data)


class SeasonsView(Operation):
    """A league over its seasons."""

    @extend_schema(summary="A league over its seasons", responses={200: LeagueSerializer, **READ_ERRORS})
    @expensive
    def get(self, request: Request, slug: str) -> Response:
        """Champions, promotions and relegations by season, and the all-time table."""
        event = finding.find_event(request._request, slug)
        if not has_seasons(event):
            raise Http404(gettext("{event} has no seasons: only leagues have.").format(event=event.name))
        return Response(LeagueSerializer(league_of(event)).data)


EVENT_OPERATIONS = [
    path("events/history/", TitlesView.as_view(), name="titles"),
    path("events/records/", RecordsView.as_view(), name="records"),
    path("events/<slug:slug>/seasons/", SeasonsView.as_view(), name="seasons"),
]
