"""Roots and Shoots: each rule and ruling on small boards.

Boards are drawn with 0,0 at the lower left. A small letter is a bead, a capital a bead on a nutrient, ``?`` a nutrient
whose value is not rolled, ``$`` one that is worth 5 (so is one under a bead).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.rules.base import IllegalMove, OptionError, Outcome, Roll
from games.rules.roots import ROOTS
from games.rules.roots.grid import NAMES
from games.rules.roots.pieces import LETTERS
from games.rules.roots.position import Position
from games.rules.roots.root import strength
from tests.games.rules.roots.steps import go

STARS = {"3,3", "3,9", "3,15", "9,3", "9,15", "15,3", "15,9", "15,15"}


def laid(*rows: str, seats: int = 2, mover: int = 0, **changes: Any) -> Position:
    """A position in which the mover chooses a die; ``changes`` to what ``dump`` writes."""
    board: list[list[str]] = [[] for _ in range(seats)]
    markers: dict[str, list[int]] = {}
    for y, row in enumerate(reversed(rows)):
        for x, mark in enumerate(row):
            if mark.lower() in LETTERS:
                board[LETTERS.index(mark.lower())].append(f"{x},{y}")
            if mark in "?$" or mark.isupper():
                markers[f"{x},{y}"] = [0 if mark == "?" else 5]
    data = ROOTS.start(seats).dump() | {
        "roots": board,
        "markers": markers,
        "stores": [6] * seats,
        "turn": 2 * seats + mover,
        "stage": {"name": "choosing", "seat": mover + 1},
    }
    options = data["options"] | {name: value for name, value in changes.items() if name in data["options"]}
    return ROOTS.load(data | changes | {"options": options})


def legal(position: Position) -> set[str]:
    return {ROOTS.format(move, position) for move in position.legal_moves()}


def nodes(position: Position) -> set[str]:
    """The nodes of the legal steps."""
    return {text.split()[1] for text in legal(position)}


def effects(position: Position) -> list[tuple[str, int | None, str, int]]:
    return [(effect.kind, effect.seat, effect.where, effect.amount) for effect in position.effects]


def amounts(position: Position, kind: str) -> list[tuple[str, int]]:
    return [(effect.where, effect.amount) for effect in position.effects if effect.kind == kind]


SEEN: dict[str, Callable[[Position], Any]] = {  # what can be seen of a position
    "acts": lambda position: position.to_act,
    "blue": lambda position: set(position.dump()["roots"][1]),
    "dice": lambda position: position.to_act.dice if isinstance(position.to_act, Roll) else (),
    "effects": effects,
    "forced": lambda position: position.forced_move() is not None,
    "kinds": lambda position: [effect.kind for effect in position.effects],
    "last": lambda position: position.is_last,
    "legal": legal,
    "markers": lambda position: position.dump()["markers"],
    "mover": lambda position: position.mover,
    "newest": lambda position: effects(position)[-1],
    "nodes": nodes,
    "outcome": lambda position: position.outcome(),
    "over": lambda position: position.to_act is None,
    "piles": lambda position: position.garden.piles,
    "rain": lambda position: amounts(position, "rain"),
    "red": lambda position: set(position.dump()["roots"][0]),
    "scores": lambda position: position.scores,
    "stack": lambda position: position.garden.stack,
    "store": lambda position: position.garden.stores[0],
    "wasted": lambda position: amounts(position, "wasted"),
    "worth": lambda position: amounts(position, "worth"),
}


def spawn(node: str) -> tuple[Any, ...]:
    """Red's d12 and d20 lead a nutrient to the node."""
    x, y = map(int, node.split(","))
    return "d10", 2, 12, (x + 1, y + 1), f"spawn {node}"


FIRST = ("bead 3,3", "bead 9,3")
START = ROOTS.start(2)
Y = ("r...r", ".r.r.", "..r..", "..r..", "..r..")
BLUE_Y = tuple(row.replace("r", "b") for row in Y)
WALL = ("......b.", "......b.", "rrrrrrb.", "......b.", "......b.")
FIND_IN_WALL = ("......b.", "......b?", *WALL[2:])
FAR = {name for name in NAMES if name not in ("0,0", "1,0", "0,1", "1,1", "2,0")}

