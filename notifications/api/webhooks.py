"""The programs of a player that are called, by REST, and how the schema describes the calls."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import Http404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.contract.operation import IS_NOT_STORED, Operation
from games.api.contract.problem import ProblemSerializer
from games.api.feed.shapes import FeedEntrySerializer
from games.api.requests import WRITE_ERRORS, caller
from games.api.strict_input import SentSerializer, body_of
from notifications.channels.messengers import MOST_TOKEN
from notifications.channels.webhooks import hooks
from notifications.models import Webhook, WebhookCall

READ_ERRORS = {401: ProblemSerializer, 404: ProblemSerializer, 429: ProblemSerializer}


class NewWebhookSerializer(SentSerializer):
    """A program to be called."""

    url = serializers.CharField(
        max_length=500,
        help_text="`https://`, and outside production also `http://` and addresses of the same machine.",
    )
    kind = serializers.ChoiceField(
        choices=Webhook.Kind.choices,
        default=Webhook.Kind.PROGRAM,
        help_text="`program` is a program of yours; others are services that bring you messages.",
    )
    token = serializers.CharField(
        max_length=MOST_TOKEN,
        default="",
        allow_blank=True,
        help_text="Gives access to a Matrix room or a protected ntfy topic. It is never shown again.",
    )


class CodeSerializer(SentSerializer):
    """The code that a service has brought."""

    code = serializers.CharField(max_length=20, help_text="Of the message that came to the address.")


class CallSerializer(serializers.ModelSerializer[WebhookCall]):
    """A call of a program, and what became of it."""

    what = serializers.SerializerMethodField(help_text="As in the call; `challenge` and `test` are no entries.")
    state = serializers.ChoiceField(choices=WebhookCall.State.choices)

    class Meta:
        model = WebhookCall
        fields = ["what", "created_at", "state", "attempts", "reason"]

    def get_what(self, call: WebhookCall) -> str:
        return str(call.payload["what"])


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A program that is called once it has answered the challenge (`confirmed_at`), unless it is off (`off_at`)."""

    url = serializers.URLField(max_length=500)
    calls = serializers.SerializerMethodField(help_text="The last ones, the newest first.")

    class Meta:
        model = Webhook
        fields = ["id", "kind", "url", "created_at", "confirmed_at", "failing_since", "rests_until", "off_at", "calls"]

    @extend_schema_field(CallSerializer(many=True))
    def get_calls(self, hook: Webhook) -> Any:
        return CallSerializer(hook.calls.all()[: hooks.SHOWN_CALLS], many=True).data


class WebhookWithSecretSerializer(WebhookSerializer):
    """The same with the secret that signs its calls."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]

    def get_secret(self, hook: Webhook) -> str:
        return hooks.secret_of(hook)


def _hook(request: Request, pk: int) -> Webhook:
    """Raises Http404."""
    return Webhook.objects.filter(player=caller(request), pk=pk).first() or _missing()


def _missing() -> NoReturn:
    raise Http404("You have no such program.")


class WebhooksView(Operation):
    """The programs that are called when something happens to you."""

    permission_classes = [IsAuthenticated]
    takes_no_key = IS_NOT_STORED

    @extend_schema(
        operation_id="players_me_webhooks_list",
        summary="Your webhooks",
        responses={200: WebhookSerializer(many=True), **READ_ERRORS},
    )
    def get(self, request: Request) -> Response:
        return Response(WebhookSerializer(Webhook.objects.filter(player=caller(request)), many=True).data)

    @extend_schema(
        summary="Create a webhook",
        request=NewWebhookSerializer,
        responses={201: WebhookWithSecretSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request) -> Response:
        """The first call is a challenge, and nothing else is sent until the program has answered it, or the code that
        a service brought has come back."""
        hook = hooks.add_hook(player_id=caller(request).pk, at=timezone.now(), **body_of(request, NewWebhookSerializer))
        return Response(WebhookWithSecretSerializer(hook).data, status=201)


class WebhookView(Operation):
    """One program that is called."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="One webhook", responses={200: WebhookSerializer, **READ_ERRORS})
    def get(self, request: Request, pk: int) -> Response:
        return Response(WebhookSerializer(_hook(request, pk)).data)

    @extend_schema(summary="Delete a webhook", responses={204: None, **WRITE_ERRORS})
    def delete(self, request: Request, pk: int) -> Response:
        """Calls that wait are dropped."""
        if not hooks.remove_hook(player_id=caller(request).pk, hook_id=pk):
            _missing()
        return Response(status=204)


