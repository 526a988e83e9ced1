"""Which games of a player run."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import (
    Game,
    Player,
)


def running_games_of(player: Player) -> QuerySet[Game]:
    """The games of a player that are not over, the newest first: points are counted at the end."""
    found = Game.objects.filter(turn__isnull=False, seats__player=player, seats__points=None).select_related("turn")
    return found.prefetch_related("seats__player").order_by("-pk")
