"""The columns of a table beside place, player, points and tie-breaks: one class each. Pure.

A column that is registered stands in every table that is computed from then on, on pages (unless it says otherwise), in
REST and in CSV. It decides no place, so the digest of a table does not depend on it. ``since`` makes tables old that
were stored before it, and workers compute those again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT, write_units
from tournaments.standings.tables import Table

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

STRUCTURE = 1  # the format of everything in a stored table that is no column


class Column:
    """One number for each entrant: what it is called, what it means, how it is counted and how it is written."""

    code: ClassVar[str]  # in JSON, CSV and stored tables
    title: ClassVar[StrPromise]  # above it on a page
    meaning: ClassVar[StrPromise]  # in a sentence
    since: ClassVar[int]  # the format of tables since which it is counted as it is; the next one for a new column
    on_page: ClassVar[bool] = True
    is_rare: ClassVar[bool] = False  # pages leave it out where it is 0 for everybody
    is_usual: ClassVar[bool] = False  # everybody knows what it means, so that pages need not say it

    def value(self, table: Table, entrant: int) -> int:
        """The number of an entrant."""
        raise NotImplementedError

    def write(self, value: int) -> str:
        """The number as a page has it."""
        return str(value)

    def explain(self, table: Table, entrant: int) -> str:
        """What lies behind the number of an entrant, in a sentence; empty where that is plain."""
        return ""


COLUMNS: dict[str, Column] = {}  # in the order in which they stand
_C = TypeVar("_C", bound=type[Column])


def register(column: _C) -> _C:
    """Class decorator: put a column behind those that there are."""
    COLUMNS[column.code] = column()
    return column


def table_format() -> int:
    """The format number of the tables that are stored now; it only ever rises."""
    return max([STRUCTURE, *(column.since for column in COLUMNS.values())])


def _firsts(table: Table, entrant: int) -> list[int]:
    """The entrant's share of the first place in each match that counts as played, in 1/840."""
    games = table.games
    return [result.first for result in table.rounds[entrant] if result.kind in games]


@register
class Played(Column):
    code = "played"
    title = gettext_lazy("Played")
    meaning = gettext_lazy("Matches that were played, without byes.")
    since = 2  # if both forfeit, both have lost
    is_usual = True

    def value(self, table: Table, entrant: int) -> int:
        return len(_firsts(table, entrant))


@register
class Won(Column):
    code = "won"
    title = gettext_lazy("Won")
    meaning = gettext_lazy("Matches in which the first place was the player's alone.")
    since = 1
    is_usual = True

    def value(self, table: Table, entrant: int) -> int:
        return _firsts(table, entrant).count(POINT)


@register
class Drawn(Column):
    code = "drawn"
    title = gettext_lazy("Drawn")
    meaning = gettext_lazy("Matches in which the first place was shared.")
    since = 1
    is_usual = True

    def value(self, table: Table, entrant: int) -> int:
        return len([first for first in _firsts(table, entrant) if 0 < first < POINT])


@register
class Lost(Column):
    code = "lost"
    title = gettext_lazy("Lost")
    meaning = gettext_lazy("Matches in which somebody else was first.")
    since = 1
    is_usual = True

    def value(self, table: Table, entrant: int) -> int:
        return _firsts(table, entrant).count(0)


@register
class Unplayed(Column):
    """With it points add up: a win, half of one for each draw, and this."""

    code = "unplayed"
    is_rare = True
    title = gettext_lazy("Unplayed")
    meaning = gettext_lazy(
        "Points without a game: byes, and matches in which the opponent never moved and that count as not played."
    )
    since = 2

    def value(self, table: Table, entrant: int) -> int:
        games = table.games
        return sum(result.points for result in table.rounds[entrant] if result.kind not in games)

    def write(self, value: int) -> str:
        return write_units(value, POINT)
