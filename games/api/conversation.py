"""What is said in a game, notes and watching by REST. A note is shown to its owner alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller, receipt_answer
from games.api.serializers import ReceiptSerializer
from games.archive.stored_records import name_of
from games.conversation import remarks, watching
from games.feed import topics
from games.feed.shown import keep_while_same
from games.models import Game, Remark, Submission
from games.play import queries
from games.play.submissions import Receipt
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import SentSerializer, body_of


class RemarkSerializer(serializers.Serializer[Any]):
    """A remark of a player in a game."""

    player = serializers.SerializerMethodField()
    seat = serializers.SerializerMethodField(help_text="The seat, counted from 1.")
    text = serializers.CharField()
    at = serializers.DateTimeField()

    def get_player(self, remark: Remark) -> str:
        return name_of(remark.player)

    def get_seat(self, remark: Remark) -> int:
        return remark.seat + 1


class SentRemarkSerializer(SentSerializer):
    """A remark for everybody who can see the game."""

    text = serializers.CharField(max_length=4 * remarks.LONGEST_REMARK)


class NoteSerializer(SentSerializer):
    """Your note on a game. Nobody else can see it."""

    text = serializers.CharField(allow_blank=True, max_length=4 * remarks.LONGEST_NOTE)


class WatchSerializer(serializers.Serializer[Any]):
    """Whether you watch a game."""

    watched = serializers.BooleanField()
    each_turn = serializers.BooleanField(help_text="Whether you get a mail after each turn, not only at the end.")


class SentWatchSerializer(SentSerializer):
    """When you want to get mails about a game that you watch."""

    each_turn = serializers.BooleanField(default=False)


def _game(pk: int) -> Game:
    return get_object_or_404(queries.games_with_seats(), pk=pk)


def _serve(request: Request, pk: int, service: Callable[..., Receipt], **values: Any) -> Response:
    receipt = service(
        game_id=pk, player_id=caller(request).pk, at=timezone.now(), source=Submission.Source.API, **values
    )
    return receipt_answer(receipt)


RECEIPT = {200: ReceiptSerializer, **WRITE_ERRORS}


class TalkView(Operation):
    """What is said in a game."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="games_talk_list",
        summary="Remarks in a game",
        responses={200: RemarkSerializer(many=True), **READ_ERRORS},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Oldest first. If you have muted the others in this game, you get only your own remarks."""
        reader = caller(request) if request.user.is_authenticated else None
        keep_while_same(request, topics.of_game(pk))
        return Response(RemarkSerializer(remarks.remarks_for(_game(pk), reader), many=True).data)

    @extend_schema(summary="Write a remark", request=SentRemarkSerializer, responses=RECEIPT)
    def post(self, request: Request, pk: int) -> Response:
        """Everybody who can see the game can read the remark. Up to 500 characters and 12 lines."""
        sent = body_of(request, SentRemarkSerializer)
        return _serve(request, pk, remarks.say, **sent)


class MuteView(Operation):
    """Whether you hear the others."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(summary="Hide the remarks of the others", request=None, responses=RECEIPT)
    def post(self, request: Request, pk: int) -> Response:
        """Applies to this game: on its page, in this interface, and in its mails."""
        return _serve(request, pk, remarks.mute)

    @extend_schema(summary="Show the remarks of the others again", responses=RECEIPT)
    def delete(self, request: Request, pk: int) -> Response:
        """Includes the remarks written while they were hidden."""
        return _serve(request, pk, remarks.unmute)


class NoteView(Operation):
    """Your note on a game."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(summary="Your note", responses={200: NoteSerializer, 401: WRITE_ERRORS[401], **READ_ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        """Blank if you have not written a note."""
        return Response({"text": remarks.note_on(_game(pk), caller(request))})

    @extend_schema(summary="Save your note", request=NoteSerializer, responses=RECEIPT)
    def put(self, request: Request, pk: int) -> Response:
        """Replaces your note; a blank text deletes it. Up to 4,000 characters."""
        sent = body_of(request, NoteSerializer)
        return _serve(request, pk, remarks.keep_note, **sent)


class WatchView(Operation):
    """Watching a game in which you do not play."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="Whether you watch a game", responses={200: WatchSerializer, 401: WRITE_ERRORS[401], **READ_ERRORS}
    )
    def get(self, request: Request, pk: int) -> Response:
        watch = watching.watch_of(_game(pk), caller(request))
        return Response({"watched": watch is not None, "each_turn": bool(watch and watch.each_turn)})

    @extend_schema(summary="Watch a game", request=SentWatchSerializer, responses=RECEIPT)
    def post(self, request: Request, pk: int) -> Response:
        """You get a mail when the game is over or, with `each_turn`, also after each turn. Repeat the request to change
        `each_turn`."""
        sent = body_of(request, SentWatchSerializer)
        return _serve(request, pk, watching.watch, **sent)

    @extend_schema(summary="Stop watching a game", responses=RECEIPT)
    def delete(self, request: Request, pk: int) -> Response:
        return _serve(request, pk, watching.unwatch)
