"""Tie-breaks, one small class each, with FIDE's codes where FIDE has them (C.07, in force from 1 March 2026). Pure.

Every value carries the matches it came from, so that a page can show its arithmetic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.standings.points import POINT, write_units
from tournaments.standings.tables import Met, Table, most_points


@dataclass(frozen=True, slots=True)
class Part:
    """What one match contributed to a value, in the tie-break's unit."""

    fixture: int
    opponent: int
    amount: int


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break value of one entrant, in the tie-break's unit."""

    amount: int
    parts: tuple[Part, ...]


class TieBreak(ABC):
    """A number for each of some tied entrants; more is better."""

    code: ClassVar[str]
    name: ClassVar[str]
    meaning: ClassVar[str]  # a sentence for players
    unit: ClassVar[int] = 1  # what a person calls one
    among_tied: ClassVar[bool] = False  # looks at the tied entrants only, so it is applied again to who is still tied
    counts_leaves: ClassVar[bool] = False
    is_difference: ClassVar[bool] = False  # written with its sign

    def write(self, amount: int) -> str:
        """An amount as people write it: "1½", "+3"."""
        text = write_units(amount, self.unit)
        return f"+{text}" if self.is_difference and amount > 0 else text

    def values(self, table: Table, group: Sequence[int]) -> dict[int, Value] | None:
        """The value of each entrant of the group; None where the tie-break does not apply to this group."""
        return {entrant: _value(self.parts(table, entrant)) for entrant in group}

    @abstractmethod
    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        """What each match of the entrant contributes."""


def _value(parts: Iterable[Part]) -> Value:
    kept = tuple(parts)
    return Value(sum(part.amount for part in kept), kept)


def _capped(met: Met, cap: int) -> int:
    return max(-cap, min(cap, met.margin))


class _AmongTied(TieBreak):
    """A table of the matches among the tied entrants alone; it applies once they have all met each other."""

    among_tied = True

    def values(self, table: Table, group: Sequence[int]) -> dict[int, Value] | None:
        if not _have_all_met(table, group):
            return None
        return {entrant: _value(self._parts_among(table, entrant, group)) for entrant in group}

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return self._parts_among(table, entrant, list(table.met))

    def _parts_among(self, table: Table, entrant: int, group: Sequence[int]) -> Iterable[Part]:
        met_among = table.met_among(entrant, group)
        for met in met_among:
            meetings = sum(other.opponent == met.opponent for other in met_among)
            yield Part(met.fixture, met.opponent, self._worth(met, table) // meetings)

    @abstractmethod
    def _worth(self, met: Met, table: Table) -> int:
        """What one meeting is worth, in the tie-break's unit, which up to seven meetings divide exactly."""


def _have_all_met(table: Table, group: Sequence[int]) -> bool:
    return all(
        {other for other in group if other != entrant} <= {met.opponent for met in table.met[entrant]}
        for entrant in group
    )


class DirectEncounter(_AmongTied):
    """C.07 article 6. Two who met more than once contribute the average of their meetings."""

    code = "DE"
    name = "direct encounter"
    meaning = "Points from the matches among the tied players alone, once they have all met."
    unit = POINT

    def _worth(self, met: Met, table: Table) -> int:
        return met.points


class DirectLeafDifference(_AmongTied):
    """Our own: the leaf difference of the matches that direct encounter counts."""

    code = "DELD"
    name = "leaf difference among the tied"
    meaning = "Leaf difference from the matches among the tied players alone, once they have all met."
    unit = POINT
    counts_leaves = is_difference = True

    def _worth(self, met: Met, table: Table) -> int:
        return _capped(met, table.margin_cap) * POINT


class LeafDifference(TieBreak):
    """Our own, as tournaments of goals have it; the cap keeps one walkover from deciding a league."""

    code = "LD"
    name = "leaf difference"
    meaning = "Own leaves less the opponents' leaves over all matches, each match within the event's cap."
    counts_leaves = is_difference = True

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return (Part(met.fixture, met.opponent, _capped(met, table.margin_cap)) for met in table.met[entrant])


class LeavesFor(TieBreak):
    """Our own."""

    code = "LF"
    name = "leaves for"
    meaning = "Own leaves over all matches."
    counts_leaves = True

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return (Part(met.fixture, met.opponent, met.total) for met in table.met[entrant])


class Wins(TieBreak):
    """C.07 article 7.1."""

    code = "WIN"
    name = "wins"
    meaning = "The number of matches won."

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return (Part(met.fixture, met.opponent, 1) for met in table.met[entrant] if met.margin > 0)


class SonnebornBerger(TieBreak):
    """C.07 article 9.1: own points from each match times the points of that opponent."""

    code = "SB"
    name = "Sonneborn-Berger"
    meaning = "The points of every opponent beaten, and half the points of every opponent drawn with."
    unit = POINT * POINT

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return (Part(met.fixture, met.opponent, met.points * table.points[met.opponent]) for met in table.met[entrant])


class Koya(TieBreak):
    """C.07 article 9.2."""

    code = "KS"
    name = "Koya"
    meaning = "Points from the matches against those who have at least half of the points that one can have."
    unit = POINT

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return (
            Part(met.fixture, met.opponent, met.points)
            for met in table.met[entrant]
            if 2 * table.points[met.opponent] >= most_points(table, met.opponent)
        )


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        DirectEncounter(),
        DirectLeafDifference(),
        LeafDifference(),
        LeavesFor(),
        Wins(),
        SonnebornBerger(),
        Koya(),
    )
}
