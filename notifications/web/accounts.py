"""Pages of an account beside those of the accounts library: ending one sign-in, the download, closing."""

from __future__ import annotations

from collections.abc import Sequence

from allauth.account.decorators import reauthentication_required
from allauth.decorators import rate_limit
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from games.accounts.sessions import player_of
from games.models import Player
from ground.expensive import expensive
from notifications.accounts.changes import origin_of
from notifications.accounts.closing import close_account
from notifications.accounts.download import download_of
from notifications.accounts.notices import DOWNLOADED, send_notice
from tournaments.models import Event


class CloseForm(forms.Form):
    """The name of the account, typed by a player who means it."""

    name = forms.CharField(label=gettext_lazy("Type your name to close the account"))

    def __init__(self, player: Player, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.player = player

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip().lower() != self.player.username:
            raise forms.ValidationError(
                gettext("Nothing was closed. The name of this account is %(name)s.") % {"name": self.player.username}
            )
        return name


@require_GET
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The ways to take one's data along and to go."""
    return _page(request, CloseForm(player_of(request)))


def _page(request: HttpRequest, form: CloseForm) -> HttpResponse:
    directed = Event.objects.filter(director=player_of(request), state__in=(Event.State.OPEN, Event.State.RUNNING))
    context = {"form": form, "directed": events_without_director([event.name for event in directed])}
    return render(request, "notifications/account_page.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
@reauthentication_required(app="allauth.account")  # type: ignore[untyped-decorator]
@rate_limit(action="download")  # type: ignore[untyped-decorator]
@expensive
def download(request: HttpRequest) -> HttpResponse:
    """Everything that the service holds of the player, in a zip file."""
    player, now = player_of(request), timezone.now()
    packed = download_of(player, at=now)
    send_notice(player, DOWNLOADED, origin_of(request), at=now)
    name = f"seeds-{player.username}-{now:%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(packed, content_type="application/zip", headers=headers)


@require_POST
@login_required
@reauthentication_required(app="allauth.account")  # type: ignore[untyped-decorator]
def close(request: HttpRequest) -> HttpResponse:
    """Close the account of a player who has typed its name."""
    player = player_of(request)
    form = CloseForm(player, request.POST)
    if not form.is_valid():
        return _page(request, form)
    origin = origin_of(request)
    logout(request)
    close_account(player, origin, at=timezone.now())
    messages.success(request, gettext("Your account is closed. Thank you for the games."))
    return redirect("games:home")


@require_POST
@login_required
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign the player out in one other browser."""
    session = UserSession.objects.filter(pk=pk, user=player_of(request)).first()
    if session is None:
        messages.info(request, gettext("That sign-in had ended before."))
    else:
        session.end()
        messages.success(request, gettext("That sign-in is ended."))
    return redirect("usersessions_list")


def events_without_director(names: Sequence[str]) -> str:
    """What becomes of events whose director closes the account; empty where there are none."""
    if not names:
        return ""
    return ngettext(
        "You direct %(events)s, which is not over. Its assistants and the site's staff will take over.",
        "You direct %(events)s, which are not over. Their assistants and the site's staff will take over.",
        len(names),
    ) % {"events": ", ".join(names)}
