"""Treeblox: the rules one by one, every ruling of RULINGS.md, and every number that the rule text gives."""

from __future__ import annotations

import pytest

from games.rules.base import IllegalMove, MoveError, Outcome, split_steps
from games.rules.treeblox import TREEBLOX
from games.rules.treeblox.cubes import Cell, Kind, index_of
from games.rules.treeblox.forest import Forest
from games.rules.treeblox.notation import format_move, read_move
from games.rules.treeblox.position import Position

DARK, LIGHT = 0, 1
HOLES = [Cell(x, y, 1) for y in range(1, 5) for x in range(1, 5)]
THREE_LEAVES_EACH = "L 1,1,1; L 4,4,1; L 2,1,1; L 3,4,1; L 3,1,1; L 2,4,1"


def played(text: str, position: Position | None = None) -> Position:
    """The position after the steps, from the start or from another position."""
    position = position or TREEBLOX.start(2)
    for step in split_steps(text):
        position = position.play(TREEBLOX.parse(step, position))
    return position


def forest(dark: str, light: str) -> Forest:
    """A forest of cubes written as steps, not necessarily one that a game can lead to."""
    grown = Forest()
    for seat, text in enumerate((dark, light)):
        for step in split_steps(text):
            letter, numbers = step.split()
            kind = Kind("BL".index(letter))
            grown = grown.grown(seat, kind, index_of(Cell(*map(int, numbers.split(",")))))
    return grown


def steps(letter: str, *cells: tuple[int, int, int]) -> str:
    return "; ".join(f"{letter} {Cell(*cell)}" for cell in cells)


def legal(position: Position) -> list[str]:
    return [TREEBLOX.format(move, position) for move in position.legal_moves()]


def tower(x: int, y: int, height: int) -> str:
    return steps("B", *((x, y, z) for z in range(1, height + 1)))


# First turns ------------------------------------------------------------------------------------------------------


def test_first_turn_of_dark_is_a_leaf_in_any_of_sixteen_holes() -> None:
    assert legal(TREEBLOX.start(2)) == [f"L {cell}" for cell in HOLES]


ONE_EACH = "L 1,1,1; L 4,4,1"


@pytest.mark.parametrize(
    ("before", "step", "reason"),
    [
        *(("", step, "first turn places one leaf in an empty board hole|first turn cannot be")
          for step in ("B 1,1,1", "pass", "done", "L 1,1,2", "L 5,1,1")),
        ("L 1,1,1", "L 1,1,1", r"1,1,1 is taken: a dark leaf is there\."),
        ("L 2,2,1; L 4,4,1; B 1,1,1; pass; B 0,1,1; pass", "B 0,1,0",
         r"0,1,0 is below the board\. The lowest level, in the holes of the board, is 1"),
        (ONE_EACH, "B 1,1,2", "Only leaves of yours are beside 1,1,2, and a leaf carries nothing"),
        (f"{ONE_EACH}; B 2,2,1", "L 2,2,2", "The branch beside 2,2,2 belongs to Dark, and carries only its own cubes"),
        (ONE_EACH, "L 5,1,1", "is outside the board, and no branch of yours is beside it. A cube goes into an empty"),
        (ONE_EACH, "L 2,2,2", "No branch of yours is beside 2,2,2. A cube goes into an empty board hole .* a face of"),
        (ONE_EACH, "B 999,-999,999", "No branch of yours is beside 999,-999,999"),
        (f"{THREE_LEAVES_EACH}; B 1,2,1", "pass", r"To end the turn after it, write done\."),
        (THREE_LEAVES_EACH, "done", r"placed nothing in this turn yet. To place nothing, write pass\."),
        (f"{ONE_EACH}; pass; pass", "L 2,2,1", r"The game is over\."),
        *((ONE_EACH, text, r"Say which cube: B 2,3,1 for a branch, L 2,3,1 for a leaf\.") for text in ("b3", "2,3,1")),
        *((ONE_EACH, text, '"B x,y,z" for a branch, "L x,y,z" for a leaf')
          for text in ("b", "leaf", "L e1", "L a5", "L 2,3", "L 2 3 1", "L 1,1,1,1", "L 1.1.1", "pass it")),
    ],
)  # fmt: skip
def test_refusal_says_what_would_be_right(before: str, step: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        TREEBLOX.parse(step, played(before))


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ("L 1,1,1; L 2,1,1; B 2,2,1; pass; B 2,2,2; pass; L 2,1,2", Outcome((1, 2), "no active leaves")),
        (f"{ONE_EACH}; B 1,2,1; pass; B 1,2,2; pass; B 1,1,2", Outcome((2, 1), "no active leaves")),
        (f"{ONE_EACH}; L 1,2,1; pass", None),
        (f"{ONE_EACH}; L 1,2,1; pass; pass", Outcome((1, 2), "score")),
        (f"{ONE_EACH}; pass; L 4,3,1; pass", None),
        (f"{ONE_EACH}; pass; pass", Outcome((1, 1), "score")),
    ],
)
def test_game_ends_without_active_leaves_and_after_two_turns_without_a_cube(
    steps: str, outcome: Outcome | None
) -> None:
    assert played(steps).outcome() == outcome


