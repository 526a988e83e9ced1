"""A reserve of a team plays on in games of another player, who has left it or whom a director has replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite, Roster, Wanted


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

    def opposite(self, names: Names) -> Opposite | None:
        if self.actor is None:  # the player had left the team
            return None
        return Opposite("use-reserve", {"game": self.games[0], "reserve": names.player(self.old)})

    def sentence(self, names: Names) -> str:
        values = {"new": names.player(self.new), "old": names.player(self.old), "team": names.entrant(self.entrant)}
        return _("%(new)s took over the board of %(old)s for %(team)s.") % values
