"""Positions as arrays of fixed shapes, and steps as fixed numbers, for programs that learn. Needs numpy.

``ARRAYS`` makes, by slug, those of a game from its first position. They have

- ``actions``, how many steps are numbered, from 0; ``step_of`` a number and ``action_of`` a step, legal or not, which
  mean the same in every position;
- ``mask``, by action a 1 for each legal step of a position;
- ``board`` and ``numbers``, what a seat sees on the board and beside it. Seats count in turn order from the observer,
  whose own things come first. The first number is the seat to act, -1 at the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from math import prod
from typing import Any, TypeAlias

import numpy
from seeds_rules.base import Position
from seeds_rules.btt.pieces import NULL, ROOT, SIZES, Piece
from seeds_rules.roots.grid import SIZE
from seeds_rules.roots.pieces import ALL_DICE, BEADS, LOSSES, SPAWNS
from seeds_rules.roots.stages import Choosing, Growing, Losing, Settling, Spawning
from seeds_rules.treeblox.cubes import Cell, Kind, Place, Word, index_of, placement
from seeds_rules.twigs.frame import NUMBERS
from seeds_rules.twigs.pieces import FORMS, FORMS_OF, LETTERS, Placement

Array: TypeAlias = Any  # of numpy


class _Listed:
    """A game whose steps are few enough to be listed."""

    def __init__(self, steps: Iterable[Hashable]) -> None:
        listed = list(steps)
        self.actions, self.step_of = len(listed), listed.__getitem__
        self.action_of = {step: number for number, step in enumerate(listed)}.__getitem__

    def mask(self, position: Any) -> Array:
        mask = _zeros(self.actions)
        mask[list(map(self.action_of, position.legal_moves()))] = 1
        return mask


class Btt(_Listed):
    """*Actions*: a null on each square, a root on each, and for each square with each neighbour (``variant.contacts``)
    a small, a medium and a large pyramid. With two seats 32 + 32 + 104 * 3 = 376.

    *Board*: by square (``variant.board.squares``) a row for nulls, one for roots, and for each seat one for small,
    medium and large pyramids; nothing follows from where they point. With two seats (8, 32).
    *Numbers*: coins by seat; by seat the small, medium and large pyramids in its hand.
    """

    def __init__(self, start: Any) -> None:
        self.variant = variant = start.variant
        self.tokens = [*variant.token_steps[NULL], *variant.token_steps[ROOT]]
        super().__init__([*self.tokens, *chain.from_iterable(variant.choices[1, 1, 1])])

    def mask(self, position: Any) -> Array:
        if position.to_act is None or position.token_due:
            return super().mask(position)
        mask = _zeros(self.actions)
        held = numpy.array(position.hands[position.mover]) > 0
        mask[len(self.tokens) :] = (_bits(position.open & position.live, len(self.variant.contacts), 1) & held).ravel()
        return mask

    def board(self, position: Any, seat: int) -> Array:
        seats = self.variant.seats
        board = _zeros(2 + len(SIZES) * seats, len(position.squares))
        for number, content in enumerate(position.squares):
            if isinstance(content, Piece):
                board[1 + len(SIZES) * ((content.seat - seat) % seats) + content.size, number] = 1
            elif content:
                board[int(content == ROOT), number] = 1
        return board

    def numbers(self, position: Any, seat: int) -> list[int]:
        hands = chain.from_iterable(_from(position.hands, seat))
        return [_acting(position, seat, self.variant.seats), *_from(position.coins, seat), *hands]


class Treeblox:
    """*Actions*: shape (34, 36, 36), then pass and done: 44,066. A plane for branches on each level from 1 to 17, then
    one for leaves on each; a row for each y and a column for each x from -15 to 20. No tree can leave this space, since
    a seat has 16 branches.

    *Board*: shape (68, 36, 36): such planes for the observer's cubes, then for the opponent's.
    *Numbers*: branches and leaves in hand, by seat; active leaves by seat; the most cubes of the turn, those placed in
    it, 1 if the turn before placed any, 1 in the final growth.
    """

    LEVELS, REACH, WORDS = range(1, 18), range(-15, 21), (Word.PASS, Word.DONE)
    CELLS = len(LEVELS) * len(REACH) ** 2

    def __init__(self, start: Any) -> None:
        self.actions = len(Kind) * self.CELLS + len(self.WORDS)
        self._cells = [index_of(Cell(x, y, z)) for z in self.LEVELS for y in self.REACH for x in self.REACH]
        self._numbers = numpy.zeros(max(self._cells) + 1, numpy.int32)
        self._numbers[self._cells] = range(self.CELLS)

    def step_of(self, action: int) -> Any:
        kind, cell = divmod(action, self.CELLS)
        return self.WORDS[cell] if kind == len(Kind) else placement[kind](self._cells[cell])

    def action_of(self, step: Any) -> int:
        if isinstance(step, Place):
            return int(step.kind * self.CELLS + self._numbers[step.index])
        return len(Kind) * self.CELLS + self.WORDS.index(step)

    def mask(self, position: Any) -> Array:
        mask = _zeros(self.actions)
        if position.to_act is None:
            return mask
        cells = self._numbers[position.forest.open[position.mover]]
        for kind, left in enumerate(position.forest.hands[position.mover]):
            if left and not (position.is_first_turn and kind == Kind.BRANCH):
                mask[cells + kind * self.CELLS] = 1
        if not (position.is_first_turn or position.is_final):
            mask[self.action_of(Word.DONE if position.placed else Word.PASS)] = 1
        return mask

    def board(self, position: Any, seat: int) -> Array:
        board = _zeros(2 * len(Kind) * self.CELLS)
        cubes = position.forest.cubes
        blocks = [(2 * (owner != seat) + kind) * self.CELLS for owner, kind in cubes.values()]
        board[self._numbers[list(cubes)] + numpy.array(blocks, numpy.int32)] = 1
        return board.reshape(-1, len(self.REACH), len(self.REACH))

    def numbers(self, position: Any, seat: int) -> list[int]:
        forest, turn = position.forest, (position.growth, len(position.placed), bool(position.before))
        hands = chain.from_iterable(_from(forest.hands, seat))
        return [_acting(position, seat, 2), *hands, *_from(forest.active, seat), *turn, position.is_final]


class Twigs:
    """*Actions*: shape (99, 33, 33), 107,811: a plane for each form (``FORMS``), a row for each r and a column for each
    q from -16 to 16 of its shift.

    *Board*: by seat a plane for the e, the se and the sw sides of cells, over the same r and q; with two seats
    (6, 33, 33). *Numbers*: points by seat; by seat a 1 for each twig that it still has, in the order of ``LETTERS``.

    The plane of the game has no border. A placement with an edge whose cell has q or r beyond 16 has no number and is
    left out of the mask. Of 2,000 random games of two none has one, of 1,000 of four nine.
    """

    def __init__(self, start: Any, reach: int = 16) -> None:
        self.seats, self.reach, self.side = start.variant.seats, reach, 2 * reach + 1
        self.actions = len(FORMS) * self.side**2
        self._forms = {name: number for number, name in enumerate(FORMS)}
        self._inside = _zeros(len(FORMS), self.side, self.side)
        for number, form in enumerate(FORMS.values()):
            spans = [[edge.r for edge in form.edges], [edge.q for edge in form.edges]]
            rows, columns = (slice(max(0, -min(span)), self.side - max(0, *span)) for span in spans)
            self._inside[number, rows, columns] = 1

    def step_of(self, action: int) -> Any:
        form, cell = divmod(action, self.side**2)
        return Placement(*list(FORMS)[form], cell % self.side - self.reach, cell // self.side - self.reach)

    def action_of(self, step: Any) -> int:
        form, r, q = self._forms[step.twig, step.turn], step.r + self.reach, step.q + self.reach
        if not (0 <= r < self.side and 0 <= q < self.side and self._inside[form, r, q]):
            raise ValueError(f"{step} lies farther than {self.reach} from 0,0: make the arrays with a greater reach.")
        return int((form * self.side + r) * self.side + q)

    def mask(self, position: Any) -> Array:
        frame, free = position.frame, 0
        for twig in position.choice:
            legal, first = position.touched[NUMBERS[twig]] ^ position.blocked[NUMBERS[twig]], FORMS_OF[twig][0]
            free |= legal << self._forms[twig, first.turn] * frame.area
        mask = (self._window(free, len(FORMS), frame.half) & self._inside).ravel()
        if free and not mask.any():
            raise ValueError(f"No twig can be placed within {self.reach} of 0,0: make the arrays with a greater reach.")
        return mask

    def board(self, position: Any, seat: int) -> Array:
        area = 3 * position.frame.area
        edges = sum(own << number * area for number, own in enumerate(_from(position.edges, seat)))
        return self._window(edges, 3 * self.seats, position.frame.half)

    def numbers(self, position: Any, seat: int) -> list[int]:
        hands = [letter in hand for hand in _from(position.hands, seat) for letter in LETTERS]
        return [_acting(position, seat, self.seats), *_from(position.scores, seat), *hands]

    def _window(self, board: int, planes: int, half: int) -> Array:
        """The planes of a board of a frame with that half, as far as the arrays reach."""
        window = _zeros(planes, self.side, self.side)
        low, high = max(-self.reach, -half), min(self.reach, half - 1) + 1
        here, there = slice(low + self.reach, high + self.reach), slice(low + half, high + half)
        window[:, here, here] = _bits(board, planes, 2 * half, 2 * half)[:, there, there]
        return window


class Roots(_Listed):
    """*Actions*: d4, d6, d8, d10; by node, in the order of (y, x), beads, spawns and losses: 4 + 3 * 361 = 1,087.

    *Board*: shape (seats + 4, 19, 19), a row for each y: beads by seat, markers without a value, the value of the
    others, beads placed in this turn, the bead placed last.
    *Numbers*: the seat whose turn it is, from the observer; stores, piles and points, each by seat; markers in the
    stack, turns begun, 1 in the last turn; a 1 for the stage: first bead, choice of a die, growth, spawn, loss; and of
    the growth its die, the beads left of its roll, 1 after an attack.
    """

    STAGES = (Settling, Choosing, Growing, Spawning, Losing)

    def __init__(self, start: Any) -> None:
        self.seats = start.variant.seats
        super().__init__([*ALL_DICE, *BEADS, *SPAWNS, *LOSSES])

    def board(self, position: Any, seat: int) -> Array:
        growth, nodes = _growth(position.stage), len(BEADS)
        board = numpy.zeros((self.seats + 4, nodes), numpy.int16)
        for number, root in enumerate(_from(position.garden.roots, seat)):
            board[number] = _bits(root.beads, nodes)
        for node, values in position.garden.nutrients:
            board[-4:-2, node] = values.count(0), sum(values)
        board[-2] = _bits(growth.placed, nodes)
        if growth.last is not None:
            board[-1, growth.last] = 1
        return board.reshape(-1, SIZE, SIZE)

    def numbers(self, position: Any, seat: int) -> list[int]:
        garden, growth = position.garden, _growth(position.stage)
        by_seat = chain.from_iterable(_from(each, seat) for each in (garden.stores, garden.piles, garden.points))
        course = (position.mover - seat) % self.seats, *by_seat, garden.stack, position.turn, position.is_last
        stages = [isinstance(position.stage, kind) for kind in self.STAGES]
        grown = growth.die, growth.left, growth.has_attacked
        return [_acting(position, seat, self.seats), *course, *stages, *grown]


ARRAYS: dict[str, Any] = {"btt": Btt, "treeblox": Treeblox, "twigs": Twigs, "roots": Roots}
_NO_GROWTH = Growing(0, 0, 0)


def _growth(stage: Any) -> Growing:
    """The growth that goes on, perhaps behind a choice that interrupts it."""
    while hasattr(stage, "then"):
        stage = stage.then
    return stage if isinstance(stage, Growing) else _NO_GROWTH


def _zeros(*shape: int) -> Array:
    return numpy.zeros(shape, numpy.int8)


def _bits(board: int, *shape: int) -> Array:
    """The bits of a set, the lowest first."""
    packed = numpy.frombuffer(board.to_bytes(-(-prod(shape) // 8), "little"), numpy.uint8)
    return numpy.unpackbits(packed, count=prod(shape), bitorder="little").reshape(shape)


def _from(by_seat: Sequence[Any], seat: int) -> Sequence[Any]:
    return [*by_seat[seat:], *by_seat[:seat]]


def _acting(position: Position[Any], seat: int, seats: int) -> int:
    acting = position.seat_to_act
    return -1 if acting is None else (acting - seat) % seats
