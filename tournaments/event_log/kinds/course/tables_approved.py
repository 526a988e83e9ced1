"""A director approved the final tables of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Course, Kind, Names


@dataclass(frozen=True, kw_only=True)
class TablesApproved(Kind):
    """The final tables of all divisions, as of the previous entry, were approved; ``digest`` is their digest. A change
    of a table ends the approval."""

    slug: ClassVar[str] = "tables_approved"
    reverted_by: ClassVar[str] = REVERTED
    of_event: ClassVar[bool] = True

    digest: str

    def refusal_to_revert(self, course: Course) -> str:
        if not course.is_archived:
            return ""
        return _("%(event)s is archived; unarchive it before you change anything.") % {"event": course.name}

    def sentence(self, names: Names) -> str:
        return _("The final tables were approved.")
