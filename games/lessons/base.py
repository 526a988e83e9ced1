"""What a lesson is: exercises on real positions, each with a task that the rules themselves can judge. Pure.

An exercise begins at a position that real steps have led to. What somebody plays there is read as a move of a game is
read. The rules refuse what is illegal, in their own words; what is legal is looked at by the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from games.exceptions import GameError, RefusedMove
from games.rules import RULES
from games.rules.base import Position, Rules, Seat, split_steps
from games.turns.lines import Tree
from games.turns.playing import read_turn
from games.work import Budget

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Attempt(NamedTuple):
    """What somebody played in an exercise: legal steps in canonical text, and the positions around them."""

    before: Position[Any]
    steps: tuple[str, ...]
    after: Position[Any]
    seat: Seat

    @property
    def gain(self) -> int:
        """By how many points the attempt changes the seat's own score."""
        return self.after.scores[self.seat] - self.before.scores[self.seat]

    @property
    def others_gain(self) -> int:
        """By how many points the attempt changes the scores of all other seats together."""
        return sum(self.after.scores) - sum(self.before.scores) - self.gain


Goal = Callable[[Attempt], bool]


class Result(StrEnum):
    """What came of an attempt."""

    SOLVED = "solved"
    WRONG = "wrong"  # legal, and not what the task asks for
    REFUSED = "refused"  # against the rules, or unreadable


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said about an attempt; ``attempt`` is None where the rules refuse it."""

    result: Result
    sentence: str
    attempt: Attempt | None = None

    @property
    def is_solved(self) -> bool:
        return self.result is Result.SOLVED


@dataclass(frozen=True, slots=True)
class Contrast:
    """A legal step and one that the rules refuse, to be shown beside each other."""

    legal: str
    illegal: str


@dataclass(frozen=True, eq=False)
class Exercise:
    """A position with a task.

    ``line`` leads there from the start: steps of all seats and dice, as on an analysis board. ``story`` says what is
    to be learnt, ``task`` what is to be done; ``goal`` looks at legal attempts. Of ``wrong`` the first goal that an
    attempt fulfils says what is wrong with it, else ``otherwise`` does. ``answer`` is said once it is solved;
    ``solution`` is one attempt that solves it.
    """

    title: StrOrPromise
    story: StrOrPromise
    task: StrOrPromise
    line: str
    goal: Goal
    solution: str
    answer: StrOrPromise
    otherwise: StrOrPromise
    wrong: tuple[tuple[Goal, StrOrPromise], ...] = ()
    hints: tuple[StrOrPromise, ...] = ()
    contrast: Contrast | None = None
    seats: int = 2
    options: Mapping[str, str | int] = field(default_factory=dict)


class Place(NamedTuple):
    """Where an exercise stands: its lesson, and its number from 1."""

    lesson: Lesson
    number: int
    exercise: Exercise

    @property
    def rules(self) -> Rules[Any, Any]:
        return self.lesson.rules

    @property
    def next_number(self) -> int | None:
        """The number of the exercise after it; None after the last."""
        return self.number + 1 if self.number < len(self.lesson.exercises) else None

    @property
    def position(self) -> Position[Any]:
        return self.lesson.positions[self.number - 1]

    @property
    def seat(self) -> Seat:
        """The seat that the reader plays."""
        seat = self.position.seat_to_act
        if seat is None:
            raise ValueError("An exercise begins where a seat is to act.")
        return seat

    def judge(self, text: str) -> Verdict:
        """What is to be said about an attempt in the notation of the game."""
        exercise = self.exercise
        try:
            attempt = attempt_at(self.rules, self.position, text)
        except GameError as error:
            return Verdict(Result.REFUSED, error.message)
        if exercise.goal(attempt):
            return Verdict(Result.SOLVED, str(exercise.answer), attempt)
        fitting = (sentence for goal, sentence in exercise.wrong if goal(attempt))
        return Verdict(Result.WRONG, str(next(fitting, exercise.otherwise)), attempt)


@dataclass(frozen=True, eq=False)
class Lesson:
    """The exercises of a game, in the order in which they are learnt."""

    slug: str
    exercises: tuple[Exercise, ...]

    @property
    def rules(self) -> Rules[Any, Any]:
        return RULES[self.slug]

    @cached_property
    def positions(self) -> tuple[Position[Any], ...]:
        """Where the exercises begin; played once."""
        return tuple(
            position_after(self.rules, exercise.line, exercise.seats, exercise.options) for exercise in self.exercises
        )

    def at(self, number: int) -> Place | None:
        """The exercise of that number, from 1; None if there is none."""
        return Place(self, number, self.exercises[number - 1]) if 1 <= number <= len(self.exercises) else None


def position_after(
    rules: Rules[Any, Any], line: str, seats: int = 2, options: Mapping[str, str | int] | None = None
) -> Position[Any]:
    """The position that a line of steps and dice leads to from the start. Raises RefusedMove."""
    tree = Tree(rules, rules.start(seats, options or {}), Budget(None))
    return tree.add(split_steps(line)).after.position


def attempt_at(rules: Rules[Any, Any], position: Position[Any], text: str) -> Attempt:
    """The text played by the seat to act, up to the first roll. Raises GameError."""
    seat = position.seat_to_act
    if seat is None:
        raise ValueError("Nobody is to act.")
    turn = read_turn(rules, position, seat, text, 0, throw=None, budget=Budget())
    if turn.unplayed and turn.reason:
        raise RefusedMove(turn.reason, code="illegal", index=len(turn.steps), step=turn.unplayed[0], rest=[])
    return Attempt(position, tuple(step.text for step in turn.steps if step.is_sent), turn.position, seat)


def plays(*steps: str) -> Goal:
    """That exactly these steps were played, in this order."""
    return lambda attempt: attempt.steps == steps


def gains(least: int) -> Goal:
    """That the attempt brings its seat so many points or more."""
    return lambda attempt: attempt.gain >= least


def begins_with(*heads: str) -> Goal:
    """That each step played begins with one of these texts."""
    return lambda attempt: all(step.startswith(heads) for step in attempt.steps)


def wins(attempt: Attempt) -> bool:
    """That the game is over and the seat has won it alone."""
    outcome = attempt.after.outcome()
    return outcome is not None and outcome.places[attempt.seat] == 1 and outcome.places.count(1) == 1
