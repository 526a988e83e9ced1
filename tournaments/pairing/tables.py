"""A Swiss round of games for three and more, algorithm ``swiss-tables/1``. Pure.

Players of about the same score sit at a table, and nobody meets an opponent again while that can be avoided: tables are
dealt in order of scores, then players are exchanged as long as that makes the round better. What counts is, in this
order: that those whom a director has paired sit together, that few have met before, that few sit together whom
directors keep apart, and that scores at a table are near each other. Where somebody still meets somebody again, some
exchanges are made by lot and improved once more, so many times; the best round is taken. Lots follow from the event's
seed by SHA-256, so the same input always leads to the same tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from django.utils.translation import gettext

from tournaments.pairing.swiss import HALF_POINT, CannotPair, Entry

ALGORITHM = "swiss-tables/1"
SMALLEST_TABLE = 3  # of a game for more: a table of two would be another game

_KICKS = 1500  # exchanges by lot, shared among the players, before a round is taken in which players meet again
_REACH = 24  # places in the order of scores, within which players are exchanged
_GAP, _APART, _REMATCH, _SPLIT = 1, 10**7, 10**10, 10**13

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """A round: pairing numbers in the order of their seats, by table, and who sits it out."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    rematches: int  # how many pairs of one table have met before


def table_sizes(players: int, seats: int, *, smaller: bool) -> list[int]:
    """The tables that so many fill, the larger first, with as few left over as possible; ``smaller``: tables of one
    seat less are allowed. Of several ways the one with the fewest smaller tables."""
    least = seats - 1 if smaller and seats > SMALLEST_TABLE else seats
    ways = [
        (players - full * seats - less * least, less, full)
        for full in range(players // seats + 1)
        for less in (range((players - full * seats) // least + 1) if least < seats else (0,))
    ]
    _, less, full = min(ways)
    return [seats] * full + [least] * less


def pair_tables(
    entries: Sequence[Entry], *, seats: int, smaller: bool, seed: str, stage: int, round_number: int
) -> Tables:
    """Deal a round of tables. Players who are left over have had no bye so far, if possible, then the most games, then
    the lowest score, then the highest number. Raises CannotPair for fewer than fill a table."""
    field = sorted(entries, key=lambda entry: (-entry.score, entry.number))
    sizes = table_sizes(len(field), seats, smaller=smaller)
    if not sizes:
        raise CannotPair(gettext("A table needs more players than there are."))
    byes = _left_over(field, len(field) - sum(sizes))
    playing = [entry for entry in field if entry not in byes]
    lots = _Lots(f"{seed}:{stage}:{round_number}")
    costs = [[_cost(one, other) for other in playing] for one in playing]
    best = _Deal(costs, _first_deal(playing, sizes))
    best.improve()
    fair = _APART - _SPLIT * sum(entry.partner is not None for entry in playing) // 2
    for _ in range(max(10, _KICKS // len(playing))):
        if best.cost < fair:
            break
        tried = _Deal(costs, best.tables)
        tried.kick(lots)
        tried.improve()
        if tried.cost < best.cost:
            best = tried
    tables = sorted(sorted(table) for table in best.tables)
    return Tables(
        tuple(_seated([playing[at] for at in table], lots) for table in tables),
        tuple(sorted(entry.number for entry in byes)),
        sum(_times_met(playing[a], playing[b]) > 0 for table in tables for a, b in combinations(table, 2)),
    )


def _left_over(field: Sequence[Entry], count: int) -> list[Entry]:
    by_turn = sorted(field, key=lambda one: (one.partner is not None, one.had_bye, -one.games, one.score, -one.number))
    return by_turn[:count]


def _times_met(one: Entry, other: Entry) -> int:
    return one.met.count(other.number)


class _Lots:
    """Numbers by lot, one after the other, from the event's seed; and bits for a player's seat."""

    def __init__(self, text: str) -> None:
        self._text, self._count = text, 0

    def below(self, end: int) -> int:
        self._count += 1
        return self._bits(f"{self._text}:{self._count}") % end

    def of(self, number: int, seat: int) -> int:
        """16 bits for a pairing number at a seat."""
        return self._bits(f"{self._text}:seat:{number}:{seat}") & 0xFFFF

    @staticmethod
    def _bits(text: str) -> int:
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[-8:])


def _first_deal(playing: Sequence[Entry], sizes: Sequence[int]) -> list[list[int]]:
    """Tables in order of scores. Where the players of several whole tables have the same score, the strongest of them
    sit apart: each table gets one of each part of them."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(range(start, start + size)))
        start += size
    shared = [_shared_score(playing, table) for table in tables]
    for (score, _), run in groupby(range(len(tables)), key=lambda number: (shared[number], len(tables[number]))):
        held = list(run)
        if score is not None:
            members = [at for number in held for at in tables[number]]
            for place, number in enumerate(held):
                tables[number] = members[place :: len(held)]
    return tables


def _shared_score(playing: Sequence[Entry], table: Sequence[int]) -> int | None:
    """The score that all of a table have; None if they differ."""
    scores = {playing[at].score for at in table}
    return scores.pop() if len(scores) == 1 else None


def _cost(one: Entry, other: Entry) -> int:
    """What it costs that two sit at a table; those whom a director has paired gain by it."""
    gap = (abs(one.score - other.score) // HALF_POINT) ** 2
    apart = _APART if other.number in one.apart else 0
    paired = _SPLIT if one.partner == other.number else 0
    return _GAP * gap + apart + _REMATCH * _times_met(one, other) - paired


class _Deal:
    """Who sits at which table, and what that costs; players by their place in the order of scores."""

    def __init__(self, costs: Sequence[Sequence[int]], tables: Sequence[Sequence[int]]) -> None:
        self._costs = costs
        self.tables = [list(table) for table in tables]
        self._at = {one: number for number, table in enumerate(self.tables) for one in table}
        self.cost = sum(costs[a][b] for table in self.tables for a, b in combinations(table, 2))

    def improve(self) -> None:
        """Exchange players as long as that makes the round better, in a fixed order."""
        is_better = True
        while is_better:
            is_better = False
            for a, b in self._exchanges():
                change = self._change(a, b)
                if change < 0:
                    self._exchange(a, b, change)
                    is_better = True

    def kick(self, lots: _Lots) -> None:
        """Exchange some pairs by lot."""
        if len(self.tables) < 2:
            return
        for _ in range(2 + lots.below(3)):
            a = lots.below(len(self._costs))
            others = [one for one, number in self._at.items() if number != self._at[a] and abs(one - a) <= _REACH]
            if others:
                b = others[lots.below(len(others))]
                self._exchange(a, b, self._change(a, b))

    def _exchanges(self) -> Iterator[tuple[int, int]]:
        count = len(self._costs)
        for a in range(count):
            for b in range(a + 1, min(count, a + 1 + _REACH)):
                if self._at[a] != self._at[b]:
                    yield a, b

    def _exchange(self, a: int, b: int, change: int) -> None:
        one, other = self._at[a], self._at[b]
        self.tables[one] = [b if at == a else at for at in self.tables[one]]
        self.tables[other] = [a if at == b else at for at in self.tables[other]]
        self._at[a], self._at[b] = other, one
        self.cost += change

    def _change(self, a: int, b: int) -> int:
        """By how much the round gets dearer if two of different tables are exchanged."""
        of_a, of_b = self._costs[a], self._costs[b]
        here = sum([of_b[one] - of_a[one] for one in self.tables[self._at[a]] if one != a])
        return here + sum([of_a[one] - of_b[one] for one in self.tables[self._at[b]] if one != b])


def _seated(table: Sequence[Entry], lots: _Lots) -> Table:
    """The players of a table in the order of their seats, such that nobody has a seat often, or twice in a row: the
    cheapest of all orders, by the costs of each player at each seat; what is equal is decided by lot."""
    count = len(table)
    costs = [[_seat_cost(entry, seat, lots) for seat in range(count)] for entry in table]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(count):
        reached: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for player in range(count):
                if taken >> player & 1:
                    continue
                found = cost + costs[player][seat], (*order, player)
                if found < reached.get(taken | 1 << player, (1 << 62, ())):
                    reached[taken | 1 << player] = found
        best = reached
    return tuple(table[player].number for player in best[(1 << count) - 1][1])


def _seat_cost(entry: Entry, seat: int, lots: _Lots) -> int:
    sat = [earlier for earlier in entry.seats if earlier is not None]
    again = 2 * sat.count(seat) + (bool(sat) and sat[-1] == seat)
    return (again * again << 20) + lots.of(entry.number, seat)
