"""An event as files: tables for spreadsheets, all of it as JSON, and FIDE's tournament report (TRF16) where it fits."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments import tables
from tournaments.explaining import Facts, facts
from tournaments.formats.base import Field
from tournaments.models import Division, Event, Fixture, Result, StandingSnapshot
from tournaments.queries import FEW, divisions_of, field_of, fixtures_of
from tournaments.standings.points import POINT
from tournaments.standings.ranking import Row
from tournaments.standings.tables import Kind, RoundResult
from tournaments.standings.tie_breaks import TIE_BREAKS

Cell = str | int | float

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet may take what begins with these for a formula


# Spreadsheets ---------------------------------------------------------------------------------------------------------


def as_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV with CRLF, readable by every spreadsheet. Texts are never formulas: they get an apostrophe."""
    text = io.StringIO()
    csv.writer(text).writerows([safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def standings_rows(division: Division) -> Iterator[list[Cell]]:
    """The stored table: place, player, points as a decimal number, games, tie-breaks."""
    snapshot = StandingSnapshot.objects.get(division=division)
    names = tables.names_in(division)
    stored = snapshot.standings.rows
    codes = division.stage.stage_ruleset.tie_breaks if stored and stored[0].values else ()
    yield ["place", "shared", "player", "points", "played", "won", "drawn", "lost", *codes]
    for row in stored:
        yield [
            row.rank,
            "yes" if row.is_shared else "no",
            names[row.entrant],
            _decimal(row.points, POINT),
            row.played,
            row.won,
            row.drawn,
            row.lost,
            *(_value(row, code) for code in codes),
        ]


def _value(row: Row, code: str) -> Cell:
    amount = row.values[code]
    return "" if amount is None else _decimal(amount, TIE_BREAKS[code].unit)


def _decimal(amount: int, unit: int) -> int | float:
    """A number for a spreadsheet: whole where it is whole, else with six places at most."""
    return amount // unit if amount % unit == 0 else round(amount / unit, 6)


def crosstable_rows(division: Division) -> Iterator[list[Cell]]:
    """Everybody against everybody; several meetings stand in one cell, one after another."""
    lines = tables.cross_table(division)
    yield ["place", "player", *(line.player for line in lines), "points"]
    for line in lines:
        cells = [" ".join(cell.points or cell.state for cell in cells) for cells in line.cells]
        yield [line.rank, line.player, *cells, line.points]


def results_rows(division: Division) -> Iterator[list[Cell]]:
    """Every game of the division: who sat where, and what it counted for."""
    seats = division.stage.stage_scheme.seats
    each = [f"{what} {seat}" for seat in range(1, seats + 1) for what in ("player", "on board")]
    yield ["round", "table", "game of match", "game", *each, "state", "how it ended"]
    for match in tables.all_matches(division):
        for game in match.games:
            sides: list[Cell] = []
            for player, score in game.board:
                sides += [player, score]
            state = "finished" if game.is_finished else "running"
            yield [
                match.fixture.round.number,
                match.fixture.number,
                game.number,
                game.game.pk,
                *sides,
                state,
                game.note,
            ]


# JSON -----------------------------------------------------------------------------------------------------------------


def event_as_json(event: Event) -> dict[str, Any]:
    """Everything that is published of an event, so that its tables can be computed again from it."""
    return {
        "event": event.pk,
        "name": event.name,
        "rules": event.rules,
        "options": event.options,
        "form": event.form,
        "scheme": event.scheme,
        "ruleset": event.ruleset,
        "control": event.control,
        "state": event.state,
        "season": event.season,
        "started_at": _moment(event.started_at),
        "finished_at": _moment(event.finished_at),
        "commitment": event.commitment,
        "nonce": event.nonce if event.started_at else None,
        "seed": event.seed,
        "drawn_from": event.drawn_from,
        "divisions": [_division_as_json(division) for division in divisions_of(event)],
        "log": [_line_as_json(line) for line in event.results.order_by("seq")],
        "log_digest": event.result_digest,
    }


def _moment(at: Any) -> str | None:
    return at.isoformat() if at else None


def _division_as_json(division: Division) -> dict[str, Any]:
    snapshot = division.snapshot
    return {
        "division": division.pk,
        "stage": division.stage.number,
        "format": division.stage.format,
        "ruleset": division.stage.ruleset,
        "tier": division.tier,
        "number": division.number,
        "title": tables.division_title(division),
        "entrants": [
            {
                "entrant": entrant.pk,
                "number": entrant.number,
                "player": entrant.player.username,
                "rating": entrant.rating,
                "status": entrant.status,
                "late": entrant.is_late,
            }
            for entrant in division.entrants.select_related("player").order_by("number")
        ],
        "fixtures": [_fixture_as_json(fixture) for fixture in fixtures_of(division).iterator(chunk_size=FEW)],
        "pairings": [
            {
                "algorithm": run.algorithm,
                "log_seq": run.log_seq,
                "in": run.given,
                "in_digest": run.given_digest,
                "out": run.made,
                "out_digest": run.made_digest,
            }
            for run in division.pairing_runs.order_by("pk")
        ],
        "standings": {"version": snapshot.version, "digest": snapshot.digest, **snapshot.table},
    }


def _fixture_as_json(fixture: Fixture) -> dict[str, Any]:
    return {
        "fixture": fixture.pk,
        "round": fixture.round.number,
        "table": fixture.number,
        "entrants": [seat.entrant_id for seat in fixture.seats.all()],
        "games": [{"game": played.game_id, "number": played.number, "seating": played.seating}
                  for played in fixture.games.all()],
    }  # fmt: skip


def _line_as_json(line: Result) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "kind": line.kind,
        "division": line.division_id,
        "payload": line.payload,
        "at": line.at.isoformat(),
        "digest": line.digest,
    }


# TRF16 ----------------------------------------------------------------------------------------------------------------

_RESULTS = {POINT: "1", POINT // 2: "=", 0: "0"}
_UNPLAYED = {
    Kind.PAIRING_BYE: "U",
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
    Kind.WITHDRAWN: "Z",
    Kind.VOID: "Z",
}
_FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}
_NOBODY = "0000 -"


def has_trf(division: Division) -> bool:
    """Whether FIDE's report can say it: single games of two for 1, ½ and 0, in a round robin or a Swiss tournament."""
    ruleset = division.stage.stage_ruleset
    is_plain = ruleset.seats == 2 and ruleset.games_per_fixture == 1 and ruleset.scoring == "places"
    return is_plain and not ruleset.points and division.stage.format in ("round-robin", "swiss")


def as_trf(division: Division) -> str:
    """The division as a report in the format TRF16 of FIDE (Handbook C.04, annex 2), by pairing number."""
    event, snapshot = division.event, StandingSnapshot.objects.get(division=division)
    known = facts(_field_at(division, snapshot), division.stage.format)
    entrants = [one for one in division.entrants.select_related("player").order_by("number") if one.number]
    entrants = [entrant for entrant in entrants if entrant.pk in known.table.points]
    numbers = {entrant.pk: entrant.number or 0 for entrant in entrants}
    ranks = {row["entrant"]: row["rank"] for row in snapshot.table["rows"]}
    is_swiss = division.stage.format == "swiss"
    lines = [
        f"012 {_one_line(event.name)}",
        f"042 {event.started_at:%Y/%m/%d}" if event.started_at else "",
        f"052 {event.finished_at:%Y/%m/%d}" if event.finished_at else "",
        f"062 {len(entrants)}",
        f"092 Individual: {'Swiss' if is_swiss else 'Round robin'}",
        f"102 {_one_line(event.director.username)}",
        f"122 {_one_line(event.time_control.describe())}",
        f"142 {known.table.last_round}",
    ]
    for entrant in entrants:
        start = (
            f"001 {numbers[entrant.pk]:>4} {'':4} {entrant.player.username[:33]:<33} {entrant.rating or 0:>4} {'':3} "
            f"{'':11} {'':10} {_points(known.table.points[entrant.pk]):>4} {ranks.get(entrant.pk, 0):>4}"
        )
        lines.append((start + _rounds(known, entrant.pk, numbers)).rstrip())
    return "".join(f"{line}\r\n" for line in lines if line)


def _field_at(division: Division, snapshot: StandingSnapshot) -> Field:
    """The division as it is in its stored table."""
    lines = division.results.filter(seq__lte=snapshot.version).order_by("seq")
    return field_of(division, lines=[line.line for line in lines])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _points(points: int) -> str:
    return f"{float(Fraction(points, POINT)):.1f}"


def _rounds(known: Facts, entrant: int, numbers: Mapping[int, int]) -> str:
    by_number = {result.number: result for result in known.table.rounds[entrant]}
    cells = []
    for number in range(1, known.table.last_round + 1):
        result = by_number.get(number)
        cells.append("  " + (_round(known, entrant, result, numbers) if result else " " * 8))
    return "".join(cells)


def _round(known: Facts, entrant: int, result: RoundResult, numbers: Mapping[int, int]) -> str:
    """Opponent, "w" for who moves first, and the result; open games have none yet."""
    if result.kind in _UNPLAYED or not result.fixture:
        return f"{_NOBODY} {_UNPLAYED.get(result.kind, 'Z')}"
    first, second = known.pairings[result.fixture]
    opponent, colour = (second, "w") if first == entrant else (first, "b")
    if result.kind == Kind.OPEN:
        return f"{numbers[opponent]:>4} {colour}  "
    return f"{numbers[opponent]:>4} {colour} {_FORFEITS.get(result.kind) or _RESULTS[result.points]}"
