"""Solo puzzles: the list, one puzzle with its box and its hall of fame, and the figures for players who ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.sessions import player_of
from games.exceptions import PuzzleError
from games.models import Player
from games.play import queries
from games.play.submissions import LONGEST_TEXT
from games.puzzles import services as puzzles
from games.puzzles.daily_pages import daily_board, daily_puzzle, today
from games.rules.base import Sheet
from games.rules.twigs import TWIGS
from games.rules.twigs.figures import svg_attempt, svg_solution, svg_task
from games.rules.twigs.puzzles import PUZZLES, Puzzle, Solution, best_known, in_words, kept_solution
from games.web.forms import notation_box
from ground.expensive import expensive_if

FIGURES_SHOWN = 60  # of one player: all 56 of the triangle
STATUS_OF_REFUSED = 422
HOUSE = "Seeds"


def drawn(svg: str) -> SafeString:
    """A picture for a template. The rules have drawn it from placements alone: nothing that a player typed is in it."""
    return mark_safe(svg)  # noqa: S308


class SolutionForm(forms.Form):
    """The box for a solution of a puzzle."""

    text = forms.CharField(
        max_length=LONGEST_TEXT,
        label=gettext_lazy("Your solution"),
        error_messages={"required": gettext_lazy("The box is empty. Write your twigs into it.")},
        widget=notation_box(rows=8),
    )


@dataclass
class PuzzlePage:
    """Everything that the templates of a puzzle need."""

    puzzle: Puzzle
    viewer: Player | None
    form: SolutionForm = field(default_factory=SolutionForm)
    problem: str = ""
    attempt: SafeString | None = None

    @cached_property
    def hall(self) -> list[queries.HallLine]:
        return queries.hall_of_fame(self.puzzle)

    @property
    def mine(self) -> queries.HallLine | None:
        """What the viewer has found."""
        return next((line for line in self.hall if self.viewer and line.player == self.viewer.username), None)

    @property
    def to_beat(self) -> Solution | None:
        return best_known(self.puzzle)

    @property
    def is_beyond_beating(self) -> bool:
        return self.to_beat is not None and self.to_beat.score == self.puzzle.most

    @property
    def score_to_beat(self) -> SafeString | str:
        return (
            format_html(
                gettext("<b>{score} {unit}</b>, found by a search of our own."),
                score=self.to_beat.score,
                unit=gettext(self.puzzle.unit),
            )
            if self.to_beat
            else ""
        )

    @property
    def most_possible(self) -> str:
        return most_possible(self.puzzle.most, is_reached=self.is_beyond_beating)

    @property
    def how_to_write(self) -> str:
        return how_to_write(self.puzzle.sets)

    @property
    def summary(self) -> str:
        """How many have solved the puzzle, and the score to beat."""
        return summary(len(self.hall), self.to_beat.score if self.to_beat else None, self.puzzle.unit)

    @property
    def you_solved_it(self) -> str:
        return you_solved_it(self.puzzle.unit, self.mine.score) if self.mine else ""

    @property
    def my_solutions(self) -> str:
        return solutions(self.mine.solutions) if self.mine else ""

    @property
    def own_result(self) -> str:
        return own_result(self.mine.solutions, self.puzzle.unit, self.mine.score) if self.mine else ""

    @property
    def task_picture(self) -> SafeString:
        return drawn(svg_task(self.puzzle))

    @property
    def sheet(self) -> Sheet:
        return TWIGS.sheet()


@dataclass(frozen=True)
class Figure:
    """One solution as a picture, and how it is written."""

    solution: Solution

    @property
    def picture(self) -> SafeString:
        return drawn(svg_solution(self.solution))

    @property
    def words(self) -> str:
        return in_words(self.solution.puzzle, self.solution.score)


def _page(request: HttpRequest, slug: str, **values: Any) -> PuzzlePage:
    """The page of a puzzle for whoever asks. Raises Http404."""
    if slug not in PUZZLES:
        raise Http404(
            gettext("There is no puzzle called {slug}. The puzzles: {puzzles}.").format(
                slug=slug, puzzles=", ".join(PUZZLES)
            )
        )
    return PuzzlePage(PUZZLES[slug], player_of(request) if request.user.is_authenticated else None, **values)


@require_GET
def all_puzzles(request: HttpRequest) -> HttpResponse:
    return render(request, "puzzles/puzzles.html", {"pages": [_page(request, slug) for slug in PUZZLES]})


@require_http_methods(["GET", "POST"])
@expensive_if(lambda request: request.method == "POST")
def puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """One puzzle. What is sent is checked; what solves it goes into the hall of fame."""
    page = _page(request, slug)
    if request.method != "POST":
        return _show(request, page)
    if page.viewer is None:
        return redirect_to_login(request.path)
    page.form = SolutionForm(request.POST)
    if not page.form.is_valid():
        page.problem = str(page.form.errors["text"][0])
        return _show(request, page, 400)
    text = page.form.cleaned_data["text"]
    try:
        found = puzzles.submit_solution(player=page.viewer, puzzle=page.puzzle, text=text, at=timezone.now())
    except PuzzleError as error:
        page.problem, page.attempt = error.message, drawn(svg_attempt(page.puzzle, text))
        return _show(request, page, STATUS_OF_REFUSED)
    _tell(request, found)
    return redirect("games:puzzle_figures", slug, page.viewer.username)


def _show(request: HttpRequest, page: PuzzlePage, status: int = 200) -> HttpResponse:
    return render(request, "puzzles/puzzle.html", {"page": page, "puzzle": page.puzzle}, status=status)


def _tell(request: HttpRequest, found: puzzles.Found) -> None:
    words = in_words(found.solution.puzzle, found.solution.score)
    if found.is_new:
        messages.success(request, gettext("That is right: {words}. It is in the hall of fame.").format(words=words))
    else:
        messages.info(
            request,
            gettext(
                "That is right ({words}), but you had found it before: turned, mirrored or moved it is the same."
            ).format(words=words),
        )


@require_GET
def figures(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """What one player has found: shown to a player who has solved the puzzle, or asks for it by ``?show=1``."""
    page = _page(request, slug)
    player = queries.player_named(username)
    if player is None:
        raise Http404(gettext("There is no player called {username}.").format(username=username))
    kept = queries.puzzle_solutions(player, page.puzzle)[:FIGURES_SHOWN]
    solutions = [kept_solution(page.puzzle, found.figure, found.score) for found in kept]
    return _figures(request, page, player.username, solutions)


@require_GET
def best(request: HttpRequest, slug: str) -> HttpResponse:
    """The figure to beat, likewise."""
    page = _page(request, slug)
    return _figures(request, page, HOUSE, [page.to_beat] if page.to_beat else [])


def _figures(request: HttpRequest, page: PuzzlePage, finder: str, solutions: list[Solution]) -> HttpResponse:
    is_shown = page.mine is not None or "show" in request.GET
    context = {
        "page": page,
        "puzzle": page.puzzle,
        "title": gettext("{puzzle}: what {finder} has found").format(puzzle=page.puzzle.title, finder=finder),
        "gives_away": gives_away(len(solutions)),
        "show_anyway": show_anyway(len(solutions)),
        "is_shown": is_shown,
        "figures": [Figure(solution) for solution in solutions] if is_shown else [],
        "count": len(solutions),
    }
    return render(request, "puzzles/puzzle_figures.html", context)


GAME_PAGES = [
    path("puzzle/", today, name="today"),
    path("puzzle/<int:number>/", daily_puzzle, name="daily_puzzle"),
    path("puzzle/<int:number>/board.svg", daily_board, name="daily_board"),
    path("puzzles/", all_puzzles, name="puzzles"),
    path("puzzles/<slug:slug>/", puzzle, name="puzzle"),
    path("puzzles/<slug:slug>/best/", best, name="puzzle_best"),
    path("puzzles/<slug:slug>/by/<str:username>/", figures, name="puzzle_figures"),
]


def how_to_write(sets: int) -> str:
    """How a solution is written; ``sets``: how often each twig is used."""
    if sets == 1:
        return gettext("All twelve twigs, written as in the game and in any order.")
    return gettext("All 24 twigs, each twice, written as in the game and in any order.")


def most_possible(most: int | None, *, is_reached: bool) -> str:
    """What is known of the highest possible score; empty if nothing is."""
    if is_reached:
        return gettext("No figure can have more.")
    return gettext("No figure can have more than {most}.").format(most=most) if most else ""


def solutions(count: int) -> str:
    """ "1 solution", "3 solutions"."""
    return ngettext("{count} solution", "{count} solutions", count).format(count=count)


def you_solved_it(unit: str, best: int | None) -> str:
    """That the viewer has solved a puzzle, with the best score where it has scores."""
    if unit:
        return gettext("You have solved it, with {score} {unit} at best:").format(score=best, unit=gettext(unit))
    return gettext("You have solved it:")


def summary(solvers: int, to_beat: int | None, unit: str) -> str:
    """How many have solved a puzzle, and the score to beat if there is one."""
    if solvers:
        solved = ngettext("Solved by {count} player.", "Solved by {count} players.", solvers).format(count=solvers)
    else:
        solved = gettext("Nobody has solved it yet.")
    if to_beat is None:
        return solved
    return gettext("Score to beat: {score} {unit}. {solved}").format(score=to_beat, unit=gettext(unit), solved=solved)


def own_result(count: int, unit: str, best: int | None) -> str:
    """What the viewer has achieved."""
    if unit:
        return gettext("You: {score} {unit}").format(score=best, unit=gettext(unit))
    return gettext("You: {solutions}").format(solutions=solutions(count))


def gives_away(count: int) -> str:
    """That looking at figures spoils the puzzle for a viewer who has not solved it."""
    return ngettext(
        "You have not solved this puzzle yourself yet. The figure gives it away.",
        "You have not solved this puzzle yourself yet. The figures give it away.",
        count,
    )


def show_anyway(count: int) -> str:
    """What the button says that shows the figures."""
    return ngettext("Show it anyway", "Show them anyway", count)
