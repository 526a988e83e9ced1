"""Branches and Twigs and Thorns: boards, set-up, coins, notation, refusals, pictures.

Sources of numbers: the designer's page (2002), the Looney Pyramid Games wiki (v1.0), RULINGS.md.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, degrees
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import AmbiguousMove, IllegalMove, MoveError, OptionError, UnreadableMove
from games.rules.btt import BTT
from games.rules.btt.board import board_for, cut_squares
from games.rules.btt.coins import settle
from games.rules.btt.geometry import plan_of
from games.rules.btt.pieces import Piece, Pyramid, Token
from games.rules.btt.position import Position
from games.rules.drawing import seat_fill
from games.rules.playout import random_game


def played(seats: int, steps: str, **options: str) -> Position:
    """The position after the steps, which are separated by semicolons."""
    position = BTT.start(seats, options)
    for step in filter(None, map(str.strip, steps.split(";"))):
        position = position.play(BTT.parse(step, position))
    return position


def refused(position: Position, text: str) -> str:
    with pytest.raises(MoveError) as refusal:
        BTT.parse(text, position)
    return str(refusal.value)


# Boards


@pytest.mark.parametrize(
    ("seats", "option", "squares", "contacts"),
    [
        (2, "standard", 32, 52),
        (3, "standard", 48, 84),
        (4, "standard", 64, 112),
        (5, "standard", 80, 136),
        (6, "standard", 96, 168),
        (3, "square7", 49, 84),
        (2, "rectangle", 32, 52),
        (3, "rectangle", 48, 82),
        (5, "rectangle", 80, 142),
        (6, "rectangle", 96, 172),
    ],
)
def test_board_has_its_squares_and_contacts(seats: int, option: str, squares: int, contacts: int) -> None:
    board = board_for(seats, option)
    assert len(board.squares) == len(set(board.squares)) == squares
    assert sum(map(len, board.neighbours)) == 2 * contacts
    for number, around in enumerate(board.neighbours):
        assert len(set(around)) == len(around)
        assert all(number in board.neighbours[other] for other in around)


@pytest.mark.parametrize(("seats", "option"), [(2, "standard"), (3, "square7"), (3, "rectangle"), (5, "standard")])
def test_board_leaves_fifteen_squares_for_each_player(seats: int, option: str) -> None:
    start = BTT.start(seats, {"board": option})
    assert len(start.squares) - len(start.variant.tokens) == 15 * seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_no_single_null_cuts_a_standard_board(seats: int) -> None:
    assert cut_squares(board_for(seats, "standard"), frozenset()) == frozenset()


def around(seats: int, square: str) -> set[str]:
    board = board_for(seats, "standard")
    return {board.squares[number] for number in board.neighbours[board.squares.index(square)]}


def test_wedges_touch_across_their_seams() -> None:
    assert around(6, "A31") == {"A21", "A41", "A32", "B13"}
    assert around(6, "B13") == {"B12", "B14", "B23", "A31"}
    assert around(6, "F11") == {"F21", "F12", "A11", "E11"}
    assert around(3, "A11") == {"A21", "A12", "B11", "C11"}
    assert around(6, "A44") == {"A34", "A43"}


def test_five_wedges_leave_a_gap() -> None:
    assert around(5, "E21") == {"E11", "E31", "E22"}
    assert around(5, "A12") == {"A11", "A13", "A22"}


def connected(board_squares: set[int], neighbours: tuple[tuple[int, ...], ...]) -> bool:
    reached, edge = set[int](), [min(board_squares)]
    while edge:
        square = edge.pop()
        reached.add(square)
        edge += [other for other in neighbours[square] if other in board_squares - reached]
    return reached == board_squares


@given(data=st.data(), seats=st.integers(2, 6))
def test_cut_squares_are_those_that_leave_the_rest_in_pieces(data: st.DataObject, seats: int) -> None:
    board = board_for(seats, "standard")
    everything = set(range(len(board.squares)))
    holes = data.draw(st.frozensets(st.sampled_from(sorted(everything)), max_size=12))
    left = everything - holes
    if not connected(left, board.neighbours):
        return
    assert cut_squares(board, holes) == {one for one in left if not connected(left - {one}, board.neighbours)}


# Options and set-up


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"board": "square7"}),
        (4, {"board": "square7"}),
        (3, {"scoring": "martian"}),
        (2, {"board": "rectangle", "scoring": "martian"}),
        (7, {}),
        (1, {}),
    ],
)
def test_options_that_do_not_go_together_are_refused(seats: int, options: dict[str, str]) -> None:
    with pytest.raises(OptionError, match="players"):
        BTT.start(seats, options)


@pytest.mark.parametrize(
    ("seats", "option", "tokens", "first"),
    [
        (2, "standard", "null root", 0),
        (3, "standard", "null root root", 0),
        (4, "standard", "null null root root", 0),
        (5, "standard", "null null root root root", 0),
        (6, "standard", "null null null root root root", 0),
        (3, "square7", "null null root root", 1),
    ],
)
def test_tokens_are_placed_in_seat_order_then_the_pyramids_begin(
    seats: int, option: str, tokens: str, first: int
) -> None:
    position = BTT.start(seats, {"board": option})
    for number, kind in enumerate(tokens.split()):
        assert position.to_act == number % seats
        assert {move.kind for move in position.legal_moves()} == {kind}  # type: ignore[union-attr]
        position = position.play(next(position.legal_moves()))
    assert position.to_act == first
    assert position.token_due is None


def test_martian_roots_stand_in_the_middle_from_the_start() -> None:
    two, four = BTT.start(2, {"scoring": "martian"}), BTT.start(4, {"scoring": "martian"})
    assert [two.at(square) for square in ("d4", "e4")] == ["root"] * 2
    assert [four.at(square) for square in ("d4", "e4", "d5", "e5")] == ["root"] * 4
    assert {move.at for move in two.legal_moves()} == {"c4", "d3", "e3", "f4"}


def test_null_may_not_cut_the_board_but_a_root_may() -> None:
    corner = played(4, "null a2")
    assert not corner.is_legal(Token("null", "b1"))
    assert "cut the board in two" in refused(corner, "null b1")
    roots = corner.play(Token("null", "h8"))
    assert roots.is_legal(Token("root", "b1"))


def test_null_beside_the_board_is_no_step() -> None:
    start = BTT.start(2)
    assert not start.is_legal(Token("null", "a5"))
    assert "files a-h, ranks 1-4" in refused(start, "null a5")


# Placements


def test_pyramid_points_at_roots_and_pyramids_only() -> None:
    position = played(2, "null d3; root e2; M e3>e2")
    assert {(move.at, move.target) for move in position.legal_moves() if isinstance(move, Pyramid)} == {
        ("e1", "e2"), ("d2", "e2"), ("f2", "e2"), ("e4", "e3"), ("f3", "e3"),
    }  # fmt: skip


def test_number_of_placements_is_contacts_times_sizes_held() -> None:
    """The count that the rules of play give, worked out here from the board alone."""
    for position in random_game(BTT.start(3), Random(5)):
        if position.token_due is not None or position.to_act is None:
            continue
        board = position.variant.board
        contacts = sum(
            position.squares[other] not in (None, "null")
            for number, around in enumerate(board.neighbours)
            if position.squares[number] is None
            for other in around
        )
        sizes = sum(count > 0 for count in position.hands[position.mover])
        assert sum(1 for _ in position.legal_moves()) == contacts * sizes


def test_hand_runs_out_of_a_size() -> None:
    steps = "null a1; root d2; S d1>d2; L d3>d2; S c1>d1; L d4>d3; S b1>c1; L c4>d4; S e1>d1; L b4>c4; S f1>e1; L a4>b4"
    position = played(2, steps)
    assert position.hands[0] == (0, 5, 5)
    assert "no small pyramid left, only 5 medium and 5 large" in refused(position, "S g1>f1")
    assert BTT.parse("M g1>f1", position) == Pyramid(2, "g1", "f1")


def test_game_ends_when_the_board_is_full() -> None:
    last = random_game(BTT.start(4), Random(1))[-1]
    assert None not in last.squares
    assert sum(isinstance(content, Piece) for content in last.squares) == 60
    assert "over" in refused(last, "S a1>a2")


# Coins


def test_pointing_at_a_root_or_at_oneself_is_free() -> None:
    position = played(2, "null a1; root d2; S d1>d2; L d3>d2; M c1>d1; L d4>d3")
    assert position.scores == (5, 5)
    assert position.effects == ()


@pytest.mark.parametrize(
    ("scoring", "after"), [("original", (5 - 2, 5 + 1)), ("wiki", (5 - 2 - 1, 5 + 1)), ("martian", (5 - 2, 5))]
)
def test_small_pointing_at_a_medium_costs_by_scoring(scoring: str, after: tuple[int, int]) -> None:
    """The wiki's first example: two coins to the pot, one for the opponent (2002: from the pot, Martian Go: none)."""
    coins, _ = settle((5, 5), scoring, mover=0, placed=1, owner=1, pointed_at=2, where="c2")
    assert coins == after


