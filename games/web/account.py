"""A player's own settings and keys to the REST interface."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.api_keys import TooManyTokens, create_token, revoke_token
from games.timekeeping.leave import change_settings
from games.web.account_forms import SettingsForm, TokenForm
from games.web.requests import player_of


@require_http_methods(["GET", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """The time zone and how long moves are held, and the way to everything else about the account."""
    player = player_of(request)
    initial = {"time_zone": player.time_zone, "hold_minutes": player.hold_minutes}
    form = SettingsForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        player = change_settings(player_id=player.pk, **form.cleaned_data)
        held = f" Your moves are held for {player.hold_minutes} minutes." if player.hold_minutes else ""
        messages.success(request, f"Times are now shown in {player.time_zone}.{held}")
        return redirect("games:settings")
    return render(request, "games/settings.html", {"form": form}, status=400 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The player's keys. A new one is shown in the answer that made it, and never again."""
    player = player_of(request)
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            _, secret = create_token(player, name=form.cleaned_data["name"])
        except TooManyTokens as error:
            form.add_error(None, str(error))
        else:
            form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": player.api_tokens.all()}
    return render(request, "games/tokens.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a key useless."""
    if revoke_token(player_of(request), pk, at=timezone.now()):
        messages.success(request, "The key is revoked. Nothing can use it any more.")
    else:
        messages.info(request, "There is no such key, or it was revoked before.")
    return redirect("games:tokens")
