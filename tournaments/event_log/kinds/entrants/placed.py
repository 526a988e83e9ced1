"""A director gave a player a place in a tier or a pool before the start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import BeforeStart, Fold, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class Placed(BeforeStart):
    """This entrant gets a place in a tier at the start, and in a pool of it unless ``pool`` is 0; groups have one tier.
    All others are placed around them. A later entry about the same entrant counts instead."""

    slug: ClassVar[str] = "placed"

    entrant: int
    tier: int
    pool: int = 0

    def apply(self, fold: Fold, seq: int) -> None:
        fold.placed[self.entrant] = (self.tier, self.pool)

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(self.entrant)]

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant])

    def sentence(self, names: Names) -> str:
        values = {"player": names.entrant(self.entrant), "tier": self.tier, "pool": self.pool}
        if names.has_groups:
            return _("%(player)s was placed in group %(pool)d.") % values
        if self.pool:
            return _("%(player)s was placed in division %(tier)d.%(pool)d.") % values
        return _("%(player)s was placed in tier %(tier)d.") % values
