"""What a forest promises to whom, for bots: leaves, cubes in hand, room to grow, and how fast a tree grows.

The rulebook's advice is in these numbers: with fewer than three active leaves a tree grows by one cube in a turn while
the other one grows by two, so that the first three leaves are worth more than what they count.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.base import Seat
from games.rules.treeblox.cubes import BESIDE, COLUMN, LEAF, Move, Word, around
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
    now = hope(forest, seat) - hope(forest, 1 - seat)
    worths = _worths(forest, seat, now)
    return [(now if isinstance(move, Word) else worths[move.index][move.kind], move) for move in moves]


def _active(leaves: int) -> float:
    return leaves + GROWTH[min(leaves, len(GROWTH) - 1)]


def _worths(forest: Forest, seat: Seat, now: float) -> dict[int, tuple[float, float]]:
    """The lead of a seat after a branch and after a leaf in each cell that is available to it."""
    own, others = forest.open[seat], set(forest.open[1 - seat])
    freed = OPEN_CELL * _change(len(others), -1)  # lost to the other seat, where the cell is available to both
    branch = now - BRANCH_IN_HAND
    leaf = now - LEAF_IN_HAND + OPEN_CELL * _change(len(own), -1)
    grown = [OPEN_CELL * _change(len(own), opened - 1) for opened in range(len(BESIDE) + 1)]
    taken = forest.cubes.keys() | own if any(grown) else set()
    shaded, free = _shades(forest, seat)
    cubes, tops, worths = forest.cubes, forest.tops, {}
    for index in own:
        top = tops.get(index & COLUMN, 0)
        if top > index:
            on_branch = on_leaf = 0.0
        elif top and (below := cubes[top]).kind is LEAF:
            on_branch, on_leaf = shaded[below.seat]
        else:
            on_branch, on_leaf = free
        room = -freed if index in others else 0.0
        opened = len(around[index].difference(taken)) if taken else 0
        worths[index] = branch + grown[opened] + room + on_branch, leaf + room + on_leaf
    return worths


def _change(room: int, more: int) -> int:
    """How many cells that count a seat has more."""
    return min(room + more, ENOUGH_CELLS) - min(room, ENOUGH_CELLS)


def _shades(forest: Forest, seat: Seat) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """What a branch and a leaf in the sun change by active leaves: above an active leaf of each, and above none."""
    more = _active(forest.active[seat] + 1) - _active(forest.active[seat])
    fewer = [_active(leaves - 1) - _active(leaves) for leaves in forest.active]
    shaded = [(0.0, 0.0), (0.0, 0.0)]
    shaded[seat] = fewer[seat], 0.0
    shaded[1 - seat] = -fewer[1 - seat], more - fewer[1 - seat]
    return shaded, (0.0, more)
