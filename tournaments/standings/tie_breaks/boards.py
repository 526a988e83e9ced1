"""The tie-break of teams: what they have won on their boards, where the table counts matches."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT
from tournaments.standings.tables import Kind, Table
from tournaments.standings.tie_breaks.base import Source, TieBreak


class BoardPoints(TieBreak):
    """C.07, "Match points versus game points": in a table of match points, the points of all boards. A match that is
    won because the other team has left counts all boards, as a match to which a team does not come does in leagues."""

    code = "BP"
    name = gettext_lazy("board points")
    meaning = gettext_lazy(
        "The points of all boards, 1, ½ or 0 each; a match won because the other team has left counts all boards."
    )
    unit = POINT
    for_two = for_teams = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        every = POINT * table.terms.boards
        for result in table.rounds[entrant]:
            if result.kind == Kind.FULL_BYE:
                yield result, every
            elif result.kind in table.games:
                yield result, result.total
