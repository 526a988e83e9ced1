"""The JSON schema of positions of Treeblox."""

from __future__ import annotations

from games.rules.base import Option
from games.rules.schema import SEAT, flag, listed, named, number, one_of, position, text
from games.rules.treeblox.cubes import Kind
from games.rules.treeblox.position import FORMAT, GAME


def position_schema(options: tuple[Option, ...]) -> dict[str, object]:
    """What ``Position.dump`` writes."""
    cube = named(
        {
            "seat": SEAT,
            "kind": one_of(tuple(kind.letter for kind in Kind), "A branch or a leaf."),
            "at": text("Column, row and level, as in `2,3,1`."),
        },
        "A cube on the board.",
    )
    return position(
        GAME,
        "Treeblox",
        FORMAT,
        options,
        {
            "cubes": listed(cube, "The cubes in the order of placing. All others are in the hands of their seats."),
            "turn_of": {**SEAT, "description": "The seat whose turn it is, or was when the game ended."},
            "growth": number("The most cubes that can be placed in the turn."),
            "placed": number("How many of the last cubes were placed in this turn."),
            "placed_before": number("How many of the cubes before them were placed in the previous turn."),
            "is_final_growth": flag("Whether the turn is the final growth."),
            "ended_by": text("Why the game is over; empty while it goes on."),
        },
    )
