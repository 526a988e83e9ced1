"""A reserve of a team plays on in games of a player who has left it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class BoardTakenOver(Kind):
    """In these open games the player ``new`` of a team took over the board of the player ``old``."""

    slug: ClassVar[str] = "board_taken_over"
    in_feed: ClassVar[bool] = True

    entrant: int
    old: int
    new: int
    games: tuple[int, ...]

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [self.new, roster.player(self.entrant)]

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant], players=[self.old, self.new])

    def sentence(self, names: Names) -> str:
        values = {
            "new": names.player(self.new),
            "old": names.player(self.old),
            "team": names.entrant(self.entrant),
        }
        return _("%(new)s took over the board of %(old)s for %(team)s.") % values
