"""The standings of a division as a pure function of ruleset, roster and result log."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple, Self

from tournaments.standings.columns import COLUMNS
from tournaments.standings.matches import GameResult, Match, aggregate_match
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Kind, Roster, Table, Terms, build_table
from tournaments.standings.tie_breaks import TIE_BREAKS, TieBreak


class Row(NamedTuple):
    """One line of a table. ``points`` in 1/840; ``values`` by tie-break code in its unit, None where it does not apply.

    ``columns`` are the numbers beside them by code (``tournaments.standings.columns``); a table that was stored before
    a column was there has none of it.
    """

    rank: int
    is_shared: bool
    entrant: int
    points: int
    columns: Mapping[str, int]
    values: Mapping[str, int | None]


Placed = tuple[int, int, bool]  # an entrant, the rank, and whether others share it
Values = Mapping[int, int | None]  # of a tie-break, by entrant

_CANONICAL = ("rank", "is_shared", "entrant", "points", "values")


@dataclass(frozen=True, slots=True)
class Tie:
    """Entrants level on everything before ``code``, and the amounts that parted them, best first.

    An empty ``code`` means that no tie-break parts them: they share their rank.
    """

    code: str
    entrants: tuple[int, ...]
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A table, best first, and how each tie in it was broken."""

    rows: tuple[Row, ...]
    ties: tuple[Tie, ...]

    def dump(self) -> dict[str, Any]:
        """Plain JSON values, read back by ``load``."""
        return {
            "rows": [row._asdict() | {"columns": dict(row.columns), "values": dict(row.values)} for row in self.rows],
            "ties": [
                {"code": tie.code, "entrants": list(tie.entrants), "amounts": list(tie.amounts)} for tie in self.ties
            ],
        }

    def canonical(self) -> dict[str, Any]:
        """What the digest of a table covers, as plain JSON values: places, points, tie-breaks and how ties were broken.
        Columns are left out, so that one more changes no digest."""
        plain = self.dump()
        return {"rows": [{name: row[name] for name in _CANONICAL} for row in plain["rows"]], "ties": plain["ties"]}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The standings that ``dump`` wrote."""
        return cls(
            rows=tuple(Row(**{name: row[name] for name in _CANONICAL}, columns=row["columns"]) for row in data["rows"]),
            ties=tuple(Tie(tie["code"], tuple(tie["entrants"]), tuple(tie["amounts"])) for tie in data["ties"]),
        )


def with_last(table: Standings, last: Collection[int]) -> Standings:
    """The table with these entrants behind all others, in the order that they had among themselves."""
    if not any(row.entrant in last for row in table.rows):
        return table
    keys = [(row.entrant in last, row.rank) for row in table.rows]
    rows = [
        row._replace(rank=1 + sum(other < key for other in keys), is_shared=keys.count(key) > 1)
        for key, row in zip(keys, table.rows, strict=True)
    ]
    return replace(table, rows=tuple(sorted(rows, key=attrgetter("rank"))))


@contextmanager
def gc_paused() -> Iterator[None]:
    """Do something without a search for objects that refer to each other in circles: where hundreds of thousands are
    made that all live until it is done, it takes as long as the work itself, and what nobody refers to is freed anyway.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@gc_paused()
def standings(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult]) -> Standings:
    """The table after ``results``, which come in the order of the log. Matches that are not complete count nothing."""
    table = table_of(ruleset, roster, results)
    early = _left_early(table, roster)
    levels = [rest for level in table.levels if (rest := [entrant for entrant in level if entrant not in early])]
    columns = [_column(TIE_BREAKS[code], table, levels) for code in ruleset.tie_breaks]
    ties: list[Tie] = []
    tiers = [tier for level in levels for tier in _break_tie(table, level, columns, 0, ties)]
    if early:
        tiers.append(early)
    by_code = {column.tie_break.code: column.values for column in columns}
    return Standings(rows_of(table, _placed(tiers), by_code), tuple(ties))


def table_of(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult]) -> Table:
    """What the ranking looks at: everybody's rounds and points."""
    return build_table(roster, matches_of(ruleset, roster, results), terms_of(ruleset))


def terms_of(ruleset: Ruleset) -> Terms:
    """What counts for how much under a ruleset."""
    return Terms.of(
        seats=ruleset.seats,
        points=ruleset.points,
        margin_cap=ruleset.margin_cap,
        predetermined=ruleset.predetermined,
        boards=ruleset.boards,
        pairing_bye=ruleset.pairing_bye,
    )


