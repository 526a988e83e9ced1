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

from games.api.feed.shapes import FeedEntrySerializer
from games.api.requests import caller
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import IS_NOT_STORED, Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import SentSerializer, body_of
from notifications.channels.messengers import MOST_TOKEN
from notifications.channels.webhooks import hooks
from notifications.models import Webhook, WebhookCall

READ_ERRORS = {401: ProblemSerializer, 404: ProblemSerializer, 429: ProblemSerializer}


class NewWebhookSerializer(SentSerializer):
    """A new webhook: a program or a service to call."""

    url = serializers.CharField(
        max_length=500,
        help_text="The address: `https://` or, outside production, also `http://` and addresses of the same machine.",
    )
    kind = serializers.ChoiceField(
        choices=Webhook.Kind.choices,
        default=Webhook.Kind.PROGRAM,
        help_text="`program` is a program of your own; the others are services that deliver messages to you.",
    )
    token = serializers.CharField(
        max_length=MOST_TOKEN,
        default="",
        allow_blank=True,
        help_text="The access token for a Matrix room or a protected ntfy topic. It is never shown again.",
    )


class CodeSerializer(SentSerializer):
    """The confirmation code that was delivered by a service."""

    code = serializers.CharField(max_length=20, help_text="The code in the message that was sent to the address.")


class CallSerializer(serializers.ModelSerializer[WebhookCall]):
    """A call to a program, and its outcome."""

    what = serializers.SerializerMethodField(
        help_text="The `what` of the call. `challenge` and `test` are not entries of the feed."
    )
    state = serializers.ChoiceField(choices=WebhookCall.State.choices)

    class Meta:
        model = WebhookCall
        fields = ["what", "created_at", "state", "attempts", "reason"]

    def get_what(self, call: WebhookCall) -> str:
        return str(call.payload["what"])


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A program that is called when something happens to you, once it has answered the challenge (`confirmed_at`) and
    unless it is switched off (`off_at`)."""

    url = serializers.URLField(max_length=500)
    calls = serializers.SerializerMethodField(help_text="The latest calls, newest first.")

    class Meta:
        model = Webhook
        fields = ["id", "kind", "url", "created_at", "confirmed_at", "failing_since", "rests_until", "off_at", "calls"]

    @extend_schema_field(CallSerializer(many=True))
    def get_calls(self, hook: Webhook) -> Any:
        return CallSerializer(hook.calls.all()[: hooks.SHOWN_CALLS], many=True).data


class WebhookWithSecretSerializer(WebhookSerializer):
    """A webhook with the secret that signs its calls."""

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
    """Programs and services that are called when something happens to you."""

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
        """The first call is a challenge. Nothing else is sent until the program has answered it or, for a service,
        until you have sent the code back."""
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
        """Waiting calls are dropped."""
        if not hooks.remove_hook(player_id=caller(request).pk, hook_id=pk):
            _missing()
        return Response(status=204)


class WebhookTestView(Operation):
    """Trying a program out."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Send a test call", request=None, responses={202: WebhookSerializer, **WRITE_ERRORS})
    def post(self, request: Request, pk: int) -> Response:
        """The `what` of the call is `test`. A program that has not confirmed its address, or is switched off, gets a
        new challenge instead and answers it with the same secret. Limited to one test a minute for each host. `calls`
        shows the outcome later."""
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
        """From then on, messages are sent to the address. A program confirms its address by answering the challenge."""
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
        """The old secret becomes invalid at once, and the program gets a new challenge."""
        if not hooks.restart_hook(player_id=caller(request).pk, hook_id=pk, at=timezone.now()):
            _missing()
        return Response(WebhookWithSecretSerializer(_hook(request, pk)).data)


# How the schema describes the calls -----------------------------------------------------------------------------------


class SentEntrySerializer(FeedEntrySerializer):
    """An entry of the player's feed, with the player. The number of a `test` is 0."""

    player = serializers.CharField()


class ChallengeSerializer(serializers.Serializer[Any]):
    """A challenge. A program must answer it to confirm its address."""

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
        description=f"{_SIGNED} Every call is made at least once; a repeated call has the same `X-Seeds-Delivery`.",
        request=SentEntrySerializer,
        responses={
            "2XX": OpenApiResponse(description="The call was received. After any other answer, it is repeated.")
        },
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
                description="The body of the answer is the HMAC-SHA256 of `challenge` with the secret, in "
                "hexadecimal digits, and nothing else."
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
