"""Circuits by REST. Directors make and change them on the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import NumbersField, TextsField
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from tournaments.circuits import queries as seen
from tournaments.circuits.points import Line
from tournaments.models import Circuit
from tournaments.presenting import finding


class CircuitSerializer(serializers.ModelSerializer[Circuit]):
    """A circuit in the list."""

    director = serializers.CharField(source="director.username")
    points = NumbersField(help_text="Points by final place in an event; places after the last get 0.")
    best = serializers.IntegerField(allow_null=True, help_text="How many events of a player count; null: all.")

    class Meta:
        model = Circuit
        fields = ["id", "slug", "name", "about", "director", "points", "best", "created_at", "ended_at"]


class CircuitResultSerializer(serializers.Serializer[Any]):
    """What an event has given to a player."""

    event = serializers.CharField()
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="Whether it is one of the player's best.")


class CircuitLineSerializer(serializers.Serializer[Any]):
    """A player's line in the table of a circuit."""

    rank = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = serializers.CharField()
    points = serializers.IntegerField(help_text="The points of the events that count.")
    counted = serializers.IntegerField(help_text="How many events count.")
    results = CircuitResultSerializer(many=True, help_text="The results, in the order in which the events ended.")


class PartedSerializer(serializers.Serializer[Any]):
    """Two neighbours who are level on points: the one ahead finished more often in this place."""

    ahead = serializers.CharField()
    behind = serializers.CharField()
    place = serializers.IntegerField()
    more = serializers.IntegerField()
    fewer = serializers.IntegerField()


class CircuitDetailSerializer(serializers.Serializer[Any]):
    """A circuit with its events (latest first), its table and how ties in it were broken."""

    slug = serializers.CharField()
    name = serializers.CharField(source="circuit.name")
    about = serializers.CharField(source="circuit.about")
    director = serializers.CharField(source="circuit.director.username")
    points = NumbersField(source="circuit.points")
    best = serializers.IntegerField(source="circuit.best", allow_null=True)
    created_at = serializers.DateTimeField(source="circuit.created_at")
    ended_at = serializers.DateTimeField(source="circuit.ended_at", allow_null=True)
    events = TextsField(source="event_slugs", help_text="The events, also those that are not over.")
    table = serializers.SerializerMethodField(help_text="The table, from the present tables of the events.")
    ties = PartedSerializer(many=True)
    champions = TextsField(source="table.champions", help_text="The champions; empty before the end.")

    @extend_schema_field(CircuitLineSerializer(many=True))
    def get_table(self, shown: seen.CircuitSeen) -> list[dict[str, Any]]:
        slugs = [event.slug for event in shown.table.events]
        return [_line(slugs, line) for line in shown.table.lines]


def _line(slugs: list[str], line: Line) -> dict[str, Any]:
    results = [
        {"event": slug, "place": result.place, "points": result.points, "counts": result.counts}
        for slug, result in zip(slugs, line.results, strict=True)
        if result is not None
    ]
    return {
        "rank": line.rank,
        "is_shared": line.is_shared,
        "player": line.player,
        "points": line.points,
        "counted": len(line.places),
        "results": results,
    }


@extend_schema_view(
    get=extend_schema(
        summary="Circuits, the newest first", description="Circuits without events are left out, except your own."
    )
)
class CircuitsView(Operation, ListAPIView[Circuit]):
    """All circuits."""

    serializer_class = CircuitSerializer
    newest_first = True

    def get_queryset(self) -> QuerySet[Circuit]:
        return seen.circuits(finding.viewer_of(self.request._request))


class CircuitView(Operation):
    """One circuit."""

    @extend_schema(summary="A circuit", responses={200: CircuitDetailSerializer, **READ_ERRORS})
    @expensive
    def get(self, request: Request, circuit: str) -> Response:
        """The circuit with its events and its table."""
        viewer = finding.viewer_of(request._request)
        return Response(CircuitDetailSerializer(seen.circuit_seen_by(seen.find_circuit(circuit), viewer)).data)


EVENT_OPERATIONS = [
    path("circuits/", CircuitsView.as_view(), name="circuits"),
    path("circuits/<slug:circuit>/", CircuitView.as_view(), name="circuit"),
]
