"""Joining: the form of the accounts library with a field for an invitation, and the page that makes invitations."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from allauth.core import context
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import guests
from games.accounts.sessions import player_of
from games.models import Player
from notifications.accounts import joining

SHOWN = 100


class JoiningForm(SignupForm):  # type: ignore[misc]
    """What somebody says of themselves who joins; an invitation too, where one is needed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "password1" in self.fields:
            self.fields["password1"].help_text = gettext("At least 10 characters, not commonly used.")
        if joining.needs_code():
            given = context.request.GET.get("invitation", "") if context.request else ""
            field = forms.CharField(
                max_length=40,
                initial=given,
                label=gettext("Invitation"),
                help_text=gettext("Such as k7mf-2qxa-9bdt-w3rp."),
            )
            self.fields["invitation"] = field
            self.order_fields(["invitation"])

    def clean_invitation(self) -> int | None:
        """The number of the invitation."""
        try:
            guest = guests.guest_of(context.request)
            return joining.find_code(self.cleaned_data["invitation"], guest, now=timezone.now())
        except joining.JoiningError as error:
            raise forms.ValidationError(str(error)) from error

    def try_save(self, request: HttpRequest) -> tuple[Player | None, HttpResponse | None]:
        """The new player, or what is answered where there is none."""
        try:
            saved: tuple[Player | None, HttpResponse | None] = super().try_save(request)
        except joining.JoiningError as error:
            messages.error(request, str(error))
            return None, redirect("account_signup")
        return saved


class InvitationForm(forms.Form):
    """A new invitation."""

    note = forms.CharField(
        max_length=60,
        required=False,
        label=gettext_lazy("For whom?"),
        help_text=gettext_lazy("A note for you and the staff."),
    )


@require_http_methods(["GET", "POST"])
@login_required
def invitations(request: HttpRequest) -> HttpResponse:
    """The invitations of a player. A new one is shown in the answer that made it, and never again."""
    player, now = player_of(request), timezone.now()
    if not joining.may_make(player):
        raise Http404(gettext("You cannot make invitations here."))
    form, link = InvitationForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                code = joining.make_code(player, note=form.cleaned_data["note"], at=now)
        except joining.JoiningError as error:
            form.add_error(None, str(error))
        else:
            link = joining.joining_link(code)
            form = InvitationForm()
    codes = player.joining_codes.select_related("used_by")[:SHOWN]
    context = {"form": form, "link": link, "codes": codes, "now": now, "days": joining.VALID.days}
    return render(request, "notifications/invitations.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Make an invitation useless."""
    if joining.withdraw_code(player_of(request), pk, at=timezone.now()):
        messages.success(request, gettext("Nobody can join with it any more."))
    else:
        messages.error(request, gettext("This is not an invitation of yours that somebody could still use."))
    return redirect("notifications:invitations")
