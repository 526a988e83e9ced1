"""Roots and Shoots for readers: spellings, refusals, the text board, the picture, hints and what is told of a roll."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from games.rules.base import IllegalMove, MoveError
from games.rules.drawing import seat_fill
from games.rules.playout import random_game
from games.rules.roots import ROOTS
from games.rules.roots.pieces import COLOURS
from games.rules.roots.position import Position
from games.rules.roots.stages import Losing
from tests.games.rules.roots.steps import go

SVG = "{http://www.w3.org/2000/svg}"


def opened(*acts: str | int | tuple[int, ...], seats: int = 2) -> Position:
    """A game of two whose setup is over: red on 3,9, blue on 15,9, nutrients on 5,9 and 9,9; then what is given."""
    setup = ("bead 3,9", "bead 15,9", (6, 10), "spawn 5,9", (10, 10), "spawn 9,9")
    return go(ROOTS.start(seats), *setup, *acts)


def cut() -> Position:
    """Red has cut blue's line in the middle, and blue has to choose."""
    data = opened("d8", 3).dump() | {"roots": [["0,1", "1,1", "2,1"], ["3,0", "3,1", "3,2"]], "markers": {}}
    return go(ROOTS.load(data), "bead 3,1")


SETTLED = ("bead 3,3", "bead 9,3")
BUDS = go(ROOTS.load(opened().dump() | {"roots": [["3,3", "3,5"], ["4,4", "5,4", "6,4", "9,9"]]}), "d6", 2)
ATTACKED = ROOTS.load(opened().dump() | {"roots": [["0,0", "1,0"], ["2,0", "4,0"]], "markers": {}})
NO_END = ROOTS.load(opened().dump() | {"roots": [["0,0", "1,1", "2,2", "3,3"], []], "markers": {}})


