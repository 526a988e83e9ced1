"""Where the numbers of a table come from: every round of an entrant, played or not, and what is still within reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tournaments.formats.base import Field
from tournaments.formats.swiss import usual_rounds
from tournaments.models import Division
from tournaments.queries import field_of
from tournaments.standings.log import Account, Kind
from tournaments.standings.outlook import Outlook, open_rounds, outlooks
from tournaments.standings.ranking import table_of
from tournaments.standings.tables import Kind as RoundKind
from tournaments.standings.tables import RoundResult, Table
from tournaments.wording import Names, write_points

_NOTES = {
    RoundKind.OPEN: "not over yet",
    RoundKind.VOID: "void, counts for nobody",
    RoundKind.PAIRING_BYE: "no opponent: a bye, as good as a win",
    RoundKind.FULL_BYE: "a bye given by the director, as good as a win",
    RoundKind.HALF_BYE: "sat out: a half-point bye",
    RoundKind.ZERO_BYE: "sat out: a bye without points",
    RoundKind.WITHDRAWN: "had left",
    RoundKind.FORFEIT_WIN: "the opponent never came",
    RoundKind.FORFEIT_LOSS: "never came",
}


@dataclass(frozen=True)
class Facts:
    """What the explanation of a table looks at. ``outlooks`` are empty when nothing is open.

    ``notes`` and ``pairings`` (who meets) are by fixture.
    """

    table: Table
    pairings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    outlooks: Mapping[int, Outlook] = field(default_factory=dict)
    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of an entrant: whom he met, the points it gave (empty while it is open) and the total after it."""

    number: int
    fixture: int | None
    opponents: tuple[str, ...]
    points: str
    total: str
    note: str


def facts_of(division: Division, version: int) -> Facts:
    """The facts behind the table after line ``version`` of the log. The last few are kept: they never change."""
    return _facts(_Key(division, (division.pk, division.event.nonce, version)))


class _Key:
    """A division that is looked up by what its facts depend on."""

    def __init__(self, division: Division, key: tuple[object, ...]) -> None:
        self.division = division
        self.key = key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.key == self.key


@lru_cache(maxsize=16)
def _facts(key: _Key) -> Facts:
    division, version = key.division, key.key[-1]
    lines = [result.line for result in division.results.filter(seq__lte=version).order_by("seq")]
    return facts(field_of(division, lines=lines), division.stage.format)


def facts(known: Field, form: str) -> Facts:
    """The facts behind the table of a division in that format."""
    table = table_of(known.ruleset, known.roster, known.account.results)
    still_open: Mapping[int, int] = {}
    if form in ("round-robin", "swiss"):
        more = _rounds_to_be_paired(known) if form == "swiss" else {}
        still_open = open_rounds(table, to_be_paired=more)
    outlook = outlooks(table.points, still_open, table.terms.win) if any(still_open.values()) else {}
    pairings = {pairing.fixture: pairing.entrants for pairing in known.roster.pairings}
    return Facts(table, pairings, outlook, _notes_of(known.account))


def _rounds_to_be_paired(known: Field) -> dict[int, int]:
    rounds = known.scheme.rounds or usual_rounds(len(known.roster.entrants))
    left = max(0, rounds - known.rounds)
    return {entrant: 0 if entrant in known.account.gone else left for entrant in known.roster.entrants}


def _notes_of(known: Account) -> dict[int, tuple[str, ...]]:
    """What a director has done to fixtures, or the rules because they were level."""
    notes: dict[int, tuple[str, ...]] = {}
    for line in known.lines:
        if line.kind in (Kind.GAME_CORRECTED, Kind.GAME_ANNULLED):
            verb = "corrected" if line.kind == Kind.GAME_CORRECTED else "annulled"
            note = f"game {line.payload['game']} {verb}: {line.payload.get('why', '')}"
        elif line.kind == Kind.GAMES_ADDED:
            note = "level, so it was played once more"
        else:
            continue
        notes[line.payload["fixture"]] = (*notes.get(line.payload["fixture"], ()), note)
    return notes


def round_lines(known: Facts, entrant: int, names: Names) -> tuple[RoundLine, ...]:
    """Every round of an entrant; the last total is what stands in the table."""
    total = known.table.start.get(entrant, 0)
    lines = []
    for result in known.table.rounds.get(entrant, ()):
        total += result.points
        lines.append(_round_line(known, entrant, result, total, names))
    return tuple(lines)


def _round_line(known: Facts, entrant: int, result: RoundResult, total: int, names: Names) -> RoundLine:
    notes = [_NOTES.get(result.kind, ""), *(known.notes.get(result.fixture, ()) if result.fixture else ())]
    met = known.pairings[result.fixture] if result.fixture else ()
    is_open = result.kind in (RoundKind.OPEN, RoundKind.VOID)
    return RoundLine(
        number=result.number,
        fixture=result.fixture,
        opponents=tuple(names[other] for other in met if other != entrant),
        points="" if is_open else write_points(result.points),
        total=write_points(total),
        note="; ".join(filter(None, notes)),
    )
