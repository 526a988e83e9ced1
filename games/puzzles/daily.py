"""The stored puzzles, and which one is today's. Pure: the day is a parameter."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from games.lessons.base import position_after
from games.puzzles import daily_words as sentences
from games.puzzles.proof import SAME, best_reply, best_turns, turns_of, winning_turns, wins
from games.rules import RULES
from games.rules.base import Position, Rules, Seat

STORED = Path(__file__).with_name("positions.jsonl")
FIRST_DAY = date(2026, 11, 23)  # on which the first puzzle was shown


@dataclass(frozen=True)
class DailyPuzzle:
    """A position with one best turn. ``depth`` is how many turns were searched, its own included.

    ``claim`` is *best* (the greatest lead, ``margin`` points more than any other turn) or *win* (the only turn that
    wins whatever follows, to the end of the game). In games without several steps in a turn a turn is a step.
    """

    number: int  # from 1
    slug: str
    claim: str
    line: str
    solution: str
    depth: int
    margin: float = 0.0

    @property
    def rules(self) -> Rules[Any, Any]:
        return RULES[self.slug]

    @cached_property
    def position(self) -> Position[Any]:
        return position_after(self.rules, self.line)

    @property
    def task(self) -> str:
        """What is to be found, in a sentence."""
        return sentences.task(self.claim, self.depth, has_dice=self.rules.has_dice)

    def is_solved_by(self, steps: tuple[str, ...]) -> bool:
        """Whether these are the steps of the solution, in any order that the rules allow."""
        return sorted(steps) == sorted(self.solution.split("; "))

    def refutation(self, after: Position[Any], seat: Seat) -> str:
        """The answer that shows why a turn of the seat is not the solution; blank where nobody answers."""
        if after.seat_to_act in (None, seat):
            return ""
        if self.claim == "win":
            answers = turns_of(self.rules, after)
            return next((answer.text for answer in answers if not wins(answer.after, seat)), "")
        return best_reply(self.rules, self.position, after, self.depth) if self.depth > 1 else ""

    def is_proven(self) -> bool:
        """Whether the exhaustive search finds the solution, and nothing else."""
        if self.claim == "win":
            return winning_turns(self.rules, self.position) == (self.solution,)
        best = best_turns(self.rules, self.position, self.depth)
        return best.turns == (self.solution,) and abs(best.value - best.next_value - self.margin) < SAME


@cache
def all_puzzles() -> tuple[DailyPuzzle, ...]:
    """The stored puzzles in the order in which they are shown."""
    lines = STORED.read_text(encoding="utf-8").splitlines()
    return tuple(_read(number, json.loads(line)) for number, line in enumerate(lines, 1))


def puzzle_numbered(number: int) -> DailyPuzzle | None:
    """The puzzle of that number, from 1; None if there is none."""
    puzzles = all_puzzles()
    return puzzles[number - 1] if 1 <= number <= len(puzzles) else None


def is_shown(puzzle: DailyPuzzle, day: date) -> bool:
    """Whether the puzzle has been shown by that day."""
    return _days_before(day) >= puzzle.number - 1


def puzzle_of(day: date) -> DailyPuzzle:
    """The puzzle of a day; after the last one they begin again, and where a clock is early the first one is shown."""
    puzzles = all_puzzles()
    return puzzles[_days_before(day) % len(puzzles)]


def _days_before(day: date) -> int:
    return max(0, (day - FIRST_DAY).days)


def _read(number: int, stored: dict[str, Any]) -> DailyPuzzle:
    margin = stored["value"] - stored["next"] if stored["claim"] == "best" else 0.0
    return DailyPuzzle(
        number, stored["game"], stored["claim"], stored["line"], stored["solution"], stored["depth"], margin
    )
