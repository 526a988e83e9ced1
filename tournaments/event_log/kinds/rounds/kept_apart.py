"""A director keeps players apart, such as a family, those of the same club, or those who met in an earlier event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import REVERTED, Fold, Kind, Names, Roster, Wanted

MOST_LISTED = 40  # groups that the sentence of an entry lists


@dataclass(frozen=True, kw_only=True)
class KeptApart(Kind):
    """No two of these entrants meet in a round that is paired later, unless no other pairing is possible. With `groups`
    that is so only of two entrants in the same group: the players of a club where `same_club` is true, or those of a
    meeting in the event whose name is `met_in`."""

    slug: ClassVar[str] = "kept_apart"
    reverted_by: ClassVar[str] = REVERTED
    later: ClassVar[frozenset[str]] = frozenset({"groups", "same_club", "met_in"})

    entrants: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    same_club: bool = False
    met_in: str = ""

    def apply(self, fold: Fold, seq: int) -> None:
        for group in self.groups or (self.entrants,):
            fold.apart.update(map(frozenset, combinations(group, 2)))

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.entrants]

    def names(self) -> Wanted:
        return Wanted(entrants=self.entrants)

    def sentence(self, names: Names) -> str:
        listed = [and_list([names.entrant(entrant) for entrant in group]) for group in self.groups or (self.entrants,)]
        if len(listed) > MOST_LISTED:
            others = len(listed) - MOST_LISTED
            more = ngettext("%(count)s other group", "%(count)s other groups", others) % {"count": others}
            listed = [*listed[:MOST_LISTED], more]
        values = {"players": "; ".join(listed), "event": self.met_in}
        if self.same_club:
            described = _(
                "Players of the same club do not meet each other in later rounds, unless no other pairing is possible: "
                "%(players)s."
            )
        elif self.met_in:
            described = _(
                "Players who met in %(event)s do not meet each other in later rounds, unless no other pairing is "
                "possible: %(players)s."
            )
        else:
            described = _("%(players)s do not meet each other in later rounds, unless no other pairing is possible.")
        return described % values
