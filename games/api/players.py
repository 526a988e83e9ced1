"""Players, and the caller."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import account_serializers
from games.api import serializers as shapes
from games.api.records import RECORD_FORM, RECORDS, records_answer
from games.api.requests import READ_ERRORS, WRITE_ERRORS, caller
from games.api.strict_input import body_of
from games.costly import costly
from games.models import Game, Player
from games.play import queries
from games.timekeeping import leave


class PlayersViewSet(viewsets.GenericViewSet[Player]):
    """Players. Their mail addresses are never shown."""

    queryset = Player.objects.none()
    serializer_class = shapes.PlayerSerializer
    lookup_field = "username"
    lookup_value_converter = "str"

    @extend_schema(summary="One player", responses={200: shapes.PlayerSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, username: str) -> Response:
        found = queries.player_named(username)
        if found is None:
            raise Http404(f"There is no player called {username}.")
        return Response(self.get_serializer(found).data)

    @extend_schema(
        summary="The records of all games of a player",
        parameters=[RECORD_FORM],
        responses={**RECORDS, 400: shapes.ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, filter_backends=[], pagination_class=None)
    @costly
    def records(self, request: Request, username: str) -> HttpResponseBase:
        """One JSON object a line, or one text after another, oldest first."""
        found = queries.player_named(username)
        if found is None:
            raise Http404(f"There is no player called {username}.")
        return records_answer(request, Game.objects.filter(seats__player=found))


class MeView(APIView):
    """Who am I, and which games wait for me?"""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="You, and the games that wait for you",
        responses={200: account_serializers.MeSerializer, 401: shapes.ErrorSerializer, 429: shapes.ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        player = caller(request)
        waiting = [game.pk for game in queries.games_to_move(player)]
        return Response(account_serializers.MeSerializer(player, context={"to_move": waiting}).data)

    @extend_schema(
        summary="Set your time zone, and how long your moves are held",
        request=account_serializers.SettingsSerializer,
        responses={200: account_serializers.MeSerializer, **WRITE_ERRORS},
    )
    def patch(self, request: Request) -> Response:
        """Counts from your next move and your next turns on."""
        wanted = body_of(request, account_serializers.SettingsSerializer)
        request.user = leave.change_settings(player_id=caller(request).pk, **wanted)
        return self.get(request)
