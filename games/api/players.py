"""Players, and the caller."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import account_serializers
from games.api import serializers as shapes
from games.api.records import RECORD_FORM, RECORDS, records_answer
from games.api.requests import caller
from games.feed.shown import keep_while_same
from games.models import Game, Player
from games.play import queries
from games.timekeeping import leave
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS, answer_if_new
from ground.rest.operation import Operation, Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import body_of


class PlayersViewSet(Operations[Player]):
    """Players. Their mail addresses are never shown."""

    queryset = Player.objects.none()
    serializer_class = shapes.PlayerSerializer
    lookup_field = "username"
    lookup_value_converter = "str"

    @extend_schema(summary="One player", responses={200: shapes.PlayerSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, username: str) -> Response:
        found = queries.player_named(username)
        if found is None:
            raise Http404(gettext("There is no player called {username}.").format(username=username))
        keep_while_same(request)
        return Response(self.get_serializer(found).data)

    @extend_schema(
        summary="The records of all games of a player",
        parameters=[RECORD_FORM],
        responses={**RECORDS, 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, filter_backends=[], pagination_class=None)
    @expensive
    def records(self, request: Request, username: str) -> HttpResponseBase:
        """One JSON object per line, or one text after another, oldest first."""
        found = queries.player_named(username)
        if found is None:
            raise Http404(gettext("There is no player called {username}.").format(username=username))
        return records_answer(request, Game.objects.filter(seats__player=found))


class MeView(Operation):
    """The caller, and what waits for them."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Your account, and what is waiting for you",
        responses={200: account_serializers.MeSerializer, 401: ProblemSerializer, 429: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Send `If-None-Match` to get status 304 when nothing has changed."""
        return answer_if_new(request, _shown(caller(request)))

    @extend_schema(
        summary="Change your settings",
        request=account_serializers.SettingsSerializer,
        responses={200: account_serializers.MeSerializer, **WRITE_ERRORS},
    )
    def patch(self, request: Request) -> Response:
        """Takes effect with your next move or turn."""
        wanted = body_of(request, account_serializers.SettingsSerializer)
        return Response(_shown(leave.change_settings(player_id=caller(request).pk, **wanted)))


def _shown(player: Player) -> dict[str, Any]:
    return dict(account_serializers.MeSerializer(account_serializers.Me.of(player)).data)
