"""Keys to the REST interface: random, shown to their owner once, stored as a hash; with scopes, an end, revocable."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import DatabaseError, transaction
from django.db.models import CharField, Q, QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import ApiToken, Player
from games.signals import access_ended
from ground.prepared.queries import Asked, Prepared
from ground.rest.scopes import Scope, write_scopes

PREFIX = "seeds_"
MOST_TOKENS = 20
USE_NOTED_EVERY = timedelta(hours=1)  # a write for every request would cost more than the knowledge is worth


class KeyRefused(GameError):
    """A key that cannot be made; the message says what to do."""

    code = "key_refused"


class TooManyTokens(KeyRefused):
    """A player has as many keys as one may have."""


def create_token(
    player: Player,
    *,
    name: str,
    scopes: Iterable[str] = tuple(Scope),
    expires_at: datetime | None = None,
    is_limited: bool = False,
    made_with: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A new key and its secret, which cannot be read again. Raises TooManyTokens.

    A key that ``is_limited`` opens nothing until somebody above says what it is limited to.
    """
    if player.api_tokens.filter(revoked_at=None).count() >= MOST_TOKENS:
        raise TooManyTokens(
            gettext("You have {most_tokens} keys. Revoke one that you no longer use.").format(most_tokens=MOST_TOKENS)
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        player=player,
        name=name,
        prefix=secret[:12],
        digest=digest(secret),
        scopes=write_scopes(scopes),
        expires_at=expires_at,
        is_limited=is_limited,
        made_with=made_with,
    )
    return token, secret


def create_with(
    token: ApiToken, *, name: str, scopes: Iterable[str], expires_at: datetime, bot: Player | None = None
) -> tuple[ApiToken, str]:
    """A key that another one makes, for its player or a ``bot`` of theirs: it can do no more, works no longer and is
    revoked with it.

    Raises KeyRefused and TooManyTokens.
    """
    if token.made_with_id is not None:
        raise KeyRefused(gettext("This key was made with another key and cannot make keys itself. Use that other key."))
    wider = set(scopes) - set(token.scopes.split())
    if wider:
        raise KeyRefused(
            gettext("A key can pass on what it can do itself: {split}.").format(split=", ".join(token.scopes.split()))
        )
    end = expires_at if token.expires_at is None else min(expires_at, token.expires_at)
    return create_token(bot or token.player, name=name, scopes=scopes, expires_at=end, made_with=token)


def revoke_token(player: Player, token_id: int, *, at: datetime) -> bool:
    """Make a key of the player's useless, and those that were made with it; say whether there was one."""
    if not player.api_tokens.filter(pk=token_id, revoked_at=None).exists():
        return False
    _revoke(ApiToken.objects.filter(Q(pk=token_id) | Q(made_with=token_id, made_with__player=player)), at)
    return True


def revoke_all(player: Player, *, at: datetime) -> int:
    """Make every key of the player's and of their bots useless, and say how many there were."""
    return _revoke(ApiToken.objects.filter(Q(player=player) | Q(player__owner=player)), at)


@transaction.atomic
def _revoke(keys: QuerySet[ApiToken], at: datetime) -> int:
    live = list(keys.filter(revoked_at=None).select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))
    access_ended.send(ApiToken, keys=live, accounts=[], at=at)
    return ApiToken.objects.filter(pk__in=live).update(revoked_at=at)


LIVE_KEY = Prepared(
    lambda: ApiToken.objects.select_related("player__owner").filter(digest=Asked("digest", CharField), revoked_at=None)
)


def key_with(secret: str, *, at: datetime) -> ApiToken | None:
    """The key with its player; None for one that is unknown, revoked or expired, or of a closed account.

    The keys of a bot open nothing while the account of its owner is closed.
    """
    token = next(iter(LIVE_KEY.ask(digest=digest(secret))), None)
    if token is None or (token.expires_at is not None and token.expires_at <= at):
        return None
    if not all(account.is_active for account in (token.player, token.player.owner) if account is not None):
        return None
    if token.last_used_at is None or at - token.last_used_at > USE_NOTED_EVERY:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lt=at - USE_NOTED_EVERY)
        used = ApiToken.objects.filter(unnoted, pk=token.pk)
        transaction.on_commit(partial(_note_use, used, at))  # what a request reads is of one moment
    return token


def _note_use(keys: QuerySet[ApiToken], at: datetime) -> None:
    """What a key is used for does not depend on it: a database that takes nothing is no error here."""
    with suppress(DatabaseError):
        keys.update(last_used_at=at)


def digest(secret: str) -> str:
    """SHA-256 as hex. The secret has 256 random bits, so neither salt nor a slow hash would add anything."""
    return hashlib.sha256(secret.encode()).hexdigest()
