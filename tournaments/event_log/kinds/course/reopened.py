"""A finished event goes on, since a change has made something due again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster


@dataclass(frozen=True, kw_only=True)
class Reopened(Kind):
    """The entry before has made something due again, so the finished event is running again."""

    slug: ClassVar[str] = "reopened"
    in_feed: ClassVar[bool] = True

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.everybody()

    def sentence(self, names: Names) -> str:
        return _("The event goes on: not everything is decided any more.")
