"""Roots and Shoots: each rule and ruling on small boards.

Boards are drawn with 0,0 at the lower left. A small letter is a bead, a capital a bead on a nutrient, ``?`` a nutrient
whose value is not rolled, ``$`` one that is worth 5 (so is one under a bead).
"""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.base import IllegalMove, OptionError, Roll
from games.rules.replay import replay
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


def waits_for(position: Position) -> tuple[int, ...]:
    """The sides of the dice that the position waits for."""
    assert isinstance(position.to_act, Roll)
    return position.to_act.dice


def beads(position: Position, seat: int = 0) -> set[str]:
    data: list[list[str]] = position.dump()["roots"]
    return set(data[seat])


def markers(position: Position) -> dict[str, list[int]]:
    found: dict[str, list[int]] = position.dump()["markers"]
    return found


def described(position: Position) -> list[tuple[str, int | None, str, int]]:
    return [(effect.kind, effect.seat, effect.where, effect.amount) for effect in position.effects]


SETTLED = ("bead 3,3", "bead 9,3")


# Options and material


def test_options_left_out_are_sixty_beads_and_twelve_nutrients_a_seat() -> None:
    for seats in ROOTS.seats:
        assert ROOTS.check_options(seats, {}) == {
            "beads": 60,
            "nutrients": 12 * seats,
            "value_at": "touch",
            "one_nutrient": "no",
        }


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


def test_six_beads_are_in_the_store_and_the_rest_in_the_pile() -> None:
    garden = ROOTS.start(3, {"beads": 20}).garden
    assert garden.stores == (6, 6, 6)
    assert garden.piles == (14, 14, 14)
    assert garden.stack == 36


# Setup


def test_first_beads_go_on_free_star_points_other_than_the_centre() -> None:
    position = ROOTS.start(2)
    assert nodes(position) == STARS
    assert nodes(go(position, "bead 3,9")) == STARS - {"3,9"}


def test_eight_seats_fill_the_eight_star_points() -> None:
    position = ROOTS.start(8)
    for text in sorted(STARS):
        assert position.forced_move() is None
        position = go(position, f"bead {text}")
    assert waits_for(position) == (20, 20)


def test_first_nutrients_avoid_beads() -> None:
    position = go(ROOTS.start(2), *SETTLED, (4, 10))
    assert nodes(position) == {"3,9"}
    assert position.forced_move() is not None


def test_dice_that_lead_to_beads_only_are_rolled_again_in_the_setup() -> None:
    position = go(ROOTS.start(2), *SETTLED, (4, 4))
    assert waits_for(position) == (20, 20)
    assert described(position) == [("again", None, "", 0)]
    assert nodes(go(position, (4, 5))) == {"3,4", "4,3"}


def test_two_twenties_allow_all_nodes_without_beads_in_the_setup() -> None:
    assert len(nodes(go(ROOTS.start(2), *SETTLED, (20, 20)))) == 361 - 2


def test_one_twenty_allows_the_line_either_way() -> None:
    wanted = {f"{x},6" for x in range(19)} | {f"6,{y}" for y in range(19)}
    assert nodes(go(ROOTS.start(2), *SETTLED, (20, 7))) == wanted


def test_nutrients_may_pile_up_in_the_setup() -> None:
    position = go(ROOTS.start(2), *SETTLED, (5, 5), "spawn 4,4", (5, 5), "spawn 4,4")
    assert markers(position) == {"4,4": [0, 0]}
    assert position.to_act == 0


def test_it_rains_in_the_setup_too() -> None:
    position = go(ROOTS.start(2), *SETTLED, (5, 5), "spawn 4,4", (1, 7), 9)
    assert position.scores == (9, 0)
    assert markers(position) == {}
    assert nodes(position) == {"0,6", "6,0"}


# Choosing a die, sunbathing


def test_any_die_may_be_chosen_with_beads_in_the_store() -> None:
    position = laid("r")
    assert legal(position) == {"d4", "d6", "d8", "d10"}
    assert position.forced_move() is None


def test_empty_store_leaves_only_the_d10_and_it_is_forced() -> None:
    position = laid("r", stores=[0, 6])
    assert legal(position) == {"d10"}
    assert position.forced_move() is not None
    with pytest.raises(IllegalMove, match="store is empty"):
        go(position, "d4")


