"""How much one player can have or send: all the numbers, and the one way to ask for each sort.

``check_room`` is for what a player has, such as open proposals, and ``spend`` for what counts during some time, such as
challenges. Both lock the row of the player until the transaction ends, so that two requests at once cannot both take
the last place. A game or an event is locked before, never after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Player, QuotaUse
from games.presenting.page_sentences import quotas as sentences

NEW_FOR = timedelta(days=7)  # how long an account is new
DAY = timedelta(days=1)


class AccountKind(StrEnum):
    """What an account is to quotas."""

    MEMBER = "member"
    NEW = "new"
    GUEST = "guest"
    BOT = "bot"


_DIVISORS = {AccountKind.MEMBER: 1, AccountKind.NEW: 2, AccountKind.GUEST: 4, AccountKind.BOT: 2}


@dataclass(frozen=True, slots=True)
class Quota:
    """``most`` of something for a member: at a time, or ``within`` a span. Of what ``is_for_authors`` of programs, bots
    and new accounts have as much."""

    name: str
    most: int
    within: timedelta | None = None
    is_for_authors: bool = False


OPEN_PROPOSALS = Quota("open proposals", 20)
HOUSE_GAMES = Quota("house games", 20)
CHALLENGES = Quota("challenges", 30, DAY)  # invitations to events, too
CHALLENGES_TO_ONE = Quota("challenges to one", 3, DAY)
OWN_CHALLENGES = Quota("own challenges", 200, DAY, is_for_authors=True)  # between an owner's bots, and with the owner
CHALLENGES_TO_BOTS = Quota("challenges to bots", 100, DAY, is_for_authors=True)  # of others
BOTS = Quota("bots", 4, is_for_authors=True)
DECLARED = Quota("declared bots", 8, DAY, is_for_authors=True)  # closed ones too
DRAFTS = Quota("drafts", 5)
OPEN_EVENTS = Quota("open events", 10)
CLUBS = Quota("clubs", 4)  # that a player organises
CIRCUITS = Quota("circuits", 4)  # that a player directs and that go on
MINI_CUPS = Quota("mini cups", 6)  # that a player waits for or plays in
ANNOUNCEMENTS = Quota("announcements", 10, DAY)
REFUSALS = Quota("refusals", 200)  # refused submissions that are kept; the oldest go first
REMARKS = Quota("remarks", 30, DAY)  # in one game
NOTES = Quota("notes", 200, DAY)  # changes of notes, of muting and of watching
WATCHED = Quota("watched", 50)
LEAVE = Quota("leave", 20, DAY)  # bookings and cancellations, each of which notifies all opponents
BLOCKS = Quota("blocks", 200)
REPORTS = Quota("reports", 20, DAY)
REQUESTS = Quota("requests", 12, DAY)  # to the directors of events
EVALUATIONS = Quota("evaluations", 10, DAY)  # of finished games, by the search of the strong bot


class QuotaReached(GameError):
    """A player has or has sent the ``most`` of a quota; ``frees_at``: when there is room again, if a clock decides."""

    code = "quota"

    def __init__(self, message: str, quota: Quota, most: int, frees_at: datetime | None = None) -> None:
        super().__init__(message)
        self.quota, self.most, self.frees_at = quota, most, frees_at


def kind_of(player: Player, at: datetime) -> AccountKind:
    """What the account of a player is at a moment."""
    if player.is_guest:
        return AccountKind.GUEST
    if player.is_program:
        return AccountKind.BOT
    return AccountKind.NEW if at - player.date_joined < NEW_FOR else AccountKind.MEMBER


def most_for(quota: Quota, kind: AccountKind) -> int:
    """The number for an account of that kind: half in its first week and for bots, a quarter for guests, rounded up."""
    is_whole = quota.is_for_authors and kind is not AccountKind.GUEST
    return quota.most if is_whole else -(-quota.most // _DIVISORS[kind])


def check_room(quota: Quota, player: Player, rows: QuerySet[Any], *, at: datetime, more: int = 1) -> None:
    """Raises QuotaReached where ``rows``, which the player has, and so many more are too many."""
    _lock(player)
    kind = kind_of(player, at)
    most = most_for(quota, kind)
    if rows.count() + more > most:
        raise QuotaReached(sentences.no_room(quota.name, most, _smaller(quota, kind)), quota, most)


def check_rate(quota: Quota, player: Player, moments: Sequence[datetime], *, at: datetime, more: int = 1) -> None:
    """Raises QuotaReached where what was done at these ``moments`` and so many more are too many within the span.

    For what is counted under another lock, such as that of a game; everything else is for ``spend``.
    """
    span = quota.within or DAY
    kind = kind_of(player, at)
    most = most_for(quota, kind)
    counted = sorted(moment for moment in moments if moment > at - span)
    too_many = len(counted) + more - most
    if too_many <= 0:
        return
    frees_at = counted[min(too_many, len(counted)) - 1] + span if more <= most and counted else None
    said = sentences.spent(quota.name, most, frees_at, _smaller(quota, kind))
    raise QuotaReached(said, quota, most, frees_at)


def _smaller(quota: Quota, kind: AccountKind) -> AccountKind:
    """The kind of account, where it has less than others have."""
    return kind if most_for(quota, kind) < quota.most else AccountKind.MEMBER


def uses_of(quota: Quota, player: Player) -> QuerySet[QuotaUse]:
    """What counts against a player: a person's own uses, or those of all bots of one owner, closed ones too."""
    whose = Q(player__owner=player.owner_id) if player.owner_id else Q(player=player)
    return QuotaUse.objects.filter(whose, quota=quota.name)


