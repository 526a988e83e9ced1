"""A second director, or staff, confirmed a decision about a game in which a director takes part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted


@dataclass(frozen=True, kw_only=True)
class Confirmed(Kind):
    """The decision about a game in the provisional entry `entry` was confirmed, so that ratings count it."""

    slug: ClassVar[str] = "confirmed"

    entry: int
    game: int

    @property
    def about_game(self) -> int:
        return self.game

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.entry(self.entry).concerns(roster)

    def names(self) -> Wanted:
        return Wanted(entry=self.entry)

    def sentence(self, names: Names) -> str:
        quoted = {"entry": self.entry, "sentence": names.sentence_of(self.entry)}
        return _("Entry %(entry)s was confirmed, and counts for ratings: “%(sentence)s”") % quoted
