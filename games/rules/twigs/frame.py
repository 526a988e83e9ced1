"""Windows on the unbounded plane in which cells, edges and placements are bits of integers, called boards.

A board of cells has a bit for each cell of the window. A board of edges is three of these one above the other, for the
sides e, se and sw. A board of placements of one twig is a board of cells for each of its forms; there a bit stands for
the shift. What a placement does to all these boards is made once for its form (a *stamp*) and then only shifted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from games.rules.bitsets import random_member
from games.rules.hexgrid import OWN_SIDES, Cell
from games.rules.twigs.pieces import FORMS, FORMS_OF, LETTERS, Form, Placement

NUMBERS = {twig: number for number, twig in enumerate(LETTERS)}
ORDERS = {(form.twig, form.turn): order for forms in FORMS_OF.values() for order, form in enumerate(forms)}
SMALLEST = 14  # half the width of the smallest frame, which one random game in eight between two outgrows
LARGEST_KEPT = 46  # half the width of the largest frame that remembers its stamps; those of larger ones are large too
COST_OF_TWIG = 25  # in hundredths of a millisecond, where stamps are remembered
CONTACT = 4  # how far apart, in q or in r, the shifts of two forms that touch can be
_STAMP_ROW = (1 << 2 * CONTACT + 1) - 1  # the bits of a row that a stamp can have


class Stamp(NamedTuple):
    """What a form does to the boards, to be shifted by :meth:`Frame.offset`."""

    edges: int  # that it covers
    beside: int  # the cells on either side of these
    touched: tuple[int, ...]  # by twig: the placements that would share a vertex with it
    blocked: tuple[int, ...]  # by twig: the placements that would share an edge with it


class Shifts(dict[int, Placement]):
    """The placements of one form by bit, each made when it is first asked for."""

    def __init__(self, form: Form, frame: Frame) -> None:
        super().__init__()
        self.name, self.frame = (form.twig, form.turn), frame

    def __missing__(self, index: int) -> Placement:
        placement = self[index] = Placement(*self.name, *self.frame.cell(index))
        return placement


class Frame:
    """The window of cells with q and r from ``-half`` to ``half - 1``. Made once (:func:`frame_for`).

    Twigs keep so far from its border that whatever touches them still lies in it.
    """

    def __init__(self, half: int) -> None:
        self.half = half
        self.limit = half - 1 - CONTACT  # of the shifts of placements on the table
        self.stride = 2 * half
        self.area = self.stride**2
        self.whole = (1 << self.area) - 1  # the board of all cells
        self.cost = COST_OF_TWIG + (self.area // 200 if half > LARGEST_KEPT else 0)  # of a placement: Position.cost_of
        row, ends = (1 << self.stride) - 1, 1 | 1 << self.stride - 1
        inner = sum(ends << number * self.stride for number in range(1, self.stride - 1))
        self.rim = row | inner | row << self.area - self.stride  # the cells at the border
        self._base = CONTACT * (self.stride + 1)  # stamps lie so far from bit 0 that they are only shifted to the left
        self.first_steps = tuple(self._centres(len(FORMS_OF[twig])) for twig in LETTERS)  # by twig, all forms at (0, 0)
        self._shifts = tuple(tuple(Shifts(form, self) for form in FORMS_OF[twig]) for twig in LETTERS)
        self._stamps: dict[tuple[str, int], Stamp] = {}

    def holds(self, placement: Placement) -> bool:
        """Whether the placement is far enough from the border."""
        return abs(placement.q) <= self.limit and abs(placement.r) <= self.limit

    def shows(self, placement: Placement) -> bool:
        """Whether the placement has a bit here: it lies in the window, in one of the forms that are used."""
        near = -self.half <= min(placement.q, placement.r) and max(placement.q, placement.r) < self.half
        return near and (placement.twig, placement.turn) in FORMS

    def cell(self, index: int) -> Cell:
        """The cell of a bit of a board of cells."""
        r, q = divmod(index, self.stride)
        return q - self.half, r - self.half

    def cells(self, board: int) -> Iterator[Cell]:
        """The cells of a board of cells, from the last bit to the first."""
        while board:
            index = board.bit_length() - 1
            board ^= 1 << index
            yield self.cell(index)

    def placements(self, twig: int, board: int) -> Iterator[Placement]:
        """The placements of a board of placements of the twig of that number."""
        for shifts, here in self.by_form(twig, board):
            while here:
                index = here.bit_length() - 1
                here ^= 1 << index
                yield shifts[index]

    def random_placement(self, twig: int, board: int, random: Random) -> Placement:
        """One of :meth:`placements`, each as likely as any other."""
        forms = self.by_form(twig, board)
        [(shifts, here)] = random.choices(forms, [here.bit_count() for _, here in forms])
        return shifts[random_member(here, random)]

    def by_form(self, twig: int, board: int) -> list[tuple[Shifts, int]]:
        """The board of placements of the twig of that number taken apart: a board of cells for each of its forms."""
        return [(shifts, board >> order * self.area & self.whole) for order, shifts in enumerate(self._shifts[twig])]

    def bit(self, placement: Placement) -> int:
        """The number of the placement's bit in the board of placements of its twig. It must lie in the window."""
        order = ORDERS[placement.twig, placement.turn]
        return order * self.area + (placement.r + self.half) * self.stride + placement.q + self.half

    def stamp(self, placement: Placement) -> Stamp:
        """The stamp of the placement's form."""
        name = placement.twig, placement.turn
        if (stamp := self._stamps.get(name)) is None:
            stamp = self._stamp(FORMS[name])
            if self.half <= LARGEST_KEPT:
                self._stamps[name] = stamp
        return stamp

    def offset(self, placement: Placement) -> int:
        """By how many bits the stamp of a placement that the frame holds is shifted to the left."""
        return (placement.r + self.half) * self.stride + placement.q + self.half - self._base

    def _stamp(self, form: Form) -> Stamp:
        if self.half > SMALLEST:
            smallest = _frame(SMALLEST).stamp(Placement(form.twig, form.turn, 0, 0))
            return Stamp(
                self._widened(smallest.edges),
                self._widened(smallest.beside),
                tuple(map(self._widened, smallest.touched)),
                tuple(map(self._widened, smallest.blocked)),
            )
        sides = ([(edge.q, edge.r) for edge in form.edges if edge.side == side] for side in OWN_SIDES)
        touched = (self._planes(_touching(form, other) for other in FORMS_OF[twig]) for twig in LETTERS)
        blocked = (self._planes(_overlapping(form, other) for other in FORMS_OF[twig]) for twig in LETTERS)
        beside = {cell for edge in form.edges for cell in edge.cells}
        return Stamp(self._planes(sides), self._planes([beside]), tuple(touched), tuple(blocked))

    def _widened(self, stamp: int) -> int:
        """The stamp of the smallest frame in this one: the same planes of the same rows, which lie farther apart."""
        source, rows = _frame(SMALLEST), range(2 * CONTACT + 1)
        total = 0
        for plane in range(-(-stamp.bit_length() // source.area)):
            board = stamp >> plane * source.area & source.whole
            wide = sum((board >> row * source.stride & _STAMP_ROW) << row * self.stride for row in rows)
            total |= wide << plane * self.area
        return total

    def _centres(self, forms: int) -> int:
        return sum(1 << order * self.area + self.half * self.stride + self.half for order in range(forms))

    def _planes(self, boards: Iterable[Collection[Cell]]) -> int:
        """Boards of cells, one above the other, as a stamp."""
        total = 0
        for plane, cells in enumerate(boards):
            board = sum(1 << self._base + r * self.stride + q for q, r in cells)
            total |= board << plane * self.area
        return total


def _touching(form: Form, other: Form) -> set[Cell]:
    """The shifts that make the other form share a vertex with the form."""
    pairs = ((one, two) for one in form.vertices for two in other.vertices if one.end == two.end)
    return {(one.q - two.q, one.r - two.r) for one, two in pairs}


def _overlapping(form: Form, other: Form) -> set[Cell]:
    """The shifts that make the other form share an edge with the form."""
    pairs = ((one, two) for one in form.edges for two in other.edges if one.side == two.side)
    return {(one.q - two.q, one.r - two.r) for one, two in pairs}


_frame = cache(Frame)


def frame_for(placements: Iterable[Placement]) -> Frame:
    """The smallest frame that holds the placements. Each is half as wide again as the one before."""
    half, far = SMALLEST, max((max(abs(each.q), abs(each.r)) for each in placements), default=0)
    while far > half - 1 - CONTACT:
        half += half // 2
    return _frame(half)
