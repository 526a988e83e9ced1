"""The desk of a director: what all of their events wait for, each with the way to deal with it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET

from games.accounts.sessions import player_of
from games.presenting.moments import write_short_moment
from tournaments.directing.action.inputs import MOST_AT_ONCE
from tournaments.presenting.desk.overview import OnDesk, desk_of
from tournaments.presenting.page_sentences import console as sentences
from tournaments.web.links import Link, action_address
from tournaments.web.page_rows import console as rows
from tournaments.web.page_rows.event import state_tags


@require_GET
@login_required
def desk(request: HttpRequest) -> HttpResponse:
    """What needs the director now, by event, and the events that need nothing."""
    found = desk_of(player_of(request), at=timezone.now())
    context = {
        "waiting": [
            (one, rows.request_rows(one.event, one.requests, directs=one.directs), _ways(one))
            for one in found
            if one.needs_me
        ],
        "others": [(one, state_tags(one.event)) for one in found if not one.needs_me],
    }
    return render(request, "tournaments/desk.html", context)


def _ways(one: OnDesk) -> list[Link]:
    """What the event waits for beside requests."""
    event, console = one.event, reverse("tournaments:console", args=[one.event.slug])
    ways = []
    if one.is_overdue:
        overdue = gettext("Its start date has passed: look at why it has not started.")
        ways.append(Link(overdue, reverse("tournaments:before_start", args=[event.slug])))
    if one.release_at is not None:
        held = gettext("A round waits for its release; it begins on {moment}.")
        moment = write_short_moment(one.release_at)
        ways.append(Link(held.format(moment=moment), reverse("tournaments:next_round", args=[event.slug])))
    if one.silent:
        count = len(one.silent)
        silent = ngettext("Silent for 10 days: {count} game", "Silent for 10 days: {count} games", count)
        games = ",".join(map(str, one.silent[:MOST_AT_ONCE]))
        ways.append(Link(silent.format(count=count), action_address(event, "several-games", games=games)))
    if one.late_rounds:
        ways.append(Link(sentences.late_rounds_summary(one.late_rounds), f"{console}#games"))
    ways += [
        Link(
            gettext("Entry {number} waits to be confirmed.").format(number=number),
            action_address(event, "confirm", entry=number),
        )
        for number in one.unconfirmed
    ]
    return ways
