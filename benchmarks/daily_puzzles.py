"""Search games of the strong bot against itself for puzzles of the day, and prove each of them.

    .venv/bin/python -m benchmarks.daily_puzzles btt --games 20 --seed 1 >> games/daily/positions.jsonl

Prints one puzzle a line. In BTT a position counts if exactly one step is best after three steps of both seats and that
step is not the only best one at first sight; in Twigs if exactly one of the last two steps wins, whatever follows.
``games.daily`` proves what is stored in the same way.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random
from typing import Any

from games.bots import Strength, choose_move
from games.daily.proof import best_steps, value_of, winning_steps
from games.rules import RULES
from games.rules.base import Position

DEPTH = 3  # steps of both seats, in BTT
FIRST = {"btt": 8, "twigs": 22}  # the first step at which a position is looked at
LAST = {"btt": 28, "twigs": 23}
FEWEST = 8  # legal steps: with fewer there is little to look for


def puzzle_at(slug: str, position: Position[Any], line: list[str]) -> dict[str, Any] | None:
    """The puzzle of a position, if it is one."""
    rules, seat = RULES[slug], position.seat_to_act
    moves = list(position.legal_moves())
    if seat is None or len(moves) < FEWEST:
        return None
    stored = {"game": slug, "line": "; ".join(line)}
    if slug == "twigs":
        steps = winning_steps(rules, position)
        left = LAST[slug] + 1 - len(line)
        return stored | {"claim": "win", "solution": steps[0], "depth": left} if len(steps) == 1 else None
    best = best_steps(rules, position, DEPTH)
    if len(best.steps) != 1:
        return None
    at_first = [(value_of(position.play(move), seat, 0), rules.format(move, position)) for move in moves]
    most = max(at_first)[0]
    if [text for value, text in at_first if value == most] == list(best.steps):
        return None
    found = {"claim": "best", "solution": best.steps[0], "depth": DEPTH}
    return stored | found | {"value": best.value, "next": best.next_value}


def search(slug: str, seed: int) -> None:
    """One game of the strong bot against itself; its puzzles are printed."""
    rules, random = RULES[slug], Random(f"{slug}:{seed}")
    position, line = rules.start(2), list[str]()
    while position.seat_to_act is not None:
        if FIRST[slug] <= len(line) <= LAST[slug] and (found := puzzle_at(slug, position, line)):
            print(json.dumps(found), flush=True)
        move = choose_move(position, strength=Strength.STRONG, random=random, simulations=rules.simulations)
        line.append(rules.format(move, position))
        position = position.play(move)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("game", choices=sorted(FIRST))
    arguments.add_argument("--games", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    for seed in range(given.seed, given.seed + given.games):
        begun = time.monotonic()
        search(given.game, seed)
        print(f"game {seed}: {time.monotonic() - begun:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