def test_refill_comes_first_when_three_coins_are_due_and_two_are_there() -> None:
    """The wiki's second example: a medium at a small, three coins in all."""
    coins, effects = settle((2, 6), "wiki", mover=0, placed=2, owner=1, pointed_at=1, where="c2")
    assert coins == (2 + 5 - 3, 6 + 5 + 2)
    assert [(effect.kind, effect.seat, effect.amount) for effect in effects] == [
        ("refilled", None, 5), ("paid", 0, 1), ("gave", 0, 2), ("received", 1, 2),
    ]  # fmt: skip


def test_two_refills_when_six_coins_are_due_and_none_is_there() -> None:
    coins, effects = settle((0, 9, 4), "wiki", mover=0, placed=3, owner=2, pointed_at=3, where="c2")
    assert coins == (10 - 6, 19, 14 + 3)
    assert effects[0].amount == 10


def test_no_refill_when_the_coins_just_suffice() -> None:
    assert settle((3, 5), "original", 0, 1, 1, 3, "c2")[0] == (0, 6)
    assert settle((6, 5), "wiki", 0, 3, 1, 3, "c2")[0] == (0, 8)


@given(
    st.lists(st.integers(0, 40), min_size=2, max_size=6),
    st.sampled_from(("original", "wiki", "martian")),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_settling_moves_only_differences_that_the_rule_names(
    held: list[int], scoring: str, placed: int, pointed_at: int
) -> None:
    coins, effects = settle(tuple(held), scoring, 0, placed, 1, pointed_at, "c2")
    refill = effects[0].amount if effects[0].kind == "refilled" else 0
    due = pointed_at + (placed if scoring == "wiki" else 0)
    assert coins[0] == held[0] + refill - due
    assert coins[1] == held[1] + refill + (0 if scoring == "martian" else placed)
    assert list(coins[2:]) == [other + refill for other in held[2:]]
    assert min(coins) >= 0
    assert refill % 5 == 0
    assert refill == 0 or held[0] + refill - 5 < due


@pytest.mark.parametrize(("scoring", "coins"), [("original", (8, 4)), ("wiki", (8, 1)), ("martian", (5, 4))])
def test_a_placement_settles_with_the_owner_of_the_pyramid_pointed_at(scoring: str, coins: tuple[int, int]) -> None:
    start = "S d3>d4; L d2>d3" if scoring == "martian" else "null a1; root d4; S d3>d4; L d2>d3"
    position = played(2, start, scoring=scoring)
    assert position.scores == coins
    described = [BTT.describe_effect(effect) for effect in position.effects]
    assert described[0] == "pays 1 coin to the pot for pointing at d3"


def test_refill_reaches_every_seat_in_play() -> None:
    """Orange points twice at blue's large: three coins of five, then three more with only two left."""
    opening = "null a1; null h1; root d4; root e4; L d3>d4; S e3>e4; S d5>d4; L c3>d3"
    before = played(4, f"{opening}; S c4>d4; S f3>e3; S e5>e4")
    assert before.scores == (5 + 3, 5, 5, 5 - 3)
    after = before.play(BTT.parse("S d2>d3", before))
    assert after.scores == (8 + 5 + 1, 5 + 5, 5 + 5, 2 + 5 - 3)
    assert BTT.describe_effect(after.effects[0]) == "everybody takes 5 coins from the pot"


def test_equal_coins_share_a_place() -> None:
    places = {
        (last.outcome().places, last.scores)  # type: ignore[union-attr]
        for seed in range(40)
        for last in [random_game(BTT.start(3), Random(seed))[-1]]
    }
    ties = [(places, scores) for places, scores in places if len(set(scores)) < 3]
    assert ties
    for shared, scores in ties:
        assert all((shared[a] == shared[b]) == (scores[a] == scores[b]) for a in range(3) for b in range(3))


# Notation


@pytest.mark.parametrize(
    "text",
    [
        "M c4>c3", "m C4 > c3", "2 c4>c3", "medium c4>c3", "M c4-c3", "M c4->c3", "Mc4>c3", "M c4 s", "M c4 south",
        "M c4>s", "c4-2S", "c4 - 2 s", " M  c4  S ", "MEDIUM C4 -> C3",
    ],
)  # fmt: skip
def test_every_accepted_spelling_of_a_placement(text: str) -> None:
    position = played(2, "null a1; root c3")
    move = BTT.parse(text, position)
    assert BTT.format(move, position) == "M c4>c3"


@pytest.mark.parametrize("text", ["null c2", "NULL C2", "c2-NULL", "c2 - null", " null   c2 "])
def test_every_accepted_spelling_of_a_null(text: str) -> None:
    assert BTT.parse(text, BTT.start(2)) == Token("null", "c2")


def test_abstract_play_root_and_large_pointing_west() -> None:
    position = played(2, "d4-NULL; b2-ROOT")
    assert BTT.format(BTT.parse("c2-3W", position), position) == "L c2>b2"


def test_compass_letters_go_to_the_higher_rank_in_the_north() -> None:
    position = played(2, "null a1; root e2")
    for text, canonical in [("S e1 n", "S e1>e2"), ("S d2 e", "S d2>e2"), ("S e3 s", "S e3>e2"), ("S f2 w", "S f2>e2")]:
        assert BTT.format(BTT.parse(text, position), position) == canonical


def test_wedge_names_are_read_in_any_case() -> None:
    position = played(3, "null c44; root b11; ROOT B22")
    assert BTT.format(BTT.parse("l a11>b11", position), position) == "L A11>B11"


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("M z9>e2", IllegalMove, "no square z9"),
        ("M e3>f4", IllegalMove, "do not touch"),
        ("M e3>f3", IllegalMove, "f3 is empty"),
        ("M d4>d3", IllegalMove, "null"),
        ("M e2>e3", IllegalMove, "e2 is not empty: a root is there"),
        ("M e4 n", IllegalMove, "edge of the board"),
        ("null a1", IllegalMove, "All nulls and roots are placed"),
        ("M e3", UnreadableMove, "Did you mean M e3>e2"),
        ("e3>e2", AmbiguousMove, "S e3>e2, M e3>e2 or L e3>e2"),
        ("e3", AmbiguousMove, "S e3>e2"),
        ("X e3>e2", UnreadableMove, "SIZE SQUARE>TARGET"),
        ("4 e3>e2", UnreadableMove, "sizes S, M, L"),
    ],
)
def test_refusal_says_what_is_wrong_and_what_would_be_right(text: str, error: type[MoveError], says: str) -> None:
    position = played(2, "null d3; root e2")
    with pytest.raises(error, match=re.escape(says)):
        BTT.parse(text, position)


