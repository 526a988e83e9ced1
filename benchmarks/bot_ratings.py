"""About how strong each house bot is in every game: a rating from the steps of the ladder, reproducible from a seed.

    python -m benchmarks.bot_ratings [--game btt] [--games 40] [--seed 3] [--processes 1]

Each strength plays so many games against the one below it (:mod:`benchmarks.ladder`). The share of the points that it
wins is a difference of ratings on the scale of Elo; one drawn game is added, so that a bot which wins everything has a
rating, too. The lines that it prints go into ``games/bots/ratings.py``, with the date and the command.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from math import log10

from benchmarks.ladder import STEPS, Pairing, points_of_upper
from games.bots import Strength
from games.bots.ratings import ANCHOR, ANCHORED, LOWEST, ROUNDED_TO
from games.rules import RULES


def main() -> None:
    """Play, and print the results and the ratings of each game."""
    options = _options()
    with ProcessPoolExecutor(options.processes) as processes:
        for game in [options.game] if options.game else RULES:
            points = {}
            for upper, lower in STEPS:
                pairings = [Pairing(game, upper, lower, number, options.seed) for number in range(options.games)]
                points[upper] = sum(processes.map(points_of_upper, pairings, chunksize=2))
            won = ", ".join(f"{upper} {points[upper]:g}" for upper in points)
            numbers = ", ".join(map(str, ratings(points, options.games).values()))
            print(f'    "{game}": ({numbers}),  # {won}', flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A rating of each house bot from games between them.")
    parser.add_argument("--game", choices=list(RULES), help="one game only")
    parser.add_argument("--games", type=int, default=40, help="for each step of the ladder")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--processes", type=int, default=1, help="games that are played at once")
    return parser.parse_args()


def ratings(points: Mapping[Strength, float], games: int) -> dict[Strength, int]:
    """The rating of each strength, rounded, from what each but the weakest won in so many games against the next."""
    heights = {Strength.PLAIN: 0.0}
    for upper, lower in STEPS:
        heights[upper] = heights[lower] + 400 * log10((points[upper] + 0.5) / (games - points[upper] + 0.5))
    found = {one: ANCHOR + heights[one] - heights[ANCHORED] for one in Strength}
    return {one: max(LOWEST, ROUNDED_TO * round(rating / ROUNDED_TO)) for one, rating in found.items()}


if __name__ == "__main__":
    main()
