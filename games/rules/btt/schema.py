"""The JSON schema of positions of BTT."""

from __future__ import annotations

from games.rules.base import Option
from games.rules.btt.pieces import LETTERS, NULL, ROOT
from games.rules.btt.position import FORMAT, GAME
from games.rules.schema import SEAT, listed, mapped, named, number, one_of, position, text


def position_schema(options: tuple[Option, ...]) -> dict[str, object]:
    """What ``Position.dump`` writes."""
    pyramid = named(
        {
            "seat": SEAT,
            "size": one_of(tuple(LETTERS.values()), "Small, medium or large."),
            "target": text("The square that it points at."),
        },
        "A pyramid.",
    )
    return position(
        GAME,
        "BTT",
        FORMAT,
        options,
        {
            "tokens": mapped(one_of((NULL, ROOT), "What the token is."), "The tokens by square, as in `d3`."),
            "pyramids": mapped(pyramid, "The pyramids by square. All others are in the hands of their seats."),
            "coins": listed(number("Coins."), "The points by seat."),
            "last": text("The square of the last step; empty at the start."),
        },
    )
