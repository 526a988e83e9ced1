"""Bots of players: programs with an account of their own, which a person has declared and answers for.

A bot has no password and no address, only keys to REST. Its name ends in ``-bot``, which no person's name does, so that
it is known for a program wherever a name stands. Its rated games count among bots, apart from those of people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.accounts.guests import PREFIX as GUESTS
from games.exceptions import GameError
from games.models import Player
from games.models.players import FIRST_VERSION
from games.moderation import quotas
from games.moderation.names import players_like
from games.moderation.sanctions import check_may_play

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,25}-bot")
_LIKE_A_BOT = ("-bot", "_bot", ".bot")
_VERSION = re.compile(r"[\w.+-]{1,20}", re.ASCII)
LONGEST_ABOUT, LONGEST_VERSION = 200, 20


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


@dataclass(frozen=True, slots=True)
class Version:
    """What the owner of a bot calls it from that day (UTC) on, until the next version begins."""

    label: str
    since: date


def versions_of(bot: Player) -> list[Version]:
    """All versions of a bot, the first one first."""
    named = [Version(label, date.fromisoformat(day)) for label, day in bot.versions]
    joined = bot.date_joined.astimezone(UTC).date()
    return named if named and named[0].since <= joined else [Version(FIRST_VERSION, joined), *named]


@transaction.atomic
def describe_bot(bot: Player, *, at: datetime, about: str | None = None, version: str | None = None) -> None:
    """Change what its page says a bot is, and begin a version of it with that label on the day of ``at`` (UTC).

    There is one version a day: the last one of a day takes the place of others. The present label changes nothing.
    Raises BotRefused.
    """
    locked = Player.objects.select_for_update(no_key=True).get(pk=bot.pk)
    if about is not None:
        locked.about = _checked(about)
    if version is not None:
        known = _with_version(locked, version.strip(), at.astimezone(UTC).date())
        locked.versions = [[each.label, each.since.isoformat()] for each in known]
    locked.save(update_fields=["about", "versions"])
    bot.about, bot.versions = locked.about, locked.versions


def _with_version(bot: Player, label: str, today: date) -> list[Version]:
    if not _VERSION.fullmatch(label):
        raise BotRefused(
            gettext(
                "A version is called by up to {most} of a-z, 0-9, dots, dashes, plus signs and underscores."
            ).format(most=LONGEST_VERSION)
        )
    known = versions_of(bot)
    if known[-1].since == today:
        known.pop()
    if known and known[-1].label == label:
        return known
    if any(each.label == label for each in known):
        raise BotRefused(
            gettext("{bot} had a version {version} before. Choose a new label.").format(bot=bot, version=label)
        )
    return [*known, Version(label, today)]


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
