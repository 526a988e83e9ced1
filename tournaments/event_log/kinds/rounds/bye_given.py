"""A director said what a round without a game is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Names, Roster, WithByes
from tournaments.event_log.kinds.words import round_in_words


@dataclass(frozen=True, kw_only=True)
class ByeGiven(WithByes):
    """Rounds that entrants had to sit out count as these byes."""

    slug: ClassVar[str] = "bye_given"
    reverted_by: ClassVar[str] = REVERTED

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(bye.entrant) for bye in self.byes]

    def sentence(self, names: Names) -> str:
        return " ".join(
            _("%(player)s was given a %(bye)s for round %(round)s.")
            % {"player": names.entrant(bye.entrant), "bye": round_in_words(bye.kind), "round": bye.round}
            for bye in self.byes
        )