def test_sunbathing_takes_beads_from_the_pile() -> None:
    position = go(laid("r"), "d10", 7)
    assert (position.garden.stores[0], position.garden.piles[0]) == (13, 60 - 1 - 13)
    assert waits_for(position) == (12,)


def test_sunbathing_takes_what_is_left() -> None:
    position = go(laid("r", stores=[57, 6]), "d10", 7)
    assert (position.garden.stores[0], position.garden.piles[0]) == (59, 0)
    assert described(position) == [("took", 0, "", 2), ("pile empty", 0, "", 0)]


def test_die_may_be_chosen_although_nothing_can_be_placed_with_it() -> None:
    position = go(laid("r"), "d6", 3)
    assert waits_for(position) == (12,)
    assert described(position) == [("grows", 0, "", 3), ("blocked", 0, "", 3)]


def test_beads_are_placed_as_long_as_the_store_lasts() -> None:
    position = go(laid("r", stores=[1, 6]), "d8", 5, "bead 1,0")
    assert waits_for(position) == (12,)


def test_growth_cannot_stop_before_all_beads_are_placed() -> None:
    position = go(laid("r"), "d8", 2, "bead 1,0")
    assert position.to_act == 0
    assert nodes(position) == {"2,0", "2,1"}


# d4, d6, d8


def test_d4_keeps_away_from_older_beads_and_may_touch_those_of_the_turn() -> None:
    position = go(laid("r.."), "d4", 3, "bead 2,0")
    free = {name for name in NAMES if name not in ("0,0", "1,0", "0,1", "1,1", "2,0")}
    assert nodes(position) == free
    assert nodes(go(position, "bead 3,0")) == free - {"3,0"}


GROWTH = {  # the board, the die with its face and the beads that follow, and where the next bead can go
    "the d6 wants two or more beads of the seat": (("b..", "r.r"), ("d6", 1), {"1,0", "1,1"}),
    "the d6 may connect two plants": (("rr.rr",), ("d6", 1), {"0,1", "1,1", "2,0", "2,1", "3,1", "4,1"}),
    "the d8 wants exactly one bead, and that one an end": (("rrr",), ("d8", 1), {"3,0", "3,1"}),
    "the d8 extends a single bead to all sides": (
        ("...", ".r.", "..."), ("d8", 1), {"0,0", "1,0", "2,0", "0,1", "2,1", "0,2", "1,2", "2,2"},
    ),
    "the d8 goes on from the bead placed last": (("r....r",), ("d8", 2, "bead 1,0"), {"2,0", "2,1"}),
    "the d8 goes on at any end when the last bead cannot be extended": (
        ("..b..", "r.b..r"), ("d8", 2, "bead 1,0"), {"4,0", "4,1", "5,1", "6,0", "6,1"},
    ),
    "the d8 goes on by attack if only that extends the last bead": (
        ("...b...", "rr.b..r"), ("d8", 3, "bead 2,0"), {"3,0", "3,1"},
    ),
    "beads on nutrients count as beads of the seat": (("R.R",), ("d6", 2), {"1,0", "1,1"}),
    "a bead on a nutrient is an end": (("rR",), ("d8", 2), {"2,0", "2,1"}),
    "nutrients are no places for beads": (("r?",), ("d8", 2), {"0,1", "1,1"}),
    "one of several finds is chosen": (("..?", "r..", "..?"), ("d8", 3, "bead 1,1"), {"2,0", "2,2"}),
    "a find beside another seat's bead is no find": (("r.?b",), ("d8", 2, "bead 1,0"), {"2,1"}),
    "what older beads touch is found only by the bead placed last": (
        ("r?....r",), ("d8", 2, "bead 5,0"), {"4,0", "4,1"},
    ),
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
        (("rrbb",), ("d8", 1), "2,0", False),
        (("rr.", "rrb"), ("d6", 1), "2,0", False),
        (("r....b",), ("d4", 2), "5,0", False),
        (("rrr", "..b", "..r"), ("d6", 1), "2,1", True),
    ],
    ids=["equal roots", "a split does not attack", "the first bead of a d4", "the strongest of the beads beside"],
)
def test_attack_takes_a_node_or_not(rows: tuple[str, ...], acts: tuple[Any, ...], node: str, is_taken: bool) -> None:
    assert (node in nodes(go(laid(*rows), *acts))) == is_taken


# Finds


def test_bead_beside_a_nutrient_must_be_followed_by_one_on_it() -> None:
    position = go(laid("r.?"), "d8", 3, "bead 1,0")
    assert legal(position) == {"bead 2,0"}
    assert position.forced_move() is None


