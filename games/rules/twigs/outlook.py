"""What a figure promises to whom, for bots: the hexagons that are nearly closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from games.rules.base import Seat, lead
from games.rules.twigs.frame import Frame
from games.rules.twigs.pieces import FORMS, Placement

Counts: TypeAlias = tuple[int, ...]  # the sides of one cell that each seat has

SIDES = 6
WORTH = {4: 0.1, 5: 0.5}  # a hexagon with so many sides, to its prospective owner; the best of several that were tried
MOST_IN_A_CELL = 5  # sides that one twig can add


def hopes(frame: Frame, edges: Sequence[int], mover: Seat) -> list[float]:
    """What each seat may hope to get from hexagons that are not closed yet. ``edges`` are by seat."""
    hoped = [0.0] * len(edges)
    for counts, cells in Counter(_counts(frame, edges)).items():
        owner, worth = _promise(counts, mover)
        if owner is not None and sum(counts) < SIDES:
            hoped[owner] += worth * cells
    return hoped


def rated(
    frame: Frame, edges: Sequence[int], mover: Seat, now: float, free: Iterable[tuple[int, int]]
) -> list[tuple[float, Placement]]:
    """The placements with the lead that the mover would have; ``now`` is its lead if only the turn passed on.

    ``free`` are the twigs by number, each with the board of its placements.
    """
    gains = _gains(frame, edges, mover)
    rated = []
    for number, board in free:
        for shifts, here in frame.by_form(number, board):
            steps = _beside(shifts.form.twig, shifts.form.turn, frame)
            while here:
                index = here.bit_length() - 1
                here ^= 1 << index
                rated.append((now + sum([gains[index + step] for step in steps]), shifts[index]))
    return rated


@cache
def _beside(twig: str, turn: int, frame: Frame) -> tuple[int, ...]:
    """The cells that a form lies along, as steps from its bit to their places in :func:`_gains`."""
    sides = Counter(cell for edge in FORMS[twig, turn].edges for cell in edge.cells)
    return tuple(number * frame.area + r * frame.stride + q for (q, r), number in sides.items())


def _gains(frame: Frame, edges: Sequence[int], mover: Seat) -> list[float]:
    """How much the mover's lead grows if it adds 0 to 5 sides to a cell: all cells for no side, for one side ..."""
    untouched = (0,) * len(edges)
    gains: list[float] = []
    for sides in range(MOST_IN_A_CELL + 1):
        gains += [_gain(untouched, mover, sides)] * frame.area
    for cell, counts in enumerate(_counts(frame, edges)):
        if counts != untouched:
            for sides in range(1, min(MOST_IN_A_CELL, SIDES - sum(counts)) + 1):
                gains[sides * frame.area + cell] = _gain(counts, mover, sides)
    return gains


@lru_cache(maxsize=1 << 14)
def _gain(counts: Counts, mover: Seat, sides: int) -> float:
    after = tuple(count + sides if seat == mover else count for seat, count in enumerate(counts))
    following = (mover + 1) % len(counts)
    return _lead(after, following, mover) - _lead(counts, following, mover)


def _lead(counts: Counts, to_move: Seat, seat: Seat) -> float:
    owner, worth = _promise(counts, to_move)
    return lead([worth if owner == other else 0 for other in range(len(counts))], seat)


@lru_cache(maxsize=1 << 14)
def _promise(counts: Counts, to_move: Seat) -> tuple[Seat | None, float]:
    """Who would own the cell, and what that is worth. A side that closes it is counted for the seat to move."""
    total = sum(counts)
    if total == SIDES:
        return _most(counts), 1.0
    if total == SIDES - 1:
        counts = tuple(count + 1 if seat == to_move else count for seat, count in enumerate(counts))
    return _most(counts), WORTH.get(total, 0.0)


def _most(counts: Counts) -> Seat | None:
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def _counts(frame: Frame, edges: Sequence[int]) -> list[Counts]:
    """By cell, how many of its sides each seat has."""
    return list(zip(*(_sides(frame, own) for own in edges), strict=True))


@lru_cache(maxsize=16)  # the edges of all seats but one stay as they are for a turn
def _sides(frame: Frame, edges: int) -> bytearray:
    """How many of its sides are among the edges, by cell."""
    sides = bytearray(frame.area)
    for plane, step in enumerate((1, frame.stride, frame.stride - 1)):
        board = edges >> plane * frame.area & frame.whole
        while board:
            cell = board.bit_length() - 1
            board ^= 1 << cell
            sides[cell] += 1
            sides[cell + step] += 1
    return sides