# A position, what happens in it, and what is seen then.
RULES: dict[str, tuple[Position, Sequence[Any], dict[str, Any]]] = {
    # Setup
    "eight seats fill the star points":
        (ROOTS.start(8), [f"bead {at}" for at in sorted(STARS)[:7]], {"nodes": {sorted(STARS)[7]}, "forced": False}),
    "first nutrients avoid beads": (START, (*FIRST, (4, 10)), {"nodes": {"3,9"}, "forced": True}),
    "dice that lead to beads only are rolled again in the setup":
        (START, (*FIRST, (4, 4)), {"dice": (20, 20), "effects": [("again", None, "", 0)]}),
    "it rains in the setup too":
        (START, (*FIRST, (5, 5), "spawn 4,4", (1, 7), 9), {"scores": (9, 0), "markers": {}, "nodes": {"0,6", "6,0"}}),
    # Choosing a die, sunbathing
    "an empty store leaves only the d10": (laid("r", stores=[0, 6]), (), {"legal": {"d10"}, "forced": True}),
    "sunbathing takes beads from the pile": (laid("r"), ("d10", 7), {"store": 13, "piles": (46, 54), "dice": (12,)}),
    "sunbathing takes what is left":
        (laid("r", stores=[57, 6]), ("d10", 7),
         {"store": 59, "effects": [("took", 0, "", 2), ("pile empty", 0, "", 0)]}),
    "a die may be chosen although nothing can be placed with it":
        (laid("r"), ("d6", 3), {"dice": (12,), "effects": [("grows", 0, "", 3), ("blocked", 0, "", 3)]}),
    "beads are placed as long as the store lasts, and an empty store ends nothing":
        (laid("r", stores=[1, 6]), ("d8", 5, "bead 1,0"), {"dice": (12,), "last": False}),
    "the d4 keeps away from older beads and may touch those of the turn":
        (laid("r.."), ("d4", 3, "bead 2,0"), {"nodes": FAR}),
    # Finds
    "a bead beside a nutrient must be followed by one on it":
        (laid("r.?"), ("d8", 3, "bead 1,0"), {"legal": {"bead 2,0"}, "forced": False}),
    "the value of a nutrient is rolled":
        (laid("r.?"), ("d8", 2, "bead 1,0", "bead 2,0", 9),
         {"markers": {"2,0": [9]}, "effects": [("worth", None, "2,0", 9)], "dice": (12,)}),
    "the last bead of the store finds nothing":
        (laid("r.?", stores=[1, 6]), ("d8", 4, "bead 1,0"), {"dice": (12,)}),
    "a marking bead makes further finds whatever the die wants":
        (laid("r.??"), ("d8", 4, "bead 1,0", "bead 2,0", 4),
         {"legal": {"bead 3,0"}, "markers": {"2,0": [4], "3,0": [0]}}),
    "markers that have values keep them when marked again":
        (laid("r.?", markers={"2,0": [7, 0]}), ("d8", 2, "bead 1,0", "bead 2,0", 4), {"markers": {"2,0": [7, 4]}}),
    "with one nutrient the growth ends and phase two follows":
        (laid("r.??", one_nutrient="yes"), ("d8", 4, "bead 1,0", "bead 2,0", 4), {"dice": (12,), "mover": 0}),
    "one on the first of two markers brings rain that values the second":
        (laid("r.?", markers={"2,0": [0, 0]}), ("d8", 3, "bead 1,0", "bead 2,0", 1, 8),
         {"scores": (9, 0), "red": {"0,0", "1,0"}}),
    "the d8 may go on anywhere when rain took the last bead":
        (laid("r.?..r"), ("d8", 3, "bead 1,0", "bead 2,0", 1),
         {"scores": (1, 0), "nodes": {"2,0", "2,1", "4,0", "4,1", "5,1", "6,0", "6,1"}}),
    # Rain
    "rain comes before beads are taken from the pile":
        (laid("R", stores=[59, 6], is_last=True), ("d10", 1),
         {"store": 60, "kinds": ["rain", "scored", "washed", "took", "pile empty"]}),
    "rain comes before the d12 is compared": (laid("r$", stores=[0, 6]), ("d10", 5, 1), {"dice": (20, 20)}),
    "rain comes before a node is chosen, and two ones are one rain":
        (laid("r$", stores=[0, 6]), ("d10", 5, 12, (1, 1)), {"kinds": ["rain", "scored"], "nodes": {"0,0"}}),
    "rain falls on what a marker shows when it spawns":
        (laid("r", stores=[0, 6], value_at="spawn"), ("d10", 5, 12, (1, 2), "spawn 1,0", 1),
         {"scores": (1, 0), "acts": 1}),
    "values are shared equally and the rest goes to the marker":
        (laid("bR", markers={"1,0": [8, 5]}), ("d8", 1), {"scores": (7, 6), "red": set(), "piles": (54, 53)}),
    "the rest of an unmarked nutrient is lost":
        (laid("b$r"), ("d6", 1), {"scores": (2, 2), "wasted": [("1,0", 1)]}),
    "nutrients that nobody touches stay": (laid("r..$"), ("d8", 1), {"markers": {"3,0": [5]}, "rain": [("", 0)]}),
    "a marking bead shares in another nutrient before it leaves":
        (laid("R$b", markers={"0,0": [4], "1,0": [6]}), ("d6", 1), {"scores": (7, 3)}),
    "markers in the rain are rolled from below and left":
        (laid("..?", "?r.", "..?"), ("d8", 1, (2, 3, 4)), {"worth": [("2,0", 2), ("0,1", 3), ("2,2", 4)]}),
    "one in the rain brings no second rain":
        (laid("r?"), ("d8", 1, 1), {"scores": (1, 0), "kinds": ["worth", "scored"]}),
    "a bead that is washed off cuts no root": (laid("rRr"), ("d6", 1), {"red": {"0,0", "2,0"}}),
    # Attack
    "a stronger root takes the node":
        (laid("rrb"), ("d8", 1, "bead 2,0"),
         {"red": {"0,0", "1,0", "2,0"}, "blue": set(), "piles": (52, 54), "effects": [("severed", 1, "2,0", 0)]}),
    "a later bead of a d4 attacks beside beads of the turn":
        (laid("r....b"), ("d4", 3, "bead 3,0", "bead 4,0", "bead 5,0"), {"blue": set()}),
    # Cutting
    "a single bead beside another is lost alone": (laid("bb.", stores=[0, 6]), spawn("1,0"), {"blue": {"0,0"}}),
    "the owner of a cut line chooses the end that is lost":
        (laid("bbbbb"), spawn("1,0"), {"acts": 1, "mover": 0, "legal": {"lose 0,0", "lose 2,0"}, "forced": False}),
    "the mover may be the owner": (laid("rrr"), spawn("1,0"), {"acts": 0}),
    "beads on the loose side are lost down to the split":
        (laid(*BLUE_Y), spawn("2,1"),
         {"blue": {"0,4", "4,4", "1,3", "3,3", "2,2"}, "effects": [("uprooted", 1, "2,1", 0), ("lost", 1, "2,0", 1)]}),
    "a bead between two splits is lost alone":
        (laid("b..b", ".bb.", ".b..", ".b..", ".b..", "b.b."), spawn("1,2"),
         {"blue": {"0,5", "3,5", "1,4", "2,4", "1,3", "1,1", "0,0", "2,0"}}),
    "a bead of a loop is lost alone": (laid(".b.", "b.b", ".b."), spawn("1,0"), {"blue": {"0,1", "2,1", "1,2"}}),
    "a split loses the end that is chosen":
        (laid(*BLUE_Y), (*spawn("2,2"), "lose 2,1"), {"blue": {"0,4", "4,4", "1,3", "3,3"}}),
    "a marking bead in a lost end leaves the nutrient with its value":
        (laid("bbB", "..."), (*spawn("1,1"), "lose 2,1"), {"markers": {"2,1": [5]}, "blue": {"0,1"}}),
    "an attack cuts, and the owner chooses in the mover's turn":
        (laid(*WALL), ("d8", 3, "bead 6,2"), {"acts": 1, "nodes": {"6,1", "6,3"}}),
    "finds are looked for after the cut":
        (laid(*FIND_IN_WALL), ("d8", 3, "bead 6,2", "lose 6,3"), {"nodes": {"7,3"}}),
    "a find beside the end that stays is none":
        (laid(*FIND_IN_WALL), ("d8", 3, "bead 6,2", "lose 6,1"), {"nodes": {"7,1", "7,2"}}),
    # Phase 2
    "no nutrient spawns when the d12 is not above their number":
        (laid("$.$.$"), ("d10", 2, 3), {"acts": 1, "effects": [("barren", None, "", 3)]}),
    "eleven nutrients are the most": (laid("$" * 11), ("d10", 2, 12), {"acts": 1}),
    "a nutrient spawns on an empty node":
        (laid("r"), spawn("3,4"),
         {"markers": {"3,4": [0]}, "stack": 23, "acts": 1, "effects": [("spawned", None, "3,4", 1)]}),
    "a marker under a bead has its value": (laid("rB", ".."), (*spawn("1,1"), 8), {"markers": {"1,1": [5, 8]}}),
    "a marker is rolled at once with value at spawn":
        (laid("r", value_at="spawn"), (*spawn("3,4"), 11), {"markers": {"3,4": [11]}, "acts": 1}),
    "no marker is placed on a bead, and the stack does not become empty by it":
        (laid("b", stack=1), spawn("0,0"), {"stack": 1, "markers": {}, "last": False}),
    # The end
    "the game ends with the turn in which a pile runs out":
        (laid("r", stores=[55, 6]), ("d10", 9, 12, (5, 5), "spawn 4,4"), {"over": True}),
    "a pile that is refilled does not save the game":
        (laid("r", stores=[55, 6]), ("d10", 9, 12, (1, 1), "spawn 0,0"), {"piles": (1, 54), "over": True}),
    "the game ends with the turn in which the stack runs out":
        (laid("r", stack=1), spawn("4,4"),
         {"over": True, "effects": [("spawned", None, "4,4", 1), ("stack empty", None, "", 0)]}),
    "the value of the last marker is still rolled and rains":
        (laid("r", stack=1, value_at="spawn"), (*spawn("1,0"), 1), {"scores": (1, 0), "over": True}),
    "the game ends after 200 turns of every seat":
        (laid("$", mover=1, turn=2 * 2 + 399), ("d10", 2, 1), {"over": True, "newest": ("turn limit", None, "", 200)}),
    "the game goes on before the last of 200 turns": (laid("$", turn=2 * 2 + 398), ("d10", 2, 1), {"acts": 1}),
    "places go by points and ties share them":
        (laid("r", seats=3, stack=1, points=[3, 9, 3]), spawn("4,4"), {"outcome": Outcome((2, 1, 2), "score")}),
}  # fmt: skip


