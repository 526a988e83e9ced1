"""What a figure promises to whom, for bots: the hexagons that are nearly closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import compress
from random import Random
from typing import NamedTuple, TypeAlias

from games.rules.base import Seat, lead
from games.rules.bitsets import members, random_member
from games.rules.twigs.frame import Frame, Shifts
from games.rules.twigs.pieces import FORMS, Placement

Counts: TypeAlias = tuple[int, ...]  # the sides of one cell that each seat has

SIDES = 6
WORTH = {4: 0.1, 5: 0.5}  # a hexagon with so many sides, to its prospective owner; the best of several that were tried
MOST_IN_A_CELL = 5  # sides that one twig can add
MUCH = (
    0.4  # of a hexagon: what a side that closes one gains, or one that leaves a single side open, less what it gives up
)


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
    gains = _Gains(frame, edges, mover)
    rated = []
    for number, board in free:
        for shifts, here in frame.by_form(number, board):
            steps = _along(*shifts.name, frame).steps
            values = gains.values
            while here:
                index = here.bit_length() - 1
                here ^= 1 << index
                rated.append((now + sum([values[index + step] for step in steps]), shifts[index]))
    return rated


def likely(
    frame: Frame, edges: Sequence[int], mover: Seat, free: Iterable[tuple[int, int]], random: Random
) -> Placement:
    """One of the best rated placements by lot, or one nearly as good: of those along a cell that gains much, else along
    one that gains anything, else of those by forms that gain most anywhere, if possible along no cell that loses."""
    gains = _Gains(frame, edges, mover)
    values = gains.values
    forms = [
        (shifts, here, _along(*shifts.name, frame), _plain_gain(*shifts.name, len(edges)))
        for number, board in free
        for shifts, here in frame.by_form(number, board)
        if here
    ]
    plain = max([usual for *_, usual in forms])
    for level in (gains.much, gains.some):
        most = plain
        best: list[tuple[Shifts, int]] = []
        for shifts, here, along, _ in forms:
            steps = along.steps
            for index in members(here & along.placements(level)):
                gain = sum([values[index + step] for step in steps])
                if gain > most:
                    most, best = gain, []
                if gain == most:
                    best.append((shifts, index))
        if best:
            shifts, index = random.choice(best)
            return shifts[index]
    safe = [
        (shifts, board)
        for shifts, here, along, usual in forms
        if usual == plain and (board := here & ~along.placements(gains.less))
    ]
    boards = safe or [(shifts, here) for shifts, here, *_ in forms]
    [(shifts, here)] = random.choices(boards, [board.bit_count() for _, board in boards])
    return shifts[random_member(here, random)]


class _Along(NamedTuple):
    """The cells that a form lies along."""

    steps: tuple[int, ...]  # from its bit to their places in ``_Gains.values``
    cells: tuple[tuple[int, int], ...]  # the sides that it adds to each, and the step from its bit to that of the cell

    def placements(self, level: Sequence[int]) -> int:
        """The board of the placements that add as many sides to one of these cells; cells are by sides."""
        board = 0
        for sides, step in self.cells:
            board |= level[sides] >> step if step >= 0 else level[sides] << -step
        return board


@cache
def _along(twig: str, turn: int, frame: Frame) -> _Along:
    sides = Counter(cell for edge in FORMS[twig, turn].edges for cell in edge.cells)
    cells = tuple((number, r * frame.stride + q) for (q, r), number in sides.items())
    return _Along(tuple(number * frame.area + step for number, step in cells), cells)


class _Gains:
    """How much the mover's lead grows if it adds 0 to 5 sides to a cell."""

    def __init__(self, frame: Frame, edges: Sequence[int], mover: Seat) -> None:
        untouched, area = (0,) * len(edges), frame.area
        self.values: list[float] = []  # all cells for no side, for one side ...
        for sides in range(MOST_IN_A_CELL + 1):
            self.values += [_gain(untouched, mover, sides)] * area
        none = [0] * (MOST_IN_A_CELL + 1)
        self.much, self.some, self.less = none[:], none[:], none[:]  # by sides, the touched cells that gain so much
        touched: dict[Counts, list[int]] = {}
        sides_of_all = _counts(frame, edges)
        for cell in compress(range(area), map(any, sides_of_all)):
            touched.setdefault(sides_of_all[cell], []).append(cell)
        for counts, cells in touched.items():
            board = sum([1 << cell for cell in cells])
            for sides, gain in _other_gains(counts, mover):
                for cell in cells:
                    self.values[sides * area + cell] = gain
                (self.some if gain > 0 else self.less)[sides] |= board
                if gain >= MUCH:
                    self.much[sides] |= board


@cache
def _plain_gain(twig: str, turn: int, seats: int) -> float:
    """What a form gains along cells that have no side yet, the same for every seat."""
    sides = Counter(cell for edge in FORMS[twig, turn].edges for cell in edge.cells)
    return sum(_gain((0,) * seats, 0, number) for number in sides.values())


@lru_cache(maxsize=1 << 12)
def _other_gains(counts: Counts, mover: Seat) -> list[tuple[int, float]]:
    """The numbers of sides with which a touched cell gains something else than one without any side, and how much."""
    untouched, most = (0,) * len(counts), min(MOST_IN_A_CELL, SIDES - sum(counts))
    gains = [(sides, _gain(counts, mover, sides)) for sides in range(1, most + 1)]
    return [(sides, gain) for sides, gain in gains if gain != _gain(untouched, mover, sides)]


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
