"""Who calls the REST interface: the owner of the key in ``Authorization: Bearer seeds_...``."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.accounts.api_keys import player_with
from games.models import Player


class TokenAuthentication(BaseAuthentication):
    """Accepts the keys that players make on their settings page."""

    def authenticate(self, request: Request) -> tuple[Player, None] | None:
        """The key's owner; None without a key, so that sessions of the web pages are tried next."""
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        player = player_with(secret.strip(), at=timezone.now())
        if player is None:
            raise AuthenticationFailed("This key is unknown or was revoked. Your settings page makes new ones.")
        return player, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes the keys."""

    target_class = TokenAuthentication
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A key from your settings page: it begins with `seeds_`.",
        }
