"""The page on which players declare their bots and make keys for them."""

from __future__ import annotations

from collections.abc import Callable

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

from games.accounts.bots import LONGEST_ABOUT, LONGEST_VERSION, bots_of, declare_bot, describe_bot
from games.accounts.sessions import player_of
from games.exceptions import GameError
from games.models import Player
from notifications.accounts.changes import origin_of
from notifications.accounts.closing import close_account
from notifications.accounts.notices import LONGEST, make_bot_key

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
            raise Http404(gettext("There is no such button."))
        try:
            secret = action(request, player)
        except GameError as error:
            messages.error(request, error.message)
    lengths = {"longest_about": LONGEST_ABOUT, "longest_version": LONGEST_VERSION, "most_name": 30}
    context = {"bots": bots_of(player), "secret": secret, **lengths}
    return render(request, "notifications/bots.html", context)


@transaction.atomic
def _declare(request: HttpRequest, player: Player) -> str:
    name, about = request.POST.get("username", ""), request.POST.get("about", "")
    bot = declare_bot(owner=player, username=name, about=about, at=timezone.now())
    return _new_key(request, bot)


def _key(request: HttpRequest, player: Player) -> str:
    return _new_key(request, _bot_of(request, player))


def _new_key(request: HttpRequest, bot: Player) -> str:
    """The secret of a key for the bot. Raises TooManyTokens."""
    at = timezone.now()
    _, secret = make_bot_key(bot, origin_of(request), at=at, name=bot.username, expires_at=at + LONGEST)
    return secret


def _describe(request: HttpRequest, player: Player) -> str:
    bot = _bot_of(request, player)
    describe_bot(bot, at=timezone.now(), about=request.POST.get("about"), version=request.POST.get("version"))
    messages.success(request, gettext("The description of {bot} is saved.").format(bot=bot.username))
    return ""


def _close(request: HttpRequest, player: Player) -> str:
    bot = _bot_of(request, player)
    close_account(bot, origin_of(request), at=timezone.now())
    messages.success(request, gettext("{bot} is closed. It has left its games.").format(bot=bot.username))
    return ""


def _bot_of(request: HttpRequest, player: Player) -> Player:
    """Raises Http404."""
    return get_object_or_404(bots_of(player), username=request.POST.get("bot", "").replace("\0", ""))


ACTIONS: dict[str, Action] = {"declare": _declare, "describe": _describe, "key": _key, "close": _close}
