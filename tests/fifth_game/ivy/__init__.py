"""Ivy, made up for the tests: players take one to three leaves in turn, and the last leaf is worth three more."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from games.rules import base
from games.rules.base import (
    JSON,
    Effect,
    IllegalMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    Table,
    UnreadableMove,
    changed,
    check_format,
    places_of,
)
from games.rules.drawing import place, places
from games.rules.facets import Facet, FacetValues
from games.rules.schema import SEAT, listed, number, position

FORMAT = 1
MOST_TAKEN, LAST_LEAF = 3, 3


class _Stem(NamedTuple):
    left: int
    points: tuple[int, ...]
    mover: Seat
    effects: tuple[Effect, ...] = ()


class Position(base.Position[int], _Stem):
    """Leaves that are left, points by seat, and whose turn it is; a move is the number of leaves that are taken."""

    __slots__ = ()

    @property
    def key(self) -> Hashable:
        return self[:3]

    @property
    def to_act(self) -> Seat | None:
        return self.mover if self.left else None

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    def legal_moves(self) -> Iterator[int]:
        yield from range(1, min(MOST_TAKEN, self.left) + 1)

    def play(self, move: int) -> Position:
        if not 1 <= move <= min(MOST_TAKEN, self.left):
            raise IllegalMove(f"You can take 1 to {min(MOST_TAKEN, self.left)} leaves, not {move}.")
        worth = move + (LAST_LEAF if move == self.left else 0)
        points = changed(self.points, self.mover, self.points[self.mover] + worth)
        effects = (Effect("took", self.mover, amount=worth),)
        return Position(self.left - move, points, (self.mover + 1) % len(self.points), effects)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(places_of(self.points), "score")

    def dump(self) -> JSON:
        return {
            "format": FORMAT,
            "game": "ivy",
            "options": {"players": len(self.points)},
            "left": self.left,
            "points": list(self.points),
            "turn_of": self.mover + 1,
        }


class Ivy(Rules[Position, int]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "ivy"
    title = "Ivy"
    version = 1
    seats = range(2, 5)
    options = (Option("leaves", range(5, 41), "How many leaves there are.", lambda seats: 12),)
    colours = ("green", "red", "blue", "yellow")
    facet_order = (Facet("leaf", "Leaf to take, with all after it", is_place=True),)
    position_schema = position(
        "ivy",
        "Ivy",
        FORMAT,
        (),
        {
            "left": number("Leaves that are left."),
            "points": listed(number("Points."), "Points by seat."),
            "turn_of": SEAT,
        },
    )

    def most_turns(self, seats: int, options: Options) -> int:
        return int(self.check_options(seats, options)["leaves"])

    def start(self, seats: int, options: Options | None = None) -> Position:
        return Position(int(self.check_options(seats, options or {})["leaves"]), (0,) * seats, 0)

    def load(self, data: JSON) -> Position:
        check_format(data, self.slug, FORMAT)
        return Position(data["left"], tuple(data["points"]), data["turn_of"] - 1)

    def parse(self, text: str, position: Position) -> int:
        found = re.fullmatch(r"\s*take\s+(\d{1,3})\s*", text, re.IGNORECASE)
        if not found:
            raise UnreadableMove("A move is written as take and a number, such as take NUMBER.")
        move = int(found[1])
        position.play(move)
        return move

    def format(self, move: int, position: Position) -> str:
        return f"take {move}"

    def facets_of(self, move: int, position: Position) -> FacetValues:
        return {"leaf": (str(position.left - move + 1),)}

    def move_words(self, move: int, position: Position) -> str:
        return f"take {move} of {position.left} leaves"

    def place_words(self, position: Position) -> Mapping[str, str]:
        return {str(number): "a leaf" for number in range(1, position.left + 1)}

    def text(self, position: Position, *, over: bool = False) -> str:
        return f"leaves: {position.left}"

    def svg(self, position: Position, *, over: bool = False) -> str:
        leaves = "".join(f'<circle cx="{10 + 8 * n}" cy="20" r="3" fill="#3a7d44"/>' for n in range(position.left))
        spots = places(place(str(n + 1), "rect", x=6 + 8 * n, y=0, width=8, height=40) for n in range(position.left))
        words = self.describe(position, over=over)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 40" role="img"><title>Ivy</title>'
            f"<desc>{words}</desc>{leaves}{spots}</svg>"
        )

    def describe(self, position: Position, *, over: bool = False) -> str:
        return f"{position.left} leaves are left."

    def tables(self, position: Position) -> list[Table]:
        return [Table("Leaves", ("left",), (("stem", (str(position.left),)),))]

    def hint(self, position: Position) -> str:
        return "" if position.to_act is None else "Take one to three leaves: take NUMBER."

    prompt = hint

    def describe_effect(self, effect: Effect) -> str:
        return f"takes {effect.amount} points"


IVY = Ivy()
