"""Keys to the REST interface: random, shown to their owner once, stored as a hash; with scopes, an end, revocable."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from games.accounts.scopes import Scope, write_scopes
from games.models import ApiToken, Player

PREFIX = "seeds_"
MOST_TOKENS = 20
USE_NOTED_EVERY = timedelta(hours=1)  # a write for every request would cost more than the knowledge is worth


class TooManyTokens(ValueError):
    """A player has as many keys as one may have; the message says what to do."""


def create_token(
    player: Player,
    *,
    name: str,
    scopes: Iterable[str] = tuple(Scope),
    expires_at: datetime | None = None,
    is_limited: bool = False,
) -> tuple[ApiToken, str]:
    """A new key and its secret, which cannot be read again. Raises TooManyTokens.

    A key that ``is_limited`` opens nothing until somebody above says what it is limited to.
    """
    if player.api_tokens.filter(revoked_at=None).count() >= MOST_TOKENS:
        raise TooManyTokens(f"You have {MOST_TOKENS} keys. Revoke one that you no longer use.")
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        player=player,
        name=name,
        prefix=secret[:12],
        digest=digest(secret),
        scopes=write_scopes(scopes),
        expires_at=expires_at,
        is_limited=is_limited,
    )
    return token, secret


def revoke_token(player: Player, token_id: int, *, at: datetime) -> bool:
    """Make a key of the player's useless, and say whether there was one."""
    return bool(player.api_tokens.filter(pk=token_id, revoked_at=None).update(revoked_at=at))


def revoke_all(player: Player, *, at: datetime) -> int:
    """Make every key of the player's useless, and say how many there were."""
    return player.api_tokens.filter(revoked_at=None).update(revoked_at=at)


def key_with(secret: str, *, at: datetime) -> ApiToken | None:
    """The key with its player; None for one that is unknown, revoked or expired, or whose owner's account is closed."""
    token = ApiToken.objects.select_related("player").filter(digest=digest(secret), revoked_at=None).first()
    if token is None or not token.player.is_active or (token.expires_at is not None and token.expires_at <= at):
        return None
    if token.last_used_at is None or at - token.last_used_at > USE_NOTED_EVERY:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lt=at - USE_NOTED_EVERY)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=at)
    return token


def digest(secret: str) -> str:
    """SHA-256 as hex. The secret has 256 random bits, so neither salt nor a slow hash would add anything."""
    return hashlib.sha256(secret.encode()).hexdigest()
