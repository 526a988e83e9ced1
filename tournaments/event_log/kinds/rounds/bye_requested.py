"""A player of a Swiss tournament asked to sit out a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Course, Fold, Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class ByeRequested(Kind):
    """An entrant asked to sit out a round that is not paired yet."""

    slug: ClassVar[str] = "bye_requested"
    reverted_by: ClassVar[str] = REVERTED

    entrant: int
    round: int

    def apply(self, fold: Fold, seq: int) -> None:
        fold.asked[self.entrant] = fold.asked.get(self.entrant, frozenset()) | {self.round}

    def refusal_to_revert(self, course: Course) -> str:
        return _("Round {round} is paired already.").format(round=self.round) if self.round <= course.paired else ""

    def concerns_when_reverted(self, roster: Roster, seq: int) -> Iterable[int]:
        return [roster.player(self.entrant)]

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant])

    def sentence(self, names: Names) -> str:
        return _("%(player)s asked to sit out round %(round)s.") % {
            "player": names.entrant(self.entrant), "round": self.round
        }  # fmt: skip
