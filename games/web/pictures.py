"""Boards by themselves: as picture files, small for lists, and one after another for the script that steps through."""

from __future__ import annotations

from functools import cache

from django.core.cache import cache as stored
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET

from games.models import Game
from games.play import queries
from games.rules import RULES
from games.rules.drawing import small
from games.rules.playout import sample_position
from games.web.game import find_game, look_from, ply_of, viewer_of
from games.web.game_page import GamePage
from games.web.page_rows.game import GameWords
from ground.expensive import expensive

MOST_BOARDS = 8  # in one answer
KEPT_SECONDS = 86_400  # by the cache, and by browsers for what can change with a release
FOR_EVER = "public, max-age=31536000, immutable"
PICTURE = "image/svg+xml"


@require_GET
@expensive
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


@require_GET
@expensive
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The present board as a picture file."""
    found = find_game(pk)
    etag = f'"{found.receipt}-{get_language()}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    picture = found.game_rules.svg(found.load_position(), over=found.is_over)
    return HttpResponse(picture, content_type=PICTURE, headers={"ETag": etag})


@require_GET
def small_board(request: HttpRequest, pk: int) -> HttpResponse:
    """The present board without letters and words. With ``?at=`` the number of the last entry it never changes."""
    found = get_object_or_404(Game, pk=pk)
    picture = stored.get_or_set(f"small-board:{found.receipt}", lambda: _small(found), KEPT_SECONDS)
    is_named = request.GET.get("at") == str(found.seq)
    return HttpResponse(
        picture, content_type=PICTURE, headers={"Cache-Control": FOR_EVER if is_named else "public, no-cache"}
    )


def _small(game: Game) -> str:
    return small(game.game_rules.svg(game.load_position(), over=game.is_over))


@require_GET
def sample_board(request: HttpRequest, slug: str) -> HttpResponse:
    """A board well into a game, the same for everybody."""
    if slug not in RULES:
        raise Http404(
            gettext("There is no game called {slug}. The games: {rules}.").format(slug=slug, rules=", ".join(RULES))
        )
    return HttpResponse(
        _sample(slug, get_language()),
        content_type=PICTURE,
        headers={"Cache-Control": f"public, max-age={KEPT_SECONDS}"},
    )


@cache
def _sample(slug: str, language: str) -> str:
    return small(RULES[slug].svg(sample_position(RULES[slug])))