def spend(quota: Quota, player: Player, *, at: datetime, towards: Sequence[Player | None] = (None,)) -> None:
    """Count one use for each of those it goes ``towards``, until the span of the quota is over. Raises QuotaReached."""
    if quota.within is None:
        raise ValueError(f"{quota.name} are counted by check_room.")
    _lock(player)
    uses = uses_of(quota, player)
    uses.filter(at__lte=at - quota.within).delete()
    check_rate(quota, player, list(uses.values_list("at", flat=True)), at=at, more=len(towards))
    QuotaUse.objects.bulk_create(QuotaUse(player=player, quota=quota.name, towards=to, at=at) for to in towards)


def spend_challenges(player: Player, towards: Sequence[Player], *, at: datetime) -> None:
    """Count a challenge, or an invitation to an event, to each of these. House bots do not count, and bots of players
    count apart from people. Raises QuotaReached.
    """
    asked: dict[Quota, list[Player]] = {}
    for other in towards:
        is_own = _answers_for(other) == _answers_for(player)
        quota = OWN_CHALLENGES if is_own else CHALLENGES_TO_BOTS if other.owner_id else CHALLENGES
        if not other.is_bot:
            asked.setdefault(quota, []).append(other)
    for quota, others in asked.items():
        spend(quota, player, at=at, towards=others)
    sent = uses_of(CHALLENGES, player)
    for other in asked.get(CHALLENGES, ()):
        earlier = sorted(sent.filter(towards=other).values_list("at", flat=True))[:-1]  # without the one just counted
        try:
            check_rate(CHALLENGES_TO_ONE, player, earlier, at=at)
        except QuotaReached as error:
            said = gettext("{player}: {refusal}").format(player=other.username, refusal=error.message)
            raise QuotaReached(said, error.quota, error.most, error.frees_at) from error


def _answers_for(player: Player) -> int:
    """The person that answers for a player: the owner of a bot."""
    return player.owner_id or player.pk


def _lock(player: Player) -> None:
    """Let nobody else count what this player and their bots have until the transaction ends."""
    if not transaction.get_connection().in_atomic_block:
        raise AssertionError("A quota is only asked for inside a transaction.")
    Player.objects.select_for_update(no_key=True).get(pk=_answers_for(player))
