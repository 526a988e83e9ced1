"""What players do about an event: enter, wait, stand by, stay, sit out, challenge, come back, leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.bots import bots_of
from games.accounts.sessions import player_of
from games.action.base import Outcome
from games.models import Player
from games.web.action_pages import button as action_button
from games.web.action_pages import form_of, take
from ground.sendings import new_nonce
from tournaments import taking_part
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.presenting import finding
from tournaments.presenting.page_sentences import event as sentences
from tournaments.running import services
from tournaments.running.entrants import entrant_named
from tournaments.web.action_pages import event_again

Status = Entrant.Status


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


def _address(event: Event, outcome: Outcome | None) -> str:
    return reverse("tournaments:event", args=[event.slug])


_ON_PAGE = partial(action_button, find=finding.find_event, back=_address)
enter, standby = _ON_PAGE(taking_part.ENTER), _ON_PAGE(taking_part.STANDBY)
stay, leave = _ON_PAGE(taking_part.STAY, stays="on"), _ON_PAGE(taking_part.STAY)
sit_out, play_after_all = _ON_PAGE(taking_part.SIT_OUT), _ON_PAGE(taking_part.PLAY_AFTER_ALL)
come_back, challenge = _ON_PAGE(taking_part.COME_BACK), _ON_PAGE(taking_part.CHALLENGE)
_withdraw_entry = _ON_PAGE(taking_part.LEAVE, confirm="1")


@require_http_methods(["GET", "POST"])
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's entry back; while the event runs, after having seen what that means for everybody."""
    event, player = finding.find_event(request, slug), player_of(request)
    if bot := request.POST.get("bot") or request.GET.get("bot"):
        player = get_object_or_404(bots_of(player), username=bot)
    is_sent = request.method == "POST" and "nonce" in request.POST
    if not is_sent and not taking_part.is_playing(event, player):
        address = redirect("tournaments:event", slug)
        return address if request.method == "GET" else _withdraw_entry(request, slug=slug)
    if not is_sent and "bot" in request.POST:  # from the page of the event: the next one asks why
        return redirect(f"{request.path}?bot={player.username}")
    form = form_of(taking_part.LEAVE)(request.POST if is_sent else None, initial={"bot": bot})
    form.fields["reason"].required, form.fields["bot"].widget = True, forms.HiddenInput()
    done = take(request, taking_part.LEAVE, event, form, confirmed=True).done if is_sent else None
    for problem in form.non_field_errors():
        messages.error(request, str(problem))
    if done or form.non_field_errors():
        return redirect("tournaments:event", slug)
    event = event_again(request, event)
    context = {
        "event": event,
        "form": form,
        "nonce": request.POST.get("nonce") or new_nonce(),
        "dry_run": dry_run_of_leaving(entrant_named(event, player.username), at=timezone.now()),
        "page_title": gettext("Leave {event}").format(event=event.name),
        "question": gettext("Leave {event}?").format(event=event.name),
        "what_it_means": sentences.what_it_means(
            event.director.username, is_ladder=event.form == Form.LADDER, leave_address=reverse("games:leave")
        ),
    }
    return render(request, "tournaments/console_leave.html", context, status=400 if form.errors else 200)