class WebhookTestView(Operation):
    """Trying a program out."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Send a test call", request=None, responses={202: WebhookSerializer, **WRITE_ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """`what` is `test`. A program that has not confirmed its address, or is off, gets a new challenge instead and
        answers it with the same secret. Once a minute for each host; `calls` says later what became of it."""
        if not hooks.test_hook(player_id=caller(request).pk, hook_id=pk, at=timezone.now()):
            _missing()
        return Response(WebhookSerializer(_hook(request, pk)).data, status=202)


class WebhookConfirmView(Operation):
    """The code of an address of a service that brings messages."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Confirm an address by its code",
        request=CodeSerializer,
        responses={200: WebhookSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Messages come from then on. Programs answer their challenge themselves."""
        code, hook = body_of(request, CodeSerializer)["code"], _hook(request, pk)
        if not hooks.confirm_hook(player_id=hook.player_id, hook_id=pk, code=code, at=timezone.now()):
            raise hooks.HookError("This is not the code. It has 8 letters and figures, as in the message.")
        return Response(WebhookSerializer(_hook(request, pk)).data)


class WebhookSecretView(Operation):
    """The secret of a program."""

    permission_classes = [IsAuthenticated]
    takes_no_key = IS_NOT_STORED

    @extend_schema(
        summary="Make a new secret", request=None, responses={200: WebhookWithSecretSerializer, **WRITE_ERRORS}
    )
    def post(self, request: Request, pk: int) -> Response:
        """The old one is void at once, and the program gets a new challenge."""
        if not hooks.restart_hook(player_id=caller(request).pk, hook_id=pk, at=timezone.now()):
            _missing()
        return Response(WebhookWithSecretSerializer(_hook(request, pk)).data)


# How the schema describes the calls -----------------------------------------------------------------------------------


class SentEntrySerializer(FeedEntrySerializer):
    """An entry of the player's feed, with the player. Of a `test` the number is 0."""

    player = serializers.CharField()


class ChallengeSerializer(serializers.Serializer[Any]):
    """What a program answers to confirm its address."""

    what = serializers.ChoiceField(choices=["challenge"])
    challenge = serializers.CharField()
    at = serializers.DateTimeField()


_SIGNED = (
    "`X-Seeds-Signature: t=SECONDS,v1=HMAC`: the HMAC-SHA256 of `SECONDS.BODY` with the secret, in hexadecimal digits."
)

entry_call = OpenApiWebhook(
    "entry",
    extend_schema(
        summary="A player has news",
        description=f"{_SIGNED} The same `X-Seeds-Delivery` is the same call, which is made at least once.",
        request=SentEntrySerializer,
        responses={"2XX": OpenApiResponse(description="Received. After any other answer the call is repeated.")},
    ),
)
challenge_call = OpenApiWebhook(
    "challenge",
    extend_schema(
        summary="Confirm your address",
        description=f"{_SIGNED} Nothing else is sent until it is answered.",
        request=ChallengeSerializer,
        responses={
            200: OpenApiResponse(
                description="The whole text is the HMAC-SHA256 of `challenge` with the secret, in hexadecimal digits."
            )
        },
    ),
)

app_name = "notifications-webhooks-api"

urlpatterns = [
    path("players/me/webhooks/", WebhooksView.as_view(), name="webhooks"),
    path("players/me/webhooks/<int:pk>/", WebhookView.as_view(), name="webhook"),
    path("players/me/webhooks/<int:pk>/test/", WebhookTestView.as_view(), name="webhook_test"),
    path("players/me/webhooks/<int:pk>/confirm/", WebhookConfirmView.as_view(), name="webhook_confirm"),
    path("players/me/webhooks/<int:pk>/secret/", WebhookSecretView.as_view(), name="webhook_secret"),
]
