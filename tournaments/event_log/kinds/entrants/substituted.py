"""Another player took over an entrant's place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class Substituted(Kind):
    """The player ``new`` took over an entrant's place from the player ``old``, with all that had been reached."""

    slug: ClassVar[str] = "substituted"
    in_feed: ClassVar[bool] = True

    entrant: int
    old: int
    new: int

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [self.old, self.new, roster.director]

    def names(self) -> Wanted:
        return Wanted(players=[self.old, self.new])

    def sentence(self, names: Names) -> str:
        old, new = names.player(self.old), names.player(self.new)
        return _("%(new)s took over the place of %(old)s.") % {"new": new, "old": old}

    def opposite(self, names: Names) -> Opposite:
        return Opposite("substitute", {"player": names.player(self.new), "substitute": names.player(self.old)})
