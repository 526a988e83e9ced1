"""What players do about an event: enter, wait, stand by, stay, sit out, challenge, come back, leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.bots import bots_of
from games.models import Player
from games.web.requests import player_of
from ground.sendings import new_nonce, submission_key
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.entries import byes, coming_back
from tournaments.entries.admission import entering
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.presenting import entry_options, finding
from tournaments.presenting.page_sentences import event as sentences
from tournaments.running import ladders, seasons, services
from tournaments.running.decisions import LONGEST_REASON, Decision, known_entry
from tournaments.running.entrants import entrant_named
from tournaments.web.action_pages import event_again

Status = Entrant.Status


class LeavingForm(forms.Form):
    """Why a player leaves a running event."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read it in the event's log. A few words will do."),
        error_messages={
            "required": gettext_lazy("Give a reason, in a few words: everybody can read it in the event's log.")
        },
    )


def _do(request: HttpRequest, slug: str, service: Callable[[Event, Player], str]) -> HttpResponse:
    found = finding.find_event(request, slug)
    try:
        done = service(found, player_of(request))
    except EventError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, done)
    return redirect("tournaments:event", slug)


def _button(service: Callable[[HttpRequest, Event, Player], str]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that does something about an event and leads back to it, where what was done, or refused, is said."""

    @require_POST
    @login_required
    @wraps(service)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        return _do(request, slug, partial(service, request))

    return view


@_button
def open_entries(request: HttpRequest, event: Event, player: Player) -> str:
    """Let players enter a draft."""
    services.open_entries(event_id=event.pk, player=player, at=timezone.now())
    return gettext(
        "{event} is open for entries. Send the address of this page to everybody whom you want to invite."
    ).format(event=event.name)


@_button
def start(request: HttpRequest, event: Event, player: Player) -> str:
    """Close the entries and begin."""
    services.start_event(event_id=event.pk, player=player, at=timezone.now())
    return gettext("{event} has started. All its players are notified by mail.").format(event=event.name)


@_button
def enter(request: HttpRequest, event: Event, player: Player) -> str:
    """Take part, or wait for a place; in a team league as the captain of a team, in an event for bots with a bot."""
    code, team, bot = (request.POST.get(field, "")[:100] for field in ("code", "team", "bot"))
    player = entering(player, bot)
    entrant = services.enter_event(event_id=event.pk, player=player, at=timezone.now(), code=code, team=team)
    if entrant.team_name:
        return gettext("{team} is entered. Invite its players on the page of the team.").format(team=entrant.name)
    if entrant.status == Status.WAITING:
        return gettext("You are number {place_in_list} on the waiting list of {event}.").format(
            place_in_list=entry_options.place_in_list(entrant), event=event.name
        )
    if player.is_program:
        return gettext("{player} takes part in {event}.").format(player=player, event=event.name)
    return gettext("You take part in {event}.").format(event=event.name)


@_button
def standby(request: HttpRequest, event: Event, player: Player) -> str:
    """Offer to step in for somebody who leaves."""
    services.enter_event(event_id=event.pk, player=player, at=timezone.now(), standby=True)
    return gettext("You stand by. If somebody leaves, you may take over, and are notified by mail.")


@_button
def stay(request: HttpRequest, event: Event, player: Player) -> str:
    """Play the new season, too."""
    seasons.stay(event_id=event.pk, player_id=player.pk, stays=True, at=timezone.now())
    return gettext("You stay, and play {event}.").format(event=event.name)


@_button
def leave(request: HttpRequest, event: Event, player: Player) -> str:
    """Do not play the new season."""
    seasons.stay(event_id=event.pk, player_id=player.pk, stays=False, at=timezone.now())
    return gettext("You do not stay. You can change your mind until the start.")


@_button
def sit_out(request: HttpRequest, event: Event, player: Player) -> str:
    """A round without a game."""
    number = _round_in(request)
    byes.ask_to_sit_out(event_id=event.pk, player=player, round_number=number, at=timezone.now())
    return gettext("You sit out round {number}.").format(number=number)


@_button
def play_after_all(request: HttpRequest, event: Event, player: Player) -> str:
    """A round with a game that one has asked to sit out."""
    number = _round_in(request)
    byes.play_after_all(event_id=event.pk, player=player, round_number=number, at=timezone.now())
    return gettext("You play in round {number}.").format(number=number)


def _round_in(request: HttpRequest) -> int:
    number = request.POST.get("round", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 4):
        raise EventError(gettext("Say which round you mean, by its number."))
    return int(number)


@_button
def come_back(request: HttpRequest, event: Event, player: Player) -> str:
    """Play on after having been taken out for not appearing."""
    coming_back.come_back(event_id=event.pk, player=player, at=timezone.now())
    return gettext("Welcome back. You are paired again from the next round on.")


@_button
def challenge(request: HttpRequest, event: Event, player: Player) -> str:
    """Challenge somebody on a higher rung."""
    name = request.POST.get("player", "")
    ladders.challenge(event_id=event.pk, player=player, username=name, at=timezone.now())
    return gettext("You have challenged {name}. The games have begun.").format(name=name)


@require_http_methods(["GET", "POST"])
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's entry back; while the event runs, after having seen what that means for everybody."""
    event, player = finding.find_event(request, slug), player_of(request)
    if bot := request.POST.get("bot") or request.GET.get("bot"):
        player = get_object_or_404(bots_of(player), username=bot)
    if known_entry(event, _leaving_key(request.POST.get("nonce", ""), player, event)):
        return _has_left(request, event)  # a reserve may have the place by now
    playing = event.entrants.filter(player=player).exclude(number=None).exists()
    if event.state != Event.State.RUNNING or not playing:
        if request.method == "GET":
            return redirect("tournaments:event", slug)
        return _do(request, slug, lambda event, _: _withdraw_entry(event, player))
    if "bot" in request.POST:  # from the page of the event: the next one asks why
        return redirect(f"{request.path}?bot={player.username}")
    return _leave_running(request, event, player)


def _withdraw_entry(event: Event, player: Player) -> str:
    services.withdraw_entry(event_id=event.pk, player=player)
    return gettext("Your entry is withdrawn.")


def _leave_running(request: HttpRequest, event: Event, player: Player) -> HttpResponse:
    form, now = LeavingForm(request.POST or None), timezone.now()
    nonce = request.POST.get("nonce") or new_nonce()
    try:
        if request.method == "POST" and form.is_valid():
            decision = Decision(player, form.cleaned_data["reason"], now, _leaving_key(nonce, player, event))
            withdraw_entrant(entrant_named(event, player.username), decision)
            return _has_left(request, event)
        event = event_again(request, event)
        dry_run = dry_run_of_leaving(entrant_named(event, player.username), at=now)
    except EventError as error:
        messages.error(request, error.message)
        return redirect("tournaments:event", event.slug)
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "nonce": nonce,
        "dry_run": dry_run,
        "page_title": gettext("Leave {event}").format(event=event.name),
        "question": gettext("Leave {event}?").format(event=event.name),
        "what_it_means": sentences.what_it_means(
            event.director.username, is_ladder=event.form == Form.LADDER, leave_address=reverse("games:leave")
        ),
    }
    return render(request, "tournaments/console_leave.html", context, status=400 if form.errors else 200)


def _leaving_key(nonce: str, player: Player, event: Event) -> str:
    return submission_key(nonce, "leave", f"{player.pk} {event.pk}")


def _has_left(request: HttpRequest, event: Event) -> HttpResponse:
    messages.success(request, gettext("You have left {event}.").format(event=event.name))
    return redirect("tournaments:event", event.slug)
