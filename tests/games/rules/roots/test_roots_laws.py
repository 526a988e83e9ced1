"""Laws of Roots and Shoots: random games against a second reading of the rules.

The second reading (``Referee``) is written as the rule text goes, turn by turn, with sets of points and no bits. It
asks for one die and one step at a time.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest

from games.rules.base import Roll
from games.rules.bitsets import members
from games.rules.playout import random_faces, random_game
from games.rules.roots import ROOTS
from games.rules.roots.grid import NAMES, coordinates
from games.rules.roots.position import Position
from games.rules.roots.root import root_of

Point: TypeAlias = tuple[int, int]
Asked: TypeAlias = int | tuple[int, set[str]]  # the sides of a die, or a seat and its legal steps
Talk: TypeAlias = Generator[Asked, Any, None]

POINTS = [(x, y) for y in range(19) for x in range(19)]
STARS = [(x, y) for x in (3, 9, 15) for y in (3, 9, 15) if (x, y) != (9, 9)]


def near(point: Point) -> list[Point]:
    x, y = point
    return [(u, v) for u, v in POINTS if point != (u, v) and abs(u - x) <= 1 and abs(v - y) <= 1]


NEAR = {point: near(point) for point in POINTS}


def name(point: Point) -> str:
    return f"{point[0]},{point[1]}"


class Referee:
    """The rules once more."""

    def __init__(self, seats: int, beads: int, nutrients: int, value_at: str, one_nutrient: str) -> None:
        self.seats, self.stack = seats, nutrients
        self.at_spawn, self.only_one = value_at == "spawn", one_nutrient == "yes"
        self.beads: dict[Point, int] = {}
        self.soil: dict[Point, list[int]] = {}
        self.stores, self.piles, self.points = [6] * seats, [beads - 6] * seats, [0] * seats
        self.is_last = False

    def play(self) -> Talk:
        for seat in range(self.seats):
            point = yield from self.choice(seat, "bead", [star for star in STARS if star not in self.beads])
            self.put(seat, point)
        for seat in range(self.seats):
            yield from self.spawn(seat, is_setup=True)
        for turn in range(200 * self.seats):
            yield from self.turn(turn % self.seats)
            if self.is_last:
                return

    def choice(self, seat: int, word: str, points: list[Point]) -> Generator[Asked, Any, Point]:
        step = yield seat, {f"{word} {name(point)}" for point in points}
        x, y = step.split()[1].split(",")
        return int(x), int(y)

    def turn(self, seat: int) -> Talk:
        dice = ["d4", "d6", "d8", "d10"] if self.stores[seat] else ["d10"]
        die = yield seat, set(dice)
        face = yield int(die[1:])
        if face == 1:
            yield from self.rain()
        if die == "d10":
            moved = min(face, self.piles[seat])
            self.piles[seat] -= moved
            self.stores[seat] += moved
            self.is_last |= self.piles[seat] == 0
        else:
            yield from self.growth(seat, die, face)
        number = yield 12
        if number == 1:
            yield from self.rain()
        if number > len(self.soil) and len(self.soil) < 11 and self.stack:
            yield from self.spawn(seat, is_setup=False)

    def growth(self, seat: int, die: str, count: int) -> Talk:
        placed: list[Point] = []
        has_attacked = False
        while count and self.stores[seat]:
            last = placed[-1] if placed and self.beads.get(placed[-1]) == seat else None
            alive = {point for point in placed if self.beads.get(point) == seat}
            places = self.finds(seat, last) or self.places(seat, die, alive, last, has_attacked)
            if not places:
                return
            point = yield from self.choice(seat, "bead", places)
            count -= 1
            placed.append(point)
            if point in self.beads:
                has_attacked = True
                owner, loose = self.beads[point], self.loose_arms(point)
                self.take(point)
                self.put(seat, point)
                yield from self.cut(owner, loose)
            else:
                self.put(seat, point)
            if point in self.soil:
                yield from self.roll_values(point)
                if self.only_one:
                    return

    def finds(self, seat: int, last: Point | None) -> list[Point]:
        if last is None:
            return []
        return [
            point
            for point in NEAR[last]
            if point in self.soil
            and point not in self.beads
            and all(self.beads.get(other, seat) == seat for other in NEAR[point])
        ]

    def own(self, seat: int, point: Point) -> list[Point]:
        return [other for other in NEAR[point] if self.beads.get(other) == seat]

    def places(self, seat: int, die: str, placed: set[Point], last: Point | None, has_attacked: bool) -> list[Point]:
        fits = []
        for point in POINTS:
            own = self.own(seat, point)
            if die == "d4":
                fitting = set(own) <= placed
            elif die == "d6":
                fitting = len(own) >= 2
            else:
                fitting = len(own) == 1 and len(self.own(seat, own[0])) <= 1
            if fitting and point not in self.soil and self.is_free_or_won(seat, point, own, has_attacked):
                fits.append(point)
        onward = [point for point in fits if die == "d8" and last is not None and self.own(seat, point) == [last]]
        return onward or fits

    def is_free_or_won(self, seat: int, point: Point, own: list[Point], has_attacked: bool) -> bool:
        if point not in self.beads:
            return True
        if self.beads[point] == seat or has_attacked or not own:
            return False
        return max(map(self.strength, own)) > self.strength(point)

    def neighbours(self, point: Point) -> list[Point]:
        return self.own(self.beads[point], point)

    def is_split(self, point: Point) -> bool:
        return len(self.neighbours(point)) >= 3

    def arm(self, bead: Point, first: Point) -> tuple[list[Point], str]:
        chain: list[Point] = []
        before, here = bead, first
        while True:
            if self.is_split(here):
                return chain, "split"
            chain.append(here)
            if here != first and here in self.neighbours(bead):
                return chain, "loop"
            further = [point for point in self.neighbours(here) if point != before]
            if not further:
                return chain, "tip"
            assert len(further) == 1
            before, here = here, further[0]

    def strength(self, bead: Point) -> int:
        if self.is_split(bead):
            return 0
        return 1 + max((len(self.arm(bead, first)[0]) for first in self.neighbours(bead)), default=0)

    def loose_arms(self, bead: Point) -> list[list[Point]]:
        arms = [self.arm(bead, first) for first in self.neighbours(bead)]
        return [chain for chain, stop in arms if stop == "tip"] if len(arms) > 1 else []

    def cut(self, owner: int, loose: list[list[Point]]) -> Talk:
        lost = loose[0] if loose else []
        if len(loose) > 1:
            first = yield from self.choice(owner, "lose", [chain[0] for chain in loose])
            lost = next(chain for chain in loose if chain[0] == first)
        for point in lost:
            self.take(point)

    def spawn(self, seat: int, *, is_setup: bool) -> Talk:
        nodes: list[Point] = []
        while not nodes:
            one = yield 20
            other = yield 20
            if 1 in (one, other):
                yield from self.rain()
            first, second = self.lines(one), self.lines(other)
            nodes = [(x, y) for x, y in POINTS if (x in first and y in second) or (x in second and y in first)]
            nodes = [point for point in nodes if not (is_setup and point in self.beads)]
        point = yield from self.choice(seat, "spawn", nodes)
        if point in self.beads and point not in self.soil:
            owner, loose = self.beads[point], self.loose_arms(point)
            self.take(point)
            yield from self.cut(owner, loose)
            return
        self.stack -= 1
        self.is_last |= self.stack == 0
        self.soil.setdefault(point, []).append(0)
        if self.at_spawn or point in self.beads:
            yield from self.roll_values(point)

    def lines(self, face: int) -> range:
        return range(19) if face == 20 else range(face - 1, face)

    def roll_values(self, point: Point) -> Talk:
        while 0 in self.soil.get(point, []):
            face = yield 12
            self.soil[point][self.soil[point].index(0)] = face
            if face == 1:
                yield from self.rain()

    def rain(self) -> Talk:
        def touching(point: Point) -> set[int]:
            return {self.beads[other] for other in [point, *NEAR[point]] if other in self.beads}

        wet = [point for point in POINTS if point in self.soil and touching(point)]
        for point in wet:
            for index, value in enumerate(self.soil[point]):
                if not value:
                    self.soil[point][index] = yield 12
        for point in wet:
            share, rest = divmod(sum(self.soil[point]), len(touching(point)))
            for seat in touching(point):
                self.points[seat] += share
            if point in self.beads:
                self.points[self.beads[point]] += rest
        for point in wet:
            del self.soil[point]
            if point in self.beads:
                self.take(point)

    def put(self, seat: int, point: Point) -> None:
        self.stores[seat] -= 1
        self.beads[point] = seat

    def take(self, point: Point) -> None:
        self.piles[self.beads.pop(point)] += 1

    def contents(self) -> tuple[Any, ...]:
        return self.beads, self.soil, self.stores, self.piles, self.points, self.stack


def contents(position: Position) -> tuple[Any, ...]:
    """The same of a position, in the referee's terms."""
    garden = position.garden
    beads = {coordinates(node): seat for seat, root in enumerate(garden.roots) for node in members(root.beads)}
    soil = {coordinates(node): list(markers) for node, markers in garden.nutrients}
    return beads, soil, list(garden.stores), list(garden.piles), list(garden.points), garden.stack


