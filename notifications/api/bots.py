"""The bots of a player, by REST: to declare, describe and close them, and to make keys for them."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_keys import revoke_token
from games.accounts.bots import LONGEST_ABOUT, LONGEST_VERSION, bots_of, declare_bot, describe_bot
from games.api.requests import caller
from games.models import ApiToken, Player
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import IS_NOT_STORED, Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import SentSerializer, WholeNumberField, body_of
from notifications.accounts.changes import origin_of
from notifications.accounts.closing import close_account
from notifications.accounts.notices import LONGEST, make_bot_key
from notifications.api.keys import KeySerializer, KeyWithSecretSerializer

READ_OWN_ERRORS = {401: ProblemSerializer, **READ_ERRORS}
ABOUT = "A sentence that describes the bot to other players."


class NewBotSerializer(SentSerializer):
    """A new bot."""

    username = serializers.CharField(max_length=30, help_text="The name of the bot, which ends in `-bot`.")
    about = serializers.CharField(max_length=LONGEST_ABOUT, help_text=ABOUT)


class BotDescriptionSerializer(SentSerializer):
    """What you can change about a bot."""

    about = serializers.CharField(max_length=LONGEST_ABOUT, help_text=ABOUT, required=False)
    version = serializers.CharField(
        max_length=LONGEST_VERSION,
        required=False,
        help_text="A new label, if the program plays differently from today (UTC) on. Its ratings go on from the old "
        "ones, less sure.",
    )


class OwnBotSerializer(serializers.ModelSerializer[Player]):
    """A bot of yours."""

    version = serializers.CharField(help_text="Its present version.")

    class Meta:
        model = Player
        fields = ["username", "about", "version", "date_joined"]


class NewBotKeySerializer(SentSerializer):
    """A new key for a bot, with the scopes `read` and `play`."""

    name = serializers.CharField(
        max_length=60, required=False, help_text="What the key is for; the name of the bot by default."
    )
    days = WholeNumberField(
        min_value=1,
        max_value=LONGEST.days,
        default=LONGEST.days,
        help_text="For how many days the key works, but no longer than the key of the present request.",
    )


class BotOperation(Operation):
    """Changes need a key: in a browser a player types their password on the page *Your bots*."""

    permission_classes = [IsAuthenticated]

    def key_of_owner(self, request: Request) -> ApiToken:
        """The key with which is asked. Raises PermissionDenied."""
        if not isinstance(request.auth, ApiToken):
            raise PermissionDenied(
                gettext("Send a key: in a browser, bots are declared and changed on your page of bots.")
            )
        return request.auth

    def bot_of(self, request: Request, username: str) -> Player:
        """Raises Http404."""
        bot = bots_of(caller(request)).filter(username=username).first()
        if bot is None:
            raise Http404(gettext("You have no open bot called {username}.").format(username=username))
        return bot


class BotsView(BotOperation):
    """The caller's bots."""

    @extend_schema(
        operation_id="players_me_bots_list",
        summary="Your bots",
        responses={200: OwnBotSerializer(many=True), 401: ProblemSerializer, 429: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Your bots that are not closed, sorted by name."""
        return Response(OwnBotSerializer(bots_of(caller(request)), many=True).data)

    @extend_schema(summary="Declare a bot", request=NewBotSerializer, responses={201: OwnBotSerializer, **WRITE_ERRORS})
    def post(self, request: Request) -> Response:
        """Creates an account for a program; you are responsible for it. It has no key yet: make one for it."""
        values = body_of(request, NewBotSerializer)
        self.key_of_owner(request)
        bot = declare_bot(owner=caller(request), at=timezone.now(), **values)
        return Response(OwnBotSerializer(bot).data, status=201)


class BotView(BotOperation):
    """One of the caller's bots."""

    @extend_schema(summary="A bot of yours", responses={200: OwnBotSerializer, **READ_OWN_ERRORS})
    def get(self, request: Request, username: str) -> Response:
        return Response(OwnBotSerializer(self.bot_of(request, username)).data)

    @extend_schema(
        summary="Change the description or the version of a bot",
        request=BotDescriptionSerializer,
        responses={200: OwnBotSerializer, **WRITE_ERRORS},
    )
    def patch(self, request: Request, username: str) -> Response:
        """The name of a bot cannot be changed, since records and tables contain it."""
        values = body_of(request, BotDescriptionSerializer)
        self.key_of_owner(request)
        bot = self.bot_of(request, username)
        describe_bot(bot, at=timezone.now(), **values)
        return Response(OwnBotSerializer(bot).data)

    @extend_schema(summary="Close a bot", responses={204: None, **WRITE_ERRORS})
    def delete(self, request: Request, username: str) -> Response:
        """The bot leaves its games, and its keys stop working. A closed bot cannot be reopened."""
        self.key_of_owner(request)
        close_account(self.bot_of(request, username), origin_of(request._request), at=timezone.now())
        return Response(status=204)


class BotKeysView(BotOperation):
    """The keys of a bot."""

    takes_no_key = IS_NOT_STORED

    @extend_schema(
        operation_id="players_me_bots_keys_list",
        summary="The keys of a bot",
        responses={200: KeySerializer(many=True), **READ_OWN_ERRORS},
    )
    def get(self, request: Request, username: str) -> Response:
        """Newest first, including revoked keys."""
        tokens = self.bot_of(request, username).api_tokens.select_related("limit__event")
        return Response(KeySerializer(tokens, many=True, context={"request": request}).data)

    @extend_schema(
        summary="Make a key for a bot",
        request=NewBotKeySerializer,
        responses={201: KeyWithSecretSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, username: str) -> Response:
        """The key has the scopes `read` and `play`, which your own key must have. If your key is revoked, this one is
        revoked too. You are notified."""
        values = body_of(request, NewBotKeySerializer)
        made_with, at = self.key_of_owner(request), timezone.now()
        bot = self.bot_of(request, username)
        token, secret = make_bot_key(
            bot,
            origin_of(request._request),
            at=at,
            name=values.get("name", bot.username),
            expires_at=at + timedelta(days=values["days"]),
            made_with=made_with,
        )
        body = KeyWithSecretSerializer(token, context={"request": request, "secret": secret}).data
        return Response(body, status=201)


class BotKeyView(BotOperation):
    """One key of a bot."""

    @extend_schema(summary="Revoke a key of a bot", responses={204: None, **WRITE_ERRORS})
    def delete(self, request: Request, username: str, pk: int) -> Response:
        self.key_of_owner(request)
        if not revoke_token(self.bot_of(request, username), pk, at=timezone.now()):
            raise Http404(gettext("The bot has no such key, or it was revoked before."))
        return Response(status=204)


app_name = "notifications-bots-api"

urlpatterns = [
    path("players/me/bots/", BotsView.as_view(), name="bots"),
    path("players/me/bots/<str:username>/", BotView.as_view(), name="bot"),
    path("players/me/bots/<str:username>/keys/", BotKeysView.as_view(), name="bot-keys"),
    path("players/me/bots/<str:username>/keys/<int:pk>/", BotKeyView.as_view(), name="bot-key"),
]
