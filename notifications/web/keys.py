"""The page of a player's keys to the REST interface."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import cast

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.api_keys import TooManyTokens, create_token, revoke_token
from games.accounts.sessions import player_of
from games.models import Player
from ground.rest.scopes import MEANINGS, Scope
from notifications.accounts.changes import origin_of
from notifications.accounts.notices import KEY_MADE, send_notice
from tournaments.models import Event, KeyLimit
from tournaments.queries import events_visible_to, only_of

DAYS = (
    (7, gettext_lazy("7 days")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
    (365, gettext_lazy("1 year")),
)


class KeyForm(forms.Form):
    """A new key to the REST interface."""

    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("What is the key for?"),
        help_text=gettext_lazy("Such as: my bot on the old laptop."),
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope.value, gettext_lazy(meaning)) for scope, meaning in MEANINGS.items()],
        initial=[Scope.READ.value, Scope.PLAY.value],
        label=gettext_lazy("What the key can do"),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(choices=DAYS, coerce=int, initial=90, label=gettext_lazy("How long it works"))
    event = forms.ModelChoiceField(
        queryset=Event.objects.none(),
        required=False,
        to_field_name="slug",
        empty_label=gettext_lazy("for everything"),
        label=gettext_lazy("Only for one event"),
        help_text=gettext_lazy("Then it opens that event and its games, and nothing else."),
    )

    def __init__(self, player: Player, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        own = only_of(events_visible_to(player), player.username).exclude(state=Event.State.FINISHED)
        cast("forms.ModelChoiceField[Event]", self.fields["event"]).queryset = own
        if not own.exists():
            del self.fields["event"]


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required(allow_get=True, app="allauth.account")  # type: ignore[untyped-decorator]
def keys(request: HttpRequest) -> HttpResponse:
    """The player's keys. A new one is shown in the answer that made it, and never again."""
    player = player_of(request)
    form = KeyForm(player, request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            secret = _make(player, form, request, at=timezone.now())
        except TooManyTokens as error:
            form.add_error(None, str(error))
        else:
            form = KeyForm(player)
    tokens = player.api_tokens.select_related("limit__event")
    context = {"form": form, "secret": secret, "tokens": tokens}
    return render(request, "notifications/keys.html", context, status=400 if form.errors else 200)


@transaction.atomic
def _make(player: Player, form: KeyForm, request: HttpRequest, *, at: datetime) -> str:
    """The secret of a new key, of which its player is notified. Raises TooManyTokens."""
    values = form.cleaned_data
    event = values.get("event")
    token, secret = create_token(
        player,
        name=values["name"],
        scopes=values["scopes"],
        expires_at=at + timedelta(days=values["days"]),
        is_limited=event is not None,
    )
    if event is not None:
        KeyLimit.objects.create(token=token, event=event)
    send_notice(player, KEY_MADE, origin_of(request), at=at, name=token.name, scopes=token.scopes.replace(" ", ", "))
    return secret


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a key useless."""
    if revoke_token(player_of(request), pk, at=timezone.now()):
        messages.success(request, gettext("The key is revoked. Nothing can use it any more."))
    else:
        messages.info(request, gettext("There is no such key, or it was revoked before."))
    return redirect("notifications:keys")
