"""Games of a match that begin after one of its players has left: they are lost at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.play.directing import forfeit_seat
from ground.wording import kept
from tournaments.models import Entrant, FixtureGame

HAS_LEFT = kept("This player has left the event.")  # the reason in the logs of games, whose lines name players by seat


def forfeit_for_leaver(
    begun: Iterable[FixtureGame], entrants: Iterable[Entrant], gone: Iterable[int], *, at: datetime
) -> bool:
    """End games of two that have begun in this transaction, if one of the entrants has left; say whether one has.

    ``gone`` are the entrants who have left, the first of them first: that one loses where both have left.
    """
    playing = {entrant.pk for entrant in entrants}
    leaver = next((pk for pk in gone if pk in playing), None)
    if leaver is None:
        return False
    for played in begun:
        seat = played.seating.index(leaver)
        forfeit_seat(game_id=played.game_id, seat=seat, actor_id=None, reason=HAS_LEFT, at=at)
    return True
