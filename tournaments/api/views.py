"""Events by REST: reads by the queries, actions by the services, everything else is translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.feed.views import FeedView, StreamView, in_feed, in_stream
from games.api.fields import PlayerNameField
from games.api.records import RECORD_FORM, RECORDS, records_answer
from games.feed import topics
from games.feed.shown import keep_while_same
from games.rules import RULES
from ground.expensive import expensive, expensive_if
from ground.rest.answers import READ_ERRORS
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField, numbers_in, query_of
from tournaments import queries
from tournaments.api import division_serializers
from tournaments.api import serializers as shapes
from tournaments.api.event_operations import OperationsViewSet
from tournaments.api.taking_part import event_body
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import FORM_TITLES, Form
from tournaments.formats.mini_cups import MINI_CUPS
from tournaments.models import Division, Event
from tournaments.presenting import calendar, finding, tables
from tournaments.presenting.match_tables import cross_table, match_tables

MOST_LINES = 1000
MOST_STANDINGS = 100


class EventFilterSerializer(serializers.Serializer[Any]):
    """What a list of events can be narrowed down to."""

    state = ChoiceField(choices=Event.State.choices, required=False)
    rules = ChoiceField(choices=sorted(RULES), required=False)
    form = ChoiceField(choices=[str(form) for form in FORM_TITLES], required=False)
    q = serializers.CharField(max_length=60, required=False, help_text="Events whose name contains this text.")
    player = PlayerNameField(
        required=False, help_text="Events in which this player takes part or which this player directs."
    )
    year = WholeNumberField(min_value=2026, max_value=9999, required=False, help_text="Events that began in this year.")
    cup = ChoiceField(choices=sorted(MINI_CUPS), required=False, help_text="Mini cups that began from this queue.")


class CalendarFilterSerializer(SentSerializer):
    """What the calendar can be narrowed down to."""

    rules = ChoiceField(choices=sorted(RULES), required=False, help_text="Only events of this game.")


class EventsViewSet(mixins.ListModelMixin, OperationsViewSet):
    """Leagues and tournaments to enter, play and follow. Drafts are listed only for their directors."""

    queryset = Event.objects.none()
    serializer_class = shapes.EventSummarySerializer
    filters = EventFilterSerializer
    newest_first = True
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def get_queryset(self) -> QuerySet[Event]:
        shown = queries.events_shown_to(finding.viewer_of(self.request._request))
        asked = query_of(self.request, self.filters)
        if "q" in asked:
            shown = shown.filter(name__icontains=asked.pop("q"))
        if "year" in asked:
            shown = shown.filter(started_at__year=asked.pop("year"))
        if "player" in asked:
            shown = queries.only_of(shown, asked.pop("player"))
        elif "cup" not in asked and asked.get("form") != Form.MATCH and self.action == "list":
            shown = queries.without_lobby(shown)
        return shown.filter(**asked)

    @extend_schema(summary="Events, the newest first", parameters=[EventFilterSerializer])
    @expensive_if(lambda request: "q" in request.query_params)
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        keep_while_same(request)
        return super().list(request, *args, **kwargs)

    def event(self) -> Event:
        """The event of the path. Raises Http404."""
        return finding.find_event(self.request._request, self.kwargs["slug"])

    def kept_event(self) -> Event:
        """The same, for answers that depend on nothing else."""
        found = self.event()
        keep_while_same(self.request, topics.of_event(found.pk))
        return found

    def division(self) -> Division:
        """The division of the event of the path, of several the first of the latest stage. Raises Http404."""
        return finding.find_division(self.kept_event(), None)

    @extend_schema(summary="One event", responses={200: shapes.EventDetailSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, slug: str) -> Response:
        """The event with its rules in words, its entrants, and the values needed to check its lots."""
        return Response(self.detail_of(self.kept_event()))

    def detail_of(self, event: Event) -> Any:
        """The event with everything about it."""
        return event_body(event)

    @extend_schema(
        summary="Fixtures by round",
        responses={200: shapes.MatchSerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def fixtures(self, request: Request, slug: str) -> Response:
        """The pairings of the first division of the latest stage, each match with its results so far. If there are
        many, only the first ones are listed; the division's `fixtures/` has them all, in portions."""
        numbers_in(request)
        division = self.division()
        held = list(queries.fixtures_of(division)[: queries.FEW])
        return Response(shapes.MatchSerializer(match_tables(division, held), many=True).data)

    @extend_schema(
        summary="One match, game by game",
        parameters=[OpenApiParameter("fixture", int, OpenApiParameter.PATH)],
        responses={200: shapes.MatchSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="fixtures/<int:fixture>", url_name="match")
    def match(self, request: Request, slug: str, fixture: int) -> Response:
        """A fixture of any stage and division of the event, with its totals and their meaning."""
        found, division = finding.find_fixture(self.kept_event(), fixture)
        (table,) = match_tables(division, [found])
        return Response(shapes.MatchSerializer(table).data)

    @extend_schema(
        summary="The standings", responses={200: shapes.StandingsSerializer, 400: ProblemSerializer, **READ_ERRORS}
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    @expensive
    def standings(self, request: Request, slug: str) -> Response:
        """The stored table, with the origin of every number. If it is long, only its first lines are listed; the
        division's `standings/` has them all, in portions. Send `If-None-Match` to get status 304 when nothing has
        changed."""
        numbers_in(request)
        division = self.division()
        etag = f'"{finding.standings_version(division)}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        table = tables.standing_table(division, stop=MOST_STANDINGS, explained=True)
        return Response(shapes.StandingsSerializer(table).data, headers={"ETag": etag})

    @extend_schema(summary="Crosstable", responses={200: shapes.CrossRowSerializer(many=True), **READ_ERRORS})
    @action(detail=True, pagination_class=None, filter_backends=[])
    @expensive
    def crosstable(self, request: Request, slug: str) -> Response:
        """The crosstable of the first division of the latest stage, if all its players meet each other there in
        pairs."""
        division = self.division()
        finding.check_has_crosstable(division)
        return Response(shapes.CrossRowSerializer(cross_table(division), many=True).data)

    @extend_schema(
        summary="The records of all games of an event",
        parameters=[RECORD_FORM],
        responses={**RECORDS, 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    @expensive
    def records(self, request: Request, slug: str) -> HttpResponseBase:
        """One JSON object per line, or one text after another, oldest first."""
        return records_answer(request, queries.games_of_event(self.event()))

    @extend_schema(
        summary="The result log",
        parameters=[OpenApiParameter("since", int, description="Only entries after the one with this `seq`.")],
        responses={200: shapes.ResultSerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    @expensive
    def results(self, request: Request, slug: str) -> Response:
        """The entries that the standings are computed from, chained by SHA-256, so that anybody can recompute them."""
        (since,) = numbers_in(request, since=0)
        lines = self.event().log_entries.filter(seq__gt=since).order_by("seq")
        return Response(shapes.ResultSerializer(lines, many=True).data)

    @extend_schema(
        summary="The log in words",
        parameters=[OpenApiParameter("since", int, description="Only entries after the one with this `seq`.")],
        responses={200: division_serializers.LogEntrySerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    @expensive
    def log(self, request: Request, slug: str) -> Response:
        """What happened, who did it and why. At most 1,000 entries, oldest first."""
        (since,) = numbers_in(request, since=0)
        event = self.event()
        lines = list(event.log_entries.filter(seq__gt=since).order_by("seq")[:MOST_LINES])
        return Response(division_serializers.LogEntrySerializer(describe(event, lines), many=True).data)

    @extend_schema(
        summary="A player's record in the event",
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH)],
        responses={200: division_serializers.RecordPartSerializer(many=True), **READ_ERRORS},
    )
    @action(
        detail=True, url_path="players/<str:username>", url_name="record", pagination_class=None, filter_backends=[]
    )
    @expensive
    def record(self, request: Request, slug: str, username: str) -> Response:
        """The player's line in the table of each division, with all rounds behind it, latest stage first."""
        event = self.event()
        parts = tables.record_of(event, finding.find_entries(event, username))
        return Response(division_serializers.RecordPartSerializer(parts, many=True).data)

    @extend_schema(
        summary="The calendar of all events",
        parameters=[CalendarFilterSerializer],
        responses={200: division_serializers.DateSerializer(many=True), **READ_ERRORS},
    )
    @action(detail=False, pagination_class=None, filter_backends=[])
    @expensive
    def calendar(self, request: Request) -> Response:
        """Starts, deadlines of rounds, ends of seasons, and dates on which all games of an event end. The next 500, in
        order."""
        shown = queries.events_shown_to(finding.viewer_of(request._request))
        wanted = query_of(request, CalendarFilterSerializer)
        dates = calendar.dates_of(shown.filter(**wanted), since=timezone.now())
        return Response(division_serializers.DateSerializer(dates, many=True).data)


class OfEvent:
    """What happens in an event."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        return [topics.of_event(finding.find_event(request._request, where["slug"]).pk)]


class EventFeedView(OfEvent, FeedView):
    @in_feed("What has happened in an event")
    def get(self, request: Request, slug: str) -> Response:
        """New entries in the log of the event, and newly computed standings."""
        return self.answer(request, slug=slug)


class EventStreamView(OfEvent, StreamView):
    @in_stream("A stream of what happens in an event")
    def get(self, request: Request, slug: str) -> Response:
        """Lines of JSON, or server-sent events with `Accept: text/event-stream`. Without `after` the stream starts
        now."""
        return self.answer(request, slug=slug)
