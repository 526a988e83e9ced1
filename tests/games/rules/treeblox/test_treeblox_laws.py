"""Laws of Treeblox, over random games: what a forest keeps up to date equals a slow count of the cubes alone."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.playout import random_game
from games.rules.treeblox import TREEBLOX
from games.rules.treeblox.cubes import Cell, Cube, Kind, Place, Word, cell_at, index_of
from games.rules.treeblox.position import Position

MOST_STEPS = 64 + 62  # a cube each, and at most one pass or done between two turns with cubes
SIDES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def cubes_of(position: Position) -> dict[Cell, Cube]:
    return dict(position.forest.cells())


def available(cubes: dict[Cell, Cube], seat: int) -> set[Cell]:
    """Empty board holes, and empty cells from level 1 beside branches of the seat."""
    holes = {Cell(x, y, 1) for x in range(1, 5) for y in range(1, 5)}
    branches = [cell for cell, cube in cubes.items() if cube == (seat, Kind.BRANCH)]
    beside = {Cell(x + dx, y + dy, z + dz) for x, y, z in branches for dx, dy, dz in SIDES}
    return {cell for cell in holes | beside if cell.z >= 1 and cell not in cubes}


def active_leaves(cubes: dict[Cell, Cube], seat: int) -> int:
    """Leaves of the seat without a cube at a higher level of their column."""
    return sum(
        cube == (seat, Kind.LEAF) and not any(other[:2] == cell[:2] and other.z > cell.z for other in cubes)
        for cell, cube in cubes.items()
    )


def slow_legal_moves(position: Position) -> set[Place | Word]:
    """The legal moves, worked out from the cubes and the state of the turn."""
    if position.to_act is None:
        return set()
    seat, cubes = position.to_act, cubes_of(position)
    own = [cube.kind for cube in cubes.values() if cube.seat == seat]
    if not own:
        return {Place(Kind.LEAF, Cell(x, y, 1)) for x in range(1, 5) for y in range(1, 5) if (x, y, 1) not in cubes}
    places = {Place(kind, cell) for kind in Kind if own.count(kind) < 16 for cell in available(cubes, seat)}
    stop = set() if position.is_final else {Word.DONE if position.placed else Word.PASS}
    return places | stop


@pytest.mark.parametrize("seed", range(12))
def test_random_game_is_what_a_slow_search_says(seed: int) -> None:
    game, random = random_game(TREEBLOX.start(2), Random(seed)), Random(seed)
    assert len(game) - 1 <= MOST_STEPS
    for position in game:
        cubes, moves = cubes_of(position), list(position.legal_moves())
        assert len(moves) == len(set(moves))
        assert set(moves) == slow_legal_moves(position)
        assert bool(moves) == (position is not game[-1])
        cell = Cell(random.randint(-3, 7), random.randint(-3, 7), random.randint(-1, 6))
        for move in (Place(random.choice(list(Kind)), cell), Word.PASS, Word.DONE):
            assert position.is_legal(move) == (move in set(moves))
        assert position.forced_move() == (moves[0] if len(moves) == 1 and isinstance(moves[0], Word) else None)
        assert position.scores == tuple(active_leaves(cubes, seat) for seat in range(2))
        for seat in range(2):
            assert position.forest.open[seat] == sorted(map(index_of, available(cubes, seat)))
            standing = [cube.kind for cube in cubes.values() if cube.seat == seat]
            assert position.forest.hands[seat] == [16 - standing.count(kind) for kind in Kind]
        if position is not game[-1]:
            assert position.random_move(Random(seed)) == moves[int(Random(seed).random() * len(moves))]
            assert len(position.placed) < position.growth
            if not position.is_final and not position.placed and not position.is_first_turn:
                assert position.growth == (2 if position.scores[position.mover] >= 3 else 1)
    for before, after in pairwise(game):
        assert cubes_of(before).items() <= cubes_of(after).items()
        assert len(cubes_of(after)) - len(cubes_of(before)) in (0, 1)
    check_end(game[-1])


def check_end(last: Position) -> None:
    """The reason is the one that the board shows."""
    assert last.outcome() is not None
    if last.reason == "no active leaves":
        assert 0 in last.scores
        assert not last.is_final
    else:
        passed = not last.placed and not last.before
        nothing_open = not last.forest.open[1 - last.mover] and not any(last.forest.hands[last.mover])
        assert last.is_final or passed or nothing_open


@given(st.builds(Cell, *[st.integers(-31, 31)] * 2, st.integers(1, 31)))
def test_cells_and_indices_are_inverse(cell: Cell) -> None:
    assert cell_at(index_of(cell)) == cell


@given(st.builds(Cell, *[st.integers(-99, 99)] * 3))
def test_cells_out_of_reach_have_no_index(cell: Cell) -> None:
    in_reach = -31 <= cell.x <= 31 and -31 <= cell.y <= 31 and 1 <= cell.z <= 31
    assert bool(index_of(cell)) == in_reach
