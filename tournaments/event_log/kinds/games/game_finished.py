"""A game of the event ended by itself, and counts so until another entry says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.log_kinds.director_texts import ADJUDICATED
from tournaments.event_log.kinds.base import Names, OfGame
from tournaments.event_log.kinds.words import placed, result_in_words


@dataclass(frozen=True, kw_only=True)
class GameFinished(OfGame):
    """A game ended, with this result."""

    slug: ClassVar[str] = "game_finished"
    is_routine: ClassVar[bool] = True
    in_feed: ClassVar[bool] = True

    def sentence(self, names: Names) -> str:
        players = names.played(self.result.game)
        if self.result.reason == ADJUDICATED:  # what counts may differ, and stands in an entry of its own
            board = ", ".join(map(" ".join, zip(players, map(str, self.result.scores), strict=True)))
            described = _("Game %(game)s is over by adjudication: %(result)s. On the board: %(board)s.")
            result = placed(players, self.result.places)
            return described % {"game": self.result.game, "result": result, "board": board}
        result = result_in_words(self.result, players)
        return _("Game %(game)s is over. %(result)s.") % {"game": self.result.game, "result": result}
