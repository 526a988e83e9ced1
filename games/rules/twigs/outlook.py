"""What a figure promises to whom, for bots: the hexagons that are nearly closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from games.rules.base import Seat, lead
from games.rules.bitsets import members, random_member
from games.rules.twigs.frame import CONTACT, Frame, Shifts
from games.rules.twigs.pieces import FORMS_OF, Form, Placement

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
    for counts, cells in _cells_by_counts(frame, tuple(edges)):
        if sum(counts) in WORTH:
            owner, worth = _promise(counts, mover)
            if owner is not None:
                hoped[owner] += worth * cells.bit_count()
    return hoped


def rated(
    frame: Frame, edges: Sequence[int], mover: Seat, now: float, free: Iterable[tuple[int, int]]
) -> list[tuple[float, Placement]]:
    """The placements with the lead that the mover would have; ``now`` is its lead if only the turn passed on.

    ``free`` are the twigs by number, each with the board of its placements.
    """
    gains = _Gains(frame, edges, mover)
    values = gains.values
    rated = []
    for form, shifts, here in _forms_of(frame, len(edges), free):
        steps, usual = form.steps, now + form.usual
        unusual = form.along(gains.some) | form.along(gains.less)
        while here:
            index = here.bit_length() - 1
            bit = 1 << index
            here ^= bit
            worth = now + sum([values[index + step] for step in steps]) if unusual & bit else usual
            rated.append((worth, shifts[index]))
    return rated


def likely(
    frame: Frame, edges: Sequence[int], mover: Seat, free: Iterable[tuple[int, int]], random: Random
) -> Placement:
    """One of the best rated placements by lot, or one nearly as good: of those along a cell that gains much, else along
    one that gains anything, else of those by forms that gain most anywhere, if possible along no cell that loses."""
    gains = _Gains(frame, edges, mover)
    values = gains.values
    forms = _forms_of(frame, len(edges), free)
    plain = max([form.usual for form, *_ in forms])
    for level in (gains.much, gains.some):
        most = plain
        best: list[tuple[Shifts, int]] = []
        for form, shifts, here in forms:
            steps = form.steps
            for index in members(here & form.along(level)):
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
        for form, shifts, here in forms
        if form.usual == plain and (board := here & ~form.along(gains.less))
    ]
    boards = safe or [(shifts, here) for _, shifts, here in forms]
    [(shifts, here)] = random.choices(boards, [board.bit_count() for _, board in boards])
    return shifts[random_member(here, random)]


class _Form(NamedTuple):
    """A form and the cells that it lies along."""

    usual: float  # what it gains along cells that have no side yet, the same for every seat
    steps: tuple[int, ...]  # from its bit to the places of its cells in ``_Gains.values``
    cells: tuple[tuple[int, int], ...]  # the sides that it adds to each, and how far a level is shifted to its bit

    def along(self, level: Sequence[int]) -> int:
        """The board of the placements that add as many sides to a cell as one of the level gets."""
        board = 0
        for sides, shift in self.cells:
            board |= level[sides] >> shift
        return board


def _forms_of(frame: Frame, seats: int, free: Iterable[tuple[int, int]]) -> list[tuple[_Form, Shifts, int]]:
    """The forms of twigs that can be placed, with the boards of their placements."""
    forms = _forms(frame, seats)
    return [
        (form, shifts, here)
        for number, board in free
        for form, (shifts, here) in zip(forms[number], frame.by_form(number, board), strict=True)
        if here
    ]


@cache
def _forms(frame: Frame, seats: int) -> tuple[tuple[_Form, ...], ...]:
    """By twig, in the order of its forms."""
    return tuple(tuple(_form(form, frame, seats) for form in forms) for forms in FORMS_OF.values())


def _form(form: Form, frame: Frame, seats: int) -> _Form:
    sides = Counter(cell for edge in form.edges for cell in edge.cells)
    steps = [(number, r * frame.stride + q) for (q, r), number in sorted(sides.items())]  # sums depend on the order
    return _Form(
        sum(_gain((0,) * seats, 0, number) for number, _ in steps),
        tuple(number * frame.area + step for number, step in steps),
        tuple((number, _margin(frame) + step) for number, step in steps),
    )


def _margin(frame: Frame) -> int:
    """By how many bits levels are moved to the left, so that they are only shifted to the right afterwards."""
    return CONTACT * (frame.stride + 1)


class _Gains:
    """How much the mover's lead grows if it adds 0 to 5 sides to a cell.

    Levels are boards of cells by the number of added sides, moved by :func:`_margin`.
    """

    def __init__(self, frame: Frame, edges: Sequence[int], mover: Seat) -> None:
        self.values = _untouched(frame, len(edges)).copy()  # all cells for no side, for one side ...
        values, area, margin = self.values, frame.area, _margin(frame)
        none = [0] * (MOST_IN_A_CELL + 1)
        self.much, self.some, self.less = none[:], none[:], none[:]  # the touched cells that gain so much
        for counts, board in _cells_by_counts(frame, tuple(edges)):
            if gains := _other_gains(counts, mover):
                cells, moved = list(members(board)), board << margin
                for sides, gain in gains:
                    first = sides * area
                    for cell in cells:
                        values[first + cell] = gain
                    (self.some if gain > 0 else self.less)[sides] |= moved
                    if gain >= MUCH:
                        self.much[sides] |= moved


@cache
def _untouched(frame: Frame, seats: int) -> list[float]:
    """What sides of cells gain that have none yet, as in ``_Gains.values``. Not to be changed."""
    values: list[float] = []
    for sides in range(MOST_IN_A_CELL + 1):
        values += [_gain((0,) * seats, 0, sides)] * frame.area
    return values


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


@lru_cache(maxsize=64)
def _cells_by_counts(frame: Frame, edges: tuple[int, ...]) -> list[tuple[Counts, int]]:
    """The boards of the cells that have sides, by how many of them each seat has: first the one with the first cell."""
    found: list[tuple[Counts, int]] = [((), frame.whole)]
    for own in edges:
        by_sides = _cells_by_sides(frame, own)
        found = [
            ((*counts, sides), both) for counts, board in found for sides, cells in by_sides if (both := board & cells)
        ]
    return sorted([each for each in found if any(each[0])], key=lambda each: each[1] & -each[1])


@lru_cache(maxsize=64)  # the edges of all seats but one stay as they are for a turn
def _cells_by_sides(frame: Frame, edges: int) -> list[tuple[int, int]]:
    """The boards of the cells that have so many of their sides among the edges, where there are such cells."""
    at_least = [frame.whole] + [0] * SIDES
    for plane, step in enumerate((1, frame.stride, frame.stride - 1)):
        board = edges >> plane * frame.area & frame.whole
        for cells in (board, board << step):
            for sides in range(SIDES, 0, -1):
                at_least[sides] |= at_least[sides - 1] & cells
    return [(sides, cells) for sides, (some, more) in enumerate(pairwise([*at_least, 0])) if (cells := some ^ more)]
