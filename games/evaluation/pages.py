"""The page that says where a finished game turned."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.accounts.sessions import player_of
from games.evaluation.rows import HEIGHT, WIDTH, EvaluationPage
from games.evaluation.services import ask_for_evaluation, evaluation_of
from games.exceptions import GameError
from games.models import Game
from games.web.game import find_game, game_shown, status_of
from ground.expensive import expensive


@require_http_methods(["GET", "POST"])
@expensive
def evaluation(request: HttpRequest, pk: int) -> HttpResponse:
    """What the service thinks of a finished game. A POST asks for it, and leads back here."""
    game = find_game(pk)
    if request.method == "POST":
        return _ask(request, game)
    return _show(request, game)


@login_required
def _ask(request: HttpRequest, game: Game) -> HttpResponse:
    try:
        ask_for_evaluation(game_id=game.pk, player=player_of(request), at=timezone.now())
    except GameError as error:
        return _show(request, game_shown(request, game.pk), error)
    return redirect("games:evaluation", game.pk)


def _show(request: HttpRequest, game: Game, problem: GameError | None = None) -> HttpResponse:
    seats = list(game.seats.all())
    for seat in seats:
        seat.game = game
    page = EvaluationPage(game, seats, evaluation_of(game), problem)
    context = {"page": page, "game": game, "width": WIDTH, "height": HEIGHT, "middle": HEIGHT / 2}
    return render(request, "evaluation/evaluation.html", context, status=status_of(problem) if problem else 200)


GAME_PAGES = [path("games/<int:pk>/evaluation/", evaluation, name="evaluation")]
