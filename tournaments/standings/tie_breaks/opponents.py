"""Tie-breaks that say how strong the opponents were (C.07 articles 8 to 10, 14 and 16)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import ClassVar

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT
from tournaments.standings.tables import PLAYED, UNFINISHED, VOLUNTARY, Faced, Kind, Table
from tournaments.standings.tie_breaks.base import Part, Source, TieBreak, part_of


class FromOpponents(TieBreak):
    """A sum over everybody faced, dummies included, of which some of the least and the most may be left out."""

    least: ClassVar[int] = 0
    most: ClassVar[int] = 0

    def values(self, table: Table, group: Sequence[int]) -> dict[int, int]:
        amount, faced = self.amount, table.faced
        values = {entrant: sum(map(amount, faced[entrant])) for entrant in group}
        if self.least or self.most:
            for entrant in group:
                values[entrant] -= sum(map(amount, self._cut(faced[entrant])))
        return values

    def parts(self, table: Table, entrant: int, group: Collection[int] = ()) -> tuple[Part, ...]:
        left_out = self._cut(table.faced[entrant])
        return tuple(part_of(one, amount, is_cut=one in left_out) for one, amount in self.counted(table, entrant))

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Faced, int]]:
        return ((one, self.amount(one)) for one in table.faced[entrant])

    def _cut(self, faced: Sequence[Faced]) -> list[Faced]:
        return cut(faced, self.amount, least=self.least, most=self.most)

    @staticmethod
    @abstractmethod
    def amount(faced: Faced) -> int:
        """What one opponent or dummy contributes, in the tie-break's unit."""


class Buchholz(FromOpponents):
    """C.07 article 8.1."""

    code = "BH"
    name = gettext_lazy("Buchholz")
    meaning = gettext_lazy(
        "The sum of the opponents' points. For a round without a game a dummy stands in: it has your points, but at "
        "most those of draws in all rounds, or after a forfeit at most those of that opponent."
    )
    unit = POINT
    for_two = for_swiss = True

    @staticmethod
    def amount(faced: Faced) -> int:
        return faced.score


class BuchholzCut1(Buchholz):
    """C.07 articles 14.1 and 16.5."""

    code = "BH-C1"
    name = gettext_lazy("Buchholz, cut 1")
    meaning = gettext_lazy("Buchholz without the lowest contribution; rounds missed by choice are left out first.")
    least = 1


class BuchholzCut2(Buchholz):
    """C.07 articles 14.2 and 16.5."""

    code = "BH-C2"
    name = gettext_lazy("Buchholz, cut 2")
    meaning = gettext_lazy("Buchholz without the two lowest contributions; rounds missed by choice are left out first.")
    least = 2


class BuchholzMedian1(Buchholz):
    """C.07 articles 14.3 and 16.5."""

    code = "BH-M1"
    name = gettext_lazy("Buchholz, median 1")
    meaning = gettext_lazy("Buchholz without the lowest contribution and the highest.")
    least = most = 1


class BuchholzMedian2(Buchholz):
    """C.07 articles 14.4 and 16.5."""

    code = "BH-M2"
    name = gettext_lazy("Buchholz, median 2")
    meaning = gettext_lazy("Buchholz without the two lowest contributions and the two highest.")
    least = most = 2


class SonnebornBerger(FromOpponents):
    """C.07 article 9.1: own points from each match times the points of that opponent."""

    code = "SB"
    name = gettext_lazy("Sonneborn-Berger")
    meaning = gettext_lazy("The points of every opponent beaten, and half the points of every opponent drawn with.")
    unit = POINT * POINT
    for_two = True

    @staticmethod
    def amount(faced: Faced) -> int:
        return faced.points * faced.score


class SonnebornBergerCut1(SonnebornBerger):
    """C.07 articles 14.1 and 16.5."""

    code = "SB-C1"
    name = gettext_lazy("Sonneborn-Berger, cut 1")
    meaning = gettext_lazy("Sonneborn-Berger without what comes from the opponent with the fewest points.")
    least = 1


class SonnebornBergerCut2(SonnebornBerger):
    """C.07 articles 14.2 and 16.5."""

    code = "SB-C2"
    name = gettext_lazy("Sonneborn-Berger, cut 2")
    meaning = gettext_lazy("Sonneborn-Berger without what comes from the two opponents with the fewest points.")
    least = 2


