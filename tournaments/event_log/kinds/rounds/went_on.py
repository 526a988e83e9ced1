"""The next round of a Swiss tournament does not wait for games that are open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import Fold, Kind, Names, Roster, Wanted

MOST_LISTED = 12  # meetings that the sentence of an entry names


@dataclass(frozen=True, kw_only=True)
class WentOn(Kind):
    """Round `round` is paired although `fixtures` are not over: until they are, their open games count as draws in
    tables and pairings. With `actor` a director decided it, otherwise it follows from `open_percent` of the layout."""

    slug: ClassVar[str] = "went_on"
    in_feed: ClassVar[bool] = True

    round: int
    fixtures: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.provisional.update(self.fixtures)

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.playing(self.fixtures)

    def names(self) -> Wanted:
        return Wanted(fixtures=self.fixtures[:MOST_LISTED])

    def sentence(self, names: Names) -> str:
        meetings = [names.fixture(fixture) for fixture in self.fixtures[:MOST_LISTED]]
        listed = [and_list([names.entrant(one) for one in meeting.entrants]) for meeting in meetings if meeting]
        described = ngettext(
            "Round %(round)d does not wait for %(count)d meeting, whose open games count as draws until they end: "
            "%(meetings)s.",
            "Round %(round)d does not wait for %(count)d meetings, whose open games count as draws until they end: "
            "%(meetings)s.",
            len(self.fixtures),
        )
        more = ["…"] if len(self.fixtures) > MOST_LISTED else []
        meetings_in_words = "; ".join([*listed, *more])
        return described % {"round": self.round, "count": len(self.fixtures), "meetings": meetings_in_words}
