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
            "cubes": listed(cube, "In the order of placing. What is not here is in the hands of its seat."),
            "turn_of": {**SEAT, "description": "The seat whose turn it is, or was when the game ended."},
            "growth": number("The most cubes that the turn may place."),
            "placed": number("How many of the last cubes were placed in this turn."),
            "placed_before": number("How many of those before them were placed in the turn before it."),
            "is_final_growth": flag("Whether the turn is the final growth."),
            "ended_by": text("Why the game is over; empty while it goes on."),
        },
    )
