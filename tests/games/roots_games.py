"""Games of Roots and Shoots to test with: one in which red's next bead may cut blue's root."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.rules.base import Position
from games.rules.roots import ROOTS
from tests.games.conftest import Start

RED, BLUE = ["0,5", "1,5", "2,5", "3,5"], ["4,4", "4,5", "4,6", "4,7"]
CUT = "bead 4,5"  # leaves blue the ends that begin at 4,4 (one bead) and 4,6 (two beads)


def before_the_cut(seats: int = 2, left: int = 3) -> Position[Any]:
    """Red grows with the d8, has ``left`` beads to place and a root that is stronger than blue's beside it."""
    data = ROOTS.start(seats).dump() | {
        "board": [RED, BLUE, *[[] for _ in range(seats - 2)]],
        "stage": ["growing", 0, 8, left, [], None, False],
        "turn": 2 * seats,
    }
    return ROOTS.load(data)


def cutting_game(start: Start, *names: str, left: int = 3, **values: Any) -> Game:
    """A stored game at that moment, its log and its clocks still at the start."""
    game = start(*names, rules="roots", secret="5e" * 32, **values)
    game.position = before_the_cut(len(names), left).dump()
    game.save()
    return game
