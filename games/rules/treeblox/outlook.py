"""What a forest promises to whom, for bots: leaves, cubes in hand, room to grow, and how fast a tree grows.

The rulebook's advice is in these numbers: with fewer than three active leaves a tree grows by one cube in a turn while
the other one grows by two, so that the first three leaves are worth more than what they count.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.base import Seat
from games.rules.treeblox.cubes import BESIDE, BRANCH, COLUMN, GROUND, LEAF, Cube, Kind, Move, Word
from games.rules.treeblox.forest import Forest

# In leaves; the best of several that were tried.
LEAF_IN_HAND, BRANCH_IN_HAND, OPEN_CELL, ENOUGH_CELLS = 0.9, 0.5, 0.3, 40
GROWTH = (-6.0, -3.0, -1.5, 0.5, 1.0)  # by active leaves, from none; more are as good as the last


def hope(forest: Forest, seat: Seat) -> float:
    """What a seat may hope to score while the game goes on."""
    branches, leaves = forest.hands[seat]
    cells = min(len(forest.open[seat]), ENOUGH_CELLS)
    return _active(forest.active[seat]) + LEAF_IN_HAND * leaves + BRANCH_IN_HAND * branches + OPEN_CELL * cells


def rated(forest: Forest, seat: Seat, moves: Iterable[Move]) -> list[tuple[float, Move]]:
    """The moves with the lead that the seat would hope for after each, were the game to go on."""
    outlook = _Outlook(forest, seat)
    return [(outlook.now if isinstance(move, Word) else outlook.after(move.kind, move.index), move) for move in moves]


def _active(leaves: int) -> float:
    return leaves + GROWTH[min(leaves, len(GROWTH) - 1)]


class _Outlook:
    """The lead of a seat after each cube that it can place, without placing it."""

    def __init__(self, forest: Forest, seat: Seat) -> None:
        self._forest, self._seat = forest, seat
        self._own = set(forest.open[seat])
        self._others = set(forest.open[1 - seat])
        self._rooms = len(self._own), len(self._others)
        self.now = hope(forest, seat) - hope(forest, 1 - seat)

    def after(self, kind: Kind, index: int) -> float:
        """The lead after a cube in an available cell."""
        own_room, other_room = self._rooms
        own_room += self._opened(index) - 1 if kind is BRANCH else -1
        other_room -= index in self._others
        worth = self.now - (LEAF_IN_HAND if kind is LEAF else BRANCH_IN_HAND)
        worth += OPEN_CELL * (min(own_room, ENOUGH_CELLS) - min(self._rooms[0], ENOUGH_CELLS))
        worth -= OPEN_CELL * (min(other_room, ENOUGH_CELLS) - min(self._rooms[1], ENOUGH_CELLS))
        return worth + self._sun(kind, index)

    def _opened(self, index: int) -> int:
        cubes, own = self._forest.cubes, self._own
        beside = [index + step for step in BESIDE]
        return sum([cell >= GROUND and cell not in cubes and cell not in own for cell in beside])

    def _sun(self, kind: Kind, index: int) -> float:
        """What the cube changes among the active leaves."""
        forest, seat = self._forest, self._seat
        top = forest.tops.get(index & COLUMN, 0)
        if top > index:
            return 0.0
        shaded: Cube | None = forest.cubes.get(top)
        changes = [0, 0]
        if kind is LEAF:
            changes[seat] += 1
        if shaded is not None and shaded.kind is LEAF:
            changes[shaded.seat] -= 1
        if not any(changes):
            return 0.0
        gains = [_active(now + change) - _active(now) for now, change in zip(forest.active, changes, strict=True)]
        return gains[seat] - gains[1 - seat]
