"""Tie-breaks that look at the matches of the tied entrants among themselves (C.07 article 6)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext, gettext_lazy

from tournaments.standings.points import POINT
from tournaments.standings.tables import Faced, Table, tiers_by
from tournaments.standings.tie_breaks.base import Part, Source, TieBreak, part_of
from tournaments.standings.tie_breaks.leaves import capped

# Each of a group, and the matches with others of it.
Meetings = Mapping[int, Sequence[Faced]]


class AmongTied(TieBreak):
    """A table of the matches among the tied entrants alone; it applies once they have all met each other."""

    among_tied = True

    def values(self, table: Table, group: Sequence[int]) -> dict[int, int] | None:
        meetings = _meetings(table, group)
        return self._values_of(table, meetings) if _have_all_met(meetings) else None

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        """Among all with the same points."""
        points = table.points[entrant]
        return self._counted(
            table, table.met_among(entrant, {one for one in table.points if table.points[one] == points})
        )

    def parts(self, table: Table, entrant: int, group: Collection[int] = ()) -> tuple[Part, ...]:
        counted = self._counted(table, table.met_among(entrant, group)) if group else self.counted(table, entrant)
        return tuple(part_of(source, amount) for source, amount in counted)

    def _values_of(self, table: Table, meetings: Meetings) -> dict[int, int]:
        return {entrant: sum([amount for _, amount in self._counted(table, met)]) for entrant, met in meetings.items()}

    def _counted(self, table: Table, met_among: Sequence[Faced]) -> list[tuple[Faced, int]]:
        opponents = [met.opponent for met in met_among]
        return [(met, self._worth(met, table) // opponents.count(met.opponent)) for met in met_among]

    @abstractmethod
    def _worth(self, met: Faced, table: Table) -> int:
        """What one meeting is worth, in the tie-break's unit, which up to seven meetings divide exactly."""


def _meetings(table: Table, group: Sequence[int]) -> Meetings:
    among = frozenset(group)
    return {entrant: table.met_among(entrant, among) for entrant in group}


def _have_all_met(meetings: Meetings) -> bool:
    return not any(_not_met(entrant, meetings) for entrant in meetings)


def _not_met(entrant: int, meetings: Meetings) -> int:
    """How many others of the group an entrant has not met."""
    return len(meetings) - 1 - len({met.opponent for met in meetings[entrant]})


class DirectEncounter(AmongTied):
    """C.07 article 6. Two who met more than once contribute the average of their meetings.

    In a Swiss event some of the tied may not have met. Then the player who is alone on top whatever they would have
    done comes first, the one who is so after that comes second, and so on (6.3); the others stay level.
    """

    code = "DE"
    name = gettext_lazy("direct encounter")
    meaning = gettext_lazy(
        "Points from the matches among the tied players alone, once they have all met, and then among those who are "
        "still tied; two who have met more than once count the average."
    )
    unit = POINT

    def explain(self, *, seats: int, predetermined: bool, cap: int) -> str:
        meaning = str(self.meaning)
        if seats > 2:
            meaning = gettext(
                "How often one finished before the others of the tied players, once they have all met, and then before "
                "those who are still tied; a tie counts half, and two who have met more than once count the average."
            )
        if predetermined:
            return meaning
        missing = gettext(
            "In a Swiss event the players whom the others could not reach in any missing match come first."
        )
        return f"{meaning} {missing}"

    def values(self, table: Table, group: Sequence[int]) -> dict[int, int] | None:
        meetings = _meetings(table, group)
        values = self._values_of(table, meetings)
        if _have_all_met(meetings):
            return values
        return None if table.terms.predetermined or len(_sure_tiers(table, meetings, values)) == 1 else values

    def tiers(self, table: Table, group: Sequence[int], values: Mapping[int, int]) -> list[list[int]]:
        meetings = _meetings(table, group)
        return tiers_by(values) if _have_all_met(meetings) else _sure_tiers(table, meetings, values)

    def _worth(self, met: Faced, table: Table) -> int:
        return met.points


def _sure_tiers(table: Table, meetings: Meetings, at_least: Mapping[int, int]) -> list[list[int]]:
    """One after another those whom nobody behind could have reached in the missing meetings, then all others."""
    win = table.terms.win_over_one
    rest = [entrant for tier in tiers_by(at_least) for entrant in tier]

    def is_in_reach(entrant: int) -> bool:
        return at_least[entrant] + win * _not_met(entrant, meetings) >= at_least[rest[0]]

    tiers = []
    while len(rest) > 1 and not any(map(is_in_reach, rest[1:])):
        tiers.append([rest.pop(0)])
    return [*tiers, rest]


class DirectLeafDifference(AmongTied):
    """Our own: the leaf difference of the matches that direct encounter counts."""

    code = "DELD"
    name = gettext_lazy("leaf difference among the tied")
    meaning = gettext_lazy(
        "Leaf difference from the matches that direct encounter counts; then direct encounter decides once more."
    )
    unit = POINT
    for_two = counts_leaves = is_difference = True

    def _worth(self, met: Faced, table: Table) -> int:
        return capped(met, table.terms.margin_cap) * POINT
