"""The groups were over, and those who reached the finals went on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import ngettext

from tournaments.event_log.kinds.base import Kind, Names


@dataclass(frozen=True, slots=True)
class Finalist:
    """A finalist: the entrant in the groups, and the same player's entrant in the finals."""

    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class FinalsBegan(Kind):
    """The finals began with these finalists, in the order in which they are seeded."""

    slug: ClassVar[str] = "finals_began"
    is_routine: ClassVar[bool] = True

    finalists: tuple[Finalist, ...]

    def sentence(self, names: Names) -> str:
        return ngettext(
            "The finals began with %(count)s player.", "The finals began with %(count)s players.", len(self.finalists)
        ) % {"count": len(self.finalists)}
