"""Standings, crosstables and matches ready to be shown: names for entrants, numbers written out, for pages and REST."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise

from games.models import Game
from tournaments.explaining import Facts, RoundLine, facts_of, round_lines
from tournaments.models import Division, Entrant, Event, Fixture, Result, StandingSnapshot
from tournaments.queries import FEW, divisions_of, fixtures_of, matches_in
from tournaments.rulesets import Ruleset
from tournaments.schemes import Form
from tournaments.standings.crosstable import Cell, crosstable
from tournaments.standings.matches import SCORINGS, CountedGame, Match
from tournaments.standings.outlook import Outlook
from tournaments.standings.points import write_units
from tournaments.standings.ranking import Row, Standings, parts_of
from tournaments.standings.tie_breaks import TIE_BREAKS, Part, TieBreak
from tournaments.wording import game_in_words, match_in_words, part_in_words, tie_in_words, write_points
from tournaments.zones import Line, Zone, lines_of, outlook_in_words, zone_of

Status = Entrant.Status


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
    """A tie-break value; ``text`` is empty where the tie-break does not apply. ``parts`` are the matches it came from,
    in explained tables alone."""

    code: str
    name: str
    text: str
    parts: tuple[PartLine, ...]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a table.

    ``left`` says how somebody left the event; ``zone`` where the place leads to, ``is_last_of_zone`` that a line is
    drawn below it. ``most`` (points), ``places`` and ``certain`` say what is still possible, empty when all is over.
    """

    rank: int
    is_shared: bool
    player: str
    points: str
    played: int
    won: int
    drawn: int
    lost: int
    values: tuple[ValueCell, ...]
    entrant: int = 0
    number: int | None = None
    left: str = ""
    zone: str = ""
    is_last_of_zone: bool = False
    most: str = ""
    places: str = ""
    certain: tuple[str, ...] = ()
    rounds: tuple[RoundLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A division's stored standings after ``counted`` games; ``waiting`` lines of its log are not in them yet.

    ``lines`` may be a part of ``total`` lines, from the one after ``start`` on; ``ties`` are those of the part.
    """

    snapshot: StandingSnapshot
    codes: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    ties: tuple[str, ...]
    counted: int
    waiting: int
    total: int = 0
    start: int = 0

    @property
    def is_open(self) -> bool:
        """Whether points can still be won."""
        return any(line.most for line in self.lines)

    @property
    def has_zones(self) -> bool:
        return any(line.zone for line in self.lines)


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a match. ``seating`` are the players by seat; ``counted`` by entrant of the match, empty texts while
    it runs or if it does not count."""

    number: int
    game: Game
    seating: tuple[str, ...]
    on_board: tuple[int, ...]
    counted: tuple[str, ...]
    note: str

    @property
    def first(self) -> str:
        return self.seating[0]

    @property
    def second(self) -> str:
        return self.seating[1]

    @property
    def is_finished(self) -> bool:
        return self.game.status == Game.Status.FINISHED

    @property
    def board(self) -> list[tuple[str, int]]:
        """What each has on the board, by seat."""
        return list(zip(self.seating, self.on_board, strict=True))


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

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """Player, total and points in the standings, in the order of the fixture."""
        points = self.points or ("",) * len(self.players)
        return list(zip(self.players, self.totals, points, strict=True))

    @property
    def result(self) -> str:
        """The totals, once a game has ended that counts: "1 : 0"."""
        if self.state == "void" or not any(any(game.counted) for game in self.games):
            return ""
        return " : ".join(self.totals)

    @property
    def title(self) -> str:
        return " \N{EN DASH} ".join(self.players)

    @property
    def is_match(self) -> bool:
        """Whether it is of several games."""
        return len(self.games) > 1


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


def division_title(division: Division) -> str:
    """What a division is called beside others of its event; empty for the only one of an event."""
    form, stage = division.event.form, division.stage.number
    if form == Form.LEAGUE:
        return f"Division {division.tier}.{division.number}"
    if form == Form.GROUPS:
        return f"Group {division.number}" if stage == 1 else "Finals"
    return ""


# Standings ------------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes out the rows of one table."""

    def __init__(self, division: Division, total: int) -> None:
        self.division = division
        self.names = names_in(division)
        self.total = total
        self.facts: Facts | None = None

    def explain(self, snapshot: StandingSnapshot, entrants: Collection[int]) -> None:
        """Write what lies behind the numbers of these entrants, too."""
        self.facts = facts_of(self.division, snapshot, entrants)

    @cached_property
    def members(self) -> dict[int, Entrant]:
        return {entrant.pk: entrant for entrant in self.division.entrants.all()}

    @cached_property
    def zone_lines(self) -> tuple[Line, ...]:
        division, scheme = self.division, self.division.stage.stage_scheme
        if scheme.form not in (Form.LEAGUE, Form.GROUPS):
            return ()
        stage = division.stage
        tiers = len(set(Division.objects.filter(stage=stage).values_list("tier", flat=True)))
        return lines_of(scheme, stage=stage.number, tier=division.tier, tiers=tiers, size=self.total)

    def line(self, row: Row, codes: Sequence[str], place: int) -> StandingLine:
        member = self.members[row.entrant]
        has_left = member.status in (Status.WITHDRAWN, Status.DISQUALIFIED)
        zone = None if has_left else zone_of(place, self.zone_lines)
        parts = {} if self.facts is None else parts_of(self.facts.table, row)
        line = StandingLine(
            rank=row.rank,
            is_shared=row.is_shared,
            player=self.names[row.entrant],
            points=write_points(row.points),
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            values=tuple(_value_cell(code, row.values[code], parts.get(code, ()), self.names) for code in codes),
            entrant=row.entrant,
            number=member.number,
            left=member.get_status_display() if has_left else "",
            zone=zone or "",
        )
        return line if self.facts is None else self._explained(line, row, self.facts, has_left=has_left)

    def _explained(self, line: StandingLine, row: Row, known: Facts, *, has_left: bool) -> StandingLine:
        line = replace(line, rounds=round_lines(known, row.entrant, self.names))
        outlook = known.outlooks.get(row.entrant)
        if outlook is None or has_left:
            return line
        return replace(
            line,
            most=write_points(outlook.most),
            places=_places(outlook),
            certain=tuple(outlook_in_words(outlook, self.zone_lines)),
        )


def _places(outlook: Outlook) -> str:
    return str(outlook.best) if outlook.best == outlook.worst else f"{outlook.best} to {outlook.worst}"


def standing_table(
    division: Division,
    *,
    start: int = 0,
    stop: int | None = None,
    explained: bool = False,
    snapshot: StandingSnapshot | None = None,
) -> StandingTable:
    """The stored standings of a division, or a part of them; ``explained`` with every round behind the numbers.

    ``snapshot`` is the stored table for who has just read it.
    """
    snapshot = snapshot or StandingSnapshot.objects.get(division=division)
    rows = snapshot.table["rows"]
    part = rows[start:stop]
    shown = {row["entrant"] for row in part}
    ties = [tie for tie in snapshot.table["ties"] if shown & set(tie["entrants"])]
    stored = Standings.load({"rows": part, "ties": ties})
    writer = _Writer(division, len(rows))
    if explained:
        writer.explain(snapshot, shown)
    return StandingTable(
        snapshot=snapshot,
        codes=(codes := _codes(division, rows)),
        lines=_written(writer, stored, codes, start),
        ties=tuple(tie_in_words(tie, writer.names) for tie in stored.ties),
        counted=division.results.filter(kind=Result.Kind.GAME_FINISHED, seq__lte=snapshot.version).count(),
        waiting=division.results.filter(seq__gt=snapshot.version).count(),
        total=len(rows),
        start=start,
    )


def supposed_table(division: Division, table: Standings) -> tuple[StandingLine, ...]:
    """The lines of a table that is not the stored one."""
    rows = table.dump()["rows"]
    return _written(_Writer(division, len(rows)), table, _codes(division, rows), 0)


def _codes(division: Division, rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """The tie-breaks of the table; where places are no matter of points (knockout, ladder) there are none."""
    codes = division.stage.stage_ruleset.tie_breaks
    return codes if not rows or rows[0]["values"] else ()


def _written(writer: _Writer, stored: Standings, codes: Sequence[str], start: int) -> tuple[StandingLine, ...]:
    lines, places = [], _zone_places(writer, stored, start)
    for row, place in zip(stored.rows, places, strict=True):
        lines.append(writer.line(row, codes, place))
    for index, (line, following) in enumerate(pairwise(lines)):
        if line.zone and following.zone and line.zone != following.zone:
            lines[index] = replace(line, is_last_of_zone=True)
    return tuple(lines)


def _zone_places(writer: _Writer, stored: Standings, start: int) -> list[int]:
    """The place that decides where each row leads to: in a league its rank. From groups go on the first of those who
    are still there; of those who share a place, the one with the better pairing number."""
    if not writer.zone_lines or writer.zone_lines[0].above != Zone.THROUGH:
        return [row.rank for row in stored.rows]
    members = writer.members
    playing = [row for row in stored.rows if members[row.entrant].status == Status.ACTIVE]
    playing.sort(key=lambda row: (row.rank, members[row.entrant].number or 0))
    place = {row.entrant: start + index for index, row in enumerate(playing, 1)}
    return [place.get(row.entrant, row.rank) for row in stored.rows]


def _value_cell(code: str, amount: int | None, parts: Iterable[Part], names: Mapping[int, str]) -> ValueCell:
    tie_break = TIE_BREAKS[code]
    text = "" if amount is None else tie_break.write(amount)
    return ValueCell(code, tie_break.name, text, tuple(_part_line(part, tie_break, names) for part in parts))


def _part_line(part: Part, tie_break: TieBreak, names: Mapping[int, str]) -> PartLine:
    return PartLine(
        fixture=part.fixture,
        opponent="" if part.opponent is None else names[part.opponent],
        amount=tie_break.write(part.amount),
        note=part_in_words(part),
    )


# Matches --------------------------------------------------------------------------------------------------------------


def match_tables(division: Division, fixtures: Sequence[Fixture] | None = None) -> list[MatchTable]:
    """The matches of a division, or those of some of its fixtures, as far as they have been played."""
    if fixtures is None:
        return list(all_matches(division))
    ruleset = division.stage.stage_ruleset
    matches = matches_in(division, fixtures)
    return [_match_table(fixture, match, ruleset) for fixture, match in zip(fixtures, matches, strict=True)]


def all_matches(division: Division) -> Iterator[MatchTable]:
    """The matches of a division by round and table, read in portions: a large event has thousands."""
    fixtures = fixtures_of(division).iterator(chunk_size=FEW)
    while portion := list(islice(fixtures, FEW)):
        yield from match_tables(division, portion)


def _match_table(fixture: Fixture, match: Match, ruleset: Ruleset) -> MatchTable:
    names = {seat.entrant_id: seat.entrant.player.username for seat in fixture.seats.all()}
    finished = {counted.result.game: counted for counted in match.games}
    unit = SCORINGS[ruleset.scoring].unit
    lines = []
    for played in fixture.games.all():
        counted = finished.get(played.game_id)
        lines.append(
            GameLine(
                number=played.number,
                game=played.game,
                seating=tuple(names[entrant] for entrant in played.seating),
                on_board=counted.result.scores if counted else played.game.load_position().scores,
                counted=_counted_texts(counted, unit, len(names)),
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


def _counted_texts(game: CountedGame | None, unit: int, players: int) -> tuple[str, ...]:
    if game is None or game.counted is None:
        return ("",) * players
    return tuple(write_units(amount, unit) for amount in game.counted)


def _state(match: Match) -> str:
    if match.is_void:
        return "void"
    return "finished" if match.is_complete else "running"


# Crosstable -----------------------------------------------------------------------------------------------------------


def has_cross_table(division: Division) -> bool:
    """Whether everybody meets everybody, two at a time."""
    return division.stage.format == "round-robin" and division.stage.stage_scheme.seats == 2


def cross_table(division: Division) -> list[CrossLine]:
    """Everybody against everybody, in the order of the stored standings; the cells as of this moment."""
    names = names_in(division)
    unit = SCORINGS[division.stage.stage_ruleset.scoring].unit
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


# Events ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """A division of an event in a list: what it is called, how many play there and who leads."""

    division: Division
    title: str
    players: int
    leaders: tuple[str, ...]


def division_lines(event: Event) -> list[DivisionLine]:
    """The divisions of an event, the latest stage first."""
    lines = []
    for division in divisions_of(event).select_related("snapshot"):
        rows = division.snapshot.table["rows"]
        names = names_in(division)
        first = [names[row["entrant"]] for row in rows if row["rank"] == 1 and row["points"]]
        lines.append(DivisionLine(division, division_title(division), len(rows), tuple(first[:3])))
    return lines