def test_marking_bead_is_first_and_rolls_the_value() -> None:
    position = go(laid("r.?"), "d8", 2, "bead 1,0", "bead 2,0")
    assert waits_for(position) == (12,)
    position = go(position, 9)
    assert markers(position) == {"2,0": [9]}
    assert described(position) == [("worth", None, "2,0", 9)]
    assert waits_for(position) == (12,)


def test_last_bead_of_the_roll_finds_nothing() -> None:
    assert waits_for(go(laid("r.?"), "d8", 1, "bead 1,0")) == (12,)


def test_last_bead_of_the_store_finds_nothing() -> None:
    assert waits_for(go(laid("r.?", stores=[1, 6]), "d8", 4, "bead 1,0")) == (12,)


def test_nutrient_passed_over_is_found_again() -> None:
    position = go(laid("..?", "r..", "..?"), "d8", 4, "bead 1,1", "bead 2,2", 3)
    assert "3,1" in nodes(position)
    assert legal(go(position, "bead 3,1")) == {"bead 2,0"}


def test_marking_bead_makes_further_finds_whatever_the_die_wants() -> None:
    position = go(laid("r.??"), "d8", 4, "bead 1,0", "bead 2,0", 4)
    assert legal(position) == {"bead 3,0"}
    assert markers(go(position, "bead 3,0", 6)) == {"2,0": [4], "3,0": [6]}


def test_markers_that_have_values_keep_them_when_marked_again() -> None:
    position = laid("r.?", markers={"2,0": [7, 0]})
    assert markers(go(position, "d8", 2, "bead 1,0", "bead 2,0", 4)) == {"2,0": [7, 4]}


def test_nutrient_with_all_values_known_is_marked_without_a_die() -> None:
    position = go(laid("r.$"), "d8", 3, "bead 1,0", "bead 2,0")
    assert position.to_act == 0
    assert nodes(position) == {"3,0", "3,1"}


def test_with_one_nutrient_the_growth_ends_and_phase_two_follows() -> None:
    position = go(laid("r.??", one_nutrient="yes"), "d8", 4, "bead 1,0", "bead 2,0", 4)
    assert waits_for(position) == (12,)
    assert position.mover == 0


def test_one_on_the_first_of_two_markers_brings_rain_that_values_the_second() -> None:
    position = go(laid("r.?", markers={"2,0": [0, 0]}), "d8", 3, "bead 1,0", "bead 2,0")
    assert waits_for(position) == (12,)
    position = go(position, 1)
    assert waits_for(position) == (12,)
    position = go(position, 8)
    assert position.scores == (9, 0)
    assert beads(position) == {"0,0", "1,0"}


def test_d8_may_go_on_anywhere_when_rain_took_the_last_bead() -> None:
    position = go(laid("r.?..r"), "d8", 3, "bead 1,0", "bead 2,0", 1)
    assert position.scores == (1, 0)
    assert nodes(position) == {"2,0", "2,1", "4,0", "4,1", "5,1", "6,0", "6,1"}


# Rain


def test_rain_comes_before_the_beads_of_a_one_are_placed() -> None:
    position = go(laid("r$"), "d4", 1)
    assert position.scores == (5, 0)
    assert markers(position) == {}
    assert position.to_act == 0


def test_rain_comes_before_beads_are_taken_from_the_pile() -> None:
    position = go(laid("R", stores=[59, 6], is_last=True), "d10", 1)
    assert position.garden.stores[0] == 60
    assert [effect[0] for effect in described(position)] == ["rain", "scored", "washed", "took", "pile empty"]


def test_rain_comes_before_the_d12_is_compared() -> None:
    assert waits_for(go(laid("r$", stores=[0, 6]), "d10", 5, 1)) == (20, 20)


def test_rain_comes_before_a_node_is_chosen_and_two_ones_are_one_rain() -> None:
    position = go(laid("r$", stores=[0, 6]), "d10", 5, 12, (1, 1))
    assert [effect[0] for effect in described(position)] == ["rain", "scored"]
    assert nodes(position) == {"0,0"}


def test_rain_falls_on_what_a_marker_shows_when_it_spawns() -> None:
    position = laid("r", stores=[0, 6], value_at="spawn")
    position = go(position, "d10", 5, 12, (1, 2), "spawn 1,0", 1)
    assert position.scores == (1, 0)
    assert position.to_act == 1


