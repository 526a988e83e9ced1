"""The standings of a division as a pure function of ruleset, roster and result log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self

from tournaments.rulesets import Ruleset
from tournaments.standings.matches import GameResult, Match, aggregate_match
from tournaments.standings.points import share_points
from tournaments.standings.tables import Pairing, Roster, Table, build_table
from tournaments.standings.tie_breaks import TIE_BREAKS, Part, TieBreak, Value


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. ``points`` in 1/840; ``values`` by tie-break code, None where it does not apply."""

    rank: int
    is_shared: bool
    entrant: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    values: Mapping[str, Value | None]


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
        return {"rows": [_dump_row(row) for row in self.rows], "ties": [_dump_tie(tie) for tie in self.ties]}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The standings that ``dump`` wrote."""
        return cls(
            rows=tuple(_load_row(row) for row in data["rows"]),
            ties=tuple(Tie(tie["code"], tuple(tie["entrants"]), tuple(tie["amounts"])) for tie in data["ties"]),
        )


def standings(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult]) -> Standings:
    """The table after ``results``, which come in the order of the log. Matches that are not complete count nothing."""
    matches = matches_of(ruleset, roster, results)
    table = build_table(roster, matches, ruleset.margin_cap, share_points((1, 2), ruleset.points)[0])
    ties: list[Tie] = []
    by_points = sorted(roster.entrants, key=lambda entrant: -table.points[entrant])
    codes = [TIE_BREAKS[code] for code in ruleset.tie_breaks]
    tiers = [
        tier
        for _, level in groupby(by_points, key=lambda entrant: table.points[entrant])
        for tier in _break_tie(table, list(level), codes, 0, ties)
    ]
    return Standings(tuple(_rows(table, tiers, codes)), tuple(ties))


def matches_of(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult]) -> list[Match]:
    """The match of every fixture of the roster, played or not. Of two results for one game the later counts."""
    latest = {result.game: result for result in results}
    games: dict[int, list[GameResult]] = {pairing.fixture: [] for pairing in roster.pairings}
    for result in latest.values():
        games[result.fixture].append(result)
    return [_match(ruleset, pairing, games[pairing.fixture]) for pairing in roster.pairings]


def _match(ruleset: Ruleset, pairing: Pairing, games: Sequence[GameResult]) -> Match:
    return aggregate_match(
        fixture=pairing.fixture,
        entrants=pairing.entrants,
        games=games,
        length=ruleset.games_per_fixture,
        scoring=ruleset.scoring,
        par=ruleset.par,
        points=ruleset.points,
    )


def _break_tie(
    table: Table, group: Sequence[int], tie_breaks: Sequence[TieBreak], turn: int, ties: list[Tie]
) -> list[Sequence[int]]:
    """The tiers of a group that is level before tie-break number ``turn``, best first.

    The list goes on for each group still tied (C.07 article 4.2).
    """
    if len(group) == 1:
        return [group]
    if turn == len(tie_breaks):
        ties.append(Tie("", tuple(group), ()))
        return [group]
    tie_break = tie_breaks[turn]
    values = tie_break.values(table, group)
    if values is None or len({value.amount for value in values.values()}) == 1:
        return _break_tie(table, group, tie_breaks, turn + 1, ties)
    ordered = sorted(group, key=lambda entrant: -values[entrant].amount)
    ties.append(Tie(tie_break.code, tuple(ordered), tuple(values[entrant].amount for entrant in ordered)))
    following = _turn_after(tie_breaks, turn)
    return [
        tier
        for _, level in groupby(ordered, key=lambda entrant: values[entrant].amount)
        for tier in _break_tie(table, list(level), tie_breaks, following, ties)
    ]


def _turn_after(tie_breaks: Sequence[TieBreak], turn: int) -> int:
    """Where the list goes on once a tie-break has split a group. Those among the tied are applied again to who is left
    (C.07 article 6), from the first of them: match points among the fewer still come before their leaf difference."""
    if not tie_breaks[turn].among_tied:
        return turn + 1
    while turn and tie_breaks[turn - 1].among_tied:
        turn -= 1
    return turn


def _rows(table: Table, tiers: Sequence[Sequence[int]], tie_breaks: Sequence[TieBreak]) -> list[Row]:
    level = {
        entrant: [e for e in table.points if table.points[e] == points] for entrant, points in table.points.items()
    }
    rows: list[Row] = []
    for tier in tiers:
        rank = len(rows) + 1
        for entrant in tier:
            met, opponents = table.met[entrant], table.points
            rows.append(
                Row(
                    rank=rank,
                    is_shared=len(tier) > 1,
                    entrant=entrant,
                    points=opponents[entrant],
                    played=len(met),
                    won=sum(each.margin > 0 for each in met),
                    drawn=sum(each.margin == 0 for each in met),
                    lost=sum(each.margin < 0 for each in met),
                    values={each.code: _shown(each, table, entrant, level[entrant]) for each in tie_breaks},
                )
            )
    return rows


def _shown(tie_break: TieBreak, table: Table, entrant: int, level: Sequence[int]) -> Value | None:
    """The value for the table: those among the tied are taken among all with the same points."""
    if tie_break.among_tied and len(level) == 1:
        return None
    values = tie_break.values(table, level)
    return None if values is None else values[entrant]


def _dump_row(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "is_shared": row.is_shared,
        "entrant": row.entrant,
        "points": row.points,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "values": {code: value and _dump_value(value) for code, value in row.values.items()},
    }


def _dump_value(value: Value) -> dict[str, Any]:
    parts = [{"fixture": part.fixture, "opponent": part.opponent, "amount": part.amount} for part in value.parts]
    return {"amount": value.amount, "parts": parts}


def _dump_tie(tie: Tie) -> dict[str, Any]:
    return {"code": tie.code, "entrants": list(tie.entrants), "amounts": list(tie.amounts)}


def _load_row(data: Mapping[str, Any]) -> Row:
    values = {code: value and _load_value(value) for code, value in data["values"].items()}
    return Row(**{**data, "values": values})


def _load_value(data: Mapping[str, Any]) -> Value:
    return Value(data["amount"], tuple(Part(**part) for part in data["parts"]))
