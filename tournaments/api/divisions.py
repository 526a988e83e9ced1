"""The divisions of an event by REST: rounds, pairings, tables and how they were computed. Everybody can read them."""

from __future__ import annotations

from typing import Any, cast

from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.feed import topics
from games.feed.shown import keep_while_same
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import numbers_in
from tournaments import queries
from tournaments.api import division_serializers as shapes
from tournaments.api.serializers import CrossRowSerializer, MatchSerializer
from tournaments.models import Division
from tournaments.presenting import brackets, finding, tables
from tournaments.presenting.match_tables import byes_by_round, cross_table, match_tables
from tournaments.running import ladders

MOST_LINES = 1000
MOST_EXPLAINED = 100
MOST_MATCHES = queries.FEW

_START = OpenApiParameter("start", int, description="How many to skip at the beginning; 0 by default.")
_COUNT = OpenApiParameter(
    "count", int, description=f"The most lines to return: {MOST_EXPLAINED}, or up to {MOST_LINES} with `explain=0`."
)
_MATCHES = OpenApiParameter(
    "count", int, description=f"The most matches to return, up to {MOST_MATCHES}, which is the default."
)
_EXPLAIN = OpenApiParameter(
    "explain",
    int,
    enum=[0, 1],
    default=1,
    description=(
        "`0` for the lines without explanations, which is faster: `rounds` and the `parts` of tie-breaks "
        "are then empty. Those of one player are at `players/{username}/` of the event."
    ),
)


