"""The page on which players ask the directors of an event for something, and read the answers."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.sessions import player_of
from games.models import Player
from games.web.forms import SpanField
from tournaments.directing.requests import asking
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds.entrants.requested import APPEAL, SUBSTITUTE, TIME
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.presenting import finding, open_games
from tournaments.presenting.page_sentences import console as sentences
from tournaments.running.decisions import LONGEST_REASON
from tournaments.running.requests import requests_in
from tournaments.web.action_pages import event_again
from tournaments.web.links import Link

MOST_LISTED = 40  # decisions to appeal against


class RequestForm(forms.Form):
    """What one sort of request needs."""

    def __init__(self, what: str, event: Event, player: Player, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        if what == TIME:
            games = open_games.open_games(event).filter(seats__player=player).prefetch_related("seats__player")
            listed = [
                (game.pk, sentences.game_of([seat.player.username for seat in game.seats.all()], game.pk))
                for game in games
            ]
            self.fields["game"] = forms.TypedChoiceField(label=gettext("Game"), choices=listed, coerce=int)
            self.fields["span"] = SpanField(
                label=gettext("How much more time"), help_text=gettext("Such as 2 days or 36 hours.")
            )
        elif what == APPEAL:
            rows = asking.appealable(event, player)[:MOST_LISTED]
            listed = [(row.seq, row.text) for row in describe(event, rows)]
            self.fields["entry"] = forms.TypedChoiceField(label=gettext("Decision"), choices=listed, coerce=int)
        elif what == SUBSTITUTE:
            self.fields["substitute"] = forms.CharField(
                label=gettext("Substitute"), required=False, max_length=150,
                help_text=gettext("The name of a player, if you know one."),
            )  # fmt: skip
        self.fields["why"] = forms.CharField(
            label=gettext("Reason"), max_length=LONGEST_REASON,
            help_text=gettext("Everybody can read it in the event's log. A few words will do."),
        )  # fmt: skip


@require_http_methods(["GET", "POST"])
@login_required
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for one sort of request, links to the others, and what the player has asked for so far."""
    event, player = finding.find_event(request, slug), player_of(request)
    sorts = asking.sorts_for(event, player)
    what = request.GET.get("what", "")
    what = what if what in sorts else next(iter(sorts), "")
    form = RequestForm(what, event, player, request.POST or None) if what else None
    if request.method == "POST" and form is not None and form.is_valid():
        wanted = asking.NewRequest(what=what, **form.cleaned_data)
        try:
            asking.ask(event_id=event.pk, player=player, wanted=wanted, at=timezone.now())
        except EventError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            messages.success(request, gettext("Your request is sent. You get the answer by mail, and here."))
            return redirect("tournaments:requests", slug)
    if request.method == "POST":
        event = event_again(request, event)
    own = requests_in([event.pk], of=player, only_open=False)
    context = {
        "event": event,
        "form": form,
        "sorts": [Link(str(asking.TITLES[one]), f"?what={one}", here=one == what) for one in sorts],
        "rows": [(one, sentences.answer(one.answer)) for one in reversed(own)],
    }
    return render(
        request, "tournaments/requests.html", context, status=400 if form is not None and form.errors else 200
    )


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take back a request that has not been answered."""
    event = finding.find_event(request, slug)
    try:
        asking.take_back(event_id=event.pk, player=player_of(request), seq=number, at=timezone.now())
    except EventError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, gettext("Your request is taken back."))
    return redirect("tournaments:requests", slug)
