"""The queues for mini cups by REST."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.contract.operation import Operation
from games.api.requests import READ_ERRORS, WRITE_ERRORS, caller
from tournaments.entries import cup_queues
from tournaments.presenting import finding
from tournaments.presenting.cup_queues import QueueRow, queue_rows


class CupQueueSerializer(serializers.Serializer[Any]):
    """A queue for a mini cup. The cup begins by itself as soon as `players` wait who have not blocked each other."""

    cup = serializers.CharField(source="slug")
    rules = serializers.CharField(source="cup.rules")
    form = serializers.CharField(source="cup.layout.form")
    seats = serializers.IntegerField(source="cup.layout.seats", help_text="At a table.")
    title = serializers.CharField(source="cup.title")
    meaning = serializers.CharField(source="cup.meaning")
    players = serializers.IntegerField(source="cup.players")
    most_days = serializers.IntegerField(source="cup.most_days", help_text="Until its last deadline.")
    waiting = serializers.IntegerField(help_text="With how many you would begin, as far as they wait already.")
    until = serializers.DateTimeField(allow_null=True, help_text="Until when you wait in it; null if you do not.")
    commitment = serializers.CharField(help_text="SHA-256 of the nonce of the next cup; empty before the first entry.")


class CupJoinedSerializer(serializers.Serializer[Any]):
    """What came of signing up."""

    event = serializers.CharField(allow_null=True, help_text="The event, if the cup has begun by it.")
    queue = CupQueueSerializer()


class CupsView(Operation):
    """All queues."""

    @extend_schema(
        summary="Queues for mini cups", responses={200: CupQueueSerializer(many=True), 429: READ_ERRORS[429]}
    )
    def get(self, request: Request) -> Response:
        """Small events for three or four that begin by themselves."""
        rows = queue_rows(finding.viewer_of(request._request), at=timezone.now())
        return Response(CupQueueSerializer(rows, many=True).data)


def _row(request: Request, cup: str) -> QueueRow:
    return queue_rows(caller(request), at=timezone.now(), cups=[cup_queues.cup_named(cup)])[0]


class JoinCupView(Operation):
    """Signing up."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Sign up for a mini cup", request=None, responses={200: CupJoinedSerializer, **WRITE_ERRORS})
    def post(self, request: Request, cup: str) -> Response:
        """You wait for 14 days. Sent again you wait for 14 days from then on."""
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
        """Twice changes nothing."""
        cup_queues.leave_queue(cup=cup, player=caller(request))
        return Response(CupQueueSerializer(_row(request, cup)).data)
