"""A director took the event out of the archive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite


@dataclass(frozen=True, kw_only=True)
class Unarchived(Kind):
    """The event was restored to its state before it was archived."""

    slug: ClassVar[str] = "unarchived"

    def sentence(self, names: Names) -> str:
        return _("The event was taken out of the archive.")

    def opposite(self, names: Names) -> Opposite:
        return Opposite("archive", {})
