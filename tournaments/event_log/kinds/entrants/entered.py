"""A player entered an event that was running already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_log.kinds.base import Fold, Names, Wanted, WithByes
from tournaments.standings.tables import Kind as RoundKind


@dataclass(frozen=True, kw_only=True)
class Entered(WithByes):
    """A player got a place after the start, with this pairing number and rating; ``again`` on a ladder that they had
    left. Rounds that they missed are byes."""

    slug: ClassVar[str] = "entered"
    status: ClassVar[str] = "active"

    entrant: int
    player: int
    number: int
    rating: int
    again: bool

    def apply(self, fold: Fold, seq: int) -> None:
        for bye in self.byes:
            fold.byes[bye.entrant, bye.round] = bye
        fold.gone.pop(self.entrant, None)
        fold.left_by.pop(self.entrant, None)
        fold.status[self.entrant] = self.status

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant])

    def sentence(self, names: Names) -> str:
        player = names.entrant(self.entrant)
        if self.again:
            return _("%(player)s entered again, on the last rung.") % {"player": player}
        if not self.byes:
            return _("%(player)s entered as number %(number)s.") % {"player": player, "number": self.number}
        if self.byes[0].kind == RoundKind.ZERO_BYE:
            return _("%(player)s entered as number %(number)s, without points for what was missed.") % {
                "player": player, "number": self.number
            }  # fmt: skip
        return ngettext(
            "%(player)s entered as number %(number)s, with half a point for the round that was missed.",
            "%(player)s entered as number %(number)s, with half a point for each round that was missed.",
            len(self.byes),
        ) % {"player": player, "number": self.number}
