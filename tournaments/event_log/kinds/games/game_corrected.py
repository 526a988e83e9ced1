"""A director gave a game another result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.log_kinds.director_texts import ADJUDICATED
from tournaments.event_log.kinds.base import REVERTED, Names, OfGame, Roster
from tournaments.event_log.kinds.words import result_in_words


@dataclass(frozen=True, kw_only=True)
class GameCorrected(OfGame):
    """A game counts with this result instead of the one with which it ended."""

    slug: ClassVar[str] = "game_corrected"
    reverted_by: ClassVar[str] = REVERTED
    in_feed: ClassVar[bool] = True

    @property
    def is_adjudicated(self) -> bool:
        """Whether the director also ended the game by it."""
        return self.result.reason == ADJUDICATED

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.result.entrants]

    def sentence(self, names: Names) -> str:
        result = result_in_words(self.result, names.played(self.result.game))
        described = _("Game %(game)s was adjudicated: %(result)s.")
        if not self.is_adjudicated:
            described = _("The result of game %(game)s was corrected: %(result)s.")
        return described % {"game": self.result.game, "result": result}