def test_refusals_before_the_pyramids_name_the_token() -> None:
    start = BTT.start(2)
    assert "Blue places a null now" in refused(start, "root d3")
    assert "Blue places a null now" in refused(start, "M d3>d2")
    assert "Did you mean null d3" in refused(start, "d3")


def test_wedge_boards_have_no_compass() -> None:
    position = played(3, "null C44; root B11; root B22")
    assert "no compass" in refused(position, "L A11 n")


def test_refusal_names_where_a_pyramid_could_point() -> None:
    position = played(2, "null d3; root e2; S e3>e2")
    assert "From f3 a pyramid can point at e3." in refused(position, "M f3>f4")
    assert "Nothing beside a4 can be pointed at yet." in refused(position, "M a4>a3")


# Boards for readers


def test_text_board_shows_owner_size_direction_and_last_step() -> None:
    text = BTT.text(played(2, "null d3; root e2; M e3>e2; L d2>e2"))
    assert "  3 |  .  |  .  |  .  | ### | bMv |" in text
    assert "[pL>]| (R) |" in text


def test_text_of_wedges_names_empty_squares_and_neighbours() -> None:
    lines = BTT.text(played(3, "null C44; root B11; root B22; S A11>B11")).splitlines()
    assert "C11 |[bSv]| A21 | A31 | A41 |     A11 | (R) | B21 | B31 | B41 |" in lines
    assert "      B11   B12   B13   B14             C11   C12   C13   C14" in lines


