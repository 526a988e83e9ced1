"""A director archived the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite


@dataclass(frozen=True, kw_only=True)
class Archived(Kind):
    """The event is closed; nothing in it can change until it is unarchived."""

    slug: ClassVar[str] = "archived"

    def sentence(self, names: Names) -> str:
        return _("The event was archived.")

    def opposite(self, names: Names) -> Opposite:
        return Opposite("unarchive", {})
