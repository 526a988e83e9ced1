"""The page of the notes that directors and arbiters of an event write for each other."""

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
from ground.address_values import page_of
from ground.sendings import is_first_sending, new_nonce
from tournaments.directing.director_notes import LONGEST_NOTE, delete_note, may_delete, write_note
from tournaments.exceptions import EventError
from tournaments.web.action_pages import arbitrated_event, event_again

NOTES_A_PAGE = 20


class NoteForm(forms.Form):
    """A note."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)
    text = forms.CharField(
        max_length=LONGEST_NOTE,
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Only the directors and arbiters of this event and staff can read it."),
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Write a note first.")},
    )


@require_http_methods(["GET", "POST"])
@login_required
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """What was written, the latest first, and a form for one more."""
    event, player = arbitrated_event(request, slug), player_of(request)
    form = NoteForm(request.POST or None, initial={"nonce": new_nonce()})
    if request.method == "POST" and form.is_valid():
        if not is_first_sending(player, form.cleaned_data["nonce"]):
            return redirect("tournaments:notes", slug)
        try:
            write_note(event_id=event.pk, player=player, text=form.cleaned_data["text"], at=timezone.now())
        except EventError as error:
            form.add_error("text", error.message)
        else:
            messages.success(request, gettext("The note is saved."))
            return redirect("tournaments:notes", slug)
    if request.method == "POST":
        event = event_again(request, event)
    page = page_of(request, event.director_notes.select_related("author"), NOTES_A_PAGE)
    context = {
        "event": event,
        "form": form,
        "page": page,
        "rows": [(note, may_delete(event, note, player)) for note in page],
    }
    return render(request, "tournaments/notes.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def delete(request: HttpRequest, slug: str, note: int) -> HttpResponse:
    """Delete a note."""
    event = arbitrated_event(request, slug)
    try:
        delete_note(event_id=event.pk, player=player_of(request), note_id=note)
    except EventError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, gettext("The note is deleted."))
    return redirect("tournaments:notes", slug)
