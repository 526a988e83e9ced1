"""A director resumed the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite


@dataclass(frozen=True, kw_only=True)
class Resumed(Kind):
    """The clocks run again, and deadlines moved by the length of the pause."""

    slug: ClassVar[str] = "resumed"
    in_feed: ClassVar[bool] = True

    def sentence(self, names: Names) -> str:
        return _("The event was resumed: the clocks run again, and deadlines have moved by the length of the pause.")

    def opposite(self, names: Names) -> Opposite:
        return Opposite("pause", {})
