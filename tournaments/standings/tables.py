"""What the ranking and the tie-breaks look at: each entrant's counted meetings. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.matches import Match


@dataclass(frozen=True, slots=True)
class Pairing:
    """A fixture of the roster: who meets whom, whether played or not."""

    fixture: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """Who takes part, by pairing number, and every fixture that has been paired."""

    entrants: tuple[int, ...]
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """A counted match as one entrant saw it. ``points`` in 1/840, ``total`` and ``margin`` in what its games count."""

    fixture: int
    opponent: int
    points: int
    total: int
    margin: int


@dataclass(frozen=True, slots=True)
class Table:
    """The counted part of a division. Mappings are by entrant; ``scheduled`` is the number of fixtures each has,
    void ones left out: they are not played, and nobody can have points from them."""

    met: Mapping[int, Sequence[Met]]
    points: Mapping[int, int]
    scheduled: Mapping[int, int]
    margin_cap: int
    win: int  # what a match won is worth, in 1/840

    def met_among(self, entrant: int, group: Sequence[int]) -> list[Met]:
        """The meetings of an entrant with others of the group."""
        return [met for met in self.met[entrant] if met.opponent in group]


def build_table(roster: Roster, matches: Sequence[Match], margin_cap: int, win: int) -> Table:
    """The table of all complete matches of two that are not void."""
    met: dict[int, list[Met]] = {entrant: [] for entrant in roster.entrants}
    void = {match.fixture for match in matches if match.is_void}
    for match in matches:
        if match.points is None:
            continue
        for own, other in ((0, 1), (1, 0)):
            met[match.entrants[own]].append(
                Met(
                    fixture=match.fixture,
                    opponent=match.entrants[other],
                    points=match.points[own],
                    total=match.totals[own],
                    margin=match.totals[own] - match.totals[other],
                )
            )
    return Table(
        met=met,
        points={entrant: sum(each.points for each in met[entrant]) for entrant in roster.entrants},
        scheduled={
            entrant: sum(entrant in pairing.entrants and pairing.fixture not in void for pairing in roster.pairings)
            for entrant in roster.entrants
        },
        margin_cap=margin_cap,
        win=win,
    )


def most_points(table: Table, entrant: int) -> int:
    """What the entrant would have if it won every fixture that is not void, in 1/840."""
    return table.win * table.scheduled[entrant]
