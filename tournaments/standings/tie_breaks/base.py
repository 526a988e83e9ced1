"""What a tie-break is: a number for each of some tied entrants, and the parts it was made from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tournaments.standings.points import write_units
from tournaments.standings.tables import PLAYED, Faced, RoundResult, Table, tiers_by

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


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


# Where an amount came from: a round as a whole, or an opponent or dummy faced in it.
Source = RoundResult | Faced


class TieBreak(ABC):
    """A number for each of some tied entrants; more is better."""

    code: ClassVar[str]
    name: ClassVar[StrPromise]
    meaning: ClassVar[StrPromise]  # a sentence for players
    unit: ClassVar[int] = 1  # what a person calls one
    among_tied: ClassVar[bool] = False  # looks at the tied entrants only, so it is applied again to those still tied
    counts_leaves: ClassVar[bool] = False
    for_teams: ClassVar[bool] = False  # says something about matches of teams only
    for_two: ClassVar[bool] = False  # says something about games of two only
    for_swiss: ClassVar[bool] = False  # is not to be used where everybody meets the same opponents
    is_difference: ClassVar[bool] = False  # written with its sign

    def explain(self, *, seats: int, predetermined: bool, cap: int) -> str:
        """What it means for players of an event: with so many seats at a table, with all pairings known beforehand or
        not, and with that cap on the leaf difference of a match."""
        return str(self.meaning)

    def write(self, amount: int) -> str:
        """An amount as people write it: "1½", "+3"."""
        text = write_units(amount, self.unit)
        return f"+{text}" if self.is_difference and amount > 0 else text

    def values(self, table: Table, group: Sequence[int]) -> dict[int, int] | None:
        """The value of each entrant of the group; None where the tie-break does not apply to this group."""
        return {entrant: sum([amount for _, amount in self.counted(table, entrant)]) for entrant in group}

    def tiers(self, table: Table, group: Sequence[int], values: Mapping[int, int]) -> list[list[int]]:
        """The group in tiers of those still level by these values of theirs, best first."""
        return tiers_by(values)

    def parts(self, table: Table, entrant: int, group: Collection[int] = ()) -> tuple[Part, ...]:
        """What the value of an entrant is made of: the sum of all that is not cut. For somebody to look at; nobody
        needs it for a table. ``group`` are the tied, for those among them."""
        return tuple(part_of(source, amount) for source, amount in self.counted(table, entrant))

    @abstractmethod
    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        """What each match or round of the entrant contributes."""


def part_of(source: Source, amount: int, *, is_cut: bool = False) -> Part:
    """What one opponent, dummy or round contributed; of a whole round the opponent is named if there was one only."""
    if isinstance(source, Faced):
        opponent = source.opponent
    else:
        opponent = source.opponents[0] if len(source.opponents) == 1 else None
    kind = "" if source.kind is PLAYED else source.kind.value
    return Part(source.fixture, opponent, amount, source.number if source.fixture is None else 0, kind, is_cut)
