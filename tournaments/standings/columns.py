"""The columns of a table beside place, player, points and tie-breaks: one class each. Pure.

A column that is registered stands in every table that is computed from then on, on pages, in REST and in CSV. It
decides no place, so the digest of a table does not depend on it. ``since`` makes tables old that were stored before it,
and workers compute those again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT, write_units
from tournaments.standings.tables import PROVISIONAL, Kind, Table

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

STRUCTURE = 4  # the format of everything in a stored table that is no column


class Column:
    """One number for each entrant: what it is called, what it means, how it is counted and how it is written."""

    code: ClassVar[str]  # in JSON, CSV and stored tables
    title: ClassVar[StrPromise]  # above it on a page
    meaning: ClassVar[StrPromise]  # in a sentence
    since: ClassVar[int]  # the format of tables since which it is counted as it is; the next one for a new column
    unit: ClassVar[int] = 1  # of the stored number, such as 840 of points
    is_rare: ClassVar[bool] = False  # pages leave it out where it is 0 for everybody
    is_usual: ClassVar[bool] = False  # everybody knows what it means, so that pages need not say it

    def values(self, table: Table) -> Mapping[int, int]:
        """The number of each entrant."""
        raise NotImplementedError

    def write(self, value: int) -> str:
        """The number as a page has it."""
        return write_units(value, self.unit)


COLUMNS: dict[str, Column] = {}  # in the order in which they stand
_C = TypeVar("_C", bound=type[Column])


def register(column: _C) -> _C:
    """Class decorator: put a column behind those that there are."""
    COLUMNS[column.code] = column()
    return column


def table_format() -> int:
    """The format number of the tables that are stored now; it only ever rises."""
    return max([STRUCTURE, *(column.since for column in COLUMNS.values())])


@register
class Played(Column):
    """With single points for a win and half of one for a draw, matches won and drawn, forfeits won and byes add up to
    the points; everything but the byes adds up to the matches that have been paired and are over."""

    code = "played"
    title = gettext_lazy("Played")
    meaning = gettext_lazy("Matches that were played, without byes and forfeits.")
    since = 3  # forfeits have columns of their own
    is_usual = True

    def values(self, table: Table) -> Mapping[int, int]:
        return {entrant: len(firsts) for entrant, firsts in table.firsts.items()}


@register
class Won(Column):
    code = "won"
    title = gettext_lazy("Won")
    meaning = gettext_lazy("Matches in which the first place was the player's alone.")
    since = 3
    is_usual = True

    def values(self, table: Table) -> Mapping[int, int]:
        return {entrant: firsts.count(POINT) for entrant, firsts in table.firsts.items()}


@register
class Drawn(Column):
    code = "drawn"
    title = gettext_lazy("Drawn")
    meaning = gettext_lazy("Matches in which the first place was shared.")
    since = 1
    is_usual = True

    def values(self, table: Table) -> Mapping[int, int]:
        return {one: len(firsts) - firsts.count(POINT) - firsts.count(0) for one, firsts in table.firsts.items()}


@register
class Lost(Column):
    code = "lost"
    title = gettext_lazy("Lost")
    meaning = gettext_lazy("Matches in which somebody else was first.")
    since = 3
    is_usual = True

    def values(self, table: Table) -> Mapping[int, int]:
        return {entrant: firsts.count(0) for entrant, firsts in table.firsts.items()}


@register
class ForfeitsWon(Column):
    code = "forfeits_won"
    is_rare = True
    title = gettext_lazy("Won by forfeit")
    meaning = gettext_lazy("Matches in which the opponent never moved: they count as won.")
    since = 3

    def values(self, table: Table) -> Mapping[int, int]:
        return {entrant: kinds.count(Kind.FORFEIT_WIN) for entrant, kinds in table.kinds.items()}


@register
class ForfeitsLost(Column):
    code = "forfeits_lost"
    is_rare = True
    title = gettext_lazy("Lost by forfeit")
    meaning = gettext_lazy("Matches in which the player never moved: they count as lost.")
    since = 3

    def values(self, table: Table) -> Mapping[int, int]:
        return {entrant: kinds.count(Kind.FORFEIT_LOSS) for entrant, kinds in table.kinds.items()}


@register
class Byes(Column):
    code = "byes"
    is_rare = True
    title = gettext_lazy("Byes")
    meaning = gettext_lazy("Points from rounds without an opponent.")
    since = 3
    unit = POINT

    def values(self, table: Table) -> Mapping[int, int]:
        return {one: sum([own.points for own in rounds if own.match is None]) for one, rounds in table.rounds.items()}


@register
class Provisional(Column):
    code = "provisional"
    is_rare = True
    title = gettext_lazy("Provisional")
    meaning = gettext_lazy("Points from matches that are still open: until they end, their open games count as draws.")
    since = 5
    unit = POINT

    def values(self, table: Table) -> Mapping[int, int]:
        return {
            entrant: sum([result.points for result in results if result.kind is PROVISIONAL])
            for entrant, results in table.rounds.items()
        }
