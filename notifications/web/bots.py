"""The page on which players declare their bots and make keys for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.api_keys import create_token
from games.accounts.bots import LONGEST_ABOUT, declare_bot
from games.accounts.scopes import Scope
from games.exceptions import GameError
from games.models import Player
from games.web.requests import player_of
from notifications.accounts.changes import origin_of
from notifications.accounts.closing import close_account
from notifications.accounts.notices import BOT_KEY_MADE, send_notice

KEY_WORKS = timedelta(days=365)
Action = Callable[[HttpRequest, Player], str]


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True, app="allauth.account")  # type: ignore[untyped-decorator]
def bots(request: HttpRequest) -> HttpResponse:
    """The player's bots. A new key is shown in the answer that made it, and never again."""
    player, secret = player_of(request), ""
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""))
        if action is None:
            raise Http404("There is no such button.")
        try:
            secret = action(request, player)
        except GameError as error:
            messages.error(request, error.message)
    own = player.bots.filter(is_active=True)
    context = {"bots": own, "secret": secret, "longest_about": LONGEST_ABOUT, "most_name": 30}
    return render(request, "notifications/bots.html", context)


@transaction.atomic
def _declare(request: HttpRequest, player: Player) -> str:
    name, about = request.POST.get("username", ""), request.POST.get("about", "")
    bot = declare_bot(owner=player, username=name, about=about, at=timezone.now())
    return _new_key(request, player, bot)


def _key(request: HttpRequest, player: Player) -> str:
    return _new_key(request, player, _bot_of(request, player))


@transaction.atomic
def _new_key(request: HttpRequest, player: Player, bot: Player) -> str:
    """The secret of a key with which the bot reads and plays, of which its owner is notified. Raises TooManyTokens."""
    at = timezone.now()
    _, secret = create_token(bot, name=bot.username, scopes=[Scope.READ, Scope.PLAY], expires_at=at + KEY_WORKS)
    send_notice(player, BOT_KEY_MADE, origin_of(request), at=at, name=bot.username)
    return secret


def _close(request: HttpRequest, player: Player) -> str:
    bot = _bot_of(request, player)
    close_account(bot, origin_of(request), at=timezone.now())
    messages.success(request, gettext("{bot} is closed. It has left its games.").format(bot=bot.username))
    return ""


def _bot_of(request: HttpRequest, player: Player) -> Player:
    """Raises Http404."""
    return get_object_or_404(player.bots.filter(is_active=True), username=request.POST.get("bot", "").replace("\0", ""))


ACTIONS: dict[str, Action] = {"declare": _declare, "key": _key, "close": _close}
