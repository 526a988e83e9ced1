"""How the demo league is played: every game turn by turn, and the table that follows from it, worked out by hand. Pure.

Each pair plays two games of Treeblox, so a game is known by its players, Dark first. Active leaves at the end, Dark's
first:

    anna-ben 3:1, ben-anna 3:1      anna 4, ben 4      drawn
    anna-chloe 5:2, chloe-anna 2:3  anna 8, chloe 4    anna by 4
    anna-dora 1:2, dora-anna 3:2    anna 3, dora 5     dora by 2
    ben-chloe 1:1, chloe-ben 3:1    ben 2, chloe 4     chloe by 2
    ben-dora 2:0, dora-ben 1:2      ben 4, dora 1      ben by 3 (Dora's only leaf is covered in the first)
    chloe-dora 2:1, dora-chloe 0:8  chloe 10, dora 1   chloe by 9 (Dora lets her time run out in the second, with one
                                                       leaf each on the board: 0 for her, par 8 for Chloe)

    chloe  0 + 1 + 1 = 2            difference -4 + 2 + 9 = +7
    anna   ½ + 1 + 0 = 1½           difference  0 + 4 - 2 = +2
    ben    ½ + 0 + 1 = 1½           difference  0 - 2 + 3 = +1
    dora   1 + 0 + 0 = 1            difference +2 - 3 - 9 = -10

Anna and Ben drew 4:4 with each other, so what they did among themselves does not part them, and Anna's greater leaf
difference does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.base import split_steps

PLAYERS = ("anna", "ben", "chloe", "dora")
TABLE = (("1", "chloe", "2"), ("2", "anna", "1½"), ("3", "ben", "1½"), ("4", "dora", "1"))
RUNS_OUT_OF_TIME = ("dora", "chloe")

# Turns in order, Dark's first. Leaves of Dark stand in row 1, those of Light in row 4, unless a tree is worth it.
GAMES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("anna", "ben"): ("L 1,1,1", "L 1,4,1", "L 2,1,1", "pass", "L 3,1,1", "pass", "pass"),
    ("ben", "anna"): ("L 4,1,1", "L 4,4,1", "L 3,1,1", "pass", "L 2,1,1", "pass", "pass"),
    ("anna", "chloe"): (
        "L 1,1,1", "L 1,4,1", "L 2,1,1", "L 2,4,1", "L 3,1,1", "pass", "L 4,1,1; L 4,2,1", "pass", "pass",
    ),
    ("chloe", "anna"): ("L 1,1,1", "L 1,4,1", "L 2,1,1", "L 2,4,1", "pass", "L 3,4,1", "pass", "pass"),
    ("anna", "dora"): ("L 2,2,1", "L 3,3,1", "pass", "L 4,4,1", "pass", "pass"),
    # A tree: two branches upwards carry a leaf each at their sides, above free holes.
    ("dora", "anna"): (
        "L 1,1,1", "L 4,4,1", "B 2,2,1", "L 3,4,1", "B 2,2,2", "pass", "L 2,3,2", "pass", "L 3,2,2", "pass", "pass",
    ),
    ("ben", "chloe"): ("L 2,2,1", "L 3,3,1", "pass", "pass"),
    ("chloe", "ben"): ("L 1,1,1", "L 4,4,1", "L 1,2,1", "pass", "L 1,3,1", "pass", "pass"),
    # Ben grows up beside Dora's only leaf and puts his own on top of it.
    ("ben", "dora"): ("L 1,1,1", "L 4,4,1", "B 3,4,1", "pass", "B 3,4,2", "pass", "L 4,4,2"),
    ("dora", "ben"): ("L 1,1,1", "L 1,4,1", "pass", "L 2,4,1", "pass", "pass"),
    ("chloe", "dora"): ("L 1,1,1", "L 4,4,1", "L 1,2,1", "pass", "pass"),
    RUNS_OUT_OF_TIME: ("L 1,1,1", "L 4,4,1"),
}  # fmt: skip


def turn_at(dark: str, light: str, ply: int) -> str:
    """The turn to play in a game after ``ply`` steps; empty if the script has none."""
    played = 0
    for turn in GAMES[dark, light]:
        if played == ply:
            return turn
        played += len(split_steps(turn))
    return ""


def is_on_script(dark: str, light: str, steps: Sequence[str]) -> bool:
    """Whether a game has so far been played as the script has it."""
    expected = [step for turn in GAMES[dark, light] for step in split_steps(turn)]
    return list(steps) == expected[: len(steps)]
