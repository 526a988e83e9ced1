"""An event as files: tables for spreadsheets, all of it as JSON, and FIDE's tournament report (TRF16) where it fits."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.models import Game
from ground.canonical import canonical_time
from tournaments.formats.swiss import rounds_of
from tournaments.models import (
    Division,
    Entrant,
    Event,
    EventLogEntry,
    FixtureGame,
    FixtureSeat,
    PairingRun,
    StandingSnapshot,
)
from tournaments.presenting.explanations import Facts, facts
from tournaments.presenting.tables import division_title
from tournaments.queries import divisions_of, field_of, fixtures_of, lines_of, matches_in, meetings_in, names_in
from tournaments.standings.applied import Applications, Applied
from tournaments.standings.columns import COLUMNS
from tournaments.standings.crosstable import Cell as Meeting
from tournaments.standings.crosstable import crosstable
from tournaments.standings.outlook import settled_points
from tournaments.standings.points import POINT
from tournaments.standings.ranking import terms_of
from tournaments.standings.tables import Kind, RoundResult
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.wording.decisions import game_in_words

Cell = str | int | float

DIVISIONS_AT_ONCE = 50  # are read for the file of an event with as many questions as one

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
    """The stored table: place, player, points as a decimal number, columns, tie-breaks."""
    table = StandingSnapshot.objects.get(division=division).standings
    names = names_in(division)
    stored = table.rows
    codes = division.stage.stage_ruleset.tie_breaks if stored and stored[0].values else ()
    applications = Applications(codes, table.dump()["rows"], table.ties)
    yield ["place", "shared", "player", "points", *COLUMNS, *codes]
    for row in stored:
        yield [
            row.rank,
            "yes" if row.is_shared else "no",
            names[row.entrant],
            _decimal(row.points, POINT),
            *(_decimal(row.columns[code], one.unit) if code in row.columns else "" for code, one in COLUMNS.items()),
            *(_value(applications.of(row, code), TIE_BREAKS[code].unit) for code in codes),
        ]


def _value(applied: Sequence[Applied], unit: int) -> Cell:
    """A number, nothing, or the numbers of a tie-break that was applied again to players still level: "2; 1"."""
    amounts = [_decimal(one.amount, unit) for one in applied]
    return amounts[0] if len(amounts) == 1 else "; ".join(map(str, amounts))


def _decimal(amount: int, unit: int) -> int | float:
    """A number for a spreadsheet: whole where it is whole, else with six places at most."""
    return amount // unit if amount % unit == 0 else round(amount / unit, 6)


def crosstable_rows(division: Division) -> Iterator[list[Cell]]:
    """Everybody against everybody, in the order of the stored table, points as decimal numbers; several meetings stand
    in one cell, one after another."""
    rows, names = StandingSnapshot.objects.get(division=division).standings.rows, names_in(division)
    lines = crosstable([row.entrant for row in rows], matches_in(division, list(fixtures_of(division))))
    yield ["place", "player", *(names[row.entrant] for row in rows), "points"]
    for row, line in zip(rows, lines, strict=True):
        yield [row.rank, names[row.entrant], *map(_meetings, line.cells), _decimal(row.points, POINT)]


def _meetings(met: Sequence[Meeting]) -> Cell:
    points: list[Cell] = [
        "void" if one.is_void else "running" if one.points is None else _decimal(one.points, POINT) for one in met
    ]
    return points[0] if len(points) == 1 else " ".join(map(str, points))


def results_rows(division: Division) -> Iterator[list[Cell]]:
    """Every game of the division: who sat where, and what it counted for."""
    ruleset, names = division.stage.stage_ruleset, names_in(division)
    seats = division.stage.stage_layout.seats
    each = [f"{what} {seat}" for seat in range(1, seats + 1) for what in ("player", "on board", "place")]
    yield ["round", "table", "game of match", "game", *each, "state", "how it ended"]
    played = list(
        _games_of(division).values_list(
            "fixture__round__number", "fixture__number", "number", "game", "seating", "game__status"
        )
    )
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__round__division=division)
    boards = {game.pk: game.load_position().scores for game in running.only("rules", "position")}
    finished = {game.result.game: game for match in field_of(division).matches for game in match.games}  # last of all
    for number, table, of_match, pk, seating, status in played:
        game = finished.get(pk)
        on_board = game.result.scores if game else boards[pk]
        places = game.result.places if game and game.result.places else [""] * seats
        sides = [
            cell for seat, entrant in enumerate(seating) for cell in (names[entrant], on_board[seat], places[seat])
        ]
        yield [number, table, of_match, pk, *sides, status, game_in_words(game, names, ruleset) if game else ""]


def _games_of(division: Division) -> QuerySet[FixtureGame]:
    """The games of a division by round and table. A large event has thousands, so that nobody makes objects of them."""
    played = FixtureGame.objects.filter(fixture__round__division=division)
    return played.order_by("fixture__round__number", "fixture__number", "number")


# JSON -----------------------------------------------------------------------------------------------------------------


def event_as_json(event: Event) -> Iterator[str]:
    """Everything that is published of an event, so that its tables can be computed again from it: the text of one
    object, in pieces."""
    about = {
        "event": event.pk,
        "name": event.name,
        "rules": event.rules,
        "options": event.options,
        "form": event.form,
        "layout": event.layout,
        "ruleset": event.ruleset,
        "control": event.control,
        "state": event.state,
        "season": event.season,
        "started_at": _moment(event.started_at),
        "finished_at": _moment(event.finished_at),
        "commitment": event.commitment,
        "nonce": event.nonce if event.started_at else None,
        "seed": event.seed,
        "log_digest": event.log_digest,
    }
    yield json.dumps(about).removesuffix("}")
    yield ', "divisions": '
    yield from _listed(_divisions_as_json(event))
    yield ', "log": '
    yield from _listed(map(_line_as_json, event.log_entries.filter(seq__lte=event.log_seq).order_by("seq").iterator()))
    yield "}"


def _listed(values: Iterable[Any]) -> Iterator[str]:
    """A JSON list of these values."""
    before = "["
    for value in values:
        yield before + json.dumps(value)
        before = ", "
    yield "]" if before == ", " else "[]"


def _moment(at: Any) -> str | None:
    return canonical_time(at) if at else None


def _divisions_as_json(event: Event) -> Iterator[dict[str, Any]]:
    """The divisions, read and written a few at a time."""
    divisions = (
        divisions_of(event)
        .select_related("snapshot")
        .prefetch_related(
            Prefetch("entrants", Entrant.objects.select_related("player").order_by("number")),
            Prefetch("pairing_runs", PairingRun.objects.order_by("pk")),
        )
        .iterator(chunk_size=DIVISIONS_AT_ONCE)
    )
    while some := list(islice(divisions, DIVISIONS_AT_ONCE)):
        fixtures = _fixtures_as_json(some)
        for division in some:
            yield _division_as_json(division, fixtures[division.pk])


def _division_as_json(division: Division, fixtures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    snapshot = division.snapshot
    return {
        "division": division.pk,
        "stage": division.stage.number,
        "format": division.stage.format,
        "ruleset": division.stage.ruleset,
        "tier": division.tier,
        "number": division.number,
        "title": division_title(division),
        "entrants": [
            {
                "entrant": entrant.pk,
                "number": entrant.number,
                "player": entrant.player.username,
                "team": entrant.team_name,
                "rating": entrant.rating,
                "status": entrant.status,
                "late": entrant.is_late,
            }
            for entrant in division.entrants.all()
        ],
        "fixtures": fixtures,
        "pairings": [
            {
                "algorithm": run.algorithm,
                "log_seq": run.log_seq,
                "in": run.given,
                "in_digest": run.given_digest,
                "out": run.made,
                "out_digest": run.made_digest,
            }
            for run in division.pairing_runs.all()
        ],
        "standings": {"version": snapshot.version, "digest": snapshot.digest, **snapshot.table},
    }


def _fixtures_as_json(divisions: Sequence[Division]) -> dict[int, list[dict[str, Any]]]:
    """The fixtures of each of these divisions by round and table."""
    games: dict[int, list[dict[str, Any]]] = {}
    played = FixtureGame.objects.filter(fixture__round__division__in=divisions).order_by("fixture", "number")
    for fixture, game, number, seating in played.values_list("fixture", "game", "number", "seating"):
        games.setdefault(fixture, []).append({"game": game, "number": number, "seating": seating})
    fixtures: dict[int, list[dict[str, Any]]] = {division.pk: [] for division in divisions}
    seats = FixtureSeat.objects.filter(fixture__round__division__in=divisions)
    for division, fixture, number, table, seated in meetings_in(seats):
        fixtures[division].append(
            {
                "fixture": fixture,
                "round": number,
                "table": table,
                "entrants": list(seated),
                "games": games.get(fixture, []),
            }
        )
    return fixtures


def _line_as_json(line: EventLogEntry) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "kind": line.kind,
        "division": line.division_id,
        "game": line.game_id,
        "payload": line.payload,
        "at": canonical_time(line.at),
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
    """Whether FIDE's report can say it: games or matches of two players for 1, ½ and 0, in a round robin, a challenge
    match or a Swiss tournament."""
    ruleset = division.stage.stage_ruleset
    is_plain = ruleset.seats == 2 and not ruleset.boards and not ruleset.points
    return is_plain and division.stage.format in ("round-robin", "swiss")


def as_trf(division: Division) -> str:
    """The division as a report in the format TRF16 of FIDE (Handbook C.04, annex 2), by pairing number.

    A match of several games is one round with the result of the match, as in the table; "w" moved first in its first
    game.
    """
    event, snapshot = division.event, StandingSnapshot.objects.get(division=division)
    known = facts(field_of(division, lines=lines_of(division, upto=snapshot.version)), division.stage.stage_format)
    entrants = [one for one in division.entrants.select_related("player").order_by("number") if one.number]
    entrants = [entrant for entrant in entrants if entrant.pk in known.table.points]
    numbers = {entrant.pk: entrant.number or 0 for entrant in entrants}
    ranks = {row["entrant"]: row["rank"] for row in snapshot.table["rows"]}
    settled = settled_points(known.table)  # the sum of the results that follow them: open games have none
    kind = "Swiss" if division.stage.format == "swiss" else "Round robin"
    games = division.stage.stage_ruleset.games_per_fixture
    lines = [
        f"012 {_one_line(event.name)}",
        f"042 {event.started_at:%Y/%m/%d}" if event.started_at else "",
        f"052 {event.finished_at:%Y/%m/%d}" if event.finished_at else "",
        f"062 {len(entrants)}",
        f"092 Individual: {kind}" + (f", matches of {games} games" if games > 1 else ""),
        f"102 {_one_line(event.director.username)}",
        f"122 {_one_line(event.time_control.describe())}",
        _scores_of_trf(division),
        f"XXR {_rounds_in_all(division, known, len(entrants))}",  # an extension that pairing programs ask for
    ]
    for entrant in entrants:
        start = (
            f"001 {numbers[entrant.pk]:>4} {'':4} {entrant.name[:33]:<33} {entrant.rating or 0:>4} {'':3} "
            f"{'':11} {'':10} {_points(settled[entrant.pk]):>4} {ranks.get(entrant.pk, 0):>4}"
        )
        lines.append((start + _rounds(known, entrant.pk, numbers)).rstrip())
    return "".join(f"{line}\r\n" for line in lines if line)


def _scores_of_trf(division: Division) -> str:
    """Record 162 of TRF26, where a bye of the pairing is worth something else than the win that TRF16 expects."""
    terms = terms_of(division.stage.stage_ruleset)
    if terms.pairing_bye == terms.win:
        return ""
    worth = {"W": terms.win, "D": terms.draw, "L": 0, "Z": 0, "P": terms.pairing_bye}
    return "162" + "".join(f"  {code} {_points(points):<5}" for code, points in worth.items()).rstrip()


def _rounds_in_all(division: Division, known: Facts, entrants: int) -> int:
    """How many rounds the division has, those to come included."""
    if division.stage.format != "swiss":
        return known.table.last_round
    return max(known.table.last_round, rounds_of(division.event.event_layout, entrants))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _points(points: int) -> str:
    tenths = 10 * points // POINT
    return f"{tenths // 10}.{tenths % 10}"


def _rounds(known: Facts, entrant: int, numbers: Mapping[int, int]) -> str:
    by_number = {result.number: result for result in known.table.rounds[entrant]}
    cells = []
    for number in range(1, known.table.last_round + 1):
        result = by_number.get(number)
        cells.append("  " + (_round(known, entrant, result, numbers) if result else f"{_NOBODY} Z"))
    return "".join(cells)


def _round(known: Facts, entrant: int, result: RoundResult, numbers: Mapping[int, int]) -> str:
    """Opponent, "w" for the player who moves first, and the result; open games have none yet."""
    if result.kind in _UNPLAYED or not result.fixture:
        return f"{_NOBODY} {_UNPLAYED.get(result.kind, 'Z')}"
    first, second = known.pairings[result.fixture]
    opponent, colour = (second, "w") if first == entrant else (first, "b")
    if result.kind in (Kind.OPEN, Kind.PROVISIONAL):
        return f"{numbers[opponent]:>4} {colour}  "
    return f"{numbers[opponent]:>4} {colour} {_FORFEITS.get(result.kind) or _RESULTS[result.points]}"
