"""A player lost their place on a ladder by its rules. That follows from the games, so it cannot be reverted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Departure, Names
from tournaments.event_log.kinds.words import detached_in_words


@dataclass(frozen=True, kw_only=True)
class RemovedFromLadder(Departure):
    """An entrant was removed from the ladder; ``void`` are the open challenges that no longer count."""

    slug: ClassVar[str] = "removed_from_ladder"
    status: ClassVar[str] = "withdrawn"

    def sentence(self, names: Names) -> str:
        described = _("%(player)s was removed from the ladder.") % {"player": names.entrant(self.entrant)}
        return f"{described} {detached_in_words(self.void)}".strip()
