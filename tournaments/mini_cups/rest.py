"""The queues for mini cups by REST."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation
from tournaments.mini_cups import services as cup_queues
from tournaments.mini_cups.queries import QueueRow, queue_rows
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


def _row(request: Request, cup: str) -> QueueRow:
    return queue_rows(caller(request), at=timezone.now(), cups=[cup_queues.cup_named(cup)])[0]


class JoinCupView(Operation):
    """Signing up."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Sign up for a mini cup", request=None, responses={200: CupJoinedSerializer, **WRITE_ERRORS})
    def post(self, request: Request, cup: str) -> Response:
        """You wait for up to 14 days. Repeating the request starts the 14 days again."""
        begun = cup_queues.join_queue(cup=cup, player=caller(request), at=timezone.now())
        answer = {"event": begun.slug if begun else None, "queue": _row(request, cup)}
        return Response(CupJoinedSerializer(answer).data)


class LeaveCupView(Operation):
    """Leaving a queue."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Leave the queue for a mini cup", request=None, responses={200: CupQueueSerializer, **WRITE_ERRORS}
    )
    def post(self, request: Request, cup: str) -> Response:
        """Repeating the request changes nothing."""
        cup_queues.leave_queue(cup=cup, player=caller(request))
        return Response(CupQueueSerializer(_row(request, cup)).data)


EVENT_OPERATIONS = [
    path("cups/", CupsView.as_view(), name="cups"),
    path("cups/<slug:cup>/join/", JoinCupView.as_view(), name="cup-join"),
    path("cups/<slug:cup>/leave/", LeaveCupView.as_view(), name="cup-leave"),
]
