"""A director annulled the result of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from ground.wording import and_list
from tournaments.event_log.kinds.base import REVERTED, Names, OfGame, Roster


@dataclass(frozen=True, kw_only=True)
class GameAnnulled(OfGame):
    """A finished game no longer counts for anybody."""

    slug: ClassVar[str] = "game_annulled"
    reverted_by: ClassVar[str] = REVERTED
    in_feed: ClassVar[bool] = True

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.result.entrants]

    def sentence(self, names: Names) -> str:
        players = and_list(names.played(self.result.game))
        return _("Game %(game)s between %(players)s was annulled.") % {"game": self.result.game, "players": players}
