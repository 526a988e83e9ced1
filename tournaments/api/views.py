"""The REST door: reads by the queries, deeds by the services, everything else is translation."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import ErrorSerializer
from games.api.views import RECORD_FORM, RECORDS, records_answer
from games.rules import RULES
from tournaments import agenda, division_views, frames, logbook, queries, tables
from tournaments.api import division_serializers
from tournaments.api import serializers as shapes
from tournaments.api.deeds import DoingViewSet
from tournaments.frames import standings_version
from tournaments.models import Division, Event
from tournaments.schemes import FORM_TITLES
from tournaments.views import slowest_ends_of

READ_ERRORS = {404: ErrorSerializer, 429: ErrorSerializer}
MOST_LINES = 1000
MOST_STANDINGS = 500
WRITE_ERRORS = dict.fromkeys((401, 403, 404, 409, 429), ErrorSerializer)


class EventFilterSerializer(serializers.Serializer[Any]):
    """What a list of events can be narrowed down to."""

    state = serializers.ChoiceField(choices=Event.State.choices, required=False)
    rules = serializers.ChoiceField(choices=sorted(RULES), required=False)
    form = serializers.ChoiceField(choices=[str(form) for form in FORM_TITLES], required=False)


@extend_schema_view(list=extend_schema(summary="Events, the newest first", parameters=[EventFilterSerializer]))
class EventsViewSet(mixins.ListModelMixin, DoingViewSet):
    """Events: leagues to enter, to play and to follow."""

    queryset = Event.objects.none()
    serializer_class = shapes.EventSummarySerializer
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def get_queryset(self) -> QuerySet[Event]:
        user = self.request.user
        shown = queries.events_shown_to(user if user.is_authenticated else None)
        if self.action != "list":
            return shown
        wanted = EventFilterSerializer(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        return shown.filter(**wanted.validated_data)

    def event(self) -> Event:
        """The event of the path. Raises Http404."""
        return get_object_or_404(self.get_queryset(), slug=self.kwargs["slug"])

    def division(self) -> Division:
        """The division of the event of the path, of several the first of the latest stage. Raises Http404."""
        return frames.find_division(self.event(), None)

    @extend_schema(summary="One event", responses={200: shapes.EventDetailSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(self.detail_of(self.event()))

    def detail_of(self, event: Event) -> Any:
        """The event with everything about it."""
        context = {"entrants": queries.active_entrants(event), "slowest_end": slowest_ends_of(event).latest}
        return shapes.EventDetailSerializer(event, context=context).data

    @extend_schema(summary="Fixtures by round", responses={200: shapes.MatchSerializer(many=True), **READ_ERRORS})
    @action(detail=True, pagination_class=None, filter_backends=[])
    def fixtures(self, request: Request, slug: str) -> Response:
        """Who meets whom: every match as far as it has been played."""
        return Response(shapes.MatchSerializer(tables.match_tables(self.division()), many=True).data)

    @extend_schema(
        summary="One match, game by game",
        parameters=[OpenApiParameter("fixture", int, OpenApiParameter.PATH)],
        responses={200: shapes.MatchSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="fixtures/<int:fixture>", url_name="match")
    def match(self, request: Request, slug: str, fixture: int) -> Response:
        found, division = division_views.find_fixture(self.event(), fixture)
        (table,) = tables.match_tables(division, [found])
        return Response(shapes.MatchSerializer(table).data)

    @extend_schema(summary="The standings", responses={200: shapes.StandingsSerializer, **READ_ERRORS})
    @action(detail=True, pagination_class=None, filter_backends=[])
    def standings(self, request: Request, slug: str) -> Response:
        """The stored table, with every number's origin: its first lines if it is long; that of its division has all, in
        portions. Send `If-None-Match` to be told when nothing has changed."""
        division = self.division()
        etag = f'"{standings_version(division)}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        table = tables.standing_table(division, stop=MOST_STANDINGS, explained=True)
        return Response(shapes.StandingsSerializer(table).data, headers={"ETag": etag})

    @extend_schema(
        summary="Everybody against everybody", responses={200: shapes.CrossRowSerializer(many=True), **READ_ERRORS}
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def crosstable(self, request: Request, slug: str) -> Response:
        if not tables.has_cross_table(self.division()):
            raise Http404("Not everybody meets everybody here, two at a time, so there is no crosstable.")
        return Response(shapes.CrossRowSerializer(tables.cross_table(self.division()), many=True).data)

    @extend_schema(
        summary="The records of all games of an event",
        parameters=[RECORD_FORM],
        responses={**RECORDS, 400: ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def records(self, request: Request, slug: str) -> HttpResponseBase:
        """One JSON object a line, or one text after another, oldest first; the answer comes while it is written."""
        return records_answer(request, queries.games_of_event(self.event()))

    @extend_schema(
        summary="The result log",
        parameters=[OpenApiParameter("since", int, description="Only what came after the line with this `seq`.")],
        responses={200: shapes.ResultSerializer(many=True), 400: ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def results(self, request: Request, slug: str) -> Response:
        """What the standings are computed from, chained by SHA-256, so that anybody can compute them again."""
        lines = self.event().results.filter(seq__gt=_since(request)).order_by("seq")
        return Response(shapes.ResultSerializer(lines, many=True).data)

    @extend_schema(
        summary="The log in words",
        parameters=[OpenApiParameter("since", int, description="Only what came after the line with this `seq`.")],
        responses={200: division_serializers.LogEntrySerializer(many=True), 400: ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def log(self, request: Request, slug: str) -> Response:
        """What happened, who did it and why; at most a thousand lines, oldest first."""
        event = self.event()
        lines = list(event.results.filter(seq__gt=_since(request)).order_by("seq")[:MOST_LINES])
        return Response(division_serializers.LogEntrySerializer(logbook.entries(event, lines), many=True).data)

    @extend_schema(
        summary="A player's record in the event",
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH)],
        responses={200: division_serializers.RecordPartSerializer(many=True), **READ_ERRORS},
    )
    @action(detail=True, url_path="players/<str:username>", url_name="record")
    def record(self, request: Request, slug: str, username: str) -> Response:
        """In each division, the latest stage first: the line of its table, with every round behind it."""
        event = self.event()
        entrants = queries.entries_of(event, username)
        if not entrants:
            raise Http404(f"There is no {username} in {event.name}.")
        parts = [part for entrant in entrants if (part := division_views.record_in(event, entrant))]
        return Response(division_serializers.RecordPartSerializer(parts, many=True).data)

    @extend_schema(
        summary="What is to come in all events",
        parameters=[OpenApiParameter("rules", str, description="Only events of this game.")],
        responses={200: division_serializers.DateSerializer(many=True), **READ_ERRORS},
    )
    @action(detail=False, pagination_class=None, filter_backends=[])
    def calendar(self, request: Request) -> Response:
        """Starts, deadlines of rounds and ends of seasons, in order."""
        shown = queries.events_shown_to(request.user if request.user.is_authenticated else None)
        rules = request.query_params.get("rules", "")
        dates = agenda.dates_of(shown.filter(rules=rules) if rules else shown, since=timezone.now())
        return Response(division_serializers.DateSerializer(dates, many=True).data)


def _since(request: Request) -> int:
    since = request.query_params.get("since", "0")
    if not (since.isascii() and since.isdecimal() and len(since) < 10):
        raise serializers.ValidationError("since must be a number: the seq of the last line that you have.")
    return int(since)
