"""Mini cups: the queues, signing up and leaving them, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from games.presenting.moments import write_short_day
from games.web.requests import player_of
from ground.address_values import page_of
from ground.lists import Row
from tournaments import queries
from tournaments.exceptions import EventError
from tournaments.mini_cups import queries as sentences
from tournaments.mini_cups import services as cup_queues
from tournaments.mini_cups.queries import QueueRow, queue_rows
from tournaments.presenting import finding
from tournaments.web.page_rows.event import event_rows

PAGE_SIZE = 20


def lines_of(rows: Iterable[QueueRow]) -> dict[str, list[Row]]:
    """The queues by the title of their game."""
    games: dict[str, list[Row]] = {}
    for row in rows:
        line = {
            "slug": row.slug,
            "title": row.cup.title,
            "meaning": row.cup.meaning,
            "waiting": sentences.waiting(row.waiting, row.cup.players) if row.waiting else "",
            "mine": sentences.you_wait(row.until) if row.until else "",
            "ends": gettext("Over after {weeks} weeks at most.").format(weeks=-(-row.cup.most_days // 7)),
            "commitment": row.commitment,
        }
        games.setdefault(row.cup.game_title, []).append(line)
    return games


@require_GET
def cups(request: HttpRequest) -> HttpResponse:
    """All queues, and the cups that have begun, the newest first."""
    viewer = finding.viewer_of(request)
    begun = page_of(request, queries.events_shown_to(viewer).exclude(cup=""), PAGE_SIZE)
    context = {
        "title": gettext("Mini cups"),
        "games": lines_of(queue_rows(viewer, at=timezone.now())),
        "begun": begun,
        "rows": event_rows(begun),
        "may_join": viewer is not None and not viewer.is_guest,
    }
    return render(request, "mini_cups/cups.html", context)


@require_POST
@login_required
def join(request: HttpRequest, cup: str) -> HttpResponse:
    """Wait for a mini cup, which begins at once if that makes it complete."""
    try:
        begun = cup_queues.join_queue(cup=cup, player=player_of(request), at=timezone.now())
    except EventError as error:
        messages.error(request, error.message)
        return redirect("tournaments:cups")
    if begun is not None:
        messages.success(request, gettext("{event} has begun. Your games run now.").format(event=begun.name))
        return redirect("tournaments:event", begun.slug)
    messages.success(
        request,
        gettext("You are in the queue until {day}. A mail comes when the cup starts.").format(
            day=write_short_day(timezone.now() + cup_queues.WAITS_FOR)
        ),
    )
    return redirect("tournaments:cups")


@require_POST
@login_required
def leave(request: HttpRequest, cup: str) -> HttpResponse:
    """Wait no more."""
    try:
        has_waited = cup_queues.leave_queue(cup=cup, player=player_of(request))
    except EventError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, sentences.left(has_waited=has_waited))
    return redirect("tournaments:cups")


EVENT_PAGES = [
    path("cups/", cups, name="cups"),
    path("cups/<slug:cup>/join/", join, name="cup_join"),
    path("cups/<slug:cup>/leave/", leave, name="cup_leave"),
]
