"""Whole games written out in ``playthroughs/*.txt``, for people to read and for changes of any rule to show.

The file of a game holds its options and its steps; everything else in it is made from these. To write the files anew
after an intended change, or to fill a new one that has only the lines ``game:`` and ``options:`` (its steps are then
drawn at random)::

    WRITE_PLAYTHROUGHS=1 python -m pytest tests/games/rules/test_playthroughs.py
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules import RULES
from games.rules.base import Position, Roll, Rules
from games.rules.playout import random_faces
from games.rules.replay import fingerprint_of, format_roll, parse_roll, start

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
BOARD_EVERY = 8  # positions


def marked(lines: list[str], mark: str) -> list[str]:
    return [line.removeprefix(mark).strip() for line in lines if line.startswith(mark)]


def transcript(slug: str, options: dict[str, Any], steps: list[str], random: Random) -> str:
    """The whole file. Without steps a random game is drawn."""
    rules = RULES[slug]
    position = start(rules, options)
    lines = [f"game: {slug}", f"options: {json.dumps(options)}"]
    left = list(steps)
    number = 0
    while position.to_act is not None and (left or not steps):
        lines += ["", *facts(rules, position, number)]
        texts = [left.pop(0) for _ in range(step_length(position))] if steps else drawn(rules, position, random)
        lines += [f"step: {text}" for text in texts]
        position = after(rules, position, texts)
        lines += [
            f"      {rules.colours[effect.seat] if effect.seat is not None else ''} "
            f"{rules.describe_effect(effect)}".rstrip()
            for effect in position.effects
        ]
        number += 1
    lines += ["", *facts(rules, position, number)]
    return "\n".join(lines) + "\n"


def step_length(position: Position[Any]) -> int:
    """How many lines the next step takes: one, or one a die."""
    return len(position.to_act.dice) if isinstance(position.to_act, Roll) else 1


def drawn(rules: Rules[Any, Any], position: Position[Any], random: Random) -> list[str]:
    if isinstance(roll := position.to_act, Roll):
        return [format_roll(*die) for die in zip(roll.dice, random_faces(roll, random), strict=True)]
    return [rules.format(random.choice(list(position.legal_moves())), position)]


def after(rules: Rules[Any, Any], position: Position[Any], texts: list[str]) -> Position[Any]:
    if isinstance(position.to_act, Roll):
        return position.roll([parse_roll(text)[1] for text in texts])
    return position.play(rules.parse(texts[0], position))


def facts(rules: Rules[Any, Any], position: Position[Any], number: int) -> list[str]:
    """What there is to say about one position; the board only now and then."""
    match position.to_act:
        case None:
            turn = "over"
        case Roll(dice=dice, why=why):
            turn = f"dice {dice} for {why}"
        case seat:
            turn = f"{rules.colours[seat]} to act"
    state = hashlib.sha256(json.dumps(position.dump(), sort_keys=True).encode()).hexdigest()[:16]
    lines = [f"position {number}: {turn}, points {' '.join(map(str, position.scores))}, state {state}"]
    if isinstance(position.to_act, int):
        texts = [rules.format(move, position) for move in position.legal_moves()]
        count, fingerprint = fingerprint_of(rules, position)
        lines.append(f"legal: {count} ({fingerprint}): {', '.join(texts[:3])} ... {texts[-1]}")
    if number % BOARD_EVERY == 0 or position.to_act is None:
        lines += [rules.hint(position), *("| " + line for line in rules.text(position).splitlines())]
        lines = [line.rstrip() for line in lines]
    if (outcome := position.outcome()) is not None:
        lines.append(f"places {' '.join(map(str, outcome.places))}, reason {outcome.reason}")
    return lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough_is_unchanged(file: Path) -> None:
    lines = file.read_text().splitlines()
    slug, options = marked(lines, "game:")[0], json.loads(marked(lines, "options:")[0])
    made = transcript(slug, options, marked(lines, "step:"), Random(file.stem))
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        file.write_text(made)
    assert file.read_text() == made
    assert made.splitlines()[-1].startswith("places ")