@pytest.mark.parametrize(
    ("position", "text", "wanted"),
    [
        *((ROOTS.start(2), text, "bead 3,9") for text in ("bead 3,9", " BEAD  03 , 9 ", "bead D10", "bead d 10")),
        (opened("d4", 3), "bead J1", "bead 8,0"),  # Go letters leave out the I
        (opened("d4", 3), "bead t19", "bead 18,18"),
        *((opened(), text, die) for text, die in {"plant": "d4", "bud": "d6", "grow": "d8", "Sunbathe": "d10"}.items()),
        (opened(), "D8", "d8"),
        (go(ROOTS.start(2), *SETTLED, (6, 10)), "spawn F10", "spawn 5,9"),
        (cut(), "LOSE D3", "lose 3,2"),
    ],
)
def test_spelling_is_read(position: Position, text: str, wanted: str) -> None:
    assert ROOTS.format(ROOTS.parse(text, position), position) == wanted


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        # A die is to be chosen
        (opened(), "hello", r'is not a step of this game. Red chooses a die: "dN"'),
        (opened(), "d20", 'not a step of this game. Red chooses a die: "dN"'),
        (opened(), "19,3", 'not a step of this game. Red chooses a die: "dN"'),
        (opened(), "bead 3,8", "not what is asked now. Red chooses a die"),
        (opened(), "bead 19,0", "beside the board: x and y run from 0 to 18, Go coordinates from A1 to T19"),
        (opened(), "bead A20", "beside the board"),
        (opened("d4", 3), "bead I1", "not a step"),
        # Beads are placed
        (opened("d8", 3), "bead 3,9", "Your own bead is on 3,9 already"),
        (opened("d8", 3), "bead 5,9", "A nutrient is at 5,9. Only a bead placed just before"),
        (opened("d8", 3), "bead 7,7", "7,7 is beside no beads of yours; with the d8 it must be exactly one"),
        (opened("d8", 3), "3,8", "not complete. Did you mean bead 3,8"),
        (opened("d8", 3), "19,8", "beside the board: x and y run from 0 to 18"),
        (opened("d4", 3), "D4", "not complete. Did you mean bead 3,3"),
        (opened("d8", 3), "d8", r"not what is asked now. Red places a bead with the d8 \(3 to go\)"),
        (opened("d8", 3, "bead 4,9"), "bead 3,10", "has found a nutrient, so the next bead goes on it: 5,9"),
        (opened("d8", 3, "bead 3,10"), "bead 3,8", "can be extended, so the next one continues it: 2,11; 3,11"),
        (opened("d8", 3, "bead 3,10"), "bead 4,10", "is beside 2 beads of yours; with the d8 it must be exactly one"),
        (opened("d4", 3), "bead 3,8", "3,8 is beside your bead on 3,9; with the d4 only beads of this turn"),
        (opened("d4", 3), "bead 15,9", "Blue's bead is on 15,9. With the d4 only a plant of this turn can attack"),
        (opened("d4", 3, "bead 14,8"), "bead 15,9", "your root is not stronger there: 1 against 1"),
        (opened("d4", 3, "bead 2,2", "bead 5,5"), "bead 5,9", "A nutrient is at 5,9"),
        (BUDS, "bead 3,2", "3,2 is beside 1 bead of yours; with the d6 it must be two or more"),
        (BUDS, "bead 4,4", "Blue's bead is on 4,4, and your root is not stronger there: 1 against 3"),
        (BUDS, "bead 9,9", "Blue's bead marks the nutrient at 9,9, and a marking bead is never attacked"),
        (go(ATTACKED, "d8", 4, "bead 2,0", "bead 3,0"), "bead 4,0", "you have attacked once in this turn already"),
        (go(NO_END, "d8", 4), "bead 1,3", "1,3 is beside 1 bead of yours, but that one is not an end"),
        # A nutrient spawns, an end is lost, dice fall, the game is over
        (go(ROOTS.start(2), *SETTLED, (4, 10)), "lose 3,9", "not what is asked now"),
        (go(ROOTS.start(2), *SETTLED, (4, 10)), "spawn 9,3", r"A bead is on 9,3; in the setup .* there\..*x,y = 3,9"),
        (go(ROOTS.start(2), *SETTLED, (4, 10)), "spawn 0,0", "The dice show 4 and 10, which does not lead to 0,0"),
        (cut(), "lose 5,5", "Choose 3,0 or 3,2"),
        (opened("d8"), "bead 3,8", "The dice come first: how many beads to place is about to be rolled"),
        (opened("d8"), "roll d8 3", "The dice come first"),
        (random_game(ROOTS.start(2), Random(1))[-1], "d4", "The game is over"),
    ],
)
def test_refusal_says_what_would_be_right(position: Position, text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        ROOTS.parse(text, position)


def test_a_free_choice_of_lines_is_told_without_listing_them() -> None:
    position = go(ROOTS.start(2), "bead 3,3", "bead 9,3", (20, 10))
    with pytest.raises(IllegalMove, match='"spawn x,y" with x or y = 9, no bead being there'):
        ROOTS.parse("spawn 0,0", position)
    assert "any x and y" in ROOTS.hint(go(opened("d10", 5, 12), (20, 20)))


def refusal(text: str, position: Position) -> str:
    """The reason against a text, blank if it is a legal step."""
    try:
        ROOTS.parse(text, position)
    except MoveError as error:
        return str(error)
    return ""


def test_every_refusal_is_a_short_sentence() -> None:
    texts = ["d4", "d10", "bead 3,9", "bead 9,9", "bead 0,0", "spawn 3,4", "lose 0,0", "4,4", "nonsense"]
    reasons = {refusal(text, position) for position in random_game(ROOTS.start(8), Random(3))[::7] for text in texts}
    assert len(reasons) > 50
    assert all(20 < len(reason) < 300 and reason[-1] in ".?" for reason in reasons if reason)


# Text


def test_text_board_marks_where_the_ends_at_stake_begin() -> None:
    text = ROOTS.text(cut())
    assert "(b)" in text
    assert "( ) = where an end at stake begins" in text
    assert "( )" not in ROOTS.text(opened())
    assert text.splitlines()[-1] == "Blue is to act, in the turn of Red."


def test_description_tells_seats_nutrients_and_what_is_new() -> None:
    words = ROOTS.describe(opened("d8", 5, "bead 4,9"))
    assert "Red: no points, 2 beads on the board (3,9; 4,9), 4 in the store, 54 in the pile." in words
    assert "Nutrients on the board: 5,9, 1 marker not rolled yet, touched by red; 9,9" in words
    assert "New on the board: 4,9. Red is to act." in words


def test_players_who_point_read_what_to_do_without_how_it_is_written() -> None:
    assert ROOTS.prompt(opened()) == "Choose a die."
    assert ROOTS.prompt(opened("d8", 3)) == "Tap a node for a bead: 3 left."
    last = ROOTS.load(opened().dump() | {"is_last": True})
    assert ROOTS.prompt(last) == "Choose a die. The game ends with this turn."
    assert ROOTS.holdings(opened("d8", 3, "bead 4,9"), 0) == "4 in the store, 54 in the pile"


def test_last_turn_and_result_are_announced() -> None:
    last = ROOTS.load(opened().dump() | {"is_last": True})
    assert ROOTS.hint(last).endswith("The game ends with this turn.")
    assert "The game ends with this turn" in ROOTS.text(last)
    over = ROOTS.load(opened().dump() | {"stage": {"name": "over"}, "points": [7, 7]})
    assert "The game is over: Red, Blue share the win with 7 points." in ROOTS.describe(over)


# Pictures


def circles(position: Position, fill: str) -> int:
    root = ElementTree.fromstring(ROOTS.svg(position))
    return sum(circle.attrib.get("fill") == fill for circle in root.iter(f"{SVG}circle"))


def test_picture_has_a_circle_for_every_bead_and_one_for_the_list_of_seats() -> None:
    for position in random_game(ROOTS.start(5), Random(2))[::40]:
        for seat, root in enumerate(position.garden.roots):
            assert circles(position, seat_fill(COLOURS[seat])) == root.beads.bit_count() + 1


def test_picture_rings_the_ends_at_stake() -> None:
    position = cut()
    assert isinstance(position.stage, Losing)
    rings = sum(arm.chain.bit_count() for arm in position.stage.arms)
    assert circles(position, "#ffffff") == rings + 1 == 3, "and one in the key"


# What a roll did


def described(position: Position) -> list[str]:
    names = [COLOURS[effect.seat] if effect.seat is not None else "" for effect in position.effects]
    texts = [ROOTS.describe_effect(effect) for effect in position.effects]
    return [f"{name} {text}".strip() for name, text in zip(names, texts, strict=True)]


def test_cut_is_told() -> None:
    position = cut()
    assert described(position) == [
        "blue loses the bead on 3,1 to a stronger root",
        "blue has to choose which of 2 ends of the cut root is lost",
    ]
    assert described(go(position, "lose 3,0")) == ["blue loses the end that begins at 3,0: 1 bead"]


def test_table_names_beads_and_nutrients_by_x_and_y() -> None:
    (table,) = ROOTS.tables(opened("d8", 3, "bead 4,9", "bead 5,9", 7))
    rows = dict(table.rows)
    assert (table.columns[4], table.columns[5]) == ("x 4", "x 5")
    assert rows["y 9"][3:6] == ("red", "red, new", "nutrient, worth 7, marked by red, new")
    assert rows["y 9"][9] == "nutrient, 1 marker not rolled yet"
    assert rows["y 0"][0] == "empty"