def test_description_tells_squares_coins_and_turn() -> None:
    words = BTT.describe(played(2, "null d3; root e2; M e3>e2; L e4>e3"))
    assert words == (
        "Null on d3. Root on e2. Blue, 8 coins: M e3>e2. Purple, 3 coins: L e4>e3. "
        "The last step was on e4. Blue is to act."
    )


@pytest.mark.parametrize(("seats", "inner", "outer"), [(3, 120, 60), (5, 60, 120), (6, 60, 120)])
def test_wedges_are_drawn_as_kites_that_meet_in_the_middle(seats: int, inner: float, outer: float) -> None:
    kites = plan_of(board_for(seats, "standard")).sections
    assert len(kites) == seats
    middle = kites[0][0]
    for kite in kites:
        assert kite[0] == pytest.approx(middle)
        assert [round(angle(kite, corner)) for corner in range(4)] == [inner, 90, outer, 90]
    for one, following in pairwise(kites):
        assert one[1] == pytest.approx(following[3])


def angle(corners: tuple[tuple[float, float], ...], corner: int) -> float:
    """The inner angle at that corner, in degrees."""
    (x, y), (ax, ay), (bx, by) = corners[corner], corners[corner - 1], corners[(corner + 1) % len(corners)]
    turn = degrees(atan2(ay - y, ax - x) - atan2(by - y, bx - x)) % 360
    return min(turn, 360 - turn)