@pytest.mark.parametrize(("position", "acts", "seen"), RULES.values(), ids=RULES)
def test_rule(position: Position, acts: Sequence[Any], seen: dict[str, Any]) -> None:
    after = go(position, *acts)
    assert {name: SEEN[name](after) for name in seen} == seen


GROWTH = {  # the board, the die with its face and the beads that follow, and where the next bead can go
    "the d6 wants two or more beads of the seat": (("b..", "r.r"), ("d6", 1), {"1,0", "1,1"}),
    "the d6 may connect two plants": (("rr.rr",), ("d6", 1), {"0,1", "1,1", "2,0", "2,1", "3,1", "4,1"}),
    "the d8 wants exactly one bead, and that one an end": (("rrr",), ("d8", 1), {"3,0", "3,1"}),
    "the d8 extends a single bead to all sides":
        (("...", ".r.", "..."), ("d8", 1), {"0,0", "1,0", "2,0", "0,1", "2,1", "0,2", "1,2", "2,2"}),
    "the d8 goes on from the bead placed last": (("r....r",), ("d8", 2, "bead 1,0"), {"2,0", "2,1"}),
    "the d8 goes on at any end when the last bead cannot be extended":
        (("..b..", "r.b..r"), ("d8", 2, "bead 1,0"), {"4,0", "4,1", "5,1", "6,0", "6,1"}),
    "the d8 goes on by attack if only that extends the last bead":
        (("...b...", "rr.b..r"), ("d8", 3, "bead 2,0"), {"3,0", "3,1"}),
    "beads on nutrients count as beads of the seat": (("R.R",), ("d6", 2), {"1,0", "1,1"}),
    "a bead on a nutrient is an end": (("rR",), ("d8", 2), {"2,0", "2,1"}),
    "nutrients are no places for beads": (("r?",), ("d8", 2), {"0,1", "1,1"}),
    "one of several finds is chosen": (("..?", "r..", "..?"), ("d8", 3, "bead 1,1"), {"2,0", "2,2"}),
    "a find beside another seat's bead is no find": (("r.?b",), ("d8", 2, "bead 1,0"), {"2,1"}),
    "what older beads touch is found only by the bead placed last":
        (("r?....r",), ("d8", 2, "bead 5,0"), {"4,0", "4,1"}),
    "a split is taken by any root": (("..bb", "r.bb"), ("d8", 2, "bead 1,0"), {"2,0", "2,1"}),
    "a marking bead is never attacked": (("rrrB",), ("d8", 2), {"3,1"}),
    "an attack must fit the die": (("rrr", "b.."), ("d8", 1), {"3,0", "3,1", "3,2"}),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "acts", "wanted"), GROWTH.values(), ids=GROWTH)
