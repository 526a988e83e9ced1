"""Where one starts: the home page, the list of games, a player's page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.models import Game
from games.play import queries
from games.rules import RULES
from games.timekeeping import running_games
from games.web.requests import player_of

PAGE_SIZE = 30
Status = Game.Status


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What Seeds is; for players, what waits for them."""
    shown = queries.games_with_seats()
    if not request.user.is_authenticated:
        newest = shown.filter(ply__gt=0).first()
        return render(request, "games/welcome.html", {"all_rules": RULES.values(), "newest": newest})
    player = player_of(request)
    to_move = list(queries.games_to_move(player))
    waiting = running_games.running_games_of(player).exclude(pk__in=[game.pk for game in to_move])
    finished = queries.games_of(player).filter(status=Status.FINISHED).order_by("-finished_at", "-pk")[:5]
    context = {
        "to_move": to_move,
        "waiting": waiting,
        "finished": finished,
        "challenges": queries.challenges_to(player),
        "now": timezone.now(),
    }
    return render(request, "games/home.html", context)


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """All games, the newest first, narrowed down by ``?status=`` and ``?rules=``."""
    found = queries.games_with_seats()
    status, rules = request.GET.get("status", ""), request.GET.get("rules", "")
    if status in Status.values:
        found = found.filter(status=status)
    if rules in RULES:
        found = found.filter(rules=rules)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"games": page, "status": status, "rules": rules, "all_rules": RULES.values()}
    return render(request, "games/games.html", context)


@require_GET
def player(request: HttpRequest, username: str) -> HttpResponse:
    """What everybody may know about a player."""
    found = queries.player_named(username)
    if found is None:
        raise Http404(f"There is no player called {username}.")
    played = queries.games_of(found)
    context = {
        "player": found,
        "running": running_games.running_games_of(found)[:PAGE_SIZE],
        "finished": played.filter(status=Status.FINISHED).order_by("-finished_at", "-pk")[:PAGE_SIZE],
        "tally": queries.tally_of(found),
        "all_rules": RULES.values(),
    }
    return render(request, "games/player.html", context)


@require_GET
@login_required
def submissions(request: HttpRequest) -> HttpResponse:
    """Everything the player has sent, and what became of it."""
    page = Paginator(queries.submissions_of(player_of(request)), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "games/submissions.html", {"submissions": page})
