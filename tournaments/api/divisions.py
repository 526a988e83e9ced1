"""The REST door to the divisions of an event: rounds, pairings, tables and what is behind them. Reading is free."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers import ErrorSerializer
from games.models import Player
from tournaments import brackets, division_views, frames, ladders, queries, supposing, tables
from tournaments.api import division_serializers as shapes
from tournaments.api.serializers import CrossRowSerializer, MatchSerializer
from tournaments.models import Division, Entrant

READ_ERRORS = {404: ErrorSerializer, 429: ErrorSerializer}
MOST_LINES = 500

_START = OpenApiParameter("start", int, description="Only lines after so many; 0 by default.")
_COUNT = OpenApiParameter("count", int, description=f"At most so many lines, {MOST_LINES} by default and at most.")
_SUPPOSED = OpenApiParameter(
    "f{fixture}",
    str,
    description=(
        "For each fixture that is supposed, such as `f12`: `1`, `=` or `0` for the first of two; two totals such as "
        f"`9:5` where leaves are counted; places such as `2-1-3` at tables of more. At most {supposing.MOST_FIXTURES}."
    ),
)


class DivisionsViewSet(viewsets.GenericViewSet[Division]):
    """The divisions of an event, the latest stage first."""

    queryset = Division.objects.none()
    serializer_class = shapes.DivisionSerializer
    lookup_url_kwarg = "division"
    lookup_value_converter = "int"
    pagination_class = None
    filter_backends = ()

    def division(self) -> Division:
        """The division of the path. Raises Http404."""
        event = frames.find_event(self.request._request, self.kwargs["slug"])
        return frames.find_division(event, self.kwargs["division"])

    @extend_schema(summary="Stages and divisions", responses={200: shapes.StageSerializer(many=True), **READ_ERRORS})
    def list(self, request: Request, slug: str) -> Response:
        event = frames.find_event(request._request, slug)
        stages: dict[int, dict[str, Any]] = {}
        for division in queries.divisions_of(event):
            stage = division.stage
            known = stages.setdefault(stage.number, {"divisions": []})
            known |= {"number": stage.number, "format": stage.format}
            known |= {"started_at": stage.started_at, "finished_at": stage.finished_at}
            known["divisions"].append(division)
        return Response(shapes.StageSerializer(list(stages.values()), many=True).data)

    @extend_schema(summary="One division", responses={200: shapes.DivisionSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, slug: str, division: int) -> Response:
        return Response(shapes.DivisionSerializer(self.division()).data)

    @extend_schema(
        summary="The standings of a division, explained",
        parameters=[_START, _COUNT],
        responses={200: shapes.ExplainedStandingsSerializer, 400: ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    def standings(self, request: Request, slug: str, division: int) -> Response:
        """The stored table with every round and match behind each number. Send `If-None-Match` to be told when nothing
        has changed."""
        found = self.division()
        start, count = _number(request, "start", 0), _number(request, "count", MOST_LINES)
        etag = f'"{frames.standings_version(found)}-{start}-{count}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        stop = start + min(count, MOST_LINES)
        table = tables.standing_table(found, start=start, stop=stop, explained=True, snapshot=found.snapshot)
        return Response(shapes.ExplainedStandingsSerializer(table).data, headers={"ETag": etag})

    @extend_schema(
        summary="The rounds of a division", responses={200: shapes.RoundSerializer(many=True), **READ_ERRORS}
    )
    @action(detail=True)
    def rounds(self, request: Request, slug: str, division: int) -> Response:
        """Deadlines, fixtures by table, and byes."""
        found = self.division()
        context = {"byes": division_views.byes_by_round(found)}
        rounds = found.rounds.order_by("number").prefetch_related("fixtures")
        return Response(shapes.RoundSerializer(rounds, many=True, context=context).data)

    @extend_schema(
        summary="The matches of a division",
        parameters=[OpenApiParameter("round", int, description="Only those of this round.")],
        responses={200: MatchSerializer(many=True), 400: ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    def fixtures(self, request: Request, slug: str, division: int) -> Response:
        found = self.division()
        number = _number(request, "round", 0)
        held = list(queries.fixtures_of(found).filter(round__number=number)) if number else None
        return Response(MatchSerializer(tables.match_tables(found, held), many=True).data)

    @extend_schema(
        summary="The pairings of a division",
        responses={200: shapes.PairingRunSummarySerializer(many=True), **READ_ERRORS},
    )
    @action(detail=True)
    def pairings(self, request: Request, slug: str, division: int) -> Response:
        """How its games came to be paired, oldest first; each can be asked for with what went in and what came out."""
        runs = self.division().pairing_runs.order_by("pk")
        return Response(shapes.PairingRunSummarySerializer(runs, many=True).data)

    @extend_schema(
        summary="One pairing, to be made again by anybody",
        parameters=[OpenApiParameter("pairing", int, OpenApiParameter.PATH)],
        responses={200: shapes.PairingRunSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="pairings/<int:pairing>", url_name="pairing")
    def pairing(self, request: Request, slug: str, division: int, pairing: int) -> Response:
        run = get_object_or_404(self.division().pairing_runs.all(), pk=pairing)
        return Response(shapes.PairingRunSerializer(run).data)

    @extend_schema(
        summary="Everybody against everybody, in a division",
        responses={200: CrossRowSerializer(many=True), **READ_ERRORS},
    )
    @action(detail=True)
    def crosstable(self, request: Request, slug: str, division: int) -> Response:
        found = self.division()
        if not tables.has_cross_table(found):
            raise Http404("Not everybody meets everybody here, two at a time, so there is no crosstable.")
        return Response(CrossRowSerializer(tables.cross_table(found), many=True).data)

    @extend_schema(
        summary="The bracket of a knockout", responses={200: shapes.BracketRoundSerializer(many=True), **READ_ERRORS}
    )
    @action(detail=True)
    def bracket(self, request: Request, slug: str, division: int) -> Response:
        found = self.division()
        if found.stage.format != "knockout":
            raise Http404("This is no knockout.")
        return Response(shapes.BracketRoundSerializer(brackets.bracket_rounds(found), many=True).data)

    @extend_schema(summary="A ladder", responses={200: shapes.RungSerializer(many=True), **READ_ERRORS})
    @action(detail=True)
    def ladder(self, request: Request, slug: str, division: int) -> Response:
        """Who stands on which rung, and whom you may challenge now."""
        found = self.division()
        if found.stage.format != "ladder":
            raise Http404("This is no ladder.")
        may = _may_challenge(found, request.user if request.user.is_authenticated else None)
        rungs = [
            {"rung": line.rank, "player": line.player, "may_challenge": line.player in may}
            for line in tables.standing_table(found).lines
        ]
        return Response(shapes.RungSerializer(rungs, many=True).data)

    @extend_schema(
        summary="What if: the table for supposed results",
        parameters=[_SUPPOSED],
        responses={
            200: inline_serializer("WhatIf", {"standings": shapes.SupposedStandingSerializer(many=True)}),
            400: ErrorSerializer,
            **READ_ERRORS,
        },
    )
    @action(detail=True, url_path="what-if")
    def what_if(self, request: Request, slug: str, division: int) -> Response:
        """Nothing is stored. Fixtures that are finished can be supposed to have ended otherwise."""
        found = self.division()
        supposed = division_views.read_suppositions(request.query_params.items())
        try:
            table = supposing.supposed_standings(found, supposed, at=timezone.now())
        except supposing.CannotSuppose as error:
            raise serializers.ValidationError(error.message) from error
        ranks = {row["entrant"]: row["rank"] for row in found.snapshot.table["rows"]}
        lines = tables.supposed_table(found, table)
        written = shapes.SupposedStandingSerializer(lines, many=True, context={"ranks": ranks}).data
        return Response({"standings": written})


def _number(request: Request, name: str, usual: int) -> int:
    text = request.query_params.get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise serializers.ValidationError(f"{name} must be a number.")
    return int(text)


def _may_challenge(division: Division, player: Player | None) -> set[str]:
    own = player and division.entrants.filter(player=player, status=Entrant.Status.ACTIVE).first()
    if not own:
        return set()
    return {other.player.username for other in ladders.may_challenge(division, own, at=timezone.now())}
