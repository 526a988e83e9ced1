"""The web pages of events: the list, the calendar, one event and its log, and what players do there.

Thin doors to queries and services. Everything works without JavaScript. The pages of a division are ``division_views``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.models import Game
from games.rules import RULES
from games.web.records import form_of_many, records_file
from tournaments import queries
from tournaments.directing import offered
from tournaments.event_log import kinds
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import FORM_TITLES, Form
from tournaments.models import Entrant, Event, Round
from tournaments.presenting import calendar as agenda
from tournaments.presenting import page_context, tables
from tournaments.wording import decisions

PAGE_SIZE = 30
LINES_A_PAGE = 100
NEWS = 8  # on the page of an event; the log has the rest
MOST_PLAYERS = 200  # by name on the page of an event; its standings have all of them


# Lists ----------------------------------------------------------------------------------------------------------------


@require_GET
def events(request: HttpRequest) -> HttpResponse:
    """All events, the newest first, narrowed down to what the address names."""
    chosen = {name: request.GET.get(name, "") for name in ("state", "rules", "form", "whose", "q")}
    page = Paginator(_narrowed(request, chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "events": page,
        "query": query.urlencode(),
        "chosen": chosen,
        "is_narrowed": any(chosen.values()),
        "states": [(value, title) for value, title in Event.State.choices if value != Event.State.DRAFT],
        "forms": [(str(form), title) for form, title in FORM_TITLES.items()],
        "all_rules": RULES.values(),
    }
    return render(request, "tournaments/events.html", context)


def _narrowed(request: HttpRequest, chosen: dict[str, str]) -> QuerySet[Event]:
    viewer = page_context.viewer_of(request)
    shown = queries.events_shown_to(viewer)
    for name in ("state", "rules", "form"):
        if chosen[name]:
            shown = shown.filter(**{name: chosen[name]})
    if chosen["q"].strip():
        shown = shown.filter(name__icontains=chosen["q"].strip()[:60])
    if chosen["whose"] == "mine" and viewer is not None:
        shown = queries.only_of(shown, viewer.username)
    return shown


@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """What is to come in all events: starts, deadlines, ends of seasons, by month."""
    rules = request.GET.get("rules", "")
    shown = queries.events_shown_to(page_context.viewer_of(request))
    if rules:
        shown = shown.filter(rules=rules)
    dates = agenda.dates_of(shown, since=timezone.now() - timedelta(days=1))
    return render(request, "tournaments/calendar.html", {"dates": dates, "all_rules": RULES.values(), "rules": rules})


# One event ------------------------------------------------------------------------------------------------------------


@require_GET
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One event: what is played and how it counts, who takes part, what happens, and what the viewer can do."""
    found = page_context.find_event(request, slug)
    viewer = page_context.viewer_of(request)
    wanted = request.GET.get("player", "").strip()
    if wanted and (entries := queries.entries_of(found, wanted)):
        return redirect("tournaments:record", slug, entries[0].player.username)
    entrants = queries.active_entrants(found)
    count = entrants.count()
    ruleset, scheme = found.event_ruleset, found.event_scheme
    waiting = found.entrants.filter(status__in=_NOT_YET)
    news = list(found.results.exclude(kind__in=kinds.routine()).order_by("-seq")[:NEWS])
    context = {
        "frame": page_context.frame_of(found, "event"),
        "event": found,
        "entrants": list(entrants[:MOST_PLAYERS]),
        "players": count,
        "waiting": list(waiting.select_related("player").order_by("entered_at", "pk")),
        "wanted": wanted,
        "is_entered": viewer is not None and entrants.filter(player=viewer).exists(),
        "is_director": queries.may_direct(found, viewer),
        "has_room": count < found.most_entrants,
        "form_title": FORM_TITLES[found.form],
        "seats": scheme.seats,
        "play_in_words": decisions.play_in_words(ruleset, scheme),
        "counts_in_words": decisions.counts_in_words(ruleset, scheme),
        "tie_breaks": decisions.tie_breaks_in_words(ruleset),
        "ends": queries.slowest_ends_of(found, started=found.started_at or timezone.now()),
        "rounds_in_words": decisions.length_in_words(scheme, count),
        "divisions": tables.division_lines(found) if found.started_at else [],
        **_course_of(found),
        "news": describe(found, news),
        "following": Event.objects.filter(previous=found).first(),
        "is_sequential": scheme.form not in (Form.ROUND_ROBIN, Form.LEAGUE, Form.MATCH),
    }
    return render(request, "tournaments/event.html", context)


_NOT_YET = (Entrant.Status.WAITING, Entrant.Status.STANDBY, Entrant.Status.ASKED)


def _course_of(event: Event) -> dict[str, Any]:
    """The rounds of an event, and what is to be said of their deadlines."""
    rounds = _rounds_of(event)
    return {
        "rounds": rounds,
        "one_deadline": _deadline_of_all(rounds),
        "has_deadlines": event.form in (Form.SWISS, Form.KNOCKOUT) or any(held["deadline"] for held in rounds),
    }


def _rounds_of(event: Event) -> list[dict[str, Any]]:
    """The rounds of the event that have begun or have a deadline, the latest stage first."""
    running = Q(fixtures__games__game__status=Game.Status.RUNNING)
    rounds = (
        Round.objects.filter(division__event=event)
        .values("division__stage__number", "number")
        .annotate(running=Count("fixtures__games", filter=running))
        .values("division__stage__number", "number", "deadline", "started_at", "running", "is_extended")
        .order_by("-division__stage__number", "number", "deadline")
    )
    by_number: dict[tuple[int, int], dict[str, Any]] = {}
    for held in rounds:
        key = (held["division__stage__number"], held["number"])
        known = by_number.setdefault(key, {**held, "running": 0})
        known["running"] += held["running"]
    return list(by_number.values())


def _deadline_of_all(rounds: Sequence[Mapping[str, Any]]) -> datetime | None:
    """The deadline that several rounds share, as those of a season do; None where they differ."""
    deadlines = {(held["deadline"], held["is_extended"]) for held in rounds}
    return rounds[0]["deadline"] if len(rounds) > 1 and len(deadlines) == 1 else None


@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that happened, the newest first, with the digests that chain it."""
    found = page_context.find_event(request, slug)
    only = request.GET.get("only", "")
    lines = found.results.order_by("-seq")
    if only == "actions":
        lines = lines.exclude(kind__in=kinds.routine())

    def context() -> dict[str, Any]:
        page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
        return {
            "offered": offered(found) if queries.may_direct(found, page_context.viewer_of(request)) else {},
            "frame": page_context.frame_of(found, "log"),
            "event": found,
            "only": only,
            "page": page,
            "lines": list(zip(describe(found, list(page)), page, strict=True)),
        }

    return page_context.answer(request, "tournaments/log.html", page_context.version_of(found), context)


@require_GET
def records(request: HttpRequest, slug: str, ending: str) -> HttpResponseBase:
    """The records of all games of the event as one file."""
    found = page_context.find_event(request, slug)
    return records_file(queries.games_of_event(found), form_of_many(ending), f"seeds-{found.slug}")