def check_against_referee(seats: int, options: dict[str, Any], random: Random, ones: float) -> Position:
    """Plays a random game, in which such a part of the throws are ones, with the referee at its side. Returns the last
    position."""
    position = ROOTS.start(seats, options)
    talk = Referee(seats, **ROOTS.check_options(seats, options))  # type: ignore[arg-type]
    game = talk.play()
    asked: Asked | None = next(game)
    while position.to_act is not None:
        if isinstance(roll := position.to_act, Roll):
            faces = [1] * len(roll.dice) if random.random() < ones else random_faces(roll, random)
            for sides, face in zip(roll.dice, faces, strict=True):
                assert asked == sides
                asked = answer(game, face)
            position = position.roll(faces)
        else:
            assert asked == (position.to_act, {ROOTS.format(move, position) for move in position.legal_moves()})
            assert contents(position) == talk.contents()
            move = random.choice(list(position.legal_moves()))
            asked = answer(game, ROOTS.format(move, position))
            position = position.play(move)
    assert asked is None
    assert contents(position) == talk.contents()
    return position


def answer(game: Talk, what: int | str) -> Asked | None:
    try:
        return game.send(what)
    except StopIteration:
        return None


VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"value_at": "spawn", "one_nutrient": "yes"}),
    (3, {"beads": 20, "value_at": "spawn"}),
    (4, {"beads": 180, "nutrients": 10, "one_nutrient": "yes"}),
    (8, {"nutrients": 40}),
]


