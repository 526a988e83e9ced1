"""An arbiter decides about the games of the event from now on, or no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class ArbiterNamed(Kind):
    """A player is now an arbiter, who makes decisions about games, or no longer is one."""

    slug: ClassVar[str] = "arbiter_named"

    player: int
    arbitrates: bool

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [self.player]

    def names(self) -> Wanted:
        return Wanted(players=[self.player])

    def sentence(self, names: Names) -> str:
        player = {"player": names.player(self.player)}
        if self.arbitrates:
            return _("From now on %(player)s is an arbiter and decides about games.") % player
        return _("From now on %(player)s is no longer an arbiter.") % player
