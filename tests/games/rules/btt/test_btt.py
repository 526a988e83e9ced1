"""Branches and Twigs and Thorns: boards, set-up, coins, notation, refusals, pictures.

Sources of numbers: the designer's page (2002), the Looney Pyramid Games wiki (v1.0), RULINGS.md.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, degrees
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import AmbiguousMove, IllegalMove, MoveError, OptionError, UnreadableMove
from games.rules.btt import BTT
from games.rules.btt.board import board_for
from games.rules.btt.coins import settle
from games.rules.btt.geometry import plan_of
from games.rules.btt.pieces import Pyramid
from games.rules.btt.position import Position
from games.rules.drawing import seat_fill


def played(seats: int, steps: str, **options: str) -> Position:
    """The position after the steps, which are separated by semicolons."""
    position = BTT.start(seats, options)
    for step in filter(None, map(str.strip, steps.split(";"))):
        position = position.play(BTT.parse(step, position))
    return position


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


# Placements


def test_hand_runs_out_of_a_size() -> None:
    steps = "null a1; root d2; S d1>d2; L d3>d2; S c1>d1; L d4>d3; S b1>c1; L c4>d4; S e1>d1; L b4>c4; S f1>e1; L a4>b4"
    position = played(2, steps)
    assert position.hands[0] == (0, 5, 5)
    with pytest.raises(IllegalMove, match="no small pyramid left, only 5 medium and 5 large"):
        BTT.parse("S g1>f1", position)
    assert BTT.parse("M g1>f1", position) == Pyramid(2, "g1", "f1")


# Coins


def test_refill_comes_first_when_three_coins_are_due_and_two_are_there() -> None:
    """The wiki's second example: a medium at a small, three coins in all."""
    coins, effects = settle((2, 6), "wiki", mover=0, placed=2, owner=1, pointed_at=1, where="c2")
    assert coins == (2 + 5 - 3, 6 + 5 + 2)
    assert [(effect.kind, effect.seat, effect.amount) for effect in effects] == [
        ("refilled", None, 5), ("paid", 0, 1), ("gave", 0, 2), ("received", 1, 2),
    ]  # fmt: skip


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


# Notation

OPENED = "null d3; root e2"
WEDGES = "null c44; root b11; ROOT B22"


@pytest.mark.parametrize(
    ("seats", "before", "text", "canonical"),
    [
        *(
            (2, "null a1; root c3", text, "M c4>c3")
            for text in (
                "M c4>c3", "m C4 > c3", "2 c4>c3", "medium c4>c3", "M c4-c3", "M c4->c3", "Mc4>c3", "M c4 s",
                "M c4 south", "M c4>s", "c4-2S", "c4 - 2 s", " M  c4  S ", "MEDIUM C4 -> C3",
            )
        ),
        *((2, "", text, "null c2") for text in ("null c2", "NULL C2", "c2-NULL", "c2 - null", " null   c2 ")),
        (2, "d4-NULL; b2-ROOT", "c2-3W", "L c2>b2"),  # as Abstract Play writes
        (2, "null a1; root e2", "S e1 n", "S e1>e2"),  # north is the higher rank
        (2, "null a1; root e2", "S d2 e", "S d2>e2"),
        (3, WEDGES, "l a11>b11", "L A11>B11"),
    ],
)  # fmt: skip
def test_spelling_is_read(seats: int, before: str, text: str, canonical: str) -> None:
    position = played(seats, before)
    assert BTT.format(BTT.parse(text, position), position) == canonical


@pytest.mark.parametrize(
    ("seats", "before", "text", "error", "says"),
    [
        (2, OPENED, "M z9>e2", IllegalMove, "no square z9"),
        (2, OPENED, "M e3>f4", IllegalMove, "do not touch"),
        (2, OPENED, "M e3>f3", IllegalMove, "f3 is empty"),
        (2, OPENED, "M d4>d3", IllegalMove, "null"),
        (2, OPENED, "M e2>e3", IllegalMove, "e2 is not empty: a root is there"),
        (2, OPENED, "M e4 n", IllegalMove, "edge of the board"),
        (2, OPENED, "null a1", IllegalMove, "All nulls and roots are placed"),
        (2, OPENED, "M e3", UnreadableMove, "Did you mean M e3>e2"),
        (2, OPENED, "e3>e2", AmbiguousMove, "S e3>e2, M e3>e2 or L e3>e2"),
        (2, OPENED, "e3", AmbiguousMove, "S e3>e2"),
        (2, OPENED, "X e3>e2", UnreadableMove, "SIZE SQUARE>TARGET"),
        (2, OPENED, "4 e3>e2", UnreadableMove, "sizes S, M, L"),
        (2, f"{OPENED}; S e3>e2", "M f3>f4", IllegalMove, "From f3 a pyramid can point at e3."),
        (2, f"{OPENED}; S e3>e2", "M a4>a3", IllegalMove, "Nothing beside a4 can be pointed at yet."),
        (2, "", "null a5", IllegalMove, "files a-h, ranks 1-4"),
        (2, "", "root d3", MoveError, "Blue places a null now"),
        (2, "", "M d3>d2", MoveError, "Blue places a null now"),
        (2, "", "d3", MoveError, "Did you mean null d3"),
        (4, "null a2", "null b1", IllegalMove, "cut the board in two"),
        (3, WEDGES, "L A11 n", MoveError, "no compass"),
    ],
)
def test_refusal_says_what_is_wrong_and_what_would_be_right(
    seats: int, before: str, text: str, error: type[MoveError], says: str
) -> None:
    with pytest.raises(error, match=re.escape(says)):
        BTT.parse(text, played(seats, before))


# Boards for readers


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
