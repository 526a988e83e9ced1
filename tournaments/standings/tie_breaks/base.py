"""What a tie-break is: a number for each of some tied entrants, and the parts it was made from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from tournaments.standings.points import write_units
from tournaments.standings.tables import Faced, Kind, Met, RoundResult, Table


class Part(NamedTuple):
    """What one match, or one round without, contributed to a value, in the tie-break's unit.

    ``round`` is its number where there is no fixture to tell it. ``kind`` says what an unplayed round was, and is empty
    for a game; ``is_cut`` marks what is left out of the value.
    """

    fixture: int | None
    opponent: int | None
    amount: int
    round: int = 0
    kind: str = ""
    is_cut: bool = False


class Value(NamedTuple):
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
    for_two: ClassVar[bool] = False  # says something about games of two only
    for_swiss: ClassVar[bool] = False  # is not to be used where everybody meets the same opponents
    is_difference: ClassVar[bool] = False  # written with its sign

    def write(self, amount: int) -> str:
        """An amount as people write it: "1½", "+3"."""
        text = write_units(amount, self.unit)
        return f"+{text}" if self.is_difference and amount > 0 else text

    def values(self, table: Table, group: Sequence[int]) -> dict[int, Value] | None:
        """The value of each entrant of the group; None where the tie-break does not apply to this group."""
        return {entrant: value_of(self.parts(table, entrant)) for entrant in group}

    def tiers(self, table: Table, values: Mapping[int, Value]) -> list[list[int]]:
        """The entrants of a group with these values in tiers of those still level, best first."""
        return tiers_by({entrant: value.amount for entrant, value in values.items()})

    @abstractmethod
    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        """What each match or round of the entrant contributes."""


def value_of(parts: Iterable[Part]) -> Value:
    """The sum of all parts that are not cut."""
    kept = tuple(parts)
    return Value(sum(part.amount for part in kept if not part.is_cut), kept)


def tiers_by(amounts: Mapping[int, int]) -> list[list[int]]:
    """Entrants by amount, the highest first."""
    ordered = sorted(amounts, key=lambda entrant: -amounts[entrant])
    return [list(level) for _, level in groupby(ordered, key=lambda entrant: amounts[entrant])]


def part_of_met(met: Met, amount: int) -> Part:
    """What one opponent contributed."""
    return Part(met.fixture, met.opponent, amount)


def part_of_round(result: RoundResult, amount: int) -> Part:
    """What one round contributed as a whole; the opponent is named if there was one only."""
    opponent = result.met[0].opponent if len(result.met) == 1 else None
    return _part(result, opponent, amount)


def part_of_faced(faced: Faced, amount: int, *, is_cut: bool = False) -> Part:
    """What one opponent or dummy contributed."""
    return _part(faced, faced.opponent, amount, is_cut=is_cut)


def _part(one: RoundResult | Faced, opponent: int | None, amount: int, *, is_cut: bool = False) -> Part:
    kind = "" if one.kind is Kind.PLAYED else one.kind.value
    return Part(one.fixture, opponent, amount, one.number if one.fixture is None else 0, kind, is_cut)
