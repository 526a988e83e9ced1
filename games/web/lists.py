"""Where one starts: the home page, the list of games, a player's page, all bots."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.accounts.bots import open_bots
from games.accounts.guests import open_to_guests
from games.accounts.sessions import player_of
from games.feed.shown import keep_while_same
from games.models import Game, Player, Seat
from games.moderation import decisions
from games.moderation.subjects import report_address
from games.play import house_players, queries
from games.rules import RULES
from games.signals import first_page_shown
from games.timekeeping import leave
from ground.address_values import chosen_value, page_of
from ground.features import added
from ground.prepared.queries import Asked, Prepared

PAGE_SIZE = 30
GAMES_A_PAGE = 20  # of all games
OF_A_PLAYER = 10  # games of each of two lists on the page of a player
Status = Game.Status


def _waiting(player: Player | Asked) -> QuerySet[Game]:
    """The running games of a player in which others are to act."""
    return leave.running_games_of(player).exclude(turn__player=player)


def _finished(player: Player | Asked) -> QuerySet[Game]:
    return queries.games_of(player).filter(status=Status.FINISHED).order_by("-finished_at", "-pk")


_TO_MOVE = Prepared(lambda: queries.games_to_move(Asked("player"))[: PAGE_SIZE + 1])
_WAITING = Prepared(lambda: _waiting(Asked("player"))[: PAGE_SIZE + 1])
_FINISHED = Prepared(lambda: _finished(Asked("player"))[:3])
_CHALLENGES = Prepared(lambda: queries.challenges_to(Asked("player"))[:PAGE_SIZE])


@require_GET
@open_to_guests
def home(request: HttpRequest) -> HttpResponse:
    """What Seeds is; for players, what waits for them."""
    if not request.user.is_authenticated:
        keep_while_same(request)
        seeks, running = queries.open_seeks().count(), Game.objects.filter(status=Status.RUNNING).count()
        more = added(first_page_shown, request=request)
        return render(request, "games/welcome.html", {"seeks": seeks, "running": running, "more": more})
    player = player_of(request)
    first, others, finished = (asked.ask(player=player.pk) for asked in (_TO_MOVE, _WAITING, _FINISHED))
    challenges = _CHALLENGES.ask(player=player.pk)
    to_move = page_of(request, lambda: queries.games_to_move(player), PAGE_SIZE, first=first)
    waiting = page_of(request, lambda: _waiting(player), PAGE_SIZE, name="waiting", first=others)
    prefetch_related_objects([*first, *others, *finished], "seats__player")
    prefetch_related_objects(challenges, "invitations__player")
    context = {
        "to_move": to_move,
        "waiting": waiting,
        "finished": finished,
        "challenges": challenges,
        "now": timezone.now(),
        "more": added(first_page_shown, request=request),
    }
    return render(request, "games/home.html", context)


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """All games but those of guests, the newest first, narrowed down by ``?status=`` and ``?rules=``."""
    found = queries.games_with_seats().exclude(pk__in=Seat.objects.filter(player__is_guest=True).values("game"))
    status, rules = chosen_value(request, "status", Status.values), chosen_value(request, "rules", RULES)
    if status:
        found = found.filter(status=status)
    if rules:
        found = found.filter(rules=rules)
    page = page_of(request, found, GAMES_A_PAGE)
    context = {"games": page, "status": status, "rules": rules, "all_rules": RULES.values()}
    keep_while_same(request)
    return render(request, "games/games.html", context)


@require_GET
def player(request: HttpRequest, username: str) -> HttpResponse:
    """What everybody may know about a player."""
    found = queries.player_named(username)
    if found is None:
        raise Http404(gettext("There is no player called {username}.").format(username=username))
    running = page_of(request, leave.running_games_of(found), OF_A_PLAYER, name="running")
    viewer = player_of(request) if request.user.is_authenticated else None
    context = {
        "player": found,
        "running": running,
        "finished": page_of(request, _finished(found), OF_A_PLAYER),
        "report_address": report_address("player", found.username),
        "block_address": f"{reverse('games:blocks')}?player={found.username}",
        "moderation_address": reverse("games:moderated_player", args=[found.username])
        if viewer and decisions.is_moderator(viewer)
        else "",
        "all_rules": RULES.values(),
    }
    keep_while_same(request)
    return render(request, "games/player.html", context)


@require_GET
def bots(request: HttpRequest) -> HttpResponse:
    """House bots and the bots of players."""
    ready = house_players.accounts()
    context = {
        "house": [bot for bot in house_players.HOUSE_BOTS if bot.username in ready],
        "bots": page_of(request, open_bots(), PAGE_SIZE),
    }
    return render(request, "games/bots.html", context)


@require_GET
@login_required
def submissions(request: HttpRequest) -> HttpResponse:
    """Everything the player has sent, and what became of it."""
    page = page_of(request, queries.submissions_of(player_of(request)), PAGE_SIZE)
    return render(request, "games/submissions.html", {"submissions": page})
