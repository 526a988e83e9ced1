"""An entry was reverted: everything is as if it, and this one, had never been written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import REVERTED, Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class Reverted(Kind):
    """The entry with the number ``entry`` no longer counts."""

    slug: ClassVar[str] = REVERTED

    entry: int

    @property
    def reverts(self) -> int:
        return self.entry

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.entry(self.entry).concerns_when_reverted(roster, self.entry)

    def names(self) -> Wanted:
        return Wanted(entry=self.entry)

    def sentence(self, names: Names) -> str:
        quoted = names.sentence_of(self.entry)
        if not quoted:
            return _("Entry %(entry)s was reverted.") % {"entry": self.entry}
        return _("Entry %(entry)s was reverted: “%(sentence)s”") % {"entry": self.entry, "sentence": quoted}