@pytest.mark.parametrize("ones", [0, 0.3], ids=["", "rain"])
@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_random_games_are_what_the_second_reading_says(seats: int, options: dict[str, Any], ones: float) -> None:
    last = check_against_referee(seats, options, Random(f"{seats} {options} {ones}"), ones)
    assert last.outcome() is not None
    assert list(last.legal_moves()) == []
    assert last.is_last or last.turn >= 200 * seats


def test_random_two_player_games_last_as_long_as_others_have_found() -> None:
    turns = [random_game(ROOTS.start(2), Random(seed))[-1].turn - 4 for seed in range(20)]
    assert 44 <= sum(turns) / len(turns) <= 60


def test_a_turn_is_the_movers_but_for_choices_of_what_to_lose() -> None:
    for seed in range(10):
        positions = random_game(ROOTS.start(4), Random(seed))
        for one, other in pairwise(positions):
            assert other.turn in (one.turn, one.turn + 1)
            if isinstance(other.to_act, int) and other.to_act != other.mover:
                assert all(ROOTS.format(move, other).startswith("lose ") for move in other.legal_moves())


@pytest.mark.parametrize("beads", [0, 5, 40, 300])
def test_counted_neighbours_are_those_of_the_points(beads: int) -> None:
    points = set(Random(beads).sample(POINTS, beads))
    root = root_of(sum(1 << POINTS.index(point) for point in points))
    for node, point in enumerate(POINTS):
        count = len(points & set(NEAR[point]))
        assert [bool(nodes >> node & 1) for nodes in (root.one, root.two, root.three)] == [count > n for n in range(3)]


def test_names_are_those_of_the_points() -> None:
    assert list(NAMES) == [name(point) for point in POINTS]
