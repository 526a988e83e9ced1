"""Keys to the REST interface, by REST: to list and revoke them, and to make lesser ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import Http404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_keys import create_with, revoke_token
from games.api.fields import TextsField
from games.api.requests import caller
from games.models import ApiToken
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import IS_NOT_STORED, Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.scopes import Scope
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField, body_of
from notifications.accounts.changes import origin_of
from notifications.accounts.notices import KEY_MADE, send_notice

LONGEST_DAYS = 365


class NewKeySerializer(SentSerializer):
    """A new key."""

    name = serializers.CharField(max_length=60, help_text="What the key is for.")
    scopes = serializers.ListField(
        child=ChoiceField(choices=[str(scope) for scope in Scope]),
        min_length=1,
        help_text="The scopes, chosen from those of the key of the present request.",
    )
    days = WholeNumberField(
        min_value=1,
        max_value=LONGEST_DAYS,
        default=90,
        help_text="For how many days the key works, but no longer than the key of the present request.",
    )


class KeySerializer(serializers.ModelSerializer[ApiToken]):
    """A key without its secret."""

    scopes = serializers.SerializerMethodField()
    event = serializers.SerializerMethodField(
        help_text="The only event in which the key can be used; null for no limit."
    )
    is_this = serializers.SerializerMethodField(help_text="Whether this is the key of the present request.")

    class Meta:
        model = ApiToken
        fields = [
            "id", "name", "prefix", "scopes", "event", "made_with", "created_at", "expires_at", "last_used_at",
            "revoked_at", "is_this",
        ]  # fmt: skip

    @extend_schema_field(TextsField())
    def get_scopes(self, token: ApiToken) -> list[str]:
        return token.scopes.split()

    @extend_schema_field(serializers.SlugField(allow_null=True))
    def get_event(self, token: ApiToken) -> str | None:
        return str(token.limit.event.slug) if hasattr(token, "limit") else None

    def get_is_this(self, token: ApiToken) -> bool:
        return bool(token == self.context["request"].auth)


class KeyWithSecretSerializer(KeySerializer):
    """A key with its secret, which is shown only once."""

    secret = serializers.SerializerMethodField()

    class Meta(KeySerializer.Meta):
        fields = [*KeySerializer.Meta.fields, "secret"]

    def get_secret(self, token: ApiToken) -> str:
        return str(self.context["secret"])


class KeysView(Operation):
    """The caller's keys."""

    permission_classes = [IsAuthenticated]
    takes_no_key = IS_NOT_STORED

    @extend_schema(
        operation_id="players_me_keys_list",
        summary="Your keys",
        responses={200: KeySerializer(many=True), 401: ProblemSerializer, 429: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Newest first, including revoked keys."""
        tokens = caller(request).api_tokens.select_related("limit__event")
        return Response(KeySerializer(tokens, many=True, context={"request": request}).data)

    @extend_schema(
        summary="Make a key with your own rights or fewer",
        request=NewKeySerializer,
        responses={201: KeyWithSecretSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request) -> Response:
        """If the key of this request is revoked, the new key is revoked too. The new key cannot make keys. All other
        keys are made on your settings page."""
        values = body_of(request, NewKeySerializer)
        if not isinstance(request.auth, ApiToken):
            raise PermissionDenied("Send a key: in a browser, keys are made on your settings page.")
        token, secret = _make(request, request.auth, **values)
        body = KeyWithSecretSerializer(token, context={"request": request, "secret": secret}).data
        return Response(body, status=201)


@transaction.atomic
def _make(request: Request, token: ApiToken, *, name: str, scopes: list[str], days: int) -> tuple[ApiToken, str]:
    """Raises KeyRefused."""
    at = timezone.now()
    made, secret = create_with(token, name=name, scopes=scopes, expires_at=at + timedelta(days=days))
    facts: dict[str, Any] = {"name": made.name, "scopes": made.scopes.replace(" ", ", ")}
    send_notice(token.player, KEY_MADE, origin_of(request._request), at=at, **facts)
    return made, secret


class KeyView(Operation):
    """One of the caller's keys."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Revoke a key", responses={204: None, **WRITE_ERRORS})
    def delete(self, request: Request, pk: int) -> Response:
        """The key stops working, and so do all keys that were made with it."""
        if not revoke_token(caller(request), pk, at=timezone.now()):
            raise Http404("You have no such key, or it was revoked before.")
        return Response(status=204)


app_name = "notifications-keys-api"

urlpatterns = [
    path("players/me/keys/", KeysView.as_view(), name="keys"),
    path("players/me/keys/<int:pk>/", KeyView.as_view(), name="key"),
]
