"""Bots of players: programs with an account of their own, which a person has declared and answers for.

A bot has no password and no address, only keys to REST. Its name ends in ``-bot``, which no person's name does, so that
it is known for a program wherever a name stands. It plays no rated games.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.accounts.guests import PREFIX as GUESTS
from games.exceptions import GameError
from games.models import Player
from games.moderation import quotas
from games.moderation.names import players_like
from games.moderation.sanctions import check_may_play

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,25}-bot")
_LIKE_A_BOT = ("-bot", "_bot", ".bot")
LONGEST_ABOUT = 200


class BotRefused(GameError):
    """A bot that cannot be declared; the message says what would be right."""

    code = "bot_refused"


def is_like_a_bot(name: str) -> bool:
    """Whether a name is one that only bots have, or looks like it."""
    return name.endswith(_LIKE_A_BOT)


@transaction.atomic
def declare_bot(*, owner: Player, username: str, about: str, at: datetime) -> Player:
    """Make the account of a bot. Raises BotRefused, QuotaReached and Sanctioned."""
    name = username.strip().lower()
    if owner.is_program or owner.is_guest:
        raise BotRefused(gettext("Bots are declared by players with an account of their own."))
    check_may_play(owner.pk, at)
    if not _NAME.fullmatch(name) or name.startswith(GUESTS):
        raise BotRefused(
            gettext("The name of a bot has up to 30 of a-z, 0-9, dots, dashes and underscores, and ends in -bot.")
        )
    about = _checked(about)
    if players_like(name).exists():
        raise BotRefused(
            gettext("{name} looks too much like a name that is taken. Choose another name.").format(name=name)
        )
    quotas.check_room(quotas.BOTS, owner, owner.bots.filter(is_active=True), at=at)
    quotas.spend(quotas.DECLARED, owner, at=at)
    bot = Player(username=name, owner=owner, about=about, date_joined=at)
    bot.set_unusable_password()
    bot.save()
    return bot


def describe_bot(bot: Player, *, about: str) -> None:
    """Change what its page says a bot is. Raises BotRefused."""
    bot.about = _checked(about)
    bot.save(update_fields=["about"])


def _checked(about: str) -> str:
    if not about.strip() or len(about) > LONGEST_ABOUT:
        raise BotRefused(gettext("Say in up to {most} characters what your bot is.").format(most=LONGEST_ABOUT))
    return about.strip()


def bots_of(owner: Player) -> QuerySet[Player]:
    """The bots of a player whose accounts are open, by name."""
    return owner.bots.filter(is_active=True).order_by("username")


def open_bots() -> QuerySet[Player]:
    """All bots of players whose accounts are open, by name."""
    return Player.objects.filter(owner__is_active=True, is_active=True).select_related("owner").order_by("username")