def test_beads_can_be_placed(rows: tuple[str, ...], acts: tuple[Any, ...], wanted: set[str]) -> None:
    assert nodes(go(laid(*rows), *acts)) == wanted


@pytest.mark.parametrize(
    ("rows", "acts", "node", "is_taken"),
    [
        (("rrbb",), ("d8", 1), "2,0", False),  # equal roots
        (("rr.", "rrb"), ("d6", 1), "2,0", False),  # a split does not attack
        (("r....b",), ("d4", 2), "5,0", False),  # nor does the first bead of a d4
        (("rrr", "..b", "..r"), ("d6", 1), "2,1", True),  # the strongest of the beads beside attacks
        (("rrb.b",), ("d8", 3, "bead 2,0", "bead 3,1"), "4,0", False),
        (("...r.", "rrr.b"), ("d8", 1), "4,0", True),
        (("r....b",), ("d4", 3, "bead 3,0"), "5,0", False),
        (("r....b",), ("d4", 3, "bead 3,0", "bead 4,0"), "5,0", True),
    ],
    ids=str,
)
def test_attack_takes_a_node_or_not(rows: tuple[str, ...], acts: tuple[Any, ...], node: str, is_taken: bool) -> None:
    assert (node in nodes(go(laid(*rows), *acts))) == is_taken


