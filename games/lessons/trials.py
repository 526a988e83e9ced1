"""A board on which visitors try what solves a task: an exercise of a lesson, the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, QueryDict

from games.exceptions import GameError
from games.lessons import words as sentences
from games.lessons.base import Result, Verdict
from games.play.choices import Ahead, look_from
from games.play.submissions import LONGEST_TEXT
from games.rules.base import Position, Rules
from games.web.pointing import Pointing, pointing_at

STATUS_OF_REFUSED = 422


@dataclass
class TrialPage:
    """What the board, the box and the answer of such a page need. Pages say where it is and what position it shows."""

    ahead: Ahead
    typed: str
    query: QueryDict
    verdict: Verdict | None
    problem: GameError | None

    @property
    def rules(self) -> Rules[Any, Any]:
        raise NotImplementedError

    @property
    def start(self) -> Position[Any]:
        """The position in which the task is set."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        raise NotImplementedError

    @property
    def steps_address(self) -> str:
        """Where a script asks for the legal steps."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        raise NotImplementedError

    @property
    def task(self) -> str:
        """What is to be done, in a sentence."""
        raise NotImplementedError

    @property
    def solution(self) -> str:
        """One attempt that solves the task."""
        raise NotImplementedError

    @property
    def side(self) -> str:
        return next(iter(self.rules.sides), "")

    @property
    def your_colour(self) -> str:
        seat = self.start.seat_to_act
        return "" if seat is None else sentences.your_colour(self.rules.colours[seat])

    @cached_property
    def pointing(self) -> Pointing | None:
        """None once the task is solved: then the board shows what was played."""
        if self.is_solved:
            return None
        return pointing_at(self.address, self.rules, self.ahead, self.query)

    @property
    def is_solved(self) -> bool:
        return self.verdict is not None and self.verdict.is_solved

    @property
    def shown(self) -> Position[Any]:
        """The position on the board."""
        attempt = self.verdict.attempt if self.verdict else None
        return attempt.after if self.is_solved and attempt else self.ahead.position

    @property
    def not_yet(self) -> str:
        """How the sentence about an attempt begins that does not solve the task."""
        is_legal = self.verdict is not None and self.verdict.result is Result.WRONG
        return sentences.legal_but_wrong() if is_legal else sentences.not_allowed()

    @property
    def trouble(self) -> str:
        """What is wrong with what was sent; empty if nothing is."""
        if self.problem is not None:
            return self.problem.message
        return self.verdict.sentence if self.verdict and not self.is_solved else ""

    @property
    def hint(self) -> str:
        return self.rules.hint(self.start)

    @property
    def status(self) -> int:
        """The HTTP status of the page."""
        is_refused = self.verdict is not None and self.verdict.result is Result.REFUSED
        return STATUS_OF_REFUSED if is_refused or self.problem else 200


def read_trial(
    request: HttpRequest, rules: Rules[Any, Any], start: Position[Any], verdict: Verdict | None
) -> tuple[Ahead, str, QueryDict, Verdict | None, GameError | None]:
    """The fields of a :class:`TrialPage` from a request whose ``text`` has been judged, or has none."""
    typed, problem = request.GET.get("text", "")[:LONGEST_TEXT], None
    after = request.GET.get("after", "") if verdict is None else ""
    try:
        ahead = look_from(rules, start, 0, after)
    except GameError as error:
        problem, ahead = error, look_from(rules, start, 0, "")
    return ahead, typed, request.GET, verdict, problem
