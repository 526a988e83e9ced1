"""Players who want nothing to do with each other: no challenges, no seats at each other's tables, no invitations, no
words.

Nobody is notified of a block. What it refuses is refused in words that fit other reasons too. It ends no game and
changes no pairing of an event: players who enter an event meet each other by its rules. It covers the bots that the
blocked player has declared. A secret input of pairings could be rechecked by nobody, and a public one would say who has
blocked whom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Block, Player
from games.moderation.quotas import BLOCKS, check_room
from ground.prepared.queries import Asked


class CannotBlock(GameError):
    """A player who cannot be blocked or unblocked."""

    code = "block"


class OutOfReach(GameError):
    """Two players of whom one has blocked the other, or one who takes no part now."""

    code = "proposal"


@transaction.atomic
def block(*, player: Player, username: str, at: datetime) -> Block:
    """Have nothing to do with the player of that name any more. Idempotent. Raises CannotBlock, QuotaReached."""
    other = _named(username)
    if other == player:
        raise CannotBlock(gettext("You cannot block yourself."))
    if other.is_bot:
        raise CannotBlock(gettext("House bots never challenge anybody, so there is nothing to block."))
    known = Block.objects.filter(player=player, blocked=other).first()
    if known is not None:
        return known
    check_room(BLOCKS, player, Block.objects.filter(player=player), at=at)
    return Block.objects.get_or_create(player=player, blocked=other, defaults={"at": at})[0]


def unblock(*, player: Player, username: str) -> str:
    """Block that player no more, also where the account is closed; the name. Raises CannotBlock if they are not."""
    mine = Block.objects.filter(player=player, blocked__username__iexact=username.strip())
    known = mine.select_related("blocked").first()
    if known is None:
        raise CannotBlock(gettext("You have not blocked {player}.").format(player=repr(username.strip())))
    name = known.blocked.username
    known.delete()
    return name


def blocks_of(player: Player) -> QuerySet[Block]:
    """Whom a player has blocked, by name."""
    return Block.objects.filter(player=player).select_related("blocked").order_by("blocked__username")


def blocked_by(player: Player | Asked) -> QuerySet[Player, int]:
    """The numbers of those whom a player has blocked, and of their bots, for a subquery."""
    blocked = Block.objects.filter(player=player).order_by().values("blocked")
    covered = Player.objects.filter(Q(pk__in=blocked) | Q(owner__in=blocked))
    return covered.order_by().values_list("pk", flat=True)


def are_covering(blockers: Iterable[int], player: Player) -> QuerySet[Block]:
    """The blocks of players with these numbers against a player, or against the owner of a bot."""
    return Block.objects.filter(player__in=blockers, blocked__in=_accounts_of(player))


def _accounts_of(player: Player) -> list[int]:
    return [pk for pk in (player.pk, player.owner_id) if pk is not None]


def check_may_ask(player: Player, others: Collection[Player]) -> None:
    """Raises OutOfReach where the player cannot challenge or invite one of these. Guests play house bots only."""
    guest = next((other for other in others if other.is_guest), None)
    if guest is not None:
        raise OutOfReach(not_available(guest))
    known = {other.pk: other for other in others}
    mine = _blocked_among(player, others)
    if mine is not None:
        raise OutOfReach(gettext("You have blocked {player}. Unblock them first.").format(player=mine.blocked.username))
    theirs = are_covering(known, player).first()
    if theirs is not None:
        raise OutOfReach(not_available(known[theirs.player_id]))


def not_available(player: Player) -> str:
    """That a player cannot be challenged or invited, whatever the reason."""
    return gettext("{player} does not take challenges or invitations now.").format(player=player.username)


def check_may_join(player: Player, others: Iterable[Player]) -> None:
    """Raises OutOfReach where the player cannot take a seat beside these."""
    others = list(others)
    mine = _blocked_among(player, others)
    if mine is not None:
        raise OutOfReach(
            gettext("You have blocked {player}, who has a seat in this game.").format(player=mine.blocked.username)
        )
    if are_covering([other.pk for other in others], player).exists():
        raise OutOfReach(gettext("This seat is not free for you. Look for another game in the lobby."))


def _blocked_among(player: Player, others: Iterable[Player]) -> Block | None:
    """A block of the player's against one of these, or against the owner of one."""
    keys = [pk for other in others for pk in _accounts_of(other)]
    return Block.objects.filter(player=player, blocked__in=keys).select_related("blocked").first()


def _named(username: str) -> Player:
    found = None
    if "\0" not in username:
        found = Player.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if found is None:
        raise CannotBlock(gettext("There is no player called {player}.").format(player=repr(username.strip())))
    return found
