"""The boards of a game one after another, for the script that steps through it without a page load for each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.costly import costly
from games.play import queries
from games.web.game import find_game, look_from, ply_of, viewer_of
from games.web.game_page import GamePage
from games.web.page_rows.game import GameWords

MOST_BOARDS = 8  # in one answer


@require_GET
@costly
def boards(request: HttpRequest, pk: int) -> HttpResponse:
    """The parts of the page of a game that change with the moment, for a few moments from ``ply`` on."""
    game = find_game(pk)
    first = ply_of(request, game)
    now, viewer = timezone.now(), viewer_of(request)
    moments = []
    for number, position in enumerate(queries.positions_from(game, first, MOST_BOARDS)):
        page = GamePage(game, now, viewer, position, first + number)
        look_from(request, page)
        moments.append((page, GameWords(page)))
    return render(request, "games/boards.html", {"moments": moments, "game": game})
