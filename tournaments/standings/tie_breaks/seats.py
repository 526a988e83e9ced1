"""Tie-breaks for games of three and more: first places, and how far ahead of the table one was. Our own."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT
from tournaments.standings.tables import Table
from tournaments.standings.tie_breaks.base import Source, TieBreak


class Firsts(TieBreak):
    """A first place shared by m counts 1/m."""

    code = "FIRSTS"
    name = gettext_lazy("first places")
    meaning = gettext_lazy("The number of first places; one that is shared counts its share.")
    unit = POINT

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, result.first) for result in table.rounds[entrant] if result.first and result.kind in table.games
        )


class Margin(TieBreak):
    """Own scores less the mean of all at the table, so that the sum over a table is 0."""

    code = "MARGIN"
    name = gettext_lazy("margin")
    meaning = gettext_lazy("Own scores on the board less the mean score of the table, over all games.")
    unit = POINT
    is_difference = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return ((result, result.ahead) for result in table.rounds[entrant] if result.kind in table.games)
