"""A match that must have a winner was level, so it is played on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import Fold, Kind, Names, Wanted


@dataclass(frozen=True, kw_only=True)
class GamesAdded(Kind):
    """A fixture got this many extra games."""

    slug: ClassVar[str] = "games_added"
    is_routine: ClassVar[bool] = True

    fixture: int
    games: int

    def apply(self, fold: Fold, seq: int) -> None:
        fold.added[self.fixture] = fold.added.get(self.fixture, 0) + self.games

    def names(self) -> Wanted:
        return Wanted(fixtures=[self.fixture])

    def sentence(self, names: Names) -> str:
        meeting = names.fixture(self.fixture)
        if meeting is None:
            return ngettext(
                "A match was level, and %(count)s more game is played.",
                "A match was level, and %(count)s more games are played.",
                self.games,
            ) % {"count": self.games}
        players = and_list([names.entrant(key) for key in meeting.entrants])
        return ngettext(
            "The match between %(players)s was level, and %(count)s more game is played.",
            "The match between %(players)s was level, and %(count)s more games are played.",
            self.games,
        ) % {"players": players, "count": self.games}
