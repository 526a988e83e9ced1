"""A director paused the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite


@dataclass(frozen=True, kw_only=True)
class Paused(Kind):
    """All clocks of the event stopped."""

    slug: ClassVar[str] = "paused"
    in_feed: ClassVar[bool] = True

    def sentence(self, names: Names) -> str:
        return _("The event was paused: no clock runs.")

    def opposite(self, names: Names) -> Opposite:
        return Opposite("resume", {})
