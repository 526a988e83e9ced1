"""Roots and Shoots for readers: spellings, refusals, the text board, the picture, hints and what is told of a roll."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from games.rules.base import IllegalMove, MoveError, UnreadableMove
from games.rules.drawing import seat_fill
from games.rules.playout import random_game
from games.rules.roots import ROOTS
from games.rules.roots.pieces import COLOURS, LETTERS
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


# Spellings


@pytest.mark.parametrize(
    "text", ["bead 3,9", "Bead 3 , 9", " BEAD  03,09 ", "bead D10", "bead d 10", "bead d10"]
)  # fmt: skip
def test_a_node_is_read_in_both_ways(text: str) -> None:
    position = ROOTS.start(2)
    assert ROOTS.format(ROOTS.parse(text, position), position) == "bead 3,9"


def test_go_letters_leave_out_the_i() -> None:
    position = opened("d4", 3)
    assert ROOTS.format(ROOTS.parse("bead J1", position), position) == "bead 8,0"
    assert ROOTS.format(ROOTS.parse("bead t19", position), position) == "bead 18,18"
    with pytest.raises(UnreadableMove):
        ROOTS.parse("bead I1", position)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("plant", "d4"), ("bud", "d6"), ("grow", "d8"), ("Sunbathe", "d10"), ("D8", "d8"), ("d10", "d10")],
)
def test_dice_have_words_too(text: str, wanted: str) -> None:
    position = opened()
    assert ROOTS.format(ROOTS.parse(text, position), position) == wanted


def test_spawn_and_lose_are_read_like_beads() -> None:
    position = go(ROOTS.start(2), "bead 3,3", "bead 9,3", (6, 10))
    assert ROOTS.format(ROOTS.parse("spawn F10", position), position) == "spawn 5,9"
    position = cut()
    assert ROOTS.format(ROOTS.parse("LOSE D3", position), position) == "lose 3,2"


# Refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", r'is not a step of this game. Red chooses a die: "dN"'),
        ("d12", "not a step"),
        ("d20", 'not a step of this game. Red chooses a die: "dN"'),
        ("19,3", 'not a step of this game. Red chooses a die: "dN"'),
        ("bead 3,8", "not what is asked now. Red chooses a die"),
        ("bead 19,0", "beside the board: x and y run from 0 to 18, Go coordinates from A1 to T19"),
        ("bead A20", "beside the board"),
    ],
)
def test_refusals_when_a_die_is_to_be_chosen(text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        ROOTS.parse(text, opened())


@pytest.mark.parametrize(
    ("acts", "text", "reason"),
    [
        (("d8", 3), "bead 3,9", "Your own bead is on 3,9 already"),
        (("d8", 3), "bead 5,9", "A nutrient is at 5,9. Only a bead placed just before"),
        (("d8", 3), "bead 7,7", "7,7 is beside no beads of yours; with the d8 it must be exactly one"),
        (("d8", 3), "3,8", "not complete. Did you mean bead 3,8"),
        (("d8", 3), "19,8", "beside the board: x and y run from 0 to 18"),
        (("d4", 3), "D4", "not complete. Did you mean bead 3,3"),
        (("d8", 3), "d8", r'not what is asked now. Red places a bead with the d8 \(3 to go\)'),
        (("d8", 3, "bead 4,9"), "bead 3,10", "has found a nutrient, so the next bead goes on it: 5,9"),
        (("d8", 3, "bead 3,10"), "bead 3,8", "can be extended, so the next one continues it: 2,11; 3,11"),
        (("d8", 3, "bead 3,10"), "bead 4,10", "is beside 2 beads of yours; with the d8 it must be exactly one"),
        (("d4", 3), "bead 3,8", "3,8 is beside your bead on 3,9; with the d4 only beads of this turn"),
        (("d4", 3), "bead 15,9", "Blue's bead is on 15,9. With the d4 only a plant of this turn can attack"),
        (("d4", 3, "bead 14,8"), "bead 15,9", "your root is not stronger there: 1 against 1"),
        (("d4", 3, "bead 2,2", "bead 5,5"), "bead 5,9", "A nutrient is at 5,9"),
    ],
)  # fmt: skip
def test_refusals_while_growing(acts: tuple[str | int, ...], text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        ROOTS.parse(text, opened(*acts))


def test_refusals_of_buds_attacks_and_marking_beads() -> None:
    data = opened().dump() | {"roots": [["3,3", "3,5"], ["4,4", "5,4", "6,4", "9,9"]]}
    position = go(ROOTS.load(data), "d6", 2)
    for text, reason in {
        "bead 3,2": "3,2 is beside 1 bead of yours; with the d6 it must be two or more",
        "bead 4,4": "Blue's bead is on 4,4, and your root is not stronger there: 1 against 3",
        "bead 9,9": "Blue's bead marks the nutrient at 9,9, and a marking bead is never attacked",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            ROOTS.parse(text, position)


def test_second_attack_of_a_turn_is_refused() -> None:
    data = opened().dump() | {"roots": [["0,0", "1,0"], ["2,0", "4,0"]], "markers": {}}
    position = go(ROOTS.load(data), "d8", 4, "bead 2,0", "bead 3,0")
    with pytest.raises(IllegalMove, match="Blue's bead is on 4,0, and you have attacked once in this turn already"):
        ROOTS.parse("bead 4,0", position)


def test_bead_that_is_no_end_is_not_extended() -> None:
    data = opened().dump() | {"roots": [["0,0", "1,1", "2,2", "3,3"], []], "markers": {}}
    position = go(ROOTS.load(data), "d8", 4)
    with pytest.raises(IllegalMove, match="1,3 is beside 1 bead of yours, but that one is not an end"):
        ROOTS.parse("bead 1,3", position)


def test_refusals_of_spawns_and_losses() -> None:
    position = go(ROOTS.start(2), "bead 3,3", "bead 9,3", (4, 10))
    with pytest.raises(IllegalMove, match="not what is asked now"):
        ROOTS.parse("lose 3,9", position)
    with pytest.raises(IllegalMove, match=r"A bead is on 9,3; in the setup no nutrient spawns there\..*x,y = 3,9"):
        ROOTS.parse("spawn 9,3", position)
    with pytest.raises(IllegalMove, match="The dice show 4 and 10, which does not lead to 0,0"):
        ROOTS.parse("spawn 0,0", position)
    with pytest.raises(IllegalMove, match="Choose 3,0 or 3,2"):
        ROOTS.parse("lose 5,5", cut())


def test_a_free_choice_of_lines_is_told_without_listing_them() -> None:
    position = go(ROOTS.start(2), "bead 3,3", "bead 9,3", (20, 10))
    with pytest.raises(IllegalMove, match='"spawn x,y" with x or y = 9, no bead being there'):
        ROOTS.parse("spawn 0,0", position)
    assert "any x and y" in ROOTS.hint(go(opened("d10", 5, 12), (20, 20)))


def test_nothing_can_be_played_while_dice_are_to_fall_or_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="The dice come first: how many beads to place is about to be rolled"):
        ROOTS.parse("bead 3,8", opened("d8"))
    with pytest.raises(UnreadableMove, match="The dice come first"):
        ROOTS.parse("roll d8 3", opened("d8"))
    over = random_game(ROOTS.start(2), Random(1))[-1]
    with pytest.raises(IllegalMove, match="The game is over"):
        ROOTS.parse("d4", over)


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


def test_text_board_shows_every_mark_that_its_legend_names() -> None:
    data = opened("d8", 5, "bead 4,9").dump()
    position = ROOTS.load(data | {"markers": {"5,9": [0], "9,9": [4], "15,9": [0, 7]}})
    lines = ROOTS.text(position).splitlines()
    row = next(line for line in lines if line.startswith(" 9 "))
    assert row == " 9  .  .  .  r [r] ?  .  .  .  $  .  .  .  .  .  B  .  .  ."
    assert lines[0].split()[0] == "18"
    assert lines[19].split() == [str(x) for x in range(19)]
    assert " 15,9  7+?    b       b" in lines
    assert "  5,9  ?      -       r" in lines
    assert "r red           0      4     54      2   to act" in lines


def test_text_board_marks_where_the_ends_at_stake_begin() -> None:
    text = ROOTS.text(cut())
    assert "(b)" in text
    assert "( ) = where an end at stake begins" in text
    assert "( )" not in ROOTS.text(opened())
    assert text.splitlines()[-1] == "Blue is to act, in the turn of Red."


def test_letters_tell_all_colours_apart() -> None:
    assert len(set(LETTERS)) == len(COLOURS) == 8


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


def test_picture_shows_the_values_of_nutrients() -> None:
    position = ROOTS.load(opened().dump() | {"markers": {"5,9": [0], "9,9": [4, 8], "12,0": [9, 0]}})
    texts = [text.text for text in ElementTree.fromstring(ROOTS.svg(position)).iter(f"{SVG}text")]
    assert texts.count("?") == 1
    assert "9?" in texts
    assert texts.count("12") == 2 + 1  # a column, a row and a nutrient


def test_picture_rings_the_ends_at_stake() -> None:
    position = cut()
    assert isinstance(position.stage, Losing)
    rings = sum(arm.chain.bit_count() for arm in position.stage.arms)
    assert circles(position, "#ffffff") == rings + 1 == 3, "and one in the key"


def test_picture_is_small_even_with_a_full_board() -> None:
    positions = random_game(ROOTS.start(8, {"beads": 180}), Random(5))
    assert max(len(ROOTS.svg(position)) for position in positions[::100]) < 75_000


# What a roll did


def described(position: Position) -> list[str]:
    names = [COLOURS[effect.seat] if effect.seat is not None else "" for effect in position.effects]
    texts = [ROOTS.describe_effect(effect) for effect in position.effects]
    return [f"{name} {text}".strip() for name, text in zip(names, texts, strict=True)]


def test_growth_and_find_are_told() -> None:
    position = opened("d8", 3)
    assert described(position) == ["red has 3 beads to place"]
    position = go(position, "bead 4,9", "bead 5,9")
    assert described(position) == ["red marks the nutrient at 5,9"]
    assert described(go(position, 7)) == ["a marker at 5,9 is worth 7"]


def test_rain_is_told_nutrient_by_nutrient() -> None:
    position = go(opened("d8", 3, "bead 4,9", "bead 5,9", 7, "bead 6,9", 2), "d8", 1)
    assert described(position) == [
        "blue has 1 bead to place",
        "it rains on 1 nutrient",
        "red gets 7 points for the nutrient at 5,9",
        "red takes the marking bead on 5,9 back into the pile",
    ]


def test_cut_is_told() -> None:
    position = cut()
    assert described(position) == [
        "blue loses the bead on 3,1 to a stronger root",
        "blue has to choose which of 2 ends of the cut root is lost",
    ]
    assert described(go(position, "lose 3,0")) == ["blue loses the end that begins at 3,0: 1 bead"]


def test_phase_two_is_told() -> None:
    position = opened("d10", 4)
    assert described(position) == ["red takes 4 beads from the pile"]
    assert described(go(position, 2)) == ["no nutrient spawns, since the d12 is not above 2, the number of nutrients"]
    assert described(go(position, 9, (8, 4), "spawn 7,3")) == ["a nutrient spawns at 7,3"]
    assert described(go(position, 9, (10, 10), "spawn 9,9")) == ["marker 2 spawns at 9,9"]
    assert described(go(position, 9, (16, 10), "spawn 15,9")) == [
        "blue loses the bead on 15,9, where the nutrient would have spawned"
    ]


@pytest.mark.slow
def test_everything_that_happens_is_told() -> None:
    kinds = set()
    for seed in range(60):
        for position in random_game(ROOTS.start(2 + seed % 7, {"beads": 20 + seed}), Random(seed)):
            kinds |= {effect.kind for effect in position.effects}
            assert all(described(position))
    rare = {"again", "turn limit"}
    assert kinds | rare == {
        "again", "barren", "blocked", "found", "grows", "lost", "pile empty", "rain", "scored", "severed", "spawned",
        "stack empty", "took", "torn", "turn limit", "uprooted", "washed", "wasted", "worth",
    }  # fmt: skip


def test_table_names_beads_and_nutrients_by_x_and_y() -> None:
    (table,) = ROOTS.tables(opened("d8", 3, "bead 4,9", "bead 5,9", 7))
    rows = dict(table.rows)
    assert (table.columns[4], table.columns[5]) == ("x 4", "x 5")
    assert rows["y 9"][3:6] == ("red", "red, new", "nutrient, worth 7, marked by red, new")
    assert rows["y 9"][9] == "nutrient, 1 marker not rolled yet"
    assert rows["y 0"][0] == "empty"
