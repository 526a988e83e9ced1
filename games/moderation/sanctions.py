"""What moderators have decided about a player, and what the player cannot do because of it.

A suspended player plays the games and events on that have begun, under the same clocks, so that nobody wins or loses by
a suspension; nothing new can be started or joined, and nothing said. Entries of the log decide, so there is nothing to
keep in step with them.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.exceptions import GameError
from games.models import ModerationEntry, Player
from games.presenting.page_sentences import moderation as sentences

Kind = ModerationEntry.Kind

NO_PLAY = (Kind.SUSPENDED,)
NO_TALK = (Kind.SUSPENDED, Kind.MUTED)


class Sanctioned(GameError):
    """A player cannot do this because of a moderator's decision. ``code`` is ``suspended`` or ``muted``."""

    def __init__(self, entry: ModerationEntry) -> None:
        super().__init__(sentences.refusal(entry.kind, entry.until, entry.reason))
        self.code = entry.kind


def entries_of(player: Player) -> QuerySet[ModerationEntry]:
    """Everything that was decided about a player, the newest first, each with ``is_reverted``."""
    later = ModerationEntry.objects.filter(reverts=OuterRef("pk"))
    found = ModerationEntry.objects.filter(player=player).select_related("moderator")
    return found.annotate(is_reverted=Exists(later)).order_by("-pk")


def in_force(at: datetime, kinds: Collection[str] = NO_TALK) -> QuerySet[ModerationEntry]:
    """The decisions of these kinds that hold at a moment, those that hold longest first."""
    later = ModerationEntry.objects.filter(reverts=OuterRef("pk"))
    hold = ModerationEntry.objects.filter(Q(until=None) | Q(until__gt=at), ~Exists(later), kind__in=kinds)
    return hold.order_by(F("until").desc(nulls_first=True), "pk")


def check_may_play(player_id: int, at: datetime) -> None:
    """Raises Sanctioned for a player who cannot start or join games and events now, or a bot whose owner cannot."""
    _check(player_id, NO_PLAY, at)


def check_may_talk(player_id: int, at: datetime) -> None:
    """Raises Sanctioned for a player whose words nobody is to read now, or a bot of theirs."""
    _check(player_id, NO_TALK, at)


def suspended_players(at: datetime) -> QuerySet[ModerationEntry, int]:
    """The numbers of all players who are suspended at a moment, for a subquery."""
    return in_force(at, NO_PLAY).order_by().values_list("player_id", flat=True)


def _check(player_id: int, kinds: Collection[str], at: datetime) -> None:
    entry = in_force(at, kinds).filter(Q(player=player_id) | Q(player__bots=player_id)).first()
    if entry is not None:
        raise Sanctioned(entry)
