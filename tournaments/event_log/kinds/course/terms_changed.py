"""The director changed what an event is played or entered by, before its start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster


@dataclass(frozen=True, kw_only=True)
class TermsChanged(Kind):
    """The event was changed before its start. Each change is described in words, with the old and the new value."""

    slug: ClassVar[str] = "terms_changed"
    in_feed: ClassVar[bool] = True

    changes: tuple[str, ...]

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.everybody()

    def sentence(self, names: Names) -> str:
        return _("The event was changed before its start. %(changes)s.") % {"changes": "; ".join(self.changes)}
