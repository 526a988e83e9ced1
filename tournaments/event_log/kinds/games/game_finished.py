"""A game of the event ended by itself, and counts so until another entry says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Names, OfGame
from tournaments.event_log.kinds.words import result_in_words


@dataclass(frozen=True, kw_only=True)
class GameFinished(OfGame):
    """A game ended, with this result."""

    slug: ClassVar[str] = "game_finished"
    is_routine: ClassVar[bool] = True
    in_feed: ClassVar[bool] = True

    def sentence(self, names: Names) -> str:
        result = result_in_words(self.result, [names.entrant(key) for key in self.result.entrants])
        return _("Game %(game)s is over. %(result)s.") % {"game": self.result.game, "result": result}
