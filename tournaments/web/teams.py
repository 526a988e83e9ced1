"""The page of a team in a team league, and what its players and directors do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from games.feed import topics
from games.feed.shown import keep_while_same
from games.models import Player
from games.web.requests import player_of
from tournaments.entries import teams
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.presenting import finding
from tournaments.presenting.teams import sentences
from tournaments.presenting.teams.seen import Team, find_team, own_team, team_seen_by
from tournaments.running.decisions import Decision
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


def _do(
    request: HttpRequest, slug: str, entrant: int, service: Callable[[Event, Entrant, Player], str]
) -> HttpResponse:
    event = finding.find_event(request, slug)
    found = find_team(event, entrant)
    try:
        messages.success(request, service(event, found, player_of(request)))
    except EventError as error:
        messages.error(request, error.message)
    return redirect("tournaments:team", slug, entrant)


@require_POST
@login_required
def invite(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Ask a player to play for the team."""

    def service(event: Event, found: Entrant, by: Player) -> str:
        name = request.POST.get("player", "")[:60]
        made = teams.invite_player(event_id=event.pk, entrant_id=found.pk, by=by, username=name, at=timezone.now())
        return sentences.invited(made.player.username)

    return _do(request, slug, entrant, service)


@require_POST
@login_required
def accept(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Play for a team that has invited one."""

    def service(event: Event, found: Entrant, player: Player) -> str:
        teams.accept_invitation(event_id=event.pk, entrant_id=found.pk, player=player, at=timezone.now())
        return sentences.accepted(found.name)

    return _do(request, slug, entrant, service)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Leave a team, decline its invitation, or take a player off its list."""

    def service(event: Event, found: Entrant, by: Player) -> str:
        name = request.POST.get("player", "")[:60] or by.username
        decision = Decision(by, gettext("Left the team."), timezone.now())
        teams.leave_team(event_id=event.pk, entrant_id=found.pk, username=name, decision=decision)
        return sentences.left(name, found.name)

    return _do(request, slug, entrant, service)


@require_POST
@login_required
def change(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Give a team another name, and its list another order."""

    def service(event: Event, found: Entrant, by: Player) -> str:
        order = [name for name in request.POST.get("order", "")[:1000].replace(",", " ").split() if name]
        name = request.POST.get("name", "")[:100]
        teams.change_team(event_id=event.pk, entrant_id=found.pk, by=by, name=name, order=order)
        return sentences.changed()

    return _do(request, slug, entrant, service)


@require_POST
@login_required
def line_up(request: HttpRequest, slug: str, entrant: int) -> HttpResponse:
    """Name who plays the next round on which board."""

    def service(event: Event, found: Entrant, by: Player) -> str:
        number = request.POST.get("round", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise EventError(gettext("Say which round you mean, by its number."), "round")
        boards = range(1, event.event_layout.boards + 1)
        players = [request.POST.get(f"board_{board}", "")[:60] for board in boards]
        teams.name_line_up(
            event_id=event.pk, entrant_id=found.pk, by=by, round_number=int(number), players=players, at=timezone.now()
        )
        return sentences.line_up_named(int(number))

    return _do(request, slug, entrant, service)
