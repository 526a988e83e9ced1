"""The director's pages: making an event, and the console, which shows what it waits for and offers every action.

It is long since all pages of the console find the event, and who may act there, in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, F, Q, QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.accounts.sessions import player_of
from games.models import Game, Player
from games.presenting.moments import write_day
from games.presenting.page_sentences.latest_end import usual_end
from games.rules import RULES
from games.rules.base import Rules
from games.timekeeping.usual_length import usual_length
from ground.address_values import page_of
from ground.expensive import expensive
from ground.sendings import is_first_sending, new_nonce
from ground.wording import and_list
from tournaments import queries
from tournaments.directing import offered
from tournaments.entries import admission
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import WITH_BRACKET, Form
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError
from tournaments.form_fields import NamesForm
from tournaments.formats.duration import course_of
from tournaments.models import Entrant, Event
from tournaments.models.entrants import FIRST_STAGE
from tournaments.presenting import open_games
from tournaments.presenting.desk.checklist import BOUND
from tournaments.presenting.desk.round_in_play import rounds_in_play
from tournaments.presenting.next_round import shown_to
from tournaments.presenting.page_sentences import console as sentences
from tournaments.presenting.page_sentences.event import open_games as open_games_in_words
from tournaments.presenting.page_sentences.event import players_heading
from tournaments.running import editing, services
from tournaments.running.editing import delete_draft
from tournaments.running.requests import requests_in
from tournaments.setup.settings_of_events import event_with
from tournaments.setup.templates import EVENT_TEMPLATES
from tournaments.web.action_pages import arbitrated_event, directed_event, event_again
from tournaments.web.event_forms import EventForm
from tournaments.web.links import Link
from tournaments.web.page_rows import console as rows
from tournaments.web.page_rows import drafts as draft_page
from tournaments.web.page_rows.log import log_rows
from tournaments.wording import decisions

GAMES_A_PAGE = 10
ENTRANTS_A_PAGE = 20
FEW = 6  # players who are shown without unfolding the list
ROUNDS = 24  # that are being played; of all others their games are listed
USUAL_FORMS = 4  # of events, the first ones; the rest unfold
INVITATIONS = 20  # that nobody has answered
NOTES = 3  # the latest; their page has the rest
LINES = 12  # of the log; its page has the rest

State = Event.State


# Making an event ------------------------------------------------------------------------------------------------------


def _rules(slug: str) -> Rules[Any, Any]:
    if slug not in RULES:
        raise Http404(gettext("There is no game called {slug}.").format(slug=slug))
    return RULES[slug]


@require_GET
@login_required
def choose(request: HttpRequest, rules: str = "") -> HttpResponse:
    """Which game, at first that of the director's last event, and which form: everything else has a good default."""
    director = player_of(request)
    if not rules:
        last = Event.objects.filter(director=director).order_by("pk").last()
        rules = last.rules if last is not None else next(iter(RULES))
    forms = draft_page.template_choices(EVENT_TEMPLATES.values(), _rules(rules))
    context = {
        "games": [
            Link(one.title, reverse("tournaments:new", args=[one.slug]), here=one.slug == rules)
            for one in RULES.values()
        ],
        "templates": draft_page.template_rows(director.saved_templates.all()),
        "forms": forms[:USUAL_FORMS],
        "more_forms": forms[USUAL_FORMS:],
    }
    return render(request, "tournaments/new_choose.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, rules: str, form: str) -> HttpResponse:
    """Make an event; ``?template=`` is one to begin with. It stays a draft until its director opens it."""
    if form not in EVENT_TEMPLATES:
        raise Http404(gettext("There is no form of event called {form}.").format(form=form))
    start = None
    if template := request.GET.get("template", ""):
        saved = player_of(request).saved_templates.filter(pk=template if template.isdecimal() else 0).first()
        if saved is None or (saved.rules, saved.form) != (rules, form):
            raise Http404(gettext("You have no such template."))
        start = event_with(saved.settings)
    filled = EventForm(_rules(rules), form, player_of(request), request.POST or None, start=start)

    def make() -> Event:
        return services.create_event(at=timezone.now(), **filled.values())

    return _describe(request, filled, None, make)


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event that has not started."""
    event = directed_event(request, slug)
    if event.state not in (State.DRAFT, State.OPEN):
        messages.error(
            request,
            gettext("{event} is {state}: how it is played and counted was fixed by its first pairing.").format(
                event=event.name, state=event.get_state_display()
            ),
        )
        return redirect("tournaments:event", slug)
    sent = request.POST if request.method == "POST" else None
    filled = EventForm(RULES[event.rules], event.form, event.director, sent, start=event)

    def change() -> Event:
        return editing.edit_event(event_id=event.pk, player=player_of(request), planned=filled.planned)

    return _describe(request, filled, event, change)


@require_POST
@login_required
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a draft."""
    event = directed_event(request, slug)
    try:
        delete_draft(event_id=event.pk, player=player_of(request))
    except EventError as error:
        messages.error(request, error.message)
        return redirect("tournaments:event", slug)
    messages.success(request, gettext("The draft {event} is deleted.").format(event=event.name))
    return redirect("tournaments:events")


def _describe(request: HttpRequest, form: EventForm, event: Event | None, write: Callable[[], Event]) -> HttpResponse:
    """The form of an event; what it comes to; and then the event."""
    is_sent = request.method == "POST"
    if not is_sent or not form.is_valid() or "change" in request.POST:
        return _ask(request, form, event, 400 if form.errors else 200)
    if "send" not in request.POST:
        return _review(request, form, event)
    if not is_first_sending(player_of(request), request.POST.get("nonce", "")):
        messages.info(request, gettext("You have sent this already."))
        return redirect("tournaments:events")
    try:
        written = write()
    except EventError as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return _ask(request, form, event, 400)
    messages.success(request, draft_page.written(written.name, is_draft=written.state == State.DRAFT))
    return redirect("tournaments:event", written.slug)


def _ask(request: HttpRequest, form: EventForm, event: Event | None, status: int) -> HttpResponse:
    event = event and event_again(request, event)
    usual = gettext("{template} of {game}").format(template=str(form.event_template.title), game=form.rules.title)
    context = {
        "form": form,
        "rules": form.rules,
        "event": event,
        "page_title": event.name if event else gettext("A new event"),
        "heading": gettext("Change {event}").format(event=event.name) if event else usual,
        "what_is_fixed": draft_page.what_is_fixed(is_open=event is not None and event.state == State.OPEN),
        "summaries": form.summaries(),
        "back_address": reverse("tournaments:event", args=[event.slug]) if event else reverse("tournaments:events"),
    }
    return render(request, "tournaments/new.html", context, status=status)


def _review(request: HttpRequest, form: EventForm, event: Event | None) -> HttpResponse:
    event = event and event_again(request, event)
    planned = form.planned
    layout, ruleset = planned.event_layout, planned.event_ruleset
    started = planned.starts_at or timezone.now()
    ends = queries.slowest_ends_of(planned, started=started)
    long = _long_warning(planned, ends.rested, started)
    tie_breaks = [name for _, name, _ in decisions.tie_breaks_in_words(ruleset)]
    context = {
        "event": event,
        "planned": planned,
        "facts": draft_page.facts_of(planned, form.rules),
        "ends": ends,
        "usual_end": usual_end(usual_length(planned.rules, layout.seats, planned.time_control)),
        "length": decisions.length_in_words(layout, planned.most_entrants, ruleset.games_per_fixture)
        if not long
        else "",
        "long_warning": long,
        "condition_of_end": (
            gettext("This assumes that it begins then.")
            if planned.starts_at is not None
            else gettext("This assumes that it begins now.")
        ),
        "rated": gettext("rated") if planned.rated else gettext("not rated"),
        "counts": decisions.rules_in_words(ruleset, layout),
        "ties": "" if planned.form in (Form.LADDER, *WITH_BRACKET) else draft_page.ties(tie_breaks),
        "kept": [(name, value) for name in form.fields for value in request.POST.getlist(name)],
        "nonce": new_nonce(),
        "send_label": gettext("Save changes") if event is not None else gettext("Make the event"),
        "after_sending": draft_page.after_sending(is_open=event is not None and event.state == State.OPEN),
    }
    return render(request, "tournaments/new_review.html", context)


def _long_warning(planned: Event, latest: datetime, started: datetime) -> str:
    """What to say of an event that can last longer than ``BOUND``; empty for a shorter one."""
    if latest > started + BOUND:
        return gettext(
            "A game of this event can last until {day}, since no deadline ends it. Give each round a "
            "number of days, or the event a hard end, unless this is what you want."
        ).format(day=write_day(latest))
    games = planned.event_ruleset.games_per_fixture
    course = course_of(planned.event_layout, planned.most_entrants, games)
    if course is None or course.most_days <= BOUND.days:
        return ""
    length = decisions.length_in_words(planned.event_layout, planned.most_entrants, games)
    return draft_page.long_event(length, only_replayed=course.days_without_replays <= BOUND.days)


# The console ----------------------------------------------------------------------------------------------------------


@require_GET
@login_required
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """What holds the event up, who takes part, and everything that can be done about it."""
    event, now, viewer = arbitrated_event(request, slug), timezone.now(), player_of(request)
    directs = queries.may_direct(event, viewer)
    actions = offered(event, viewer)
    waiting = page_of(request, open_games.open_games(event), GAMES_A_PAGE, name="games")
    start, has_open_games = GAMES_A_PAGE * (waiting.number - 1), waiting.paginator.count > 0
    held = open_games.held_up(event, at=now, start=start, most=GAMES_A_PAGE) if has_open_games else []
    rounds = rounds_in_play(event) if has_open_games else []
    held_round = queries.round_waiting(event)
    lines = list(event.log_entries.order_by("-seq")[:LINES])
    requests = rows.request_rows(event, requests_in([event.pk]), directs=directs)
    context = {
        "event": event,
        "tags": rows.state_tags(event),
        "event_actions": rows.event_actions(event, actions, has_open_games=bool(held), directs=directs),
        "requests": requests,
        "waiting": waiting,
        "open_games": rows.open_game_rows(event, held, actions, viewer=viewer),
        "open_games_summary": open_games_in_words(waiting.paginator.count)
        if waiting.paginator.count
        else gettext("Open games"),
        "rounds": rows.round_links(event, rounds[:ROUNDS]),
        "late_rounds": sentences.late_rounds_summary(
            sum(one.deadline is not None and one.deadline <= now for one in rounds)
        ),
        "no_open_game": sentences.no_open_game(is_ladder=event.form == Form.LADDER, is_held=held_round is not None),
        "next_round_begins": sentences.next_round_begins(*held_round) if held_round else "",
        "next_round_actions": rows.next_round_actions(event, actions),
        "result_actions": rows.result_actions(event, actions),
        "directs": directs,
        "can_be_edited": directs and event.state in (State.DRAFT, State.OPEN),
        "notes": event.director_notes.select_related("author")[:NOTES],
        "log_rows": log_rows(event, describe(event, lines), actions),
        **_players(request, event, actions, directs=directs),
        **_directors(event, viewer),
    }
    return render(request, "tournaments/console.html", context)


def _players(request: HttpRequest, event: Event, actions: rows.Offered, *, directs: bool) -> dict[str, object]:
    """The part of the console about who takes part, and how others come in."""
    searched = request.GET.get("q", "")
    listed, taking_part = _counts_of_entrants(event, searched)
    entrants = page_of(request, _entrants(event, searched), ENTRANTS_A_PAGE, count=listed)
    standby = [entrant.player.username for entrant in queries.standby_of(event)]
    most = None if event.started_at else event.most_entrants
    return {
        "players_heading": players_heading(taking_part, most, of_teams=event.form == Form.TEAMS),
        "searched": searched,
        "is_few": entrants.paginator.count <= FEW,
        "entrants": entrants,
        "entrant_rows": rows.entrant_rows(event, entrants, actions, viewer=player_of(request), directs=directs),
        "no_player": (
            gettext("No player of this event has that name.") if searched else gettext("Nobody has entered yet.")
        ),
        "substitutes": gettext("Standing by as substitutes, in the order of their offers: {players}.").format(
            players=and_list(standby)
        )
        if standby
        else "",
        "takes_players": directs and event.state in rows.TAKES_PLAYERS,
        "may_enter": sentences.may_enter(
            is_by_invitation=event.entry == Event.Entry.INVITED,
            club=event.club.name if event.club and event.entry == Event.Entry.MEMBERS else "",
            entry=event.entry,
            is_running=event.state == State.RUNNING,
            has_rating_band=bool(event.rating_from or event.rating_to),
        ),
        "names_form": NamesForm(auto_id="invite_%s", initial={"names": request.GET.get("names", "")}),
        "unanswered": [
            (one.player.username, gettext("Withdraw the invitation of {player}").format(player=one.player.username))
            for one in admission.unanswered(event)[:INVITATIONS]
        ],
        "takes_lists": event.state == State.OPEN,
    }


def _directors(event: Event, viewer: Player) -> dict[str, object]:
    """The part of the console about its directors and arbiters."""
    prefetch_related_objects([event], "assistants", "arbiters")
    assistants, arbiters = (
        sorted(player.username for player in named.all()) for named in (event.assistants, event.arbiters)
    )
    return {
        "directors": sentences.directors(event.director.username, assistants, arbiters),
        "is_chief": event.director_id == viewer.pk or queries.directs_as_staff(viewer),
        "roles": [(role.value, title) for role, title in sentences.ROLES.items()],
        "dismissals": [(name, gettext("Dismiss {player}").format(player=name)) for name in (*assistants, *arbiters)],
    }


@require_GET
@login_required
@expensive
def next_round(request: HttpRequest, slug: str) -> HttpResponse:
    """The round that directors see before its players do, and what they can decide about it."""
    event = directed_event(request, slug)
    try:
        held = shown_to(event, player_of(request))
    except EventError as error:
        messages.error(request, error.message)
        return redirect("tournaments:console", slug)
    context = {
        "event": event,
        "heading": gettext("{round}, before its release").format(round=capfirst(held.title)),
        "begins": sentences.next_round_begins(held.title, held.release_at),
        "actions": rows.next_round_actions(event, offered(event, player_of(request))),
        "rows": rows.planned_rows(held),
        "byes": [gettext("{player}: {bye}").format(player=bye.player, bye=bye.kind) for bye in held.byes],
    }
    return render(request, "tournaments/next_round.html", context)


def _counts_of_entrants(event: Event, search: str) -> tuple[int, int]:
    """How many entrants have the name that is searched for, and how many take part."""
    active = FIRST_STAGE & Q(status=Entrant.Status.ACTIVE)
    counts = event.entrants.aggregate(listed=Count("pk", filter=_is_named(search)), active=Count("pk", filter=active))
    return counts["listed"], counts["active"]


def _is_named(search: str) -> Q:
    return Q(player__username__icontains=search.strip()[:60]) if search.strip() else Q(pk__isnull=False)


def _entrants(event: Event, search: str) -> QuerySet[Entrant]:
    open_games = Count(
        "fixture_seats__fixture__games",
        filter=Q(fixture_seats__fixture__games__game__status=Game.Status.RUNNING),
        distinct=True,
    )
    found = event.entrants.select_related("player", "division__stage").filter(_is_named(search))
    return found.annotate(open_games=open_games).order_by(
        F("division__stage__number").desc(nulls_last=True),
        "division__tier",
        "division__number",
        "number",
        "entered_at",
        "pk",
    )


# What changes no result -----------------------------------------------------------------------------------------------


@require_POST
@login_required
def manage(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Invite, give roles, take an entry off the list."""
    event = directed_event(request, slug)
    if what not in _MANAGED:
        raise Http404(gettext("There is nothing called {what}.").format(what=what))
    try:
        done = _MANAGED[what](request, event, player_of(request))
    except EventError as error:
        messages.error(request, error.message)
        if what == "invite":  # a slip in one of many names costs none of them
            kept = urlencode({"names": request.POST.get("names", "")})
            return redirect(f"{reverse('tournaments:console', args=[slug])}?{kept}#invite")
    else:
        messages.success(request, done)
    return redirect("tournaments:console", slug)


def _invite(request: HttpRequest, event: Event, player: Player) -> str:
    form = NamesForm(request.POST)
    if not form.is_valid():
        raise EventError(gettext("Name at least one player to invite."))
    made = admission.invite(event_id=event.pk, player=player, usernames=form.cleaned_data["names"], at=timezone.now())
    return gettext("Invited: {made}.").format(made=and_list([invitation.player.username for invitation in made]))


def _uninvite(request: HttpRequest, event: Event, player: Player) -> str:
    name = request.POST.get("names", "")
    admission.withdraw_invitations(event_id=event.pk, player=player, usernames=[name])
    return gettext("{name} is not invited any more.").format(name=name)


def _assist(request: HttpRequest, event: Event, player: Player) -> str:
    name, role = request.POST.get("names", ""), request.POST.get("role", Role.ASSISTANT)
    if role not in sentences.ROLES:
        raise EventError(gettext("Choose what the player is to do."))
    admission.give_role(event_id=event.pk, player=player, username=name, role=Role(role), at=timezone.now())
    return sentences.role_given(name, Role(role))


def _dismiss(request: HttpRequest, event: Event, player: Player) -> str:
    name = request.POST.get("names", "")
    admission.give_role(event_id=event.pk, player=player, username=name, role=Role.NONE, at=timezone.now())
    return sentences.role_given(name, Role.NONE)


def _remove(request: HttpRequest, event: Event, player: Player) -> str:
    name = request.POST.get("names", "")
    admission.remove_entry(event_id=event.pk, player=player, username=name)
    return gettext("{name} is off the list.").format(name=name)


_MANAGED: dict[str, Callable[[HttpRequest, Event, Player], str]] = {
    "invite": _invite,
    "uninvite": _uninvite,
    "assist": _assist,
    "dismiss": _dismiss,
    "remove": _remove,
}