def test_kind_that_is_used_up_is_refused_with_what_is_left() -> None:
    dark = f"{tower(1, 1, 16)}; {steps('L', (1, 2, 1), (1, 3, 1), (1, 4, 1))}"
    position = Position(forest(dark, "L 4,4,1"), mover=DARK, growth=2)
    with pytest.raises(IllegalMove, match=r"All your 16 branches are placed; you still have 13 leaves\."):
        played("B 2,1,1", position)


# Where a cube may go ----------------------------------------------------------------------------------------------


def test_ruling_a_cell_between_other_cubes_can_be_reached() -> None:
    around = [(1, 2, 2), (3, 2, 2), (2, 1, 2), (2, 3, 2), (2, 2, 3)]
    position = Position(forest("B 2,2,1; L 4,4,1", steps("L", *around)), mover=DARK, growth=1)
    assert "L 2,2,2" in legal(position)


# Active leaves and the growth rate --------------------------------------------------------------------------------


def test_cube_far_above_shades_a_leaf() -> None:
    assert forest(f"{tower(1, 1, 9)}; B 2,1,9", "L 2,1,1; L 3,1,1").active == [0, 1]


def test_own_leaf_can_be_shaded_by_either_seat() -> None:
    position = played("L 1,1,1; L 4,4,1; B 1,2,1; pass; B 1,2,2; pass")
    after = played("L 1,1,2", position)
    assert after.scores == (1, 1)
    assert [TREEBLOX.describe_effect(effect) for effect in after.effects] == ["loses the sun on its leaf at 1,1,1"]


def test_growth_rate_is_fixed_at_the_beginning_of_the_turn() -> None:
    third_leaf = played("L 1,1,1; L 4,4,1; L 2,1,1; L 3,4,1; L 3,1,1")
    assert third_leaf.scores == (3, 2)
    assert third_leaf.to_act == LIGHT  # the third leaf gives no second cube in the same turn
    position = Position(forest("L 1,1,1; L 2,1,1; L 3,1,1; B 1,2,1; B 1,2,2", "L 4,4,1"), mover=DARK, growth=2)
    shaded = played("B 1,1,2", position)
    assert shaded.scores == (2, 1)
    assert shaded.to_act == DARK  # nor does a shaded one take it away


# Ends of turns ----------------------------------------------------------------------------------------------------


def nearly_out_of_cubes(light: str) -> Position:
    """Dark has one leaf left and may place two cubes. Its tree leaves 1,3,1, 1,4,1 and 4,4,1 of the board."""
    cells = [*((x, y, 1) for x in (2, 3) for y in (1, 2, 3, 4)), (4, 1, 1), (4, 2, 1), (4, 3, 1)]
    leaves = steps("L", *cells, (0, 1, 1), (1, 0, 1), (1, 2, 1), (0, 1, 16))
    return Position(forest(f"{tower(1, 1, 16)}; {leaves}", light), mover=DARK, growth=2)


def full_board_but_one() -> Position:
    """Fifteen leaves on the board and nothing else; Light may place two cubes, and one hole is open."""
    position = played(THREE_LEAVES_EACH)
    left = iter([cell for cell in HOLES if position.forest.at(cell) is None])
    for turn in (1, 2, 2, 2, 2):
        for _ in range(turn):
            position = played(f"L {next(left)}", position)
        position = played("done", position) if turn == 1 else position
    return position


def test_ruling_turn_of_rate_2_without_a_cell_for_the_second_cube_waits_for_a_forced_done() -> None:
    position = full_board_but_one()
    assert position.forced_move() is None
    after = played("L 1,4,1", position)
    assert after.to_act == LIGHT
    assert legal(after) == ["done"]
    assert after.forced_move() == TREEBLOX.parse("done", after)


def test_seat_without_available_cell_must_pass() -> None:
    position = played("L 1,4,1; done", full_board_but_one())
    assert legal(position) == ["pass"]
    assert position.forced_move() == TREEBLOX.parse("pass", position)


