"""A team has these players, in the order of its list: at the start, and whenever that changes later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import Fold, Kind, Names, Wanted


@dataclass(frozen=True, kw_only=True)
class SquadNamed(Kind):
    """The team of this entrant has these players, its captain among them, in the order of its list: the first ones play
    unless the captain names others. A later entry of this kind counts instead."""

    slug: ClassVar[str] = "squad_named"
    is_routine: ClassVar[bool] = True

    entrant: int
    captain: int
    players: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.squads[self.entrant] = self.players

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant], players=[self.captain, *self.players])

    def sentence(self, names: Names) -> str:
        values = {
            "team": names.entrant(self.entrant),
            "captain": names.player(self.captain),
            "players": and_list([names.player(player) for player in self.players]),
        }
        return (
            ngettext(
                "%(players)s plays for %(team)s; the captain is %(captain)s.",
                "%(players)s play for %(team)s; the captain is %(captain)s.",
                len(self.players),
            )
            % values
        )
