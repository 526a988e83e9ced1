"""A director wrote to everybody in the event, or to some; ``event_announced`` brings it to them in a mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Course, Kind, Names


@dataclass(frozen=True, kw_only=True)
class Announced(Kind):
    """The director announced this text: to everybody, to the players of one division, or to players who are to move."""

    slug: ClassVar[str] = "announced"
    in_feed: ClassVar[bool] = True
    reverted_by: ClassVar[str] = REVERTED
    of_event: ClassVar[bool] = True

    words: str
    to_division: int | None = None
    to_move: bool = False

    def refusal_to_revert(self, course: Course) -> str:
        if not course.is_archived:
            return ""
        return _("%(event)s is archived; unarchive it before you change anything.") % {"event": course.name}

    def sentence(self, names: Names) -> str:
        division = names.title_of(self.to_division) if self.to_division is not None else ""
        words = {"words": self.words, "division": division}
        if division and self.to_move:
            return _("Announced to the players of %(division)s who are to move: %(words)s") % words
        if division:
            return _("Announced to the players of %(division)s: %(words)s") % words
        if self.to_move:
            return _("Announced to the players who are to move: %(words)s") % words
        return _("Announced: %(words)s") % words
