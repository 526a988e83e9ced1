"""Keys with which bots of players play. Their owners are notified of each."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.accounts.api_keys import create_token, create_with
from games.models import ApiToken, Player
from ground.rest.scopes import Scope
from notifications.accounts.notices import BOT_KEY_MADE, Origin, send_notice

LONGEST = timedelta(days=365)
SCOPES = (Scope.READ, Scope.PLAY)


@transaction.atomic
def make_bot_key(
    bot: Player, origin: Origin, *, at: datetime, name: str, expires_at: datetime, made_with: ApiToken | None = None
) -> tuple[ApiToken, str]:
    """A key that reads and plays, and its secret. ``made_with`` is the key of the owner that asks for it, if one does.

    Raises KeyRefused and TooManyTokens.
    """
    if made_with is None:
        token, secret = create_token(bot, name=name, scopes=SCOPES, expires_at=expires_at)
    else:
        token, secret = create_with(made_with, name=name, scopes=SCOPES, expires_at=expires_at, bot=bot)
    if bot.owner is not None:
        send_notice(bot.owner, BOT_KEY_MADE, origin, at=at, name=bot.username)
    return token, secret
