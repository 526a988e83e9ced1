"""The page of a team in a team league, and what its players and directors do there."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from games.accounts.sessions import player_of
from games.action.base import Outcome
from games.feed import topics
from games.feed.shown import keep_while_same
from games.web.action_pages import button
from tournaments import team_actions
from tournaments.models import Entrant, Event
from tournaments.presenting import finding
from tournaments.presenting.teams import sentences
from tournaments.presenting.teams.seen import Team, find_team, own_team, team_seen_by
from tournaments.web import page_context
from tournaments.web.links import player_link


@require_GET
def team(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Who plays for the team, and what the viewer can do about it."""
    event = finding.find_event(request, slug)
    found = find_team(event, entrant)
    shown = team_seen_by(found, finding.viewer_of(request))
    is_open, is_running = event.state == Event.State.OPEN, event.state == Event.State.RUNNING
    context = {
        "frame": page_context.frame_of(event, "team"),
        "page_title": sentences.title(shown.name, event.name),
        "about": sentences.about(shown.name, event.name),
        "event": event,
        "team": shown,
        "status": found.get_status_display(),
        "rows": [
            (
                player_link(one.player),
                sentences.role(one.board, is_captain=one.is_captain, has_accepted=one.has_accepted),
                one.player if _may_remove(request, shown, one.player, event) else "",
            )
            for one in shown.members
        ],
        "missing": _missing(shown, event) if is_open else "",
        "may_change": is_open and shown.may_manage,
        "order": ", ".join(one.player for one in shown.members),
        "leaving": sentences.what_leaving_means(is_running=is_running) if shown.is_member or shown.is_invited else "",
        "leave_label": sentences.leave_label(is_invited=shown.is_invited),
        "may_leave": (is_open or is_running) and (shown.is_member or shown.is_invited),
        **_line_up(shown),
        "record": reverse("tournaments:record", args=[slug, shown.name]) if event.started_at and found.number else "",
    }
    keep_while_same(request, topics.of_event(event.pk))
    return render(request, "tournaments/team.html", context)


def _may_remove(request: HttpRequest, shown: Team, player: str, event: Event) -> bool:
    is_own = request.user.get_username() == player
    return shown.may_manage and not is_own and event.state in (Event.State.OPEN, Event.State.RUNNING)


def _missing(shown: Team, event: Event) -> str:
    playing = sum(one.has_accepted for one in shown.members)
    return sentences.players_missing(playing, event.event_layout.boards)


def _line_up(shown: Team) -> dict[str, Any]:
    """The line-up of the next round, for players of the team; its captain chooses."""
    held = shown.next_line_up
    if held is None:
        return {"line_up": None}
    return {
        "line_up": held,
        "line_up_heading": sentences.line_up_heading(held.round),
        "line_up_state": sentences.line_up_state(held.due, is_named=held.is_named),
        "boards": [(number, sentences.board(number), player) for number, player in enumerate(held.players, 1)],
        "choices": [one.player for one in shown.members if one.has_accepted],
        "may_name": shown.may_manage,
    }


@require_GET
@login_required
def my_team(request: HttpRequest, slug: str) -> HttpResponse:
    """To the viewer's own team, or one that invites them; else to the event."""
    event = finding.find_event(request, slug)
    own = own_team(event, player_of(request))
    return redirect("tournaments:team", slug, own.pk) if own else redirect("tournaments:event", slug)


def _team(request: HttpRequest, slug: str, entrant: int) -> Entrant:
    return find_team(finding.find_event(request, slug), entrant)


def _address(found: Entrant, outcome: Outcome | None) -> str:
    return reverse("tournaments:team", args=[found.event.slug, found.pk])


BUTTONS = {what: button(action, _team, _address, confirm="1") for what, action in team_actions.ACTIONS.items()}