def test_neighbours_share_a_side_on_paper() -> None:
    for seats in (2, 3, 5, 6):
        board = board_for(seats, "standard")
        plan = plan_of(board)
        for number, around in enumerate(board.neighbours):
            for other in around:
                ends = [
                    corner
                    for corner in plan.corners[board.squares[number]]
                    if any(corner == pytest.approx(theirs) for theirs in plan.corners[board.squares[other]])
                ]
                assert len(ends) == 2


def test_picture_shows_each_pyramid_with_its_pips() -> None:
    root = ElementTree.fromstring(BTT.svg(played(2, "null d3; root e2; M e3>e2; L e4>e3; S f2>e2")))
    white = [element for element in root.iter() if element.get("fill") == "#ffffff" and element.tag.endswith("circle")]
    assert len(white) == 2 + 3 + 1
    fills = [element.get("fill", "") for element in root.iter() if element.tag.endswith("polygon")]
    assert fills.count(seat_fill("blue")) == 2 + 1  # two on the board, one in the list of seats
    assert fills.count(seat_fill("purple")) == 1 + 1


def test_table_names_what_lies_on_each_square() -> None:
    (table,) = BTT.tables(played(2, "null d3; root e2; M e3>e2"))
    squares = {file + rank: cell for rank, row in table.rows for file, cell in zip(table.columns, row, strict=True)}
    assert (squares["d3"], squares["e2"], squares["a1"]) == ("null", "root", "empty")
    assert squares["e3"] == "blue medium to e2, last step"
    assert [table.caption for table in BTT.tables(played(3, "null C44"))] == [f"Wedge {w}, by u and v" for w in "ABC"]
