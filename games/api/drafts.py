"""Drafts by REST. They are shown to their owner alone."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller
from games.api.serializers import SentMoveSerializer
from games.models import Seat
from games.play.drafts import draft_of, keep_draft
from games.play.submissions import LONGEST_TEXT
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import body_of


class DraftSerializer(serializers.Serializer[Any]):
    """Your draft for the present move of a game."""

    text = serializers.CharField(allow_blank=True, help_text="The draft; blank if you have none for this ply.")
    ply = serializers.IntegerField(help_text="The ply of the game that the draft is for.")


class SentDraftSerializer(SentMoveSerializer):
    """The draft to save, and the ply that you saw."""

    text = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False, allow_blank=True)


class DraftView(Operation):
    """A draft of your next move."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="Your draft in a game", responses={200: DraftSerializer, 401: WRITE_ERRORS[401], **READ_ERRORS}
    )
    def get(self, request: Request, pk: int) -> Response:
        """Only you can read your draft. It is discarded when the game moves on."""
        seat = get_object_or_404(Seat.objects.select_related("game"), game__pk=pk, player=caller(request))
        return Response({"text": draft_of(seat), "ply": seat.game.ply})

    @extend_schema(
        summary="Save a draft", request=SentDraftSerializer, responses={200: DraftSerializer, **WRITE_ERRORS}
    )
    def put(self, request: Request, pk: int) -> Response:
        """Saves your text without checking it. A blank text deletes the draft. Nothing is played."""
        sent = body_of(request, SentDraftSerializer)
        keep_draft(game_id=pk, player_id=caller(request).pk, **sent)
        return self.get(request, pk)
