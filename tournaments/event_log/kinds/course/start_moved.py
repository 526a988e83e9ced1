"""The start of an event was moved: too few players had entered, or a director did it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import BeforeStart, Names, Roster
from tournaments.event_log.kinds.words import moment


@dataclass(frozen=True, kw_only=True)
class StartMoved(BeforeStart):
    """The automatic start of the event was set, moved or removed; ``before`` is the previous time, if there was one."""

    slug: ClassVar[str] = "start_moved"
    in_feed: ClassVar[bool] = True

    start: datetime
    before: datetime | None = None

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.everybody()

    def sentence(self, names: Names) -> str:
        return _("The start was moved to %(start)s.") % {"start": moment(self.start)}
