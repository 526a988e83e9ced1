"""An assistant directs the event beside its director from now on, or no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class AssistantNamed(Kind):
    """A player is now an assistant of the director, or no longer is one."""

    slug: ClassVar[str] = "assistant_named"

    player: int
    assists: bool

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [self.player]

    def names(self) -> Wanted:
        return Wanted(players=[self.player])

    def sentence(self, names: Names) -> str:
        player = {"player": names.player(self.player)}
        if self.assists:
            return _("From now on %(player)s assists the director.") % player
        return _("From now on %(player)s no longer assists the director.") % player
