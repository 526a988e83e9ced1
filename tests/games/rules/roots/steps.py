"""Steps of Roots and Shoots, one after another, as tests write them."""

from __future__ import annotations

from games.rules.roots import ROOTS
from games.rules.roots.position import Position


def go(position: Position, *acts: str | int | tuple[int, ...]) -> Position:
    """The position after steps (texts) and dice (numbers, several that fall together as a tuple)."""
    for act in acts:
        if isinstance(act, str):
            position = position.play(ROOTS.parse(act, position))
        else:
            position = position.roll((act,) if isinstance(act, int) else act)
    return position
