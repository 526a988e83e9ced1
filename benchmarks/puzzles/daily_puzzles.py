"""Search games of the strong bot against itself for puzzles of the day, and prove each of them.

    .venv/bin/python -m benchmarks.puzzles.daily_puzzles btt --games 20 --seed 1 >> games/puzzles/positions.jsonl

Prints one puzzle a line: a position in which exactly one turn is best, to the depth of its game. It must not be the
only best one at first sight, by the lead right after it; in Roots and Shoots, where the lead comes with the rain, it
must be worth a good part of a point more than any other. In Twigs exactly one of the last two steps wins, whatever
follows.
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
from games.puzzles.proof import Turn, best_turns, turns_of, winning_turns
from games.rules import RULES
from games.rules.base import Position, Roll, Rules, lead
from games.rules.playout import random_faces
from games.rules.replay import format_roll
from games.rules.roots.stages import Growing

DEPTHS = {"btt": (3,), "twigs": (2, 1), "treeblox": (3, 2, 1), "roots": (1,)}  # in turns
LINES = {3: 400_000, 2: 400_000, 1: 8_000}  # as many turns in a row are looked through at that depth, at most
FIRST = {"btt": 8, "twigs": 22, "treeblox": 4, "roots": 12}  # the first step at which a position is looked at
LAST = {"btt": 28, "twigs": 23, "treeblox": 28}  # and the last one: after it a turn of Treeblox has too many ways
FEWEST = 8  # turns to choose from: with fewer there is little to look for
LEAST = {"roots": 0.25}  # points by which the solution is better than all else


def puzzle_at(rules: Rules[Any, Any], position: Position[Any], line: list[str]) -> dict[str, Any] | None:
    """The puzzle of a position, if it is one."""
    if rules.slug == "twigs":
        winning = winning_turns(rules, position)
        left = LAST["twigs"] + 1 - len(line)
        return _stored(rules, line, "win", winning[0], left) if len(winning) == 1 else None
    turns = turns_of(rules, position)
    if len(turns) < FEWEST:
        return None
    for depth in DEPTHS[rules.slug]:
        if len(turns) ** depth <= LINES[depth] and (found := _only_best(rules, position, line, turns, depth)):
            return found
    return None


def _only_best(
    rules: Rules[Any, Any], position: Position[Any], line: list[str], turns: list[Turn], depth: int
) -> dict[str, Any] | None:
    best = best_turns(rules, position, depth)
    if len(best.turns) != 1 or best.value - best.next_value < LEAST.get(rules.slug, 0):
        return None
    seat = position.seat_to_act
    at_first = [(lead(turn.after.scores, seat or 0), turn.text) for turn in turns]
    if depth > 1 and [text for value, text in at_first if value == max(at_first)[0]] == list(best.turns):
        return None
    return _stored(rules, line, "best", best.turns[0], depth) | {"value": best.value, "next": best.next_value}


def _stored(rules: Rules[Any, Any], line: list[str], claim: str, solution: str, depth: int) -> dict[str, Any]:
    return {"game": rules.slug, "claim": claim, "line": "; ".join(line), "solution": solution, "depth": depth}


def is_looked_at(rules: Rules[Any, Any], position: Position[Any], line: list[str]) -> bool:
    """Whether a turn begins here, or in Roots and Shoots the growth whose die has fallen, in few enough ways."""
    if not FIRST[rules.slug] <= len(line) <= LAST.get(rules.slug, len(line)):
        return False
    if rules.slug == "treeblox":
        return not position.placed and not position.is_final  # type: ignore[attr-defined]
    if rules.slug == "roots":
        stage = position.stage  # type: ignore[attr-defined]
        ways = position.places.bit_count() ** stage.left if isinstance(stage, Growing) else 0  # type: ignore[attr-defined]
        return 0 < ways <= LINES[1] and not stage.placed
    return True


def search(rules: Rules[Any, Any], seed: int) -> None:
    """One game of the strong bot against itself; its puzzles are printed."""
    random = Random(f"{rules.slug}:{seed}")
    position, line = rules.start(2), list[str]()
    while position.to_act is not None:
        if isinstance(position.to_act, Roll):
            faces = random_faces(position.to_act, random)
            line += [format_roll(sides, face) for sides, face in zip(position.to_act.dice, faces, strict=True)]
            position = position.roll(faces)
            continue
        forced = position.forced_move()
        if forced is None and is_looked_at(rules, position, line) and (found := puzzle_at(rules, position, line)):
            print(json.dumps(found), flush=True)
        move = choose_move(position, strength=Strength.STRONG, random=random, simulations=rules.simulations)
        line += [] if forced is not None else [rules.format(move, position)]
        position = position.play(move)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("game", choices=sorted(DEPTHS))
    arguments.add_argument("--games", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    for seed in range(given.seed, given.seed + given.games):
        begun = time.monotonic()
        search(RULES[given.game], seed)
        print(f"game {seed}: {time.monotonic() - begun:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
