"""A director took a player out of the event as a sanction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Departure, Names
from tournaments.event_log.kinds.words import void_in_words


@dataclass(frozen=True, kw_only=True)
class Disqualified(Departure):
    """An entrant was disqualified; from ``round`` on they are not paired, ``void`` fixtures do not count."""

    slug: ClassVar[str] = "disqualified"
    status: ClassVar[str] = "disqualified"
    reverted_by: ClassVar[str] = REVERTED

    def sentence(self, names: Names) -> str:
        described = _("%(player)s was disqualified.") % {"player": names.entrant(self.entrant)}
        return f"{described} {void_in_words(self.void)}".strip()
