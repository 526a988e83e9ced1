"""Players, and the caller with their settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import serializers as shapes
from games.api.fields import NumbersField
from games.api.records import RECORD_FORM, RECORDS, records_answer
from games.api.requests import caller
from games.feed.shown import keep_while_same
from games.models import Game, Player
from games.play import queries
from games.timekeeping import leave
from games.timekeeping.leave import LONGEST_HOLD
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS, answer_if_new
from ground.rest.operation import Operation, Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import SentSerializer, WholeNumberField, body_of


@dataclass(frozen=True, slots=True)
class Me:
    """A player, and what waits for them."""

    player: Player
    to_move: list[int]
    challenges: list[int]
    offers: list[queries.Offered]

    @classmethod
    def of(cls, player: Player) -> Me:
        """All of it as it stands now."""
        return cls(
            player,
            to_move=[game.pk for game in queries.games_to_move(player)],
            challenges=[proposal.pk for proposal in queries.challenges_to(player)],
            offers=queries.offers_to(player),
        )


class OfferedSerializer(serializers.Serializer[queries.Offered]):
    """An offer of another player in a game."""

    game = serializers.IntegerField()
    ply = serializers.IntegerField(help_text="The ply of the game. The offer lapses with the next move.")
    what = serializers.ListField(
        child=serializers.ChoiceField(choices=["abandon", "draw", "undo"]),
        help_text="What is offered. Accept it at `games/{id}/accept/` or decline it at `games/{id}/decline/`.",
    )
    offer = serializers.IntegerField(
        help_text="The number of the newest offer, its `seq` in the log. Send it with your answer, which then answers "
        "nothing else."
    )


class MeSerializer(serializers.Serializer[Me]):
    """Your account, and what is waiting for you."""

    username = serializers.CharField(source="player.username")
    is_bot = serializers.BooleanField(source="player.is_program")
    date_joined = serializers.DateTimeField(source="player.date_joined")
    language = serializers.CharField(source="player.language")
    time_zone = serializers.CharField(source="player.time_zone")
    hold_minutes = serializers.IntegerField(source="player.hold_minutes")
    announced_minutes = serializers.IntegerField(source="player.announced_minutes")
    passes_words_on = serializers.BooleanField(source="player.passes_words_on")
    confirm_moves = serializers.BooleanField(source="player.confirm_moves")
    to_move = NumbersField(help_text="The numbers of the games in which it is your turn, most urgent first.")
    challenges = NumbersField(help_text="The numbers of the proposals that await your answer, newest first.")
    offers = OfferedSerializer(many=True, help_text="Offers of other players in your games that you can answer.")


class SettingsSerializer(SentSerializer):
    """Your settings. Fields that you leave out are not changed."""

    language = serializers.ChoiceField(
        choices=settings.LANGUAGES,
        required=False,
        help_text="The language of pages and mails. Errors in this interface follow `Accept-Language`.",
    )
    time_zone = serializers.CharField(max_length=64, required=False, help_text="An IANA name, such as Europe/Berlin.")
    hold_minutes = WholeNumberField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        help_text="For how many minutes your moves are held before they are published. Until then, you can cancel "
        "them.",
    )
    announced_minutes = WholeNumberField(
        min_value=0,
        max_value=LONGEST_HOLD,
        required=False,
        help_text="The same for a move in a mail with other words beside it. 0: it is played at once.",
    )
    passes_words_on = serializers.BooleanField(
        required=False, help_text="Whether words beside a move in a mail are shown to the other players of the game."
    )
    confirm_moves = serializers.BooleanField(
        required=False, help_text="Whether a move made on the board of a page is sent only when you choose Play."
    )


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
        responses={200: MeSerializer, 401: ProblemSerializer, 429: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Send `If-None-Match` to get status 304 when nothing has changed."""
        return answer_if_new(request, _shown(caller(request)))

    @extend_schema(
        summary="Change your settings",
        request=SettingsSerializer,
        responses={200: MeSerializer, **WRITE_ERRORS},
    )
    def patch(self, request: Request) -> Response:
        """Takes effect with your next move or turn."""
        wanted = body_of(request, SettingsSerializer)
        return Response(_shown(leave.change_settings(player_id=caller(request).pk, **wanted)))


def _shown(player: Player) -> dict[str, Any]:
    return dict(MeSerializer(Me.of(player)).data)
