"""A director put players in an order before the start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import BeforeStart, Fold, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class Seeded(BeforeStart):
    """These entrants are seeded in this order before all others; a later entry of this kind counts instead."""

    slug: ClassVar[str] = "seeded"

    entrants: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.seeds = self.entrants

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.entrants]

    def names(self) -> Wanted:
        return Wanted(entrants=self.entrants)

    def sentence(self, names: Names) -> str:
        players = ", ".join(f"{place}. {names.entrant(entrant)}" for place, entrant in enumerate(self.entrants, 1))
        return _("Seeded before all others: %(players)s.") % {"players": players}
