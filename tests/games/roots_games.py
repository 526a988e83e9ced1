"""Games of Roots and Shoots to test with: one in which red's next bead may cut blue's root."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Game, GameEvent
from games.play.log import open_game
from games.rules.base import Roll
from games.rules.replay import positions_of
from tests.games.conftest import NOON, Start

CUT = "bead 9,6"  # leaves blue the ends that begin at 9,5 (three beads) and 9,7 (two beads)
FIRST_BEADS = ("bead 3,9", "bead 9,3", "bead 15,15")
FIRST_SPAWNS = ((19, "spawn 18,18"), (2, "spawn 1,1"), (18, "spawn 17,17"))
SUNBATHING = ["d10", "roll d10 4", "roll d12 2"]


def steps_before_the_cut(seats: int, left: int) -> list[str]:
    """A game in which red, with ``left`` beads to place, has come beside blue's line and is the stronger one there."""
    spawns = [[f"roll d20 {face}", f"roll d20 {face}", spawn] for face, spawn in FIRST_SPAWNS[:seats]]
    red = ["d8", "roll d8 5", *(f"bead {at}" for at in ("4,8", "5,7", "6,6", "7,6", "8,6")), "roll d12 2"]
    blue = ["d8", "roll d8 5", *(f"bead 9,{y}" for y in range(4, 9)), "roll d12 2"]
    green = SUNBATHING * (seats - 2)
    refill = ["d10", f"roll d10 {left}", "roll d12 2"]
    turns = [*red, *blue, *green, *refill, *SUNBATHING, *green, "d8", "roll d8 8"]
    return [*FIRST_BEADS[:seats], *(step for spawn in spawns for step in spawn), *turns]


@transaction.atomic
def cutting_game(start: Start, *names: str, left: int = 3, **values: Any) -> Game:
    """A stored game at that moment, with a log that leads there in no time. Its dice are not those of its secret."""
    game = start(*names, rules="roots", **values)
    opened = open_game(game.pk)
    steps = steps_before_the_cut(len(names), left)
    for text, after in zip(steps, positions_of(game.game_rules, opened.position, steps), strict=True):
        is_roll = isinstance(opened.position.to_act, Roll)
        kind = GameEvent.Kind.ROLL if is_roll else GameEvent.Kind.STEP
        opened.write(kind, source="page", at=NOON, seat=opened.position.seat_to_act, text=text)
        opened.position = after
    opened.save()
    game.refresh_from_db()
    return game
