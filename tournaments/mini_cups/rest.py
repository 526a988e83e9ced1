"""The queues for mini cups by REST."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Outcome
from games.api.action_views import operation
from games.api.requests import caller
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from tournaments.formats.mini_cups import MINI_CUPS
from tournaments.mini_cups import actions
from tournaments.mini_cups.queries import queue_rows
from tournaments.presenting import finding


class CupQueueSerializer(serializers.Serializer[Any]):
    """A queue for a mini cup. The cup starts automatically as soon as `players` players who have not blocked each other
    are waiting."""

    cup = serializers.CharField(source="slug")
    rules = serializers.CharField(source="cup.rules")
    form = serializers.CharField(source="cup.layout.form")
    seats = serializers.IntegerField(source="cup.layout.seats", help_text="The number of seats at a table.")
    title = serializers.CharField(source="cup.title")
    meaning = serializers.CharField(source="cup.meaning")
    players = serializers.IntegerField(source="cup.players")
    most_days = serializers.IntegerField(
        source="cup.most_days", help_text="The number of days until the last deadline of the cup."
    )
    waiting = serializers.IntegerField(
        help_text="How many of the players with whom you would start are waiting already."
    )
    until = serializers.DateTimeField(allow_null=True, help_text="Until when you are queued; null if you are not.")
    commitment = serializers.CharField(help_text="SHA-256 of the nonce of the next cup; empty before the first entry.")


class CupJoinedSerializer(serializers.Serializer[Any]):
    """The outcome of signing up."""

    event = serializers.CharField(
        allow_null=True, help_text="The new event, if you were the last player needed to start the cup; else null."
    )
    queue = CupQueueSerializer()


class CupsView(Operation):
    """All queues."""

    @extend_schema(
        summary="Queues for mini cups", responses={200: CupQueueSerializer(many=True), 429: READ_ERRORS[429]}
    )
    def get(self, request: Request) -> Response:
        """Small events for 3 or 4 players that begin automatically once enough players are waiting."""
        rows = queue_rows(finding.viewer_of(request._request), at=timezone.now())
        return Response(CupQueueSerializer(rows, many=True).data)


def _row(request: Request, cup: str, outcome: Outcome) -> object:
    return CupQueueSerializer(queue_rows(caller(request), at=timezone.now(), cups=[MINI_CUPS[cup]])[0]).data


def _joined(request: Request, cup: str, outcome: Outcome) -> object:
    return {"event": outcome.facts.event, "queue": _row(request, cup, outcome)}


EVENT_OPERATIONS = [
    path("cups/", CupsView.as_view(), name="cups"),
    path(
        "cups/<slug:cup>/join/",
        operation(actions.JOIN, lambda request, cup: cup, shape=CupJoinedSerializer, show=_joined),
        name="cup-join",
    ),
    path(
        "cups/<slug:cup>/leave/",
        operation(actions.LEAVE, lambda request, cup: cup, shape=CupQueueSerializer, show=_row),
        name="cup-leave",
    ),
]
