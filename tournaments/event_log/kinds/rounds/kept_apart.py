"""A director keeps players apart, such as a family or the members of a club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from django.utils.translation import gettext as _

from games.wording import and_list
from tournaments.event_log.kinds.base import REVERTED, Fold, Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class KeptApart(Kind):
    """No two of these entrants meet in a round that is paired later, unless no other pairing is possible."""

    slug: ClassVar[str] = "kept_apart"
    reverted_by: ClassVar[str] = REVERTED

    entrants: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.apart.update(map(frozenset, combinations(self.entrants, 2)))

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.entrants]

    def names(self) -> Wanted:
        return Wanted(entrants=self.entrants)

    def sentence(self, names: Names) -> str:
        players = and_list([names.entrant(entrant) for entrant in self.entrants])
        return _("%(players)s do not meet each other in later rounds, unless no other pairing is possible.") % {
            "players": players
        }
