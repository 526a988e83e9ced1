"""Tie-breaks that look at the matches of the tied entrants among themselves (C.07 article 6)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.standings.points import POINT
from tournaments.standings.tables import Met, Table
from tournaments.standings.tie_breaks.base import Part, TieBreak, Value, part_of_met, tiers_by, value_of
from tournaments.standings.tie_breaks.leaves import capped


class AmongTied(TieBreak):
    """A table of the matches among the tied entrants alone; it applies once they have all met each other."""

    among_tied = True

    def values(self, table: Table, group: Sequence[int]) -> dict[int, Value] | None:
        values = self._values_among(table, frozenset(group), group)
        return values if _missing(values) == 0 else None

    def parts(self, table: Table, entrant: int) -> Iterable[Part]:
        return self._parts_among(table, entrant, table.met.keys())

    def _values_among(self, table: Table, among: Collection[int], group: Sequence[int]) -> dict[int, Value]:
        return {entrant: value_of(self._parts_among(table, entrant, among)) for entrant in group}

    def _parts_among(self, table: Table, entrant: int, group: Collection[int]) -> Iterable[Part]:
        met_among = table.met_among(entrant, group)
        meetings = Counter(met.opponent for met in met_among)
        for met in met_among:
            yield part_of_met(met, self._worth(met, table) // meetings[met.opponent])

    @abstractmethod
    def _worth(self, met: Met, table: Table) -> int:
        """What one meeting is worth, in the tie-break's unit, which up to seven meetings divide exactly."""


def _missing(values: Mapping[int, Value]) -> int:
    """How many meetings of the group have not taken place, counted from both sides."""
    return sum(len(values) - 1 - _opponents(value) for value in values.values())


def _opponents(value: Value) -> int:
    return len({part.opponent for part in value.parts})


class DirectEncounter(AmongTied):
    """C.07 article 6. Two who met more than once contribute the average of their meetings.

    In a Swiss event some of the tied may not have met. Then who is alone on top whatever they would have done comes
    first, who is so after that one comes second, and so on (6.3); the others stay level.
    """

    code = "DE"
    name = "direct encounter"
    meaning = (
        "Points from the matches among the tied players alone, once they have all met. In a Swiss event those come "
        "first whom the others could not reach in any missing match."
    )
    unit = POINT

    def values(self, table: Table, group: Sequence[int]) -> dict[int, Value] | None:
        values = self._values_among(table, frozenset(group), group)
        if _missing(values) == 0:
            return values
        return None if table.terms.predetermined or len(self.tiers(table, values)) == 1 else values

    def tiers(self, table: Table, values: Mapping[int, Value]) -> list[list[int]]:
        if _missing(values) == 0:
            return super().tiers(table, values)
        at_least = {entrant: value.amount for entrant, value in values.items()}
        at_most = {
            entrant: value.amount + table.terms.win_over_one * (len(values) - 1 - _opponents(value))
            for entrant, value in values.items()
        }
        rest = [entrant for tier in tiers_by(at_least) for entrant in tier]
        tiers = []
        while len(rest) > 1 and at_least[rest[0]] > max(at_most[entrant] for entrant in rest[1:]):
            tiers.append([rest.pop(0)])
        return [*tiers, rest]

    def _worth(self, met: Met, table: Table) -> int:
        return met.points


class DirectLeafDifference(AmongTied):
    """Our own: the leaf difference of the matches that direct encounter counts."""

    code = "DELD"
    name = "leaf difference among the tied"
    meaning = "Leaf difference from the matches among the tied players alone, once they have all met."
    unit = POINT
    for_two = counts_leaves = is_difference = True

    def _worth(self, met: Met, table: Table) -> int:
        return capped(met, table.terms.margin_cap) * POINT
