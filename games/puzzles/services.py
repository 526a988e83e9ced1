"""Solo puzzles: what players have found. The rules say what a solution is (``games.rules.twigs.puzzles``)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.exceptions import PuzzleError
from games.models import Player, PuzzleSolution
from games.rules.base import MoveError
from games.rules.twigs.puzzles import Puzzle, Solution, solve

MOST_KEPT = 500  # solutions of one puzzle by one player


@dataclass(frozen=True, slots=True)
class Found:
    """A solution that stands in the hall of fame. ``is_new``: its player had not found it before."""

    solution: Solution
    is_new: bool


def read_solution(puzzle: Puzzle, text: str) -> Solution:
    """The solution that the text spells out. Raises PuzzleError with what is wrong."""
    try:
        return solve(puzzle, text)
    except MoveError as error:
        raise PuzzleError(str(error), code=error.code) from error


@transaction.atomic
def submit_solution(*, player: Player, puzzle: Puzzle, text: str, at: datetime) -> Found:
    """Check a solution and keep it; the same figure again changes nothing. Raises PuzzleError."""
    solution = read_solution(puzzle, text)
    mine = PuzzleSolution.objects.filter(player=player, puzzle=puzzle.slug)
    figure = str(solution)
    if mine.filter(figure=figure).exists():
        return Found(solution, is_new=False)
    if mine.count() >= MOST_KEPT:
        raise PuzzleError(
            gettext("You have found {most_kept} solutions of this puzzle, and we keep no more.").format(
                most_kept=MOST_KEPT
            ),
            code="enough",
        )
    _, is_new = PuzzleSolution.objects.get_or_create(
        player=player, puzzle=puzzle.slug, figure=figure, defaults={"score": solution.score, "found_at": at}
    )
    return Found(solution, is_new)
