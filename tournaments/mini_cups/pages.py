"""Mini cups: the queues, signing up and leaving them, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.action.base import Outcome
from games.web.action_pages import button
from ground.address_values import page_of
from ground.lists import Row
from tournaments import queries
from tournaments.mini_cups import actions
from tournaments.mini_cups import queries as sentences
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


def _address(cup: str, outcome: Outcome | None) -> str:
    """Where signing up leads: to the cup that it has begun, or back."""
    begun = outcome.facts.event if outcome and outcome.facts else None
    return reverse("tournaments:event", args=[begun]) if begun else reverse("tournaments:cups")


EVENT_PAGES = [
    path("cups/", cups, name="cups"),
    path("cups/<slug:cup>/join/", button(actions.JOIN, lambda request, cup: cup, _address), name="cup_join"),
    path("cups/<slug:cup>/leave/", button(actions.LEAVE, lambda request, cup: cup, _address), name="cup_leave"),
]
