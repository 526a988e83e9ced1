"""A player's life outside the game: sleep, days off, holidays and leave. And the service's own: its outages."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.clock import pause_words
from games.exceptions import AbsenceError, GameError
from games.feed.moment import begin_page
from games.models import ClockJump
from games.play import queries
from games.presenting.page_sentences import leave as leave_sentences
from games.timekeeping import leave as absences
from games.uptime import outages
from games.web.account_forms import CalendarForm, LeaveForm
from games.web.requests import player_of
from ground.address_values import page_of

PAGE_SIZE = 50


@require_http_methods(["GET", "POST"])
@login_required
def calendar(request: HttpRequest) -> HttpResponse:
    """When the player's clocks are stopped every week and every year."""
    player = player_of(request)
    form = CalendarForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            absences.change_calendar(player_id=player.pk, now=timezone.now(), **form.values())
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, gettext("Saved. It applies from your next turn in each game."))
            return redirect("games:calendar")
    return render(request, "games/calendar.html", {"form": form}, status=400 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Leave that is booked, and booking more. What it means is shown before it is booked."""
    player, now = player_of(request), timezone.now()
    form = LeaveForm(request.POST or None)
    plan = None
    if request.method == "POST" and form.is_valid():
        span = form.cleaned_data
        try:
            if "book" in request.POST:
                booked = absences.book_leave(player_id=player.pk, now=now, **span)
                messages.success(
                    request,
                    gettext("Leave is booked {days_in_words}. Your opponents are notified.").format(
                        days_in_words=pause_words.days_in_words(booked.days)
                    ),
                )
                return redirect("games:leave")
            plan = absences.plan_leave(player=player, now=now, **span)
        except GameError as error:
            form.add_error(None, error.message)
    begin_page(request)
    found = absences.calendar_of(player)
    today = found.local_day(now)
    taken = [day for day in found.taken if day.year == today.year]
    left = {year: absences.leave_left(found, year) for year in (today.year, today.year + 1)}
    context: dict[str, Any] = {
        "form": form,
        "plan": plan,
        "planned": leave_sentences.planned(pause_words.days_in_words(plan.days), len(plan.days)) if plan else "",
        "left_then": leave_sentences.left_then(plan.left) if plan else [],
        "booked": pause_words.in_spans([day for day in found.leave if day >= today]),
        "taken": taken,
        "taken_automatically": leave_sentences.taken_automatically(taken),
        "today": today,
        "days_left": leave_sentences.left(left, is_automatic=player.automatic_leave),
    }
    return render(request, "games/leave.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def cancel_leave(request: HttpRequest) -> HttpResponse:
    """Give booked days back that have not begun."""
    form = LeaveForm(request.POST)
    try:
        if not form.is_valid():
            raise AbsenceError(gettext("Say which days: the first and the last."))
        gone = absences.cancel_leave(player_id=player_of(request).pk, now=timezone.now(), **form.cleaned_data)
    except GameError as error:
        messages.error(request, error.message)
    else:
        messages.success(
            request,
            gettext("Cancelled: no leave {days_in_words}. Your opponents are notified.").format(
                days_in_words=pause_words.days_in_words(gone)
            ),
        )
    return redirect("games:leave")


@require_GET
def outage_list(request: HttpRequest) -> HttpResponse:
    """Every time in which a part of the service was not there; all of it was given back to the clocks."""
    page = page_of(request, queries.outages(), PAGE_SIZE)
    context = {
        "outages": page,
        "doubts": outages.doubts(timezone.now()),
        "jumps": ClockJump.objects.order_by("-at")[:PAGE_SIZE],
    }
    return render(request, "games/outages.html", context)
