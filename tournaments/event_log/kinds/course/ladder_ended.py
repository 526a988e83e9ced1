"""A director ended a ladder; it is over when its open challenges are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Course, Kind, Names, Roster


@dataclass(frozen=True, kw_only=True)
class LadderEnded(Kind):
    """The ladder takes no more challenges or entries; open challenges are played out."""

    slug: ClassVar[str] = "ladder_ended"
    reverted_by: ClassVar[str] = REVERTED
    in_feed: ClassVar[bool] = True

    def refusal_to_revert(self, course: Course) -> str:
        return (
            ""
            if course.is_running
            else _("{name} is {state}; it cannot go on.").format(name=course.name, state=course.state)
        )

    def concerns(self, roster: Roster) -> Iterable[int]:
        """Everybody, where challenges are still to be played; else the final table comes at once."""
        return roster.everybody() if roster.has_open_games() else ()

    def sentence(self, names: Names) -> str:
        return _("The ladder was ended: nobody challenges or enters any more, and open challenges are played out.")
