"""A player's own settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from games.accounts.sessions import player_of
from games.clock.calendars import zone_names
from games.models import Player
from games.timekeeping.leave import change_settings
from games.web.account_forms import SettingsForm


@require_http_methods(["GET", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """The time zone, how moves are held and sent, and the way to everything else about the account."""
    player = player_of(request)
    initial = {name: getattr(player, name) for name in SettingsForm.base_fields}
    form = SettingsForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        player = change_settings(player_id=player.pk, **form.cleaned_data)
        with translation.override(player.language):
            messages.success(request, _saved(player))
        return redirect("games:settings")
    return render(
        request, "games/settings.html", {"form": form, "zones": zone_names()}, status=400 if form.errors else 200
    )


def _saved(player: Player) -> str:
    if not player.hold_minutes:
        return gettext("Times are now shown in {time_zone}.").format(time_zone=player.time_zone)
    return ngettext(
        "Times are now shown in {time_zone}. Your moves are held for {minutes} minute.",
        "Times are now shown in {time_zone}. Your moves are held for {minutes} minutes.",
        player.hold_minutes,
    ).format(time_zone=player.time_zone, minutes=player.hold_minutes)
