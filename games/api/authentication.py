"""Who calls the REST interface: the owner of the key in ``Authorization: Bearer seeds_...``, within its scopes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from games.accounts.api_keys import key_with
from games.models import ApiToken, Player
from ground.rest.scopes import Scope, read_scopes, scope_needed


class TokenAuthentication(BaseAuthentication):
    """Accepts the keys that players make on their settings page, for what they were made for.

    What a key may do is checked here and not by the permissions of views, so that no view can forget it.
    """

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        """The key's owner and the key; None without a key, so that sessions of the web pages are tried next.

        Raises AuthenticationFailed for a key that opens nothing, PermissionDenied for one without the scope.
        """
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = key_with(secret.strip(), at=timezone.now())
        if token is None:
            raise AuthenticationFailed(
                gettext("This key is unknown, has expired or was revoked. Your settings page makes new ones.")
            )
        self.check(request, token)
        token.player.is_staff = token.player.is_superuser = False  # a key is no second factor; never saved
        return token.player, token

    def check(self, request: Request, token: ApiToken) -> None:
        """Raise PermissionDenied for a key that was not made for this operation."""
        view, scopes = (request.parser_context or {}).get("view"), read_scopes(token.scopes)
        needed = scope_needed(view, request.method or "")
        if needed not in scopes:
            raise PermissionDenied(_missing(needed, scopes), code="missing_scope")

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _missing(needed: Scope, scopes: tuple[Scope, ...]) -> str:
    return (
        f"This needs a key with the scope {needed}; this one has {', '.join(scopes)}. "
        "Your settings page makes keys with other scopes."
    )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes the keys."""

    target_class = TokenAuthentication
    match_subclasses = True
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A key from your settings page; it begins with `seeds_`. It can use the operations whose "
            "scope (`x-key-scope`) it has.",
        }