def test_leftover_done_is_ignored_only_where_no_cube_of_the_turn_is_placed() -> None:
    assert TREEBLOX.ignores(" DONE ", played("L 1,1,1; L 4,4,1; B 2,2,1"))
    assert TREEBLOX.ignores("done", played("L 1,1,1; L 2,1,1; B 2,2,1; pass; B 2,2,2; pass; L 2,1,2"))
    assert not TREEBLOX.ignores("done", played(f"{THREE_LEAVES_EACH}; B 1,2,1"))
    assert not TREEBLOX.ignores("pass", played("L 1,1,1; L 4,4,1; B 2,2,1"))


# The end ----------------------------------------------------------------------------------------------------------


def test_ruling_nothing_is_judged_in_the_middle_of_a_turn() -> None:
    dark = "L 1,1,1; B 1,2,1; B 1,2,2"
    position = Position(forest(dark, "L 4,4,1"), mover=DARK, growth=2)
    middle = played("B 1,1,2", position)
    assert middle.scores == (0, 1)
    assert middle.outcome() is None
    assert played("L 1,1,3", middle).outcome() is None
    assert played("done", middle).outcome() == Outcome((2, 1), "no active leaves")


def test_ruling_forced_passes_end_the_game_too() -> None:
    position = played("L 1,4,1; done; pass; pass", full_board_but_one())
    assert position.scores == (8, 8)
    assert position.outcome() == Outcome((1, 1), "score")


def test_final_growth_places_every_cube_and_cannot_be_passed() -> None:
    position = played("L 1,3,1", nearly_out_of_cubes("B 4,4,1; L 1,4,1"))
    assert position.to_act == LIGHT
    assert [TREEBLOX.describe_effect(effect) for effect in position.effects] == ["has the final growth, 30 cubes"]
    assert not {"pass", "done"} & set(legal(position))
    for word in ("pass", "done"):
        with pytest.raises(IllegalMove, match="every cube is placed as long as a cell is open to it: 30 to go"):
            played(word, position)
    count = 0
    while position.to_act is not None:
        assert position.to_act == LIGHT
        position = position.play(next(position.legal_moves()))
        count += 1
    assert count == 30
    assert position.outcome() is not None


def test_final_growth_ends_where_no_cell_is_open() -> None:
    position = played("L 1,3,1", nearly_out_of_cubes("L 1,4,1"))
    after = played("L 4,4,1", position)
    assert after.outcome() == Outcome((1, 2), "score")
    assert sum(after.forest.hands[LIGHT]) == 30


def test_final_growth_without_an_open_cell_is_over_before_it_begins() -> None:
    after = played("L 1,3,1", nearly_out_of_cubes("L 1,4,1; L 4,4,1"))
    assert after.outcome() == Outcome((1, 2), "score")
    [effect] = after.effects
    assert TREEBLOX.describe_effect(effect) == "has 30 cubes left, but no open cell for a final growth"


def test_ruling_final_growth_ends_by_score_even_without_active_leaves() -> None:
    position = Position(
        forest("L 1,1,1", f"{tower(1, 2, 15)}; {steps('L', *((x, 3, z) for x in (1, 2) for z in range(1, 9)))}"),
        mover=LIGHT,
        growth=1,
        is_final=True,
    )
    after = played("B 1,1,2", position)
    assert after.scores[DARK] == 0
    assert after.outcome() == Outcome((2, 1), "score")


def test_ruling_no_active_leaves_goes_before_the_final_growth() -> None:
    after = played("L 1,2,3", nearly_out_of_cubes("L 1,2,2"))
    assert sum(after.forest.hands[DARK]) == 0
    assert after.outcome() == Outcome((1, 2), "no active leaves")


# Notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        ("L b3", "L 2,3,1"),
        ("lb3", "L 2,3,1"),
        ("leaf B3", "L 2,3,1"),
        ("LEAF 2 , 3 , 1", "L 2,3,1"),
        ("l2,3,1", "L 2,3,1"),
        ("B b3.2", "B 2,3,2"),
        ("branch b3 . 2", "B 2,3,2"),
        ("bb3.2", "B 2,3,2"),
        ("Branch 02,3,2", "B 2,3,2"),
        ("B -1,0,12", "B -1,0,12"),
        ("b - 1 ,0, 12", "B -1,0,12"),
        (" Pass ", "pass"),
        ("DONE", "done"),
    ],
)
def test_spellings_that_are_accepted(spelling: str, canonical: str) -> None:
    assert format_move(read_move(spelling)) == canonical