def test_values_are_shared_equally_and_the_rest_goes_to_the_marker() -> None:
    position = go(laid("bR", markers={"1,0": [8, 5]}), "d8", 1)
    assert position.scores == (7, 6)
    assert beads(position) == set()
    assert position.garden.piles == (60 - 6, 60 - 6 - 1)


def test_rest_of_an_unmarked_nutrient_is_lost() -> None:
    position = go(laid("b$r"), "d6", 1)
    assert position.scores == (2, 2)
    assert ("wasted", None, "1,0", 1) in described(position)


def test_several_beads_of_a_seat_have_one_share() -> None:
    assert go(laid("rrr", "r$b", markers={"1,0": [10]}), "d6", 1).scores == (5, 5)


def test_nutrients_that_nobody_touches_stay() -> None:
    position = go(laid("r..$"), "d8", 1)
    assert markers(position) == {"3,0": [5]}
    assert described(position)[1] == ("rain", None, "", 0)


def test_marking_bead_shares_in_another_nutrient_before_it_leaves() -> None:
    position = go(laid("R$b", markers={"0,0": [4], "1,0": [6]}), "d6", 1)
    assert position.scores == (4 + 3, 3)


def test_markers_in_the_rain_are_rolled_from_below_and_left() -> None:
    position = go(laid("..?", "?r.", "..?"), "d8", 1)
    assert waits_for(position) == (12, 12, 12)
    values = [effect for effect in described(go(position, (2, 3, 4))) if effect[0] == "worth"]
    assert values == [("worth", None, "2,0", 2), ("worth", None, "0,1", 3), ("worth", None, "2,2", 4)]


def test_one_in_the_rain_brings_no_second_rain() -> None:
    position = go(laid("r?"), "d8", 1, 1)
    assert position.scores == (1, 0)
    assert [effect[0] for effect in described(position)] == ["worth", "scored"]


def test_washed_off_bead_cuts_no_root() -> None:
    assert beads(go(laid("rRr"), "d6", 1)) == {"0,0", "2,0"}


# Strength


Y = ("r...r", ".r.r.", "..r..", "..r..", "..r..")


@pytest.mark.parametrize(
    ("rows", "node", "wanted"),
    [
        (("r",), "0,0", 1),
        (("rrrrr",), "0,0", 5),
        (("rrrrr",), "1,0", 4),
        (("rrrrr",), "2,0", 3),
        (Y, "2,2", 0),
        (Y, "0,4", 2),
        (Y, "1,3", 2),
        (Y, "2,1", 2),
        ((".r.", "r.r", ".r."), "1,0", 4),
        (("rr", "rr"), "0,0", 0),
        (("rr", "r."), "0,0", 3),
    ],
    ids=[
        "single",
        "tip",
        "second",
        "middle",
        "split",
        "tip-to-split",
        "beside-split",
        "stem",
        "loop",
        "block",
        "triangle",
    ],
)
def test_strength_is_the_bead_and_its_longest_chain_to_a_split(rows: tuple[str, ...], node: str, wanted: int) -> None:
    position = laid(*rows)
    assert strength(position.garden.roots[0], NAMES.index(node)) == wanted


# Attack


def test_stronger_root_takes_the_node() -> None:
    position = go(laid("rrb"), "d8", 1)
    assert nodes(position) == {"2,0", "2,1"}
    position = go(position, "bead 2,0")
    assert beads(position) == {"0,0", "1,0", "2,0"}
    assert beads(position, 1) == set()
    assert position.garden.piles[1] == 60 - 6
    assert described(position) == [("severed", 1, "2,0", 0)]


def test_one_attack_a_turn() -> None:
    position = go(laid("rrb.b"), "d8", 3, "bead 2,0")
    assert nodes(position) == {"3,0", "3,1"}
    position = go(position, "bead 3,1")
    assert "4,0" not in nodes(position)
    assert "4,0" in nodes(go(laid("...r.", "rrr.b"), "d8", 1))


def test_later_bead_of_a_d4_attacks_beside_beads_of_the_turn() -> None:
    position = go(laid("r....b"), "d4", 3, "bead 3,0")
    assert "5,0" not in nodes(position)
    position = go(position, "bead 4,0")
    assert "5,0" in nodes(position)
    assert beads(go(position, "bead 5,0"), 1) == set()


# Cutting


