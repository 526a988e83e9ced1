"""Round columns: by player what each round gave, and against whom, in the order of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.event_log.kinds.words import round_in_words
from tournaments.models import Division, StandingSnapshot
from tournaments.presenting.match_tables import has_cross_table
from tournaments.queries import field_of, names_in
from tournaments.standings.ranking import table_of
from tournaments.standings.tables import UNFINISHED, Kind, RoundResult
from tournaments.wording.decisions import write_points


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round of a player: its points (empty while it is open, with a star while they are provisional), the places and
    names of the opponents, or what else it was. At a table ``points`` are those of all its games."""

    fixture: int | None
    points: str
    places: tuple[int, ...]
    opponents: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class RoundsLine:
    """The rounds of a player; None for a round in which the player had nothing to play."""

    rank: int
    player: str
    points: str
    cells: tuple[RoundCell | None, ...]


def has_round_table(division: Division) -> bool:
    """Whether places come from rounds, and no crosstable can show them: Swiss tournaments, and tables of three and
    more."""
    return division.stage.stage_format.has_points and not has_cross_table(division)


def round_table(division: Division, *, start: int = 0, stop: int | None = None) -> tuple[list[int], list[RoundsLine]]:
    """The numbers of the rounds, and these lines of the stored table with what each of them was."""
    rows = StandingSnapshot.objects.get(division=division).standings.rows
    field, names = field_of(division), names_in(division)
    table = table_of(field.ruleset, field.roster, field.account.results)
    ranks = {row.entrant: row.rank for row in rows}
    rounds = list(range(1, field.rounds + 1))
    lines = []
    for row in rows[start:stop]:
        by_number = {result.number: result for result in table.rounds[row.entrant]}
        cells = tuple(_cell(by_number.get(number), ranks, names) for number in rounds)
        points = write_points(row.points) + "*" * bool(row.columns.get("provisional"))
        lines.append(RoundsLine(row.rank, names[row.entrant], points, cells))
    return rounds, lines


def _cell(result: RoundResult | None, ranks: Mapping[int, int], names: Mapping[int, str]) -> RoundCell | None:
    if result is None:
        return None
    opponents = result.opponents
    if not opponents and result.match is not None:  # not over yet
        opponents = tuple(key for own, key in enumerate(result.match.entrants) if own != result.own)
    points = "" if result.kind in UNFINISHED else write_points(result.points) + "*" * (result.kind == Kind.PROVISIONAL)
    note = "" if result.kind == Kind.PLAYED else round_in_words(result.kind)
    places = tuple(ranks[one] for one in opponents if one in ranks)
    return RoundCell(result.fixture, points, places, tuple(names[one] for one in opponents), note)
