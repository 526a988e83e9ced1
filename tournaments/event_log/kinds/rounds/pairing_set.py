"""A director decided that two players meet in a round that is not paired yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Course, Fold, Kind, Names, Wanted


@dataclass(frozen=True, kw_only=True)
class PairingSet(Kind):
    """These two entrants meet in a round that is not paired yet, if both play it; all others are paired around them."""

    slug: ClassVar[str] = "pairing_set"
    reverted_by: ClassVar[str] = REVERTED

    round: int
    entrant: int
    opponent: int

    def apply(self, fold: Fold, seq: int) -> None:
        fold.chosen[self.round] = (*fold.chosen.get(self.round, ()), (self.entrant, self.opponent))

    def refusal_to_revert(self, course: Course) -> str:
        if self.round > course.paired:
            return ""
        return _("Round %(round)d is paired already.") % {"round": self.round}

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant, self.opponent])

    def sentence(self, names: Names) -> str:
        values = {"player": names.entrant(self.entrant), "opponent": names.entrant(self.opponent), "round": self.round}
        return _("%(player)s and %(opponent)s meet in round %(round)d.") % values
