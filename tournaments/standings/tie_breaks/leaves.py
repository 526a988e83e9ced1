"""Tie-breaks of Treeblox, where matches have leaves; a bye has none."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, gettext_lazy

from tournaments.standings.tables import Faced, Table
from tournaments.standings.tie_breaks.base import Source, TieBreak


def capped(met: Faced, cap: int) -> int:
    """The leaf difference of a match, no further from zero than the cap."""
    return max(-cap, min(cap, met.result.margin))


class LeafDifference(TieBreak):
    """Our own, as tournaments of goals have it; the cap keeps one walkover from deciding a league."""

    code = "LD"
    name = gettext_lazy("leaf difference")
    meaning = gettext_lazy("Own leaves less the opponents' leaves over all matches, each match within the event's cap.")
    for_two = counts_leaves = is_difference = True

    def explain(self, *, seats: int, predetermined: bool, cap: int) -> str:
        return gettext(
            "Own leaves less the opponents' leaves over all matches, each match within a cap of {cap}."
        ).format(cap=cap)

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return ((met, capped(met, table.terms.margin_cap)) for met in table.met(entrant))


class LeavesFor(TieBreak):
    """Our own."""

    code = "LF"
    name = gettext_lazy("leaves for")
    meaning = gettext_lazy("Own leaves over all matches.")
    for_two = counts_leaves = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return ((met, met.result.total) for met in table.met(entrant))
