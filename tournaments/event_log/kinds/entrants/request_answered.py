"""What a player had asked the directors for was answered, or taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted

APPROVED, REFUSED, TAKEN_BACK = "approved", "refused", "taken_back"
LAPSED = "lapsed"  # of no use any more; stands in no entry


@dataclass(frozen=True, kw_only=True)
class RequestAnswered(Kind):
    """A request was approved by another entry or refused by a director, or its player took it back."""

    slug: ClassVar[str] = "request_answered"
    is_routine: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset({"entry"})

    request: Annotated[int, "The number of the request in the log."]
    player: Annotated[int, "The player who made it."]
    answer: Annotated[str, "`approved`, `refused` or `taken_back`."]
    entry: Annotated[int | None, "The entry by which an approved request was carried out."] = None

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [self.player]

    def names(self) -> Wanted:
        return Wanted(players=[self.player])

    def sentence(self, names: Names) -> str:
        values = {"player": names.player(self.player), "request": self.request, "entry": self.entry}
        if self.answer == TAKEN_BACK:
            return _("%(player)s took request %(request)s back.") % values
        if self.answer == REFUSED:
            return _("Request %(request)s of %(player)s was refused.") % values
        return _("Request %(request)s of %(player)s was approved with entry %(entry)s.") % values
