"""A player's life outside the game: sleep, days off, holidays and leave. And the service's own: its outages."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.sessions import player_of
from games.clock import pause_words
from games.exceptions import GameError
from games.feed.moment import begin_page
from games.models import ClockJump
from games.play import queries
from games.presenting.page_sentences import leave as leave_sentences
from games.timekeeping import leave as absences
from games.timekeeping.actions import BOOK, CANCEL
from games.uptime import outages
from games.web.account_forms import CalendarForm
from games.web.action_pages import Sent, button, form_of, known, take
from ground.address_values import page_of
from ground.sendings import new_nonce

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
    sent = (
        take(request, BOOK, player, form_of(BOOK)(request.POST)) if request.method == "POST" else Sent(form_of(BOOK)())
    )
    if sent.done:
        return redirect("games:leave")
    begin_page(request)
    found = absences.calendar_of(player)
    today = found.local_day(now)
    taken = [day for day in found.taken if day.year == today.year]
    left = {year: absences.leave_left(found, year) for year in (today.year, today.year + 1)}
    context: dict[str, Any] = {
        "form": sent.form,
        "action": BOOK,
        "planned": sent.planned,
        "kept": [(name, request.POST.get(name, "")) for name in sent.form.fields],
        "nonce": new_nonce(),
        "back": reverse("games:leave"),
        "booked": pause_words.in_spans([day for day in found.leave if day >= today]),
        "taken": taken,
        "taken_automatically": leave_sentences.taken_automatically(taken),
        "today": today,
        "days_left": leave_sentences.left(left, is_automatic=player.automatic_leave),
    }
    return render(request, "games/leave.html", context, status=sent.status)


known(BOOK, leave)
cancel_leave = button(CANCEL, player_of, lambda player, outcome: reverse("games:leave"))


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