def spawned_on(node: str, *rows: str, **changes: Any) -> Position:
    """After red's d12 and d20 have led a nutrient to the node."""
    x, y = map(int, node.split(","))
    return go(laid(*rows, **changes), "d10", 2, 12, (x + 1, y + 1), f"spawn {node}")


def test_single_bead_is_lost_alone() -> None:
    position = spawned_on("1,0", "bb.", stores=[0, 6])
    assert beads(position, 1) == {"0,0"}
    assert beads(spawned_on("1,0", "rb"), 1) == set()


def test_tip_is_lost_alone() -> None:
    assert beads(spawned_on("4,0", "bbbbb"), 1) == {"0,0", "1,0", "2,0", "3,0"}


def test_owner_of_a_cut_line_chooses_the_end_that_is_lost() -> None:
    position = spawned_on("1,0", "bbbbb")
    assert position.to_act == 1
    assert position.mover == 0
    assert legal(position) == {"lose 0,0", "lose 2,0"}
    assert position.forced_move() is None
    assert beads(go(position, "lose 0,0"), 1) == {"2,0", "3,0", "4,0"}
    assert beads(go(position, "lose 2,0"), 1) == {"0,0"}


def test_mover_may_be_the_owner() -> None:
    position = spawned_on("1,0", "rrr")
    assert position.to_act == 0
    assert go(position, "lose 2,0").to_act == 1


def test_beads_on_the_loose_side_are_lost_down_to_the_split() -> None:
    position = spawned_on("2,1", *(row.replace("r", "b") for row in Y))
    assert beads(position, 1) == {"0,4", "4,4", "1,3", "3,3", "2,2"}
    assert described(position) == [("uprooted", 1, "2,1", 0), ("lost", 1, "2,0", 1)]


def test_bead_between_two_splits_is_lost_alone() -> None:
    rows = ("b..b", ".bb.", ".b..", ".b..", ".b..", "b.b.")
    position = spawned_on("1,2", *rows)
    assert len(beads(position, 1)) == 8


def test_bead_of_a_loop_is_lost_alone() -> None:
    assert beads(spawned_on("1,0", ".b.", "b.b", ".b."), 1) == {"0,1", "2,1", "1,2"}


def test_split_may_lose_one_of_its_ends_too() -> None:
    position = spawned_on("2,2", *(row.replace("r", "b") for row in Y))
    assert nodes(position) == {"1,3", "3,3", "2,1"}
    assert beads(go(position, "lose 2,1"), 1) == {"0,4", "4,4", "1,3", "3,3"}


def test_marking_bead_in_a_lost_end_leaves_the_nutrient_with_its_value() -> None:
    position = go(spawned_on("1,1", "bbB", "..."), "lose 2,1")
    assert markers(position) == {"2,1": [5]}
    assert beads(position, 1) == {"0,1"}


def test_attack_cuts_and_the_owner_chooses_in_the_movers_turn() -> None:
    rows = ("......b.", "......b.", "rrrrrrb.", "......b.", "......b.")
    position = go(laid(*rows), "d8", 3, "bead 6,2")
    assert position.to_act == 1
    assert nodes(position) == {"6,1", "6,3"}
    position = go(position, "lose 6,3")
    assert beads(position, 1) == {"6,0", "6,1"}
    assert position.to_act == 0
    assert nodes(position) == {"7,1", "7,2", "7,3"}


def test_finds_are_looked_for_after_the_cut() -> None:
    rows = ("......b.", "......b?", "rrrrrrb.", "......b.", "......b.")
    position = go(laid(*rows), "d8", 3, "bead 6,2")
    assert nodes(go(position, "lose 6,3")) == {"7,3"}
    assert nodes(go(position, "lose 6,1")) == {"7,1", "7,2"}


# Phase 2


def test_no_nutrient_spawns_when_the_d12_is_not_above_their_number() -> None:
    rows = ("$.$.$",)
    position = go(laid(*rows), "d10", 2)
    assert go(position, 3).to_act == 1
    assert described(go(position, 3)) == [("barren", None, "", 3)]
    assert waits_for(go(position, 4)) == (20, 20)


def test_eleven_nutrients_are_the_most() -> None:
    position = go(laid("$$$$$$$$$$$"), "d10", 2, 12)
    assert position.to_act == 1


def test_nodes_count_and_not_markers() -> None:
    position = go(laid("$", markers={"0,0": [5, 5, 5]}), "d10", 2, 2)
    assert waits_for(position) == (20, 20)