class BuchholzOfTables(FromOpponents):
    """Our own for three seats and more: of each round the mean of the opponents' points; with two it is BH."""

    code = "BHM"
    name = gettext_lazy("Buchholz of tables")
    meaning = gettext_lazy("For each round the mean of the opponents' points.")
    unit = POINT * POINT
    for_swiss = True

    @staticmethod
    def amount(faced: Faced) -> int:
        return faced.share * faced.score


class SonnebornBergerOfTables(FromOpponents):
    """Our own for three seats and more: of each round the mean of what SB counts per opponent; with two it is SB."""

    code = "SBM"
    name = gettext_lazy("Sonneborn-Berger of tables")
    meaning = gettext_lazy(
        "For each round the points of every opponent beaten and half those of every opponent drawn with, divided by "
        "the number of opponents."
    )
    unit = POINT * POINT

    @staticmethod
    def amount(faced: Faced) -> int:
        return faced.points * faced.share // POINT * faced.score


class OpponentsScores(TieBreak):
    """SOS of the European Go rules: a round without an opponent counts the points that the entrant began with."""

    code = "SOS"
    name = gettext_lazy("sum of opponents' scores")
    meaning = gettext_lazy(
        "The sum of the opponents' points with their start points; a round without a game counts the own start points."
    )
    unit = POINT
    for_two = for_swiss = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        for result in table.rounds[entrant]:
            if result.kind in table.games:
                yield result, table.points[result.opponents[0]]
            elif result.kind not in UNFINISHED:
                yield result, table.start.get(entrant, 0)


class Koya(TieBreak):
    """C.07 article 9.2."""

    code = "KS"
    name = gettext_lazy("Koya")
    meaning = gettext_lazy(
        "Points from the matches against those who have at least half of the points that one can have."
    )
    unit = POINT
    for_two = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        win, scheduled = table.terms.win, table.scheduled
        return (
            (met, met.points)
            for met in table.met(entrant)
            if met.opponent is not None and 2 * table.points[met.opponent] >= win * scheduled[met.opponent]
        )


class AverageRating(TieBreak):
    """C.07 article 10.1: half a point of rating is rounded up. The value is the mean of its parts, not their sum."""

    code = "ARO"
    name = gettext_lazy("average rating of opponents")
    meaning = gettext_lazy("The mean rating, at the start of the event, of the opponents met in play.")

    def values(self, table: Table, group: Sequence[int]) -> dict[int, int]:
        rated = {entrant: [rating for _, rating in self.counted(table, entrant)] for entrant in group}
        return {entrant: (2 * sum(own) + len(own)) // (2 * len(own) or 1) for entrant, own in rated.items()}

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (met, table.ratings[met.opponent])
            for met in table.met(entrant)
            if met.kind in (PLAYED, Kind.PROVISIONAL) and met.opponent is not None and met.opponent in table.ratings
        )


Amount = Callable[[Faced], int]


def cut(faced: Iterable[Faced], amount: Amount, *, least: int, most: int) -> list[Faced]:
    """What is left out of a sum of amounts: the least significant ones, then the most significant (article 14).

    Least significant is the opponent with the lowest score. But as long as there are voluntarily unplayed rounds, the
    lowest amount of those is left out instead, if it is not lower (16.5).
    """
    left = list(faced)
    dropped = []
    for _ in range(min(least, len(left))):
        dropped.append(_least(left, amount))
        left.remove(dropped[-1])
    for _ in range(min(most, len(left))):
        dropped.append(max(left, key=lambda one: (one.score, amount(one))))
        left.remove(dropped[-1])
    return dropped


def _least(left: list[Faced], amount: Amount) -> Faced:
    fewest = min([one.score for one in left])
    level = [one for one in left if one.score == fewest]
    lowest = level[0] if len(level) == 1 else min(level, key=amount)
    voluntary = [one for one in left if one.result.kind is not PLAYED and one.kind in VOLUNTARY]
    if not voluntary:
        return lowest
    unplayed = min(voluntary, key=lambda one: (amount(one), one.score))
    return unplayed if amount(unplayed) >= amount(lowest) else lowest
