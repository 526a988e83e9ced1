"""An event did not start on its date, because too few players had entered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster
from tournaments.event_log.kinds.words import moment


@dataclass(frozen=True, kw_only=True)
class StartMoved(Kind):
    """The event starts later than it was to."""

    slug: ClassVar[str] = "start_moved"
    in_feed: ClassVar[bool] = True

    start: datetime

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.everybody()

    def sentence(self, names: Names) -> str:
        return _("The start was moved to %(start)s.") % {"start": moment(self.start)}
