"""One moment of Twigs: what lies on the table, what each seat holds, who acts, and what a step does.

For each twig that somebody still holds, one board tells which placements touch the figure and one which are blocked
by it. What is blocked also touches, so the legal placements are ``touched ^ blocked``. A placement adds its shifted
stamp to both boards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import add
from random import Random
from typing import NamedTuple

from games.rules import base
from games.rules.base import JSON, Effect, IllegalMove, Outcome, Seat, changed, check_format, lead, places_of
from games.rules.twigs import outlook
from games.rules.twigs.areas import Area, closed_hexagons, larger_areas
from games.rules.twigs.frame import NUMBERS, Frame, frame_for
from games.rules.twigs.pieces import LETTERS, Placement
from games.rules.twigs.refusals import why_not

GAME, FORMAT = "twigs", 1  # of what ``dump`` writes

UNTOUCHED = (0,) * len(LETTERS)


class Variant(NamedTuple):
    """What stays the same during one game."""

    seats: int
    scoring: str

    @property
    def steps(self) -> int:
        """How many steps the game has."""
        return self.seats * len(LETTERS)

    def seat_of(self, step: int) -> Seat:
        """The seat that makes that step, counted from 0."""
        return step % self.seats


class Moment(NamedTuple):
    """What a position knows."""

    variant: Variant
    hands: tuple[str, ...]  # by seat: the letters of the twigs that it still holds
    edges: tuple[int, ...]  # by seat: the board of its edges
    placed: tuple[Placement, ...]  # in the order of play
    areas: tuple[Area, ...]  # hexagons as they are closed; at the end the larger areas
    frame: Frame
    touched: tuple[int, ...]  # by twig
    blocked: tuple[int, ...]  # by twig
    effects: tuple[Effect, ...] = ()


class Position(base.Position[Placement], Moment):
    """See :class:`games.rules.base.Position`."""

    __slots__ = ()

    @property
    def key(self) -> Hashable:
        return self.variant, self.hands, self.edges  # in whatever order they came

    @property
    def to_act(self) -> Seat | None:
        return self.mover if len(self.placed) < self.variant.steps else None

    @property
    def turn_of(self) -> Seat | None:
        return self.to_act

    @property
    def mover(self) -> Seat:
        """The seat to act, for callers who know that the game goes on."""
        return self.variant.seat_of(len(self.placed))

    @property
    def scores(self) -> tuple[int, ...]:
        totals = [0] * self.variant.seats
        counts_size = self.variant.scoring == "size"
        for area in self.areas:
            if area.owner is not None:
                totals[area.owner] += area.size if counts_size else 1
        return tuple(totals)

    @property
    def choice(self) -> str:
        """The twigs that may be placed now."""
        if len(self.placed) == self.variant.steps:
            return ""
        hand = self.hands[self.mover]
        return hand.replace(self.placed[0].twig, "") if len(self.placed) == 1 else hand

    def prospects(self) -> tuple[float, ...]:
        if self.to_act is None:
            return self.scores
        return tuple(map(add, self.scores, outlook.hopes(self.frame, self.edges, self.mover)))

    def rated_moves(self) -> list[tuple[float, Placement]]:
        following = self.variant.seat_of(len(self.placed) + 1)
        passed = tuple(map(add, self.scores, outlook.hopes(self.frame, self.edges, following)))
        return outlook.rated(self.frame, self.edges, self.mover, lead(passed, self.mover), self._free())

    def likely_move(self, random: Random) -> Placement:
        return outlook.likely(self.frame, self.edges, self.mover, self._free(), random)

    def legal_moves(self) -> Iterator[Placement]:
        return chain.from_iterable(self.frame.placements(number, board) for number, board in self._free())

    def count_moves(self) -> int:
        """How many legal moves there are, without making them."""
        return sum(board.bit_count() for _, board in self._free())

    def random_move(self, random: Random) -> Placement:
        free = self._free()
        [(number, board)] = random.choices(free, [board.bit_count() for _, board in free])
        return self.frame.random_placement(number, board, random)

    def _free(self) -> list[tuple[int, int]]:
        """The number of each twig that may be placed now, with the board of its legal placements."""
        numbers = [NUMBERS[twig] for twig in self.choice]
        return [(number, self.touched[number] ^ self.blocked[number]) for number in numbers]

    def is_legal(self, move: Placement) -> bool:
        if move.twig not in self.choice or not self.frame.shows(move):
            return False
        number = NUMBERS[move.twig]
        bit = 1 << self.frame.bit(move)
        return bool(self.touched[number] & bit) and not self.blocked[number] & bit

    def cost_of(self, move: Placement) -> int:
        is_held = self.frame.holds(move)
        frame = self.frame if is_held else frame_for((*self.placed, move))
        is_last = len(self.placed) + 1 == self.variant.steps
        return frame.cost * (1 if is_held else len(self.placed) + 1) + (frame.area // 20 if is_last else 0)

    def play(self, move: Placement) -> Position:
        if not self.is_legal(move):
            raise IllegalMove(why_not(move, self))
        if not self.frame.holds(move):
            return _widened(self.variant, self.placed, frame_for((*self.placed, move)))._with(move)
        return self._with(move)

    def _with(self, move: Placement) -> Position:
        """The position after a placement that is known to be legal and that the frame holds."""
        stamp, offset = self.frame.stamp(move), self.frame.offset(move)
        seat = self.mover
        hands = changed(self.hands, seat, self.hands[seat].replace(move.twig, ""))
        edges = changed(self.edges, seat, self.edges[seat] | stamp.edges << offset)
        placed = (*self.placed, move)
        found = closed_hexagons(self.frame, edges, stamp.beside << offset)
        if len(placed) == self.variant.steps:
            found += larger_areas(self.frame, edges)
        wanted = "".join(hands)
        return Position(
            self.variant,
            hands,
            edges,
            placed,
            (*self.areas, *found),
            self.frame,
            _stamped(self.touched if self.placed else UNTOUCHED, stamp.touched, offset, wanted),
            _stamped(self.blocked, stamp.blocked, offset, wanted),
            tuple([_effect(area) for area in found]),
        )

    @classmethod
    def _after(cls, variant: Variant, placed: Sequence[Placement], frame: Frame) -> Position:
        """The position after these placements, which are known to be legal, in a frame that holds them."""
        start = cls(
            variant, (LETTERS,) * variant.seats, (0,) * variant.seats, (), (), frame, frame.first_steps, UNTOUCHED
        )
        return reduce(cls._with, placed, start)

    def outcome(self) -> Outcome | None:
        return Outcome(places_of(self.scores), "score") if self.to_act is None else None

    def dump(self) -> JSON:
        return {
            "format": FORMAT,
            "game": GAME,
            "options": {"players": self.variant.seats, "scoring": self.variant.scoring},
            "twigs": [
                {
                    "seat": self.variant.seat_of(step) + 1,
                    "twig": placement.twig,
                    "orientation": placement.turn,
                    "at": f"{placement.q},{placement.r}",
                }
                for step, placement in enumerate(self.placed)
            ],
            "areas": [_area_to_json(area) for area in self.areas],
        }


def start_position(variant: Variant) -> Position:
    """The position before the first step."""
    return Position._after(variant, (), frame_for(()))


def load_position(data: JSON) -> Position:
    """The position that :meth:`Position.dump` wrote; areas follow from the twigs. Raises FormatError."""
    check_format(data, GAME, FORMAT)
    options = data["options"]
    placed = [Placement(twig["twig"], twig["orientation"], *map(int, twig["at"].split(","))) for twig in data["twigs"]]
    return Position._after(Variant(options["players"], options["scoring"]), placed, frame_for(placed))


@lru_cache(maxsize=4)  # whoever asks for every legal step asks for many in one wider frame
def _widened(variant: Variant, placed: tuple[Placement, ...], frame: Frame) -> Position:
    return Position._after(variant, placed, frame)


def _area_to_json(area: Area) -> JSON:
    owner = {} if area.owner is None else {"seat": area.owner + 1}
    return {"cells": [f"{q},{r}" for q, r in area.cells], **owner}


def _stamped(boards: tuple[int, ...], stamp: tuple[int, ...], offset: int, wanted: str) -> tuple[int, ...]:
    """The boards by twig with the shifted stamp added; 0 for the twigs that nobody holds any more."""
    return tuple(
        [
            board | mark << offset if twig in wanted else 0
            for twig, board, mark in zip(LETTERS, boards, stamp, strict=True)
        ]
    )


def _effect(area: Area) -> Effect:
    return Effect("claimed" if area.owner is not None else "tied", area.owner, area.name, area.size, area.names[1:])
