"""A player of a ladder challenged another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Wanted


@dataclass(frozen=True, kw_only=True)
class Challenged(Kind):
    """One entrant challenged another; this fixture is the challenge."""

    slug: ClassVar[str] = "challenged"
    is_routine: ClassVar[bool] = True

    fixture: int
    challenger: int
    defender: int

    def names(self) -> Wanted:
        return Wanted(entrants=[self.challenger, self.defender])

    def sentence(self, names: Names) -> str:
        challenger, defender = names.entrant(self.challenger), names.entrant(self.defender)
        return _("%(challenger)s challenged %(defender)s.") % {"challenger": challenger, "defender": defender}
