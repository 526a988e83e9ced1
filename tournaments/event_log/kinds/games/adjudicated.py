"""A director ended a running game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite, Wanted
from tournaments.event_log.kinds.words import placed


@dataclass(frozen=True, kw_only=True)
class Adjudicated(Kind):
    """A running game was ended with these places by seat, or without a result if there are none."""

    slug: ClassVar[str] = "adjudicated"
    decides_game: ClassVar[bool] = True

    game: int
    places: tuple[int, ...]

    @property
    def about_game(self) -> int:
        return self.game

    def names(self) -> Wanted:
        return Wanted(games=[self.game])

    def sentence(self, names: Names) -> str:
        if not self.places:
            return _("Game %(game)s was ended without a result.") % {"game": self.game}
        result = placed(names.played(self.game), self.places)
        return _("Game %(game)s was adjudicated: %(result)s.") % {"game": self.game, "result": result}

    def opposite(self, names: Names) -> Opposite:
        return Opposite("correct-result", {"game": self.game})