@pytest.mark.parametrize(
    ("rows", "node", "wanted"),
    [
        (("r",), "0,0", 1),
        (("rrrrr",), "0,0", 5),
        (("rrrrr",), "1,0", 4),
        (("rrrrr",), "2,0", 3),
        (Y, "2,2", 0),  # a split
        (Y, "0,4", 2),
        (Y, "1,3", 2),
        (Y, "2,1", 2),
        ((".r.", "r.r", ".r."), "1,0", 4),  # a loop
        (("rr", "rr"), "0,0", 0),
        (("rr", "r."), "0,0", 3),
    ],
    ids=str,
)
def test_strength_is_the_bead_and_its_longest_chain_to_a_split(rows: tuple[str, ...], node: str, wanted: int) -> None:
    assert strength(laid(*rows).garden.roots[0], NAMES.index(node)) == wanted


# Options, refusals, records


def test_options_left_out_are_sixty_beads_and_twelve_nutrients_a_seat() -> None:
    for seats in ROOTS.seats:
        wanted = {"beads": 60, "nutrients": 12 * seats, "value_at": "touch", "one_nutrient": "no"}
        assert ROOTS.check_options(seats, {}) == wanted
    garden = ROOTS.start(3, {"beads": 20}).garden
    assert (garden.stores, garden.piles, garden.stack) == ((6, 6, 6), (14, 14, 14), 36)


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"beads": 19}, "20 to 180"),
        ({"nutrients": 101}, r"10 to 100 \(usual for 3 players: 36\)"),
        ({"beads": "no"}, "60"),
        ({"beads": 60.0}, "20 to 180"),
    ],
)
def test_numbers_out_of_range_are_refused_with_the_range(options: dict[str, Any], right: str) -> None:
    with pytest.raises(OptionError, match=right):
        ROOTS.start(3, options)


def test_other_die_with_an_empty_store_is_refused() -> None:
    with pytest.raises(IllegalMove, match="store is empty"):
        go(laid("r", stores=[0, 6]), "d4")


def test_dumped_nutrients_may_come_back_in_any_order() -> None:
    position = laid("$.$", "?..")
    data = position.dump()
    assert ROOTS.load(data | {"markers": dict(reversed(data["markers"].items()))}) == position
