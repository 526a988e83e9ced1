"""The page on which a director enters players from a list: what comes of each line first, and then doing it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.accounts.sessions import player_of
from ground.expensive import expensive_if
from tournaments.directing.entrant_lists import LONGEST_LIST, enter_list, try_list
from tournaments.exceptions import EventError
from tournaments.web.action_pages import directed_event, event_again


class ListForm(forms.Form):
    """A list, typed in or as a file."""

    list = forms.CharField(
        required=False,
        max_length=LONGEST_LIST,
        label=gettext_lazy("List"),
        help_text=gettext_lazy(
            "The first line names the columns: username or address, and if you like team, seed, tier and division."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": "username,seed\nanna,1\nbert,2", "spellcheck": "false"}),
    )
    file = forms.FileField(required=False, label=gettext_lazy("Or a CSV file"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            if file.size > LONGEST_LIST:
                raise ValidationError({"file": gettext("The file is too large for a list of players.")})
            try:
                data["list"] = file.read().decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise ValidationError({"file": gettext("The file is not text in UTF-8.")}) from error
        if not data.get("list", "").strip() and not self.errors:
            raise ValidationError({"list": gettext("Write a list or choose a file.")})
        return data


@require_http_methods(["GET", "POST"])
@login_required
@expensive_if(lambda request: request.method == "POST")
def entrant_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A list is shown line by line before anything is done."""
    event, player = directed_event(request, slug), player_of(request)
    form = ListForm(request.POST or None, request.FILES or None)
    rows, text = [], ""
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["list"]
        values = {"event_id": event.pk, "player": player, "text": text, "at": timezone.now()}
        try:
            if "confirm" in request.POST:
                done = enter_list(**values)
                messages.success(request, gettext("The list is entered, with {count} lines.").format(count=len(done)))
                return redirect("tournaments:console", slug)
            rows = try_list(**values)
        except EventError as error:
            form.add_error("list", error.message)
    if request.method == "POST":
        event = event_again(request, event)
    context = {
        "event": event,
        "form": form,
        "rows": rows,
        "text": text,
        "is_right": bool(rows) and not any(row.is_wrong for row in rows),
    }
    return render(request, "tournaments/entrant_list.html", context, status=400 if form.errors else 200)