class DivisionsViewSet(Operations[Division]):
    """The divisions of an event, latest stage first."""

    queryset = Division.objects.none()
    serializer_class = shapes.DivisionSerializer
    lookup_url_kwarg = "division"
    lookup_value_converter = "int"
    pagination_class = None
    filter_backends = ()

    def division(self) -> Division:
        """The division of the path. Raises Http404."""
        event = finding.find_event(self.request._request, self.kwargs["slug"])
        keep_while_same(self.request, topics.of_event(event.pk))
        return finding.find_division(event, self.kwargs["division"])

    @extend_schema(summary="Stages and divisions", responses={200: shapes.StageSerializer(many=True), **READ_ERRORS})
    def list(self, request: Request, slug: str) -> Response:
        event = finding.find_event(request._request, slug)
        keep_while_same(request, topics.of_event(event.pk))
        stages: dict[int, dict[str, Any]] = {}
        divisions = queries.divisions_of(event)
        for division in divisions:
            stage = division.stage
            known = stages.setdefault(stage.number, {"divisions": []})
            known |= {"number": stage.number, "format": stage.format}
            known |= {"started_at": stage.started_at, "finished_at": stage.finished_at}
            known["divisions"].append(division)
        context = {"players": queries.players_by_division(divisions)}
        return Response(shapes.StageSerializer(list(stages.values()), many=True, context=context).data)

    @extend_schema(summary="One division", responses={200: shapes.DivisionSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, slug: str, division: int) -> Response:
        """A division: the entrants of a stage who are ranked in one table."""
        found = self.division()
        context = {"players": queries.players_by_division([found])}
        return Response(shapes.DivisionSerializer(found, context=context).data)

    @extend_schema(
        summary="The standings of a division, explained",
        parameters=[_START, _COUNT, _EXPLAIN],
        responses={200: shapes.ExplainedStandingsSerializer, 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    @expensive
    def standings(self, request: Request, slug: str, division: int) -> Response:
        """The stored table, with the rounds and matches behind each number. Send `If-None-Match` to get status 304 when
        nothing has changed."""
        found = self.division()
        explain, start, count = numbers_in(request, explain=1, start=0, count=MOST_LINES)
        if explain not in (0, 1):
            raise serializers.ValidationError(gettext("explain must be 0 or 1."))
        explained = bool(explain)
        most = MOST_EXPLAINED if explained else MOST_LINES
        etag = f'"{finding.standings_version(found)}-{start}-{count}-{explained}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        table = tables.standing_table(
            found, start=start, stop=start + min(count, most), ahead=True, explained=explained, snapshot=found.snapshot
        )
        return Response(shapes.ExplainedStandingsSerializer(table).data, headers={"ETag": etag})

    @extend_schema(
        summary="The rounds of a division", responses={200: shapes.RoundSerializer(many=True), **READ_ERRORS}
    )
    @action(detail=True)
    def rounds(self, request: Request, slug: str, division: int) -> Response:
        """Each round with its deadline, its fixtures by table, and its byes."""
        found = self.division()
        context = {"byes": byes_by_round(found)}
        rounds = found.rounds.order_by("number").prefetch_related("fixtures")
        return Response(shapes.RoundSerializer(rounds, many=True, context=context).data)

    @extend_schema(
        summary="The matches of a division",
        parameters=[OpenApiParameter("round", int, description="Only matches of this round."), _START, _MATCHES],
        responses={200: MatchSerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    def fixtures(self, request: Request, slug: str, division: int) -> Response:
        """The pairings by round and table, each match with its results so far."""
        found = self.division()
        number, start, count = numbers_in(request, round=0, start=0, count=MOST_MATCHES)
        stop = start + min(count, MOST_MATCHES)
        wanted = queries.fixtures_of(found)
        held = list((wanted.filter(round__number=number) if number else wanted)[start:stop])
        return Response(MatchSerializer(match_tables(found, held), many=True).data)

    @extend_schema(
        summary="The pairings of a division",
        responses={200: shapes.PairingRunSummarySerializer(many=True), **READ_ERRORS},
    )
    @action(detail=True)
    def pairings(self, request: Request, slug: str, division: int) -> Response:
        """Every pairing of the division, oldest first. Request one of them to get all its inputs and outputs."""
        runs = self.division().pairing_runs.order_by("pk")
        return Response(shapes.PairingRunSummarySerializer(runs, many=True).data)

    @extend_schema(
        summary="One pairing, with everything needed to repeat it",
        parameters=[OpenApiParameter("pairing", int, OpenApiParameter.PATH)],
        responses={200: shapes.PairingRunSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="pairings/<int:pairing>", url_name="pairing")
    def pairing(self, request: Request, slug: str, division: int, pairing: int) -> Response:
        """All inputs and outputs of the pairing, with the digests of both."""
        run = get_object_or_404(self.division().pairing_runs.all(), pk=pairing)
        return Response(shapes.PairingRunSerializer(run).data)

    @extend_schema(summary="Crosstable of a division", responses={200: CrossRowSerializer(many=True), **READ_ERRORS})
    @action(detail=True)
    @expensive
    def crosstable(self, request: Request, slug: str, division: int) -> Response:
        """The rows have the order of the stored standings; the cells show the present results."""
        found = self.division()
        finding.check_has_crosstable(found)
        return Response(CrossRowSerializer(cross_table(found), many=True).data)

    @extend_schema(
        summary="The bracket of a knockout", responses={200: shapes.BracketRoundSerializer(many=True), **READ_ERRORS}
    )
    @action(detail=True)
    @expensive
    def bracket(self, request: Request, slug: str, division: int) -> Response:
        """Round by round, with the opponents that are known so far. A double elimination is listed part by part."""
        found = self.division()
        finding.check_has_bracket(found)
        return Response(shapes.BracketRoundSerializer(brackets.bracket_rounds(found), many=True).data)

    @extend_schema(summary="A ladder", responses={200: shapes.RungSerializer(many=True), **READ_ERRORS})
    @action(detail=True)
    def ladder(self, request: Request, slug: str, division: int) -> Response:
        """The player on each rung, and the players whom you can challenge now."""
        found = self.division()
        finding.check_format(found, "ladder")
        others = ladders.whom_to_challenge(found, finding.viewer_of(request._request), at=timezone.now()) or ()
        may = {other.player.username for other in others}
        rungs = [
            {"rung": line.rank, "player": line.player, "may_challenge": line.player in may}
            for line in tables.standing_table(found).lines
        ]
        return Response(shapes.RungSerializer(rungs, many=True).data)
