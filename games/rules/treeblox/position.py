"""One moment of a game of Treeblox: whose turn it is, how far the turn has come, and how the game ends.

Rules are cited as in the rule file and RULINGS.md; where cubes may stand is the business of the forest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from games.rules import base
from games.rules.base import JSON, Effect, IllegalMove, Outcome, Seat, check_format, places_of
from games.rules.treeblox import outlook
from games.rules.treeblox.cubes import BRANCH, LEAF, STOCK, Cell, Kind, Move, Word, cell_at, index_of, placement
from games.rules.treeblox.forest import Forest
from games.rules.treeblox.refusals import why_not

GAME, FORMAT = "treeblox", 1  # of what ``dump`` writes
QUICK = 3  # active leaves at the beginning of a turn that let a tree grow by two cubes


class Moment(NamedTuple):
    """What a position knows."""

    forest: Forest  # which nobody changes
    mover: Seat  # the seat whose turn it is, or was when the game ended
    growth: int  # the most cubes that the turn may place, fixed at its beginning
    placed: tuple[int, ...] = ()  # indices of the cells filled in this turn
    before: tuple[int, ...] = ()  # and in the turn before it
    is_final: bool = False  # the final growth
    reason: str = ""  # why the game is over
    effects: tuple[Effect, ...] = ()


class Position(base.Position[Move], Moment):
    """See :class:`games.rules.base.Position`."""

    __slots__ = ()

    @property
    def key(self) -> Hashable:
        return tuple(self._replace(effects=()))

    @property
    def to_act(self) -> Seat | None:
        return None if self.reason else self.mover

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.forest.active)

    def prospects(self) -> tuple[float, ...]:
        """Also for cubes in hand, which decide the final growth, for cells to grow into, and for the growth rate."""
        return self.scores if self.reason else tuple([outlook.hope(self.forest, seat) for seat in range(2)])

    def rated_moves(self) -> list[tuple[float, Move]]:
        if self._may_end:
            return super().rated_moves()
        return outlook.rated(self.forest, self.mover, self._moves())

    @property
    def _may_end(self) -> bool:
        """Whether the game may be over after the next step, so that what it promises is what it has come to."""
        both_begun = not self.is_first_turn and self.forest.hands[1 - self.mover][LEAF] < STOCK
        cubes = min(map(sum, self.forest.hands))
        return self.is_final or cubes <= 1 or (both_begun and min(self.forest.active) <= 1)

    @property
    def is_first_turn(self) -> bool:
        """Whether the turn is its seat's first one, the single leaf: afterwards a leaf is always gone."""
        return self.forest.hands[self.mover][LEAF] == STOCK

    @property
    def last_turn(self) -> tuple[int, ...]:
        """What a reader looks for on the board: this turn's cells or, at its beginning, those of the turn before."""
        return self.placed or self.before

    def legal_moves(self) -> Iterator[Move]:
        return iter(self._moves())

    def _moves(self) -> list[Move]:
        if self.reason:
            return []
        cells = self.forest.open[self.mover]
        if self.is_first_turn:
            return list(map(placement[LEAF], cells))
        moves: list[Move] = []
        branches, leaves = self.forest.hands[self.mover]
        if branches:
            moves += map(placement[BRANCH], cells)
        if leaves:
            moves += map(placement[LEAF], cells)
        if not self.is_final:
            moves.append(Word.DONE if self.placed else Word.PASS)
        return moves

    def random_move(self, random: Random) -> Move:
        mover, forest = self.mover, self.forest
        cells, (branches, leaves) = forest.open[mover], forest.hands[mover]
        if self.reason or leaves == STOCK:
            moves = self._moves()
            return moves[int(random.random() * len(moves))]
        count = len(cells)
        number = int(random.random() * (count * ((branches > 0) + (leaves > 0)) + (not self.is_final)))
        if branches:
            if number < count:
                return placement[BRANCH](cells[number])
            number -= count
        if leaves and number < count:
            return placement[LEAF](cells[number])
        return Word.DONE if self.placed else Word.PASS

    def is_legal(self, move: Move) -> bool:
        if self.reason:
            return False
        if isinstance(move, Word):
            may_stop = not self.is_first_turn and not self.is_final
            return may_stop and move is (Word.DONE if self.placed else Word.PASS)
        branches, leaves = self.forest.hands[self.mover]
        has_one = leaves > 0 if move.kind is LEAF else branches > 0 and leaves < STOCK
        return has_one and self.forest.is_open(self.mover, move.index)

    def forced_move(self) -> Move | None:
        if self.reason or self.is_final or self.forest.open[self.mover]:
            return None
        return Word.DONE if self.placed else Word.PASS

    def play(self, move: Move) -> Position:
        if not self.is_legal(move):
            raise IllegalMove(why_not(move, self))
        return self.after(move)

    def after(self, move: Move) -> Position:
        """The position after a move that is known to be legal: the way for bots and searches."""
        if isinstance(move, Word):
            return self._end_turn(self.forest, self.placed, ())
        mover = self.mover
        forest = self.forest.grown(mover, move.kind, move.index)
        effects = (_shading(forest.cubes[forest.shaded].seat, forest.shaded),) if forest.shaded else ()
        placed = (*self.placed, move.index)
        is_over = len(placed) == self.growth or not any(forest.hands[mover])  # by rule 2.2 and the ruling on turns
        if is_over or (self.is_final and not forest.open[mover]):
            return self._end_turn(forest, placed, effects)
        return Position(forest, mover, self.growth, placed, self.before, self.is_final, "", effects)

    def _end_turn(self, forest: Forest, placed: tuple[int, ...], effects: tuple[Effect, ...]) -> Position:
        """The position after the turn: the end of the game (rules 3.1 to 3.3) or the other seat's turn."""
        mover, other = self.mover, 1 - self.mover
        if self.is_final:
            return self._over(forest, placed, "score", effects)
        if 0 in forest.active and forest.hands[other][LEAF] < STOCK:
            return self._over(forest, placed, "no active leaves", effects)
        if not placed and not self.before:
            return self._over(forest, placed, "score", effects)
        if not any(forest.hands[mover]):
            return self._final_growth(forest, placed, effects)
        growth = 2 if forest.active[other] >= QUICK else 1
        return Position(forest, other, growth, (), placed, False, "", effects)

    def _final_growth(self, forest: Forest, placed: tuple[int, ...], effects: tuple[Effect, ...]) -> Position:
        seat = 1 - self.mover
        left = sum(forest.hands[seat])
        if not forest.open[seat]:
            effects = (*effects, Effect("no final growth", seat, amount=left))
            return self._over(forest, placed, "score", effects)
        effects = (*effects, Effect("final growth", seat, amount=left))
        return Position(forest, seat, left, before=placed, is_final=True, effects=effects)

    def _over(self, forest: Forest, placed: tuple[int, ...], reason: str, effects: tuple[Effect, ...]) -> Position:
        return self._replace(forest=forest, placed=placed, reason=reason, effects=effects)

    def outcome(self) -> Outcome | None:
        return Outcome(places_of(self.scores), self.reason) if self.reason else None

    def dump(self) -> JSON:
        return {
            "format": FORMAT,
            "game": GAME,
            "options": {"players": 2},
            "cubes": [
                {"seat": seat + 1, "kind": kind.letter, "at": str(cell)} for cell, (seat, kind) in self.forest.cells()
            ],
            "turn_of": self.mover + 1,
            "growth": self.growth,
            "placed": len(self.placed),
            "placed_before": len(self.before),
            "is_final_growth": self.is_final,
            "ended_by": self.reason,
        }


@lru_cache(maxsize=4096)
def _shading(seat: Seat, index: int) -> Effect:
    return Effect("shaded", seat, str(cell_at(index)))


def start_position() -> Position:
    """The empty board, Dark to place its first leaf."""
    return Position(Forest(), mover=0, growth=1)


def load_position(data: JSON) -> Position:
    """The position that ``dump`` wrote. Raises FormatError."""
    check_format(data, GAME, FORMAT)
    kinds = {kind.letter: kind for kind in Kind}
    forest = Forest()
    for cube in data["cubes"]:
        forest = forest.grown(cube["seat"] - 1, kinds[cube["kind"]], index_of(Cell(*map(int, cube["at"].split(",")))))
    cells = tuple(forest.cubes)
    begin = len(cells) - data["placed"]
    return Position(
        forest,
        data["turn_of"] - 1,
        data["growth"],
        placed=cells[begin:],
        before=cells[begin - data["placed_before"] : begin],
        is_final=data["is_final_growth"],
        reason=data["ended_by"],
    )
