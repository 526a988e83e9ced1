"""The page on which a director copies an event or keeps its settings as a template."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.sessions import player_of
from ground.sendings import is_first_sending, new_nonce
from tournaments.directing import copies
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.presenting.page_sentences import desk as sentences
from tournaments.web.action_pages import directed_event, event_again


class CopyForm(forms.Form):
    """A draft like an event."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = forms.CharField(
        max_length=copies.LONGEST_NAME,
        label=gettext_lazy("Name of the new event"),
        error_messages={"required": gettext_lazy("Give the event a name.")},
    )
    invites = forms.BooleanField(required=False, label=gettext_lazy("Invite the players of this event"))


class TemplateForm(forms.Form):
    """A template like an event."""

    save_as = forms.CharField(
        max_length=copies.LONGEST_NAME,
        label=gettext_lazy("Name of the template"),
        help_text=gettext_lazy("A template of yours with the same name is replaced."),
        error_messages={"required": gettext_lazy("Give the template a name.")},
    )


@require_http_methods(["GET", "POST"])
@login_required
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a draft with the settings of an event, or a template of them."""
    event, player, now = directed_event(request, slug), player_of(request), timezone.now()
    is_template = "save_as" in request.POST
    copying = CopyForm(None if is_template else request.POST or None, initial={"nonce": new_nonce()})
    saving = TemplateForm(request.POST if is_template else None, initial={"save_as": event.name})
    form: forms.Form = saving if is_template else copying
    if request.method == "POST" and form.is_valid():
        try:
            if is_template:
                saved = copies.save_template(
                    event_id=event.pk, player=player, name=form.cleaned_data["save_as"], at=now
                )
                messages.success(
                    request,
                    gettext("The template {name} is saved. New events can begin with it.").format(name=saved.name),
                )
                return redirect("tournaments:choose")
            if not is_first_sending(player, form.cleaned_data["nonce"]):
                return redirect("tournaments:events")
            made = _copied(event, form, request)
        except EventError as error:
            form.add_error("save_as" if is_template else "name", error.message)
        else:
            messages.success(request, sentences.copied(made.name, made.invitations.count()))
            return redirect("tournaments:event", made.slug)
    if request.method == "POST":
        event = event_again(request, event)
        saving.initial["save_as"] = event.name
    count = len(copies.players_to_invite(event, player))
    context = {
        "event": event,
        "copying": copying,
        "saving": saving,
        "invited": sentences.invited(count) if count else "",
    }
    return render(request, "tournaments/copy.html", context, status=400 if form.errors else 200)


def _copied(event: Event, form: forms.Form, request: HttpRequest) -> Event:
    values = form.cleaned_data
    return copies.copy_event(
        event_id=event.pk, player=player_of(request), name=values["name"], invites=values["invites"], at=timezone.now()
    )


@require_POST
@login_required
def delete_template(request: HttpRequest, template: int) -> HttpResponse:
    """Delete a template of one's own."""
    copies.delete_template(player=player_of(request), template_id=template)
    messages.success(request, gettext("The template is deleted."))
    return redirect("tournaments:choose")
