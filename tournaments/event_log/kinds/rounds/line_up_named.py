"""The captain of a team named who plays a round on which board; public when the round begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from ground.wording import and_list
from tournaments.event_log.kinds.base import Fold, Kind, Names, Wanted


@dataclass(frozen=True, kw_only=True)
class LineUpNamed(Kind):
    """In this round these players of a team play, in the order of the boards. A player who has left the team by then is
    replaced by the next one of its list. Written when the round begins, so that nobody sees it before."""

    slug: ClassVar[str] = "line_up_named"
    is_routine: ClassVar[bool] = True

    entrant: int
    round: int
    players: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.line_ups[self.entrant, self.round] = self.players

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant], players=self.players)

    def sentence(self, names: Names) -> str:
        values = {
            "team": names.entrant(self.entrant),
            "round": self.round,
            "players": and_list([names.player(player) for player in self.players]),
        }
        return _("%(team)s named its line-up for round %(round)d: %(players)s.") % values
