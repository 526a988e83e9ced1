"""The JSON schema of positions of Twigs."""

from __future__ import annotations

from games.rules.base import Option
from games.rules.schema import SEAT, listed, named, number, one_of, position, text
from games.rules.twigs.pieces import LETTERS, ORIENTATIONS
from games.rules.twigs.position import FORMAT, GAME


def position_schema(options: tuple[Option, ...]) -> dict[str, object]:
    """What ``Position.dump`` writes."""
    orientation = number(
        "The orientation as in the step: 0 to 5 for rotations, 6 to 11 for the same rotations of the mirror image."
    )
    twig = named(
        {
            "seat": SEAT,
            "twig": one_of(tuple(LETTERS), "The letter of the twig."),
            "orientation": {**orientation, "maximum": ORIENTATIONS[-1]},
            "at": text("The shift, as in `2,-1`."),
        },
        "A twig on the table; its step is `twig`, `orientation`, `@` and `at`.",
    )
    area = named(
        {"cells": listed(text("A cell, as in `2,-1`."), "The cells of the area, row by row.")},
        "What the twigs enclose: a hexagon, or at the end of the game an area of several cells.",
        {"seat": {**SEAT, "description": "Its owner; left out if two seats have the same number of segments."}},
    )
    return position(
        GAME,
        "Twigs",
        FORMAT,
        options,
        {
            "twigs": listed(twig, "The twigs in the order of play. All others are in the hands of their seats."),
            "areas": listed(area, "The areas in the order in which they were enclosed. They follow from the twigs."),
        },
    )
