"""The puzzle of the day, for everybody and without an account."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.exceptions import GameError
from games.lessons.base import Result, Verdict, attempt_at
from games.lessons.trials import TrialPage, read_trial
from games.play.submissions import LONGEST_TEXT
from games.puzzles import daily_words as sentences
from games.puzzles.daily import DailyPuzzle, is_shown, puzzle_numbered, puzzle_of
from games.rules.base import Position, Rules
from games.rules.drawing import small
from ground.expensive import expensive_if


@dataclass
class DailyPage(TrialPage):
    """Everything that the template of a puzzle needs."""

    puzzle: DailyPuzzle = field(kw_only=True)

    @property
    def rules(self) -> Rules[Any, Any]:
        return self.puzzle.rules

    @property
    def start(self) -> Position[Any]:
        return self.puzzle.position

    @property
    def address(self) -> str:
        return reverse("games:daily_puzzle", args=[self.puzzle.number])

    @property
    def steps_address(self) -> str:
        return reverse("games-api:daily-steps", args=[self.puzzle.number])

    @property
    def title(self) -> str:
        return sentences.title(self.puzzle.number, self.rules.title)

    @property
    def task(self) -> str:
        return self.puzzle.task

    @property
    def solution(self) -> str:
        return self.puzzle.solution

    @property
    def proof(self) -> str:
        return sentences.proof(self.puzzle.claim, self.puzzle.depth, has_dice=self.rules.has_dice)


def judge(puzzle: DailyPuzzle, text: str) -> Verdict:
    """What is to be said about an attempt in the notation of the game."""
    try:
        attempt = attempt_at(puzzle.rules, puzzle.position, text)
    except GameError as error:
        return Verdict(Result.REFUSED, error.message)
    if puzzle.is_solved_by(attempt.steps):
        return Verdict(Result.SOLVED, sentences.solved(puzzle.claim, puzzle.margin), attempt)
    reply = puzzle.refutation(attempt.after, attempt.seat)
    return Verdict(Result.WRONG, sentences.wrong(puzzle.claim, reply), attempt)


@require_GET
def today(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of this day in UTC."""
    return redirect("games:daily_puzzle", puzzle_of(timezone.now().date()).number)


@require_GET
def daily_board(request: HttpRequest, number: int) -> HttpResponse:
    """The position of a puzzle that has been shown, as a picture without letters and words."""
    puzzle = _shown(number)
    picture = small(puzzle.rules.svg(puzzle.position))
    return HttpResponse(picture, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


def _shown(number: int) -> DailyPuzzle:
    puzzle = puzzle_numbered(number)
    if puzzle is None or not is_shown(puzzle, timezone.now().date()):
        raise Http404(gettext("There is no puzzle {number}, or its day has not come.").format(number=number))
    return puzzle


@require_GET
@expensive_if(lambda request: "text" in request.GET or "after" in request.GET)
def daily_puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """A puzzle that has been shown. ``text`` is an attempt that is judged; ``after`` and ``pick`` as for a game."""
    puzzle = _shown(number)
    text = request.GET.get("text")
    verdict = judge(puzzle, text[:LONGEST_TEXT]) if text is not None else None
    page = DailyPage(*read_trial(request, puzzle.rules, puzzle.position, verdict), puzzle=puzzle)
    context = {"page": page, "game": {"rules": puzzle.slug}, "today": puzzle_of(timezone.now().date()).number}
    return render(request, "puzzles/daily.html", context, status=page.status)