def matches_of(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult]) -> list[Match]:
    """The match of every fixture of the roster, played or not. Of two results for one game the later counts."""
    games: dict[int, list[GameResult]] = {pairing.fixture: [] for pairing in roster.pairings}
    for result in {result.game: result for result in results}.values():
        games[result.fixture].append(result)
    return [
        aggregate_match(
            fixture=pairing.fixture,
            entrants=pairing.entrants,
            games=games[pairing.fixture],
            length=pairing.games or ruleset.games_per_fixture,
            scoring=ruleset.scoring,
            par=ruleset.par,
            points=ruleset.points,
            best_of=ruleset.best_of,
            is_void=pairing.fixture in roster.void,
            is_provisional=pairing.fixture in roster.provisional,
            boards=ruleset.boards,
            empty=pairing.empty,
        )
        for pairing in roster.pairings
    ]


@dataclass(frozen=True, slots=True)
class _Column:
    """A tie-break and its values for everybody: those among the tied are taken among all with the same points."""

    tie_break: TieBreak
    values: Values

    def of(self, table: Table, group: Sequence[int]) -> Mapping[int, int] | None:
        """The values for a group that is level on everything before; None where the tie-break does not apply."""
        if self.tie_break.among_tied:
            return self.tie_break.values(table, group)
        return {entrant: value for entrant in group if (value := self.values[entrant]) is not None}


def _left_early(table: Table, roster: Roster) -> list[int]:
    """Entrants who left so early that all their fixtures, paired beforehand, are void. They are placed last."""
    gone = roster.gone if table.terms.predetermined else ()
    return [
        entrant
        for entrant in roster.entrants
        if entrant in gone and {result.kind for result in table.rounds[entrant]} == {Kind.VOID}
    ]


def _column(tie_break: TieBreak, table: Table, levels: Sequence[list[int]]) -> _Column:
    values: dict[int, int | None] = dict.fromkeys(table.points)
    if not tie_break.among_tied:
        values.update(tie_break.values(table, [one for level in levels for one in level]) or {})
        return _Column(tie_break, values)
    for level in levels:
        values.update((len(level) > 1 and tie_break.values(table, level)) or {})
    return _Column(tie_break, values)


def _break_tie(
    table: Table, group: list[int], columns: Sequence[_Column], turn: int, ties: list[Tie]
) -> list[list[int]]:
    """The tiers of a group that is level before tie-break number ``turn``, best first.

    The list goes on for each group still tied (C.07 article 4.2).
    """
    if len(group) == 1:
        return [group]
    if turn == len(columns):
        ties.append(Tie("", tuple(group), ()))
        return [group]
    tie_break = columns[turn].tie_break
    values = columns[turn].of(table, group)
    if values is None or len(tiers := tie_break.tiers(table, group, values)) == 1:
        return _break_tie(table, group, columns, turn + 1, ties)
    ordered = [entrant for tier in tiers for entrant in tier]
    ties.append(Tie(tie_break.code, tuple(ordered), tuple(values[entrant] for entrant in ordered)))
    following = _turn_after(columns, turn)
    return [last for tier in tiers for last in _break_tie(table, tier, columns, following, ties)]


def _turn_after(columns: Sequence[_Column], turn: int) -> int:
    """Where the list goes on once a tie-break has split a group. Those among the tied are applied again to those left
    (C.07 article 6), from the first of them: match points among the fewer still come before their leaf difference."""
    if not columns[turn].tie_break.among_tied:
        return turn + 1
    while turn and columns[turn - 1].tie_break.among_tied:
        turn -= 1
    return turn


def _placed(tiers: Sequence[Sequence[int]]) -> Iterator[Placed]:
    rank = 1
    for tier in tiers:
        yield from ((entrant, rank, len(tier) > 1) for entrant in tier)
        rank += len(tier)


def rows_of(table: Table, placed: Iterable[Placed], tie_breaks: Mapping[str, Values] | None = None) -> tuple[Row, ...]:
    """The lines of entrants at given ranks, with the ``tie_breaks`` by code."""
    columns = [(code, column.values(table)) for code, column in COLUMNS.items()]
    broken = list((tie_breaks or {}).items())
    rows = []
    for entrant, rank, is_shared in placed:
        counted = {code: numbers[entrant] for code, numbers in columns}
        values = {code: amounts[entrant] for code, amounts in broken}
        rows.append(Row(rank, is_shared, entrant, table.points[entrant], counted, values))
    return tuple(rows)
