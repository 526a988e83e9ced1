"""Wishes of Roots and Shoots: which node or which end of a root they choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.rules.base import Position
from games.rules.roots import ROOTS


def spawning(faces: tuple[int, int], *, red: list[str], sown: Sequence[str] = ()) -> Position[Any]:
    """Red chooses where a nutrient spawns."""
    data = ROOTS.start(2).dump() | {
        "roots": [red, []],
        "markers": {node: [5] for node in sown},
        "stage": {"name": "spawning", "seat": 1, "dice": list(faces), "again": 0},
        "turn": 4,
    }
    return ROOTS.load(data)


def losing(*arms: list[str], sown: Sequence[str] = ()) -> Position[Any]:
    """Blue chooses which of these ends is lost; each begins with its first bead."""
    data = ROOTS.start(2).dump() | {
        "roots": [["0,0"], [node for arm in arms for node in arm]],
        "markers": {node: [5] for node in sown},
        "stage": {
            "name": "losing",
            "seat": 2,
            "arms": [{"first": arm[0], "beads": arm} for arm in arms],
            "then": {"name": "passing"},
        },
        "turn": 4,
    }
    return ROOTS.load(data)


def chosen(preference: str, position: Position[Any]) -> str | None:
    move = position.preferred_move(preference)
    return None if move is None else ROOTS.format(move, position)


@pytest.mark.parametrize(
    ("faces", "red", "far", "near"),
    [
        ((3, 10), ["2,8"], "spawn 9,2", "spawn 2,9"),
        ((3, 10), ["9,2", "2,8"], "spawn 2,9", "spawn 2,9"),  # its own bead is spared
        ((3, 10), ["5,5"], "spawn 9,2", "spawn 9,2"),  # as far: the lower y
        ((3, 10), [], "spawn 9,2", "spawn 9,2"),  # no beads to be far from
        ((20, 1), ["18,9"], "spawn 0,0", "spawn 9,0"),
        ((20, 20), ["0,0"], "spawn 18,0", "spawn 1,0"),
    ],
)
def test_spawn_goes_far_from_or_near_to_ones_own_beads(
    faces: tuple[int, int], red: list[str], far: str, near: str
) -> None:
    position = spawning(faces, red=red)
    assert (chosen("spawn far", position), chosen("spawn near", position)) == (far, near)


def test_node_with_ones_own_bead_is_chosen_where_a_nutrient_is_under_it() -> None:
    position = spawning((3, 10), red=["9,2"], sown=["9,2"])
    assert chosen("spawn near", position) == "spawn 9,2"


def test_node_with_ones_own_bead_is_chosen_where_there_is_no_other() -> None:
    assert chosen("spawn far", spawning((3, 10), red=["9,2", "2,9"])) == "spawn 9,2"


@pytest.mark.parametrize(
    ("arms", "sown", "shorter", "longer", "poorer"),
    [
        ([["5,5"], ["9,9", "9,10"]], [], "lose 5,5", "lose 9,9", "lose 5,5"),
        ([["5,5"], ["9,9", "9,10"]], ["5,5"], "lose 5,5", "lose 9,9", "lose 9,9"),
        ([["9,5"], ["5,9"]], [], "lose 9,5", "lose 9,5", "lose 9,5"),  # the lower y
        ([["9,5"], ["5,5"]], [], "lose 5,5", "lose 5,5", "lose 5,5"),  # then the lower x
    ],
)
def test_end_of_a_root_is_lost_as_wished(
    arms: list[list[str]], sown: list[str], shorter: str, longer: str, poorer: str
) -> None:
    position = losing(*arms, sown=sown)
    preferred = [chosen(f"lose {which}", position) for which in ("shorter", "longer", "poorer")]
    assert preferred == [shorter, longer, poorer]


def test_wish_says_nothing_about_another_choice() -> None:
    for preference in ROOTS.preferences:
        assert ROOTS.start(2).preferred_move(preference.text) is None
    assert chosen("lose shorter", spawning((3, 10), red=["2,8"])) is None
    assert chosen("spawn far", losing(["5,5"], ["9,9"])) is None


@pytest.mark.parametrize("text", ["spawn far", "  Spawn   FAR "])
def test_wish_is_read_in_any_case_and_spacing(text: str) -> None:
    preference = ROOTS.read_preference(text)
    assert preference is not None
    assert preference.text == "spawn far"
    assert ROOTS.read_preference("spawn") is None
