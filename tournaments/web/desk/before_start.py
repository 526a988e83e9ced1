"""The page on which a director looks at an event before it starts: a list of what to think of, and the divisions."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.accounts.sessions import player_of
from ground.expensive import expensive
from tournaments.directing import offered
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.presenting.desk import checklist
from tournaments.web.action_pages import directed_event
from tournaments.web.page_rows import before_start as rows


@require_GET
@login_required
@expensive
def before_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether the event could start, what may be forgotten, and its divisions as they would be."""
    event = directed_event(request, slug)
    try:
        listed = checklist.before_start(event, at=timezone.now())
    except EventError as error:
        messages.error(request, error.message)
        return redirect("tournaments:console", slug)
    actions = offered(event, player_of(request))
    context = {
        "event": event,
        "can_start": listed.can_start and event.state == Event.State.OPEN,
        "checks": rows.check_rows(listed.checks),
        "divisions": rows.division_rows(event, listed.divisions, actions, viewer=player_of(request)),
        "actions": rows.actions(event, actions),
    }
    return render(request, "tournaments/before_start.html", context)
