"""Laws of BTT: random games of every variant against a second reading of the rules.

The second reading (``Referee``) is written as the rule text goes, with names of squares and texts of steps and no bits.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from games.rules import base
from games.rules.base import OptionError, lead
from games.rules.btt import BTT
from games.rules.playout import random_game

SIZES = "SML"
BOARDS = ("standard", "rectangle", "square7")
SCORINGS = ("original", "wiki", "martian")


def rectangle(files: int, ranks: int) -> dict[str, set[str]]:
    """The squares with chess names, each with those beside it."""
    names = {(x, y): f"{'abcdefgh'[x]}{y + 1}" for x in range(files) for y in range(ranks)}
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return {
        name: {names[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in names} for (x, y), name in names.items()
    }


def wedges(count: int) -> dict[str, set[str]]:
    """The squares (w, u, v), each with those that it touches in its wedge and across the seams."""
    beside: dict[str, set[str]] = {f"{w}{u}{v}": set() for w, u, v in product("ABCDEF"[:count], "1234", "1234")}

    def touch(one: str, other: str) -> None:
        beside[one].add(other)
        beside[other].add(one)

    for w, letter in enumerate("ABCDEF"[:count]):
        for near, far, across in product("123", "234", "1234"):
            if int(far) == int(near) + 1:
                touch(f"{letter}{near}{across}", f"{letter}{far}{across}")
                touch(f"{letter}{across}{near}", f"{letter}{across}{far}")
        if count != 5 or w < 4:  # five wedges are a hexagon with one missing
            for out in "1234":
                touch(f"{letter}{out}1", f"{'ABCDEF'[(w + 1) % count]}1{out}")
    return beside


class Referee:
    """The rules once more."""

    def __init__(self, seats: int, board: str, scoring: str) -> None:
        self.seats, self.scoring = seats, scoring
        if board == "square7":
            self.beside = rectangle(7, 7)
        elif board == "rectangle" or seats in (2, 4):
            self.beside = rectangle(8, 2 * seats)
        else:
            self.beside = wedges(seats)
        self.tokens = ["null"] * (seats // 2) + ["root"] * (seats - seats // 2)
        if board == "square7":
            self.tokens = ["null", "null", "root", "root"]
        self.lies: dict[str, str | tuple[int, int]] = {}  # by square: null, root, or seat and size of a pyramid
        if scoring == "martian":
            self.tokens = []
            self.lies = dict.fromkeys(["d4", "e4"] if seats == 2 else ["d4", "e4", "d5", "e5"], "root")
        self.steps = 0
        self.hands = [[5, 5, 5] for _ in range(seats)]
        self.coins = [5] * seats

    def legal(self) -> set[str]:
        empty = [square for square in self.beside if square not in self.lies]
        if self.tokens:
            kind = self.tokens[0]
            return {f"{kind} {square}" for square in empty if kind == "root" or self.holds_together_without(square)}
        return {
            f"{size} {square}>{target}"
            for square in empty
            for target in self.beside[square]
            if self.lies.get(target, "null") != "null"
            for size, left in zip(SIZES, self.hands[self.steps % self.seats], strict=True)
            if left
        }

    def holds_together_without(self, hole: str) -> bool:
        left = {square for square in self.beside if self.lies.get(square) != "null"} - {hole}
        reached, fresh = set[str](), {min(left)}
        while fresh:
            reached |= fresh
            fresh = {other for square in fresh for other in self.beside[square] if other in left} - reached
        return reached == left

    def play(self, step: str) -> None:
        seat, (what, where) = self.steps % self.seats, step.split()
        self.steps += 1
        if self.tokens:
            self.lies[where] = self.tokens.pop(0)
            return
        size, (square, target) = SIZES.index(what) + 1, where.split(">")
        self.lies[square] = seat, size
        self.hands[seat][size - 1] -= 1
        hit = self.lies[target]
        if not isinstance(hit, str) and hit[0] != seat:
            self.pay(seat, size, *hit)

    def pay(self, mover: int, size: int, owner: int, pointed_at: int) -> None:
        to_pot, to_owner, from_pot = {
            "original": (pointed_at, 0, size),
            "wiki": (pointed_at, size, 0),
            "martian": (pointed_at, 0, 0),
        }[self.scoring]
        while self.coins[mover] < to_pot + to_owner:
            self.coins = [held + 5 for held in self.coins]
        self.coins[mover] -= to_pot + to_owner
        self.coins[owner] += to_owner + from_pot


def variants() -> list[tuple[int, str, str]]:
    found = []
    for seats, board, scoring in product(BTT.seats, BOARDS, SCORINGS):
        with suppress(OptionError):
            BTT.check_options(seats, {"board": board, "scoring": scoring})
            found.append((seats, board, scoring))
    return found


@pytest.mark.parametrize(("seats", "board", "scoring"), variants())
def test_random_games_are_what_the_second_reading_says(seats: int, board: str, scoring: str) -> None:
    random = Random(f"{seats} {board} {scoring}")
    referee = Referee(seats, board, scoring)
    position = BTT.start(seats, {"board": board, "scoring": scoring})
    while referee.legal():
        assert position.to_act == referee.steps % seats
        assert {BTT.format(move, position) for move in position.legal_moves()} == referee.legal()
        move = position.random_move(random)
        referee.play(BTT.format(move, position))
        position = position.play(move)
        assert position.scores == tuple(referee.coins)
    assert position.to_act is None
    assert set(referee.lies) == set(referee.beside)


def test_random_moves_are_equally_likely() -> None:
    position = random_game(BTT.start(2), Random(5))[12]
    moves = list(position.legal_moves())
    random, draws = Random(1), 300 * len(moves)
    drawn = [position.random_move(random) for _ in range(draws)]
    assert all(200 < drawn.count(move) < 400 for move in moves)
    assert set(drawn) == set(moves)


@pytest.mark.parametrize(("seats", "board", "scoring"), variants())
def test_what_bots_go_by_is_what_playing_leads_to(seats: int, board: str, scoring: str) -> None:
    for position in random_game(BTT.start(seats, {"board": board, "scoring": scoring}), Random(seats))[:-1]:
        read_again = BTT.load(position.dump())
        for kept in ("open", "live", "reach"):
            assert getattr(read_again, kept) == getattr(position, kept)
        assert position.likely_move(Random(8)) == base.Position.likely_move(position, Random(8))
        if (
            position.ply % 5 == 0 and position.ply < len(position.variant.order) - 1
        ):  # after the last step no room counts
            for worth, move in position.rated_moves():
                assert worth == pytest.approx(lead(position.play(move).prospects(), position.mover))
