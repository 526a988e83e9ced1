"""How much stronger each house bot is than the one below it, in every game, reproducible from a seed.

    python -m benchmarks.ladder [--game btt] [--games 200] [--seed 1] [--processes 1] [--step strong]
    python -m benchmarks.ladder --seats 4

With more than two ``--seats`` the upper one of each step has one seat, and the lower one has all others: the score is
its share of first places, of which players of equal strength would have one in so many.
Games come in pairs that see the same dice, with the seats exchanged. The score counts a win as 1
and a draw as a half; its interval is Wilson's, which for draws is a little too wide. See README.md in this folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from games.bots import Strength, choose_move
from games.rules import RULES
from games.rules.base import Position, Roll, Rules, places_of
from games.rules.playout import random_faces

STEPS = (
    (Strength.EASY, Strength.PLAIN),
    (Strength.MIDDLE, Strength.EASY),
    (Strength.STRONG, Strength.MIDDLE),
)
NORMAL_95 = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution


class Pairing(NamedTuple):
    """One game to be played: everything that it follows from."""

    game: str
    upper: Strength
    lower: Strength
    number: int
    seed: int
    seats: int = 2

    @property
    def seat_of_upper(self) -> int:
        return self.number % self.seats


def main() -> None:
    """Play the ladder and print a line for each step of each game."""
    options = _options()
    print(f"{'game':10}{'step':26}{'score':>8}{'95 %':>16}{'games':>7}{'seconds':>9}")
    with ProcessPoolExecutor(options.processes) as processes:
        for game in [options.game] if options.game else RULES:
            if options.seats not in RULES[game].seats:
                continue
            for upper, lower in STEPS:
                if options.step not in (None, upper):
                    continue
                began = perf_counter()
                numbers = range(options.games)
                pairings = [Pairing(game, upper, lower, number, options.seed, options.seats) for number in numbers]
                points = sum(processes.map(points_of_upper, pairings, chunksize=2))
                low, high = interval(points, options.games)
                print(
                    f"{game:10}{f'{upper} over {lower}':26}{points / options.games:8.1%}{f'{low:.1%}-{high:.1%}':>16}"
                    f"{options.games:7}{perf_counter() - began:9.0f}",
                    flush=True,
                )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much stronger each house bot is than the one below it.")
    parser.add_argument("--game", choices=list(RULES), help="one game only")
    parser.add_argument("--games", type=int, default=200, help="for each step of the ladder")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="games that are played at once")
    parser.add_argument("--step", choices=[str(upper) for upper, _ in STEPS], help="only of this bot over the next")
    return parser.parse_args()


def points_of_upper(pairing: Pairing) -> float:
    """What the upper player made of one game: 1 for the first place, or its part of one that several share."""
    rules = RULES[pairing.game]
    upper = pairing.seat_of_upper
    players = [pairing.lower] * pairing.seats
    players[upper] = pairing.upper
    dice = Random(f"{pairing.seed}:{pairing.number // pairing.seats}")
    places = _places(rules, players, dice, Random(f"{pairing.seed}:{pairing.number}:taste"))
    return 1 / places.count(1) if places[upper] == 1 else 0.0


def _places(rules: Rules[Any, Any], players: Sequence[Strength], dice: Random, tastes: Random) -> tuple[int, ...]:
    position = rules.start(len(players))
    while (to_act := position.to_act) is not None:
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, dice))
            continue
        position = position.play(_choice(rules, position, players[to_act], tastes))
    return places_of(position.scores)


def _choice(rules: Rules[Any, Any], position: Position[Any], player: Strength, tastes: Random) -> Any:
    if (forced := position.forced_move()) is not None:
        return forced
    return choose_move(position, strength=player, random=tastes, simulations=rules.simulations)


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (E. B. Wilson, 1927): its lower and its upper end."""
    share, weight = points / games, NORMAL_95**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return middle - half, middle + half


if __name__ == "__main__":
    main()
