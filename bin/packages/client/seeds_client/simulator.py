"""Games against the house bots without a server. Needs ``seeds-rules``."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from seeds_rules import RULES
from seeds_rules.base import Options, Position, Roll, Rules, places_of
from seeds_rules.bots import Strength, choose_move
from seeds_rules.playout import random_faces

from seeds_client.bot import Choice, Turn


@dataclass(frozen=True, slots=True)
class Score:
    """What came of some games: a place shared is drawn, where it is the first one."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return f"won {self.won}, drawn {self.drawn}, lost {self.lost}"


def play_house(
    game: str,
    choose: Choice,
    *,
    against: str = "middle",
    games: int = 1,
    seed: int = 1,
    seats: int = 2,
    options: Options | None = None,
) -> Score:
    """Play against house bots of a strength (plain, easy, middle, strong); seats take turns, and two games in a row
    see the same dice. The same seed gives the same dice and the same bots. Raises KeyError and OptionError."""
    results = [_places(RULES[game], choose, Strength(against), number, seed, seats, options) for number in range(games)]
    first = [(places[own] == 1, places.count(1) > 1) for own, places in results]
    won, drawn = first.count((True, False)), first.count((True, True))
    return Score(won, drawn, games - won - drawn)


def _places(
    rules: Rules[Any, Any],
    choose: Choice,
    strength: Strength,
    number: int,
    seed: int,
    seats: int,
    options: Options | None,
) -> tuple[int, tuple[int, ...]]:
    dice, tastes = Random(f"{seed}:{number // seats}"), Random(f"{seed}:{number}:taste")
    position, own, ply = rules.start(seats, options), number % seats, 0
    while (to_act := position.to_act) is not None:
        ply += 1
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, dice))
        elif to_act != own:
            simulations = rules.simulations
            position = position.play(choose_move(position, strength=strength, random=tastes, simulations=simulations))
        elif (forced := position.forced_move()) is not None:
            position = position.play(forced)
        else:
            position = position.play(rules.parse(choose(_turn(rules, position, own, ply)), position))
    return own, places_of(position.scores)


def _turn(rules: Rules[Any, Any], position: Position[Any], seat: int, ply: int) -> Turn:
    dumped = position.dump()
    moves = [rules.format(move, position) for move in position.legal_moves()]
    return Turn(rules.slug, dumped["options"], dumped, seat + 1, ply - 1, moves)