def test_nutrient_spawns_on_an_empty_node() -> None:
    position = spawned_on("3,4", "r")
    assert markers(position) == {"3,4": [0]}
    assert position.garden.stack == 23
    assert position.to_act == 1
    assert described(position) == [("spawned", None, "3,4", 1)]


def test_marker_is_added_to_a_nutrient() -> None:
    position = spawned_on("1,1", "r$", "..")
    assert markers(position) == {"1,1": [5, 0]}
    assert position.to_act == 1


def test_marker_under_a_bead_is_rolled_at_once() -> None:
    position = spawned_on("1,1", "rB", "..")
    assert waits_for(position) == (12,)
    assert markers(go(position, 8)) == {"1,1": [5, 8]}


def test_marker_is_rolled_at_once_with_value_at_spawn() -> None:
    position = go(spawned_on("3,4", "r", value_at="spawn"), 11)
    assert markers(position) == {"3,4": [11]}
    assert position.to_act == 1


def test_no_marker_is_placed_on_a_bead_and_the_stack_does_not_become_empty_by_it() -> None:
    position = spawned_on("0,0", "b", stack=1)
    assert position.garden.stack == 1
    assert markers(position) == {}
    assert not position.is_last


# The end


def test_game_ends_with_the_turn_in_which_a_pile_runs_out() -> None:
    position = go(laid("r", stores=[55, 6]), "d10", 9)
    assert position.is_last
    assert position.outcome() is None
    assert go(position, 12, (5, 5), "spawn 4,4").to_act is None


def test_pile_that_is_refilled_does_not_save_the_game() -> None:
    position = go(laid("r", stores=[55, 6]), "d10", 9, 12, (1, 1), "spawn 0,0")
    assert position.garden.piles[0] == 1
    assert position.to_act is None


def test_game_ends_with_the_turn_in_which_the_stack_runs_out() -> None:
    position = spawned_on("4,4", "r", stack=1)
    assert position.to_act is None
    assert described(position) == [("spawned", None, "4,4", 1), ("stack empty", None, "", 0)]


def test_value_of_the_last_marker_is_still_rolled_and_rains() -> None:
    position = spawned_on("1,0", "r", stack=1, value_at="spawn")
    assert position.is_last
    position = go(position, 1)
    assert position.scores == (1, 0)
    assert position.to_act is None


def test_empty_store_ends_nothing() -> None:
    assert not go(laid("r", stores=[1, 6]), "d8", 1, "bead 1,0").is_last


def test_game_ends_after_200_turns_of_every_seat() -> None:
    position = go(laid("$", mover=1, turn=2 * 2 + 399), "d10", 2, 1)
    assert position.to_act is None
    assert described(position)[-1] == ("turn limit", None, "", 200)
    assert go(laid("$", mover=0, turn=2 * 2 + 398), "d10", 2, 1).to_act == 1


def test_places_go_by_points_and_ties_share_them() -> None:
    outcome = spawned_on("4,4", "r", seats=3, stack=1, points=[3, 9, 3]).outcome()
    assert outcome is not None
    assert outcome.places == (2, 1, 2)
    assert outcome.reason == "score"


# Records


def test_dumped_nutrients_may_come_back_in_any_order() -> None:
    position = laid("$.$", "?..")
    data = position.dump()
    shuffled = data | {"markers": dict(reversed(data["markers"].items()))}
    assert ROOTS.load(shuffled) == position


def test_finished_game_is_still_finished_when_it_is_loaded() -> None:
    position = spawned_on("4,4", "r", stack=1)
    assert ROOTS.load(position.dump()).outcome() == position.outcome()


def test_dice_that_fall_together_are_steps_of_their_own_in_a_record() -> None:
    steps = ["bead 3,3", "bead 9,3", "roll d20 5", "roll d20 6", "spawn 4,5"]
    report = replay({"game": "roots", "options": {"players": 2}, "steps": steps}, {"roots": ROOTS})
    assert [count for count, _ in report["legal"]] == [8, 7, 2]
    assert report["points"] == [0, 0]
    assert report["places"] is None


def test_dice_that_cannot_fall_are_refused() -> None:
    position = go(laid("r"), "d8")
    for faces in ((9,), (0,), (1, 1), ()):
        with pytest.raises(IllegalMove, match="d8"):
            position.roll(faces)
    with pytest.raises(IllegalMove, match="No dice"):
        laid("r").roll((1,))
