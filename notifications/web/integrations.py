"""The page of a player's programs, which are notified, and of feeds, which others fetch; and the feeds themselves."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.accounts.sessions import player_of
from games.models import Game, Player
from games.presenting.page_sentences.game import waiting_heading
from notifications.channels import feeds
from notifications.channels.push import public_key
from notifications.channels.webhooks import hooks
from notifications.channels.webhooks.hooks import CHOSEN_BY_HAND, confirm_browser
from notifications.models import FeedKey, Webhook

Action = Callable[[HttpRequest, Player], None]


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def integrations(request: HttpRequest) -> HttpResponse:
    """The programs of the player that are notified, and the feeds. POST does one action and shows the page again."""
    player = player_of(request)
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""))
        if action is None:
            raise Http404(gettext("There is no such button."))
        action(request, player)
        return redirect("notifications:integrations")
    key = FeedKey.objects.filter(pk=player.pk).first()
    context = {
        "hooks": [(hook, hooks.secret_of(hook), hook.calls.all()[: hooks.SHOWN_CALLS])
                  for hook in Webhook.objects.filter(player=player)],
        "feeds": _addresses(feeds.letters_of(key)) if key else [],
        "most": hooks.MOST_HOOKS,
        "services": CHOSEN_BY_HAND,
        "push_key": public_key(),
    }  # fmt: skip
    return render(request, "notifications/integrations.html", context)


def _addresses(letters: str) -> list[tuple[str, str]]:
    named = [
        (gettext("The moves of all your games (Atom)"), "feed_moves"),
        (gettext("Your deadlines (iCalendar)"), "feed_deadlines"),
    ]
    return [(words, f"{settings.SITE_URL}{reverse(f'notifications:{name}', args=[letters])}") for words, name in named]


def _add(request: HttpRequest, player: Player) -> None:
    try:
        hooks.add_hook(
            player_id=player.pk,
            url=request.POST.get("url", "")[:500],
            kind=request.POST.get("kind", Webhook.Kind.PROGRAM),
            token=request.POST.get("token", "").strip(),
            at=timezone.now(),
        )
    except hooks.HookError as error:
        messages.error(request, error.message)
    else:
        messages.success(
            request, gettext("A challenge is on its way there. Nothing else is sent until it has been answered.")
        )


def _remove(request: HttpRequest, player: Player) -> None:
    if hooks.remove_hook(player_id=player.pk, hook_id=_number(request)):
        messages.success(request, gettext("This program is no longer notified."))


def _restart(request: HttpRequest, player: Player) -> None:
    try:
        is_there = hooks.restart_hook(player_id=player.pk, hook_id=_number(request), at=timezone.now())
    except hooks.HookError as error:
        messages.error(request, error.message)
    else:
        if is_there:
            messages.success(
                request,
                gettext(
                    "The program has a new secret, and is notified again once it has answered the challenge with it."
                ),
            )


def _confirm(request: HttpRequest, player: Player) -> None:
    try:
        is_right = hooks.confirm_hook(
            player_id=player.pk, hook_id=_number(request), code=request.POST.get("code", "")[:20], at=timezone.now()
        )
    except hooks.HookError as error:
        messages.error(request, error.message)
    else:
        if is_right:
            messages.success(request, gettext("Messages come there from now on."))
        else:
            messages.error(request, gettext("This is not the code. It has 8 letters and figures, as in the message."))


def _test(request: HttpRequest, player: Player) -> None:
    try:
        is_there = hooks.test_hook(player_id=player.pk, hook_id=_number(request), at=timezone.now())
    except hooks.HookError as error:
        messages.error(request, error.message)
    else:
        if is_there:
            messages.success(request, gettext("A call is on its way. Reload this page to see the result."))


def _number(request: HttpRequest) -> int:
    number = request.POST.get("hook", "")
    return int(number) if number.isdecimal() and len(number) < 18 else 0


def _renew(request: HttpRequest, player: Player) -> None:
    had_some = FeedKey.objects.filter(pk=player.pk).exists()
    feeds.renew_key(player_id=player.pk, at=timezone.now())
    renewed = gettext("Your feeds have new addresses. The old ones no longer work.")
    messages.success(request, renewed if had_some else gettext("Your feeds have addresses now."))


def _drop(request: HttpRequest, player: Player) -> None:
    feeds.drop_key(player_id=player.pk)
    messages.success(request, gettext("You have no feeds any more."))


ACTIONS: dict[str, Action] = {
    "add": _add,
    "remove": _remove,
    "restart": _restart,
    "test": _test,
    "confirm": _confirm,
    "renew": _renew,
    "drop": _drop,
}


# Feeds ----------------------------------------------------------------------------------------------------------------


@never_cache
@require_GET
def feed_moves(request: HttpRequest, letters: str) -> HttpResponse:
    """The moves of all games of a player."""
    player = _owner(letters)
    with translation.override(player.language):
        title = gettext("{site}: games of {player}").format(site=settings.SITE_NAME, player=player.username)
        return _as_atom(feeds.atom(title, f"player-{player.pk}", list(feeds.moves_of_player(player))))


@never_cache
@require_GET
def feed_game(request: HttpRequest, letters: str, pk: int) -> HttpResponse:
    """The moves of one game."""
    player = _owner(letters)
    game = get_object_or_404(Game, pk=pk)
    with translation.override(player.language):
        title = gettext("{site}: game {number}").format(site=settings.SITE_NAME, number=game.pk)
        return _as_atom(feeds.atom(title, f"game-{game.pk}", list(feeds.moves_of_game(game))))


@never_cache
@require_GET
def feed_deadlines(request: HttpRequest, letters: str) -> HttpResponse:
    """When a player's time runs out."""
    player = _owner(letters)
    with translation.override(player.language):
        calendar = feeds.deadlines(player, timezone.now())
    return HttpResponse(calendar, content_type="text/calendar; charset=utf-8")


def _owner(letters: str) -> Player:
    player = feeds.player_with(letters)
    if player is None:
        raise Http404(gettext("There is no such feed."))
    return player


def _as_atom(feed: str) -> HttpResponse:
    return HttpResponse(feed, content_type="application/atom+xml; charset=utf-8")


@require_POST
@csrf_exempt
@never_cache
@login_required
def news(request: HttpRequest) -> HttpResponse:
    """What the notification of a browser says, and the page that it opens. The first time it confirms the browser.

    A service worker has no CSRF token; the address of its subscription, which nobody else knows, stands for one.
    """
    player = player_of(request)
    confirm_browser(player_id=player.pk, url=request.POST.get("endpoint", "")[:500], at=timezone.now())
    waiting = list(Game.objects.filter(turn__player=player).order_by("pk").values_list("pk", flat=True)[:100])
    address = reverse("games:game", args=[waiting[0]]) if len(waiting) == 1 else reverse("games:home")
    words = waiting_heading(len(waiting)) if waiting else gettext("There is news in your games.")
    return JsonResponse({"title": settings.SITE_NAME, "body": words, "address": address})
