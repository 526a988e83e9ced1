"""A director decided who meets in a round that is not paired yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import REVERTED, Course, Fold, Kind, Names, Wanted

MOST_LISTED = 40  # pairs that the sentence of an entry lists


@dataclass(frozen=True, kw_only=True)
class PairingSet(Kind):
    """The two entrants of each of `pairs` meet in a round that is not paired yet, if both play it; all others are
    paired around them, whatever was set before. Older entries have one pair, `entrant` and `opponent`, and add it."""

    slug: ClassVar[str] = "pairing_set"
    reverted_by: ClassVar[str] = REVERTED
    later: ClassVar[frozenset[str]] = frozenset({"pairs", "entrant", "opponent"})

    round: int
    pairs: tuple[tuple[int, ...], ...] = ()
    entrant: int = 0
    opponent: int = 0

    def apply(self, fold: Fold, seq: int) -> None:
        fold.chosen[self.round] = self._all if self.pairs else (*fold.chosen.get(self.round, ()), *self._all)

    @property
    def _all(self) -> tuple[tuple[int, ...], ...]:
        return self.pairs or ((self.entrant, self.opponent),)

    def refusal_to_revert(self, course: Course) -> str:
        if self.round > course.paired:
            return ""
        return _("Round %(round)d is paired already.") % {"round": self.round}

    def names(self) -> Wanted:
        return Wanted(entrants=[*chain.from_iterable(self._all[:MOST_LISTED])])

    def sentence(self, names: Names) -> str:
        listed = [and_list([names.entrant(one) for one in pair]) for pair in self._all[:MOST_LISTED]]
        if others := len(self._all) - len(listed):
            listed.append(ngettext("%(count)d other pair", "%(count)d other pairs", others) % {"count": others})
        return _("Set for round %(round)d: %(pairs)s.") % {"round": self.round, "pairs": "; ".join(listed)}
