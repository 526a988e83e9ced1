"""Laws of Treeblox, over random games: what a forest keeps up to date equals a slow count of the cubes alone."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.playout import random_game
from games.rules.treeblox import TREEBLOX
from games.rules.treeblox.cubes import CUBES, Cell, Cube, Kind, Place, Word, cell_at, index_of
from games.rules.treeblox.position import Position

MOST_STEPS = 64 + 62  # a cube each, and at most one pass or done between two turns with cubes
SIDES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]

games = st.randoms(use_true_random=False).map(lambda random: random_game(TREEBLOX.start(2), random))
few = settings(max_examples=60, deadline=None)


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


@few
@given(games)
def test_frontiers_equal_a_slow_search_from_scratch(game: list[Position]) -> None:
    for position in game:
        for seat in range(2):
            assert position.forest.open[seat] == sorted(map(index_of, available(cubes_of(position), seat)))


@few
@given(games)
def test_scores_equal_a_slow_count(game: list[Position]) -> None:
    for position in game:
        assert position.scores == tuple(active_leaves(cubes_of(position), seat) for seat in range(2))


@few
@given(games)
def test_legal_moves_equal_a_slow_search(game: list[Position]) -> None:
    for position in game:
        moves = list(position.legal_moves())
        assert len(moves) == len(set(moves))
        assert set(moves) == slow_legal_moves(position)


@few
@given(games, st.builds(Cell, *[st.integers(-3, 7)] * 2, st.integers(-1, 6)), st.sampled_from(Kind))
def test_is_legal_agrees_with_the_list_anywhere(game: list[Position], cell: Cell, kind: Kind) -> None:
    for position in game:
        for move in (Place(kind, cell), Word.PASS, Word.DONE):
            assert position.is_legal(move) == (move in set(position.legal_moves()))


@few
@given(games)
def test_cubes_are_conserved(game: list[Position]) -> None:
    for position in game:
        for seat in range(2):
            standing = [cube.kind for cube in cubes_of(position).values() if cube.seat == seat]
            assert position.forest.hands[seat] == [16 - standing.count(kind) for kind in Kind]


@few
@given(games)
def test_cubes_never_move_and_at_most_one_is_added_by_a_step(game: list[Position]) -> None:
    for before, after in pairwise(game):
        assert cubes_of(before).items() <= cubes_of(after).items()
        assert len(cubes_of(after)) - len(cubes_of(before)) in (0, 1)


@few
@given(games)
def test_every_game_ends_and_nobody_is_ever_stuck(game: list[Position]) -> None:
    assert len(game) - 1 <= MOST_STEPS
    assert all(any(position.legal_moves()) for position in game[:-1])
    assert game[-1].outcome() is not None


@few
@given(games)
def test_turns_keep_their_growth_rate(game: list[Position]) -> None:
    for position in game[:-1]:
        assert len(position.placed) < position.growth
        if not position.is_final and not position.placed and not position.is_first_turn:
            assert position.growth == (2 if position.scores[position.mover] >= 3 else 1)


@few
@given(games)
def test_end_has_the_reason_that_the_board_shows(game: list[Position]) -> None:
    last = game[-1]
    if last.reason == "no active leaves":
        assert 0 in last.scores
        assert not last.is_final
    else:
        passed = not last.placed and not last.before
        nothing_open = not last.forest.open[1 - last.mover] and not any(last.forest.hands[last.mover])
        assert last.is_final or passed or nothing_open


@few
@given(games)
def test_forced_move_is_exactly_a_pass_or_done_that_is_the_only_step(game: list[Position]) -> None:
    for position in game:
        moves = list(position.legal_moves())
        only = moves[0] if len(moves) == 1 and isinstance(moves[0], Word) else None
        assert position.forced_move() == only


@given(st.builds(Cell, *[st.integers(-31, 31)] * 2, st.integers(1, 31)))
def test_cells_and_indices_are_inverse(cell: Cell) -> None:
    assert cell_at(index_of(cell)) == cell


@given(st.builds(Cell, *[st.integers(-99, 99)] * 3))
def test_cells_out_of_reach_have_no_index(cell: Cell) -> None:
    in_reach = -31 <= cell.x <= 31 and -31 <= cell.y <= 31 and 1 <= cell.z <= 31
    assert bool(index_of(cell)) == in_reach


def test_cubes_are_named_by_seat_and_kind() -> None:
    assert [cube.name for row in CUBES for cube in row] == ["dark branch", "dark leaf", "light branch", "light leaf"]


@given(games, st.integers(0, 999))
@few
def test_a_random_move_is_drawn_from_the_list_of_legal_moves(game: list[Position], seed: int) -> None:
    for position in game[:-1]:
        moves = list(position.legal_moves())
        assert position.random_move(Random(seed)) == moves[int(Random(seed).random() * len(moves))]
