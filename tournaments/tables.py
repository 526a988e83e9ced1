"""Standings, crosstables and matches ready to be shown: names for entrants, numbers written out, for pages and REST."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Game
from tournaments.models import Division, Fixture, Result, StandingSnapshot
from tournaments.queries import fixtures_of, matches_in
from tournaments.rulesets import Ruleset
from tournaments.standings.crosstable import Cell, crosstable
from tournaments.standings.matches import SCORINGS, CountedGame, Match
from tournaments.standings.points import write_units
from tournaments.standings.ranking import Row
from tournaments.standings.tie_breaks import TIE_BREAKS, Part, TieBreak, Value
from tournaments.wording import game_in_words, match_in_words, part_in_words, tie_in_words, write_points


@dataclass(frozen=True, slots=True)
class PartLine:
    """What one match, or one round without, contributed to a number.

    ``note`` says what an unplayed round was, and whether the amount is left out of the number.
    """

    fixture: int | None
    opponent: str
    amount: str
    note: str


@dataclass(frozen=True, slots=True)
class ValueCell:
    """A tie-break value and the matches it came from; ``text`` is empty where the tie-break does not apply."""

    code: str
    name: str
    text: str
    parts: tuple[PartLine, ...]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a table."""

    rank: int
    is_shared: bool
    player: str
    points: str
    played: int
    won: int
    drawn: int
    lost: int
    values: tuple[ValueCell, ...]


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A division's stored standings after ``counted`` games; ``waiting`` lines of its log are not in them yet."""

    snapshot: StandingSnapshot
    codes: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    ties: tuple[str, ...]
    counted: int
    waiting: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a match. ``counted`` by entrant of the match, empty texts while it runs or if it does not count."""

    number: int
    game: Game
    first: str
    second: str
    on_board: tuple[int, ...]
    counted: tuple[str, ...]
    note: str

    @property
    def is_finished(self) -> bool:
        return self.game.status == Game.Status.FINISHED


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A fixture game by game, with totals and what they mean."""

    fixture: Fixture
    players: tuple[str, ...]
    games: tuple[GameLine, ...]
    totals: tuple[str, ...]
    margin: str
    points: tuple[str, ...]
    state: str  # "running", "finished" or "void"
    verdict: str


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One fixture seen from the row: points, and the totals for and against."""

    fixture: int
    points: str
    totals: str
    state: str


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One player's line of a crosstable: the cells by opponent, empty on the diagonal."""

    rank: int
    player: str
    cells: tuple[tuple[CrossCell, ...], ...]
    points: str


def names_in(division: Division) -> dict[int, str]:
    """Player names by entrant."""
    return dict(division.entrants.values_list("pk", "player__username"))


def standing_table(division: Division) -> StandingTable:
    """The stored standings of a division."""
    snapshot = StandingSnapshot.objects.get(division=division)
    names = names_in(division)
    stored = snapshot.standings
    codes = division.event.event_ruleset.tie_breaks
    return StandingTable(
        snapshot=snapshot,
        codes=codes,
        lines=tuple(_standing_line(row, codes, names) for row in stored.rows),
        ties=tuple(tie_in_words(tie, names) for tie in stored.ties),
        counted=division.results.filter(kind=Result.Kind.GAME_FINISHED, seq__lte=snapshot.version).count(),
        waiting=division.results.filter(seq__gt=snapshot.version).count(),
    )


def _standing_line(row: Row, codes: Sequence[str], names: Mapping[int, str]) -> StandingLine:
    return StandingLine(
        rank=row.rank,
        is_shared=row.is_shared,
        player=names[row.entrant],
        points=write_points(row.points),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        values=tuple(_value_cell(code, row.values[code], names) for code in codes),
    )


def _value_cell(code: str, value: Value | None, names: Mapping[int, str]) -> ValueCell:
    tie_break = TIE_BREAKS[code]
    if value is None:
        return ValueCell(code, tie_break.name, "", ())
    parts = tuple(_part_line(part, tie_break, names) for part in value.parts)
    return ValueCell(code, tie_break.name, tie_break.write(value.amount), parts)


def _part_line(part: Part, tie_break: TieBreak, names: Mapping[int, str]) -> PartLine:
    return PartLine(
        fixture=part.fixture,
        opponent="" if part.opponent is None else names[part.opponent],
        amount=tie_break.write(part.amount),
        note=part_in_words(part),
    )


def match_tables(division: Division, fixtures: Sequence[Fixture] | None = None) -> list[MatchTable]:
    """The matches of a division, or those of some of its fixtures, as far as they have been played."""
    if fixtures is None:
        fixtures = list(fixtures_of(division))
    names = names_in(division)
    ruleset = division.event.event_ruleset
    matches = matches_in(division, fixtures)
    return [_match_table(fixture, match, names, ruleset) for fixture, match in zip(fixtures, matches, strict=True)]


def _match_table(fixture: Fixture, match: Match, names: Mapping[int, str], ruleset: Ruleset) -> MatchTable:
    finished = {counted.result.game: counted for counted in match.games}
    unit = SCORINGS[ruleset.scoring].unit
    lines = []
    for played in fixture.games.all():
        first, second = (names[entrant] for entrant in played.seating)
        counted = finished.get(played.game_id)
        lines.append(
            GameLine(
                number=played.number,
                game=played.game,
                first=first,
                second=second,
                on_board=counted.result.scores if counted else played.game.load_position().scores,
                counted=_counted_texts(counted, unit),
                note=game_in_words(counted, names, ruleset) if counted else "",
            )
        )
    return MatchTable(
        fixture=fixture,
        players=tuple(names[entrant] for entrant in match.entrants),
        games=tuple(lines),
        totals=tuple(write_units(total, unit) for total in match.totals),
        margin=write_units(abs(match.margin), unit),
        points=tuple(write_points(points) for points in match.points or ()),
        state=_state(match),
        verdict=match_in_words(match, names, ruleset),
    )


def _counted_texts(game: CountedGame | None, unit: int) -> tuple[str, ...]:
    if game is None or game.counted is None:
        return ("", "")
    return tuple(write_units(amount, unit) for amount in game.counted)


def _state(match: Match) -> str:
    if match.is_void:
        return "void"
    return "finished" if match.is_complete else "running"


def cross_table(division: Division) -> list[CrossLine]:
    """Everybody against everybody, in the order of the stored standings; the cells as of this moment."""
    names = names_in(division)
    ruleset = division.event.event_ruleset
    unit = SCORINGS[ruleset.scoring].unit
    rows = {row.entrant: row for row in StandingSnapshot.objects.get(division=division).standings.rows}
    lines = crosstable(list(rows), matches_in(division, list(fixtures_of(division))))
    return [
        CrossLine(
            rank=rows[line.entrant].rank,
            player=names[line.entrant],
            cells=tuple(tuple(_cross_cell(cell, unit) for cell in cells) for cells in line.cells),
            points=write_points(rows[line.entrant].points),
        )
        for line in lines
    ]


def _cross_cell(cell: Cell, unit: int) -> CrossCell:
    if cell.is_void:
        return CrossCell(cell.fixture, "", "", "void")
    totals = f"{write_units(cell.total, unit)}:{write_units(cell.against, unit)}"
    if cell.points is None:
        return CrossCell(cell.fixture, "", totals, "running")
    return CrossCell(cell.fixture, write_points(cell.points), totals, "finished")
