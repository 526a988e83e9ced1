"""A player left the event, or was withdrawn from it by a director or its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Departure, Names
from tournaments.event_log.kinds.words import detached_in_words, void_in_words


@dataclass(frozen=True, kw_only=True)
class Withdrawn(Departure):
    """An entrant withdrew or was withdrawn; from ``round`` on they are not paired, ``void`` fixtures do not count."""

    slug: ClassVar[str] = "withdrawn"
    status: ClassVar[str] = "withdrawn"
    reverted_by: ClassVar[str] = REVERTED

    def sentence(self, names: Names) -> str:
        player = names.entrant(self.entrant)
        described = _("%(player)s withdrew.") if names.player(self.actor) == player else _("%(player)s was withdrawn.")
        games = detached_in_words(self.void) if names.is_ladder else void_in_words(self.void)
        return f"{described % {'player': player}} {games}".strip()
