"""House bots. Pure: they see a position through the public contract, and get chance and time as parameters."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Any

from games.bots.greedy import choose_greedily, play_turns
from games.bots.search import choose_by_search
from games.rules.base import Position, Seat, lead

CARELESS = 2 / 3  # of the steps of the easy bot
LOOKS = 16  # ways in which the game may go on that decide about a draw


class Strength(StrEnum):
    """How well a house bot plays."""

    PLAIN = "plain"  # any legal move
    EASY = "easy"  # one step in three greedy, the rest any legal move
    MIDDLE = "middle"  # greedy, and looks one turn ahead
    STRONG = "strong"  # tree search


def choose_move(
    position: Position[Any],
    *,
    strength: Strength,
    random: Random,
    simulations: int,
    is_late: Callable[[], bool] = lambda: False,
) -> Any:
    """A legal move of the seat to act: the same one for the same random numbers, unless it gets late meanwhile.

    ``simulations`` are those of the strong bot, as a rule ``Rules.simulations``.
    """
    if (forced := position.forced_move()) is not None:
        return forced
    match strength:
        case Strength.PLAIN:
            return position.random_move(random)
        case Strength.EASY if random.random() < CARELESS:
            return position.random_move(random)
        case Strength.EASY | Strength.MIDDLE:
            return choose_greedily(position, random)
        case Strength.STRONG:
            return choose_by_search(position, random, simulations, is_late)


def takes_draw(position: Position[Any], seat: Seat, random: Random) -> bool:
    """Whether a bot agrees to a draw: unless it leads, on average over some ways in which the next turns may go."""
    ahead = sum(lead(play_turns(position, position.turns_ahead, random).prospects(), seat) for _ in range(LOOKS))
    return ahead <= 0
