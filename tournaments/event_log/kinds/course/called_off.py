"""The event was called off by a director, or because too few had entered again and again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster


@dataclass(frozen=True, kw_only=True)
class CalledOff(Kind):
    """The event ended without a result, for good."""

    slug: ClassVar[str] = "called_off"
    in_feed: ClassVar[bool] = True

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.everybody()

    def sentence(self, names: Names) -> str:
        return _("The event was called off. Open games ended without a result.")
