"""The web pages of events: thin doors to queries and services. Everything works without JavaScript."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import get_template
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.durations import SlowestEnds
from games.models import Player
from games.pages.records import form_of_many, records_file
from games.pages.requests import player_of
from games.rules import RULES
from games.timing import slowest_ends
from tournaments import queries, services, tables, wording
from tournaments.exceptions import EventError
from tournaments.forms import EventForm
from tournaments.models import Division, Entrant, Event

PAGE_SIZE = 30


def _viewer(request: HttpRequest) -> Player | None:
    return player_of(request) if request.user.is_authenticated else None


def _event(request: HttpRequest, slug: str) -> Event:
    return get_object_or_404(queries.events_shown_to(_viewer(request)), slug=slug)


def _division(event: Event) -> Division:
    """The one division of a started event."""
    division = event.divisions.first()
    if division is None:
        raise Http404(f"{event.name} has not started yet.")
    division.event = event
    return division


@require_GET
def events(request: HttpRequest) -> HttpResponse:
    """All events, the newest first."""
    page = Paginator(queries.events_shown_to(_viewer(request)), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "tournaments/events.html", {"events": page, "all_rules": RULES.values()})


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, rules: str) -> HttpResponse:
    """Make a league; it stays a draft until its director opens it."""
    if rules not in RULES:
        raise Http404(f"There is no game called {rules}.")
    form = EventForm(RULES[rules], player_of(request), request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            event = services.create_event(at=timezone.now(), **form.values())
        except EventError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, f"{event.name} is a draft. Look at it, then open it for entries.")
            return redirect("tournaments:event", event.slug)
    return render(
        request, "tournaments/new.html", {"form": form, "rules": form.rules}, status=400 if form.errors else 200
    )


@require_GET
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One event: what is played and how it counts, who takes part, and what the viewer can do."""
    found = _event(request, slug)
    viewer = _viewer(request)
    entrants = list(queries.active_entrants(found))
    ruleset = found.event_ruleset
    context = {
        "event": found,
        "entrants": entrants,
        "is_entered": any(entrant.player == viewer for entrant in entrants),
        "is_director": found.director == viewer,
        "has_room": len(entrants) < found.most_entrants,
        "rules_in_words": wording.rules_in_words(ruleset),
        "tie_breaks": wording.tie_breaks_in_words(ruleset),
        "ends": slowest_ends_of(found),
    }
    return render(request, "tournaments/event.html", context)


def slowest_ends_of(event: Event) -> SlowestEnds:
    """When the event is over if everybody always takes all the time there is; begun now if it has not started."""
    started = event.started_at or timezone.now()
    rules = RULES[event.rules]
    return slowest_ends(rules, event.time_control, started, 2, event.options, event.event_rest_rules)


@require_GET
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Who meets whom, by round."""
    found = _event(request, slug)
    context = {"event": found, "matches": tables.match_tables(_division(found))}
    return render(request, "tournaments/fixtures.html", context)


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One fixture game by game, with totals and margin."""
    found = _event(request, slug)
    division = _division(found)
    fixture = get_object_or_404(queries.fixtures_of(division), pk=pk)
    (table,) = tables.match_tables(division, [fixture])
    context = {
        "event": found,
        "match": table,
        "colours": RULES[found.rules].colours,
        "rules_in_words": wording.rules_in_words(found.event_ruleset),
    }
    return render(request, "tournaments/match.html", context)


@require_GET
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The stored table. Whoever has it already is told so in an answer without a body."""
    found = _event(request, slug)
    division = _division(found)
    etag = _page_etag(request, division)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    context = {
        "event": found,
        "table": tables.standing_table(division),
        "tie_breaks": wording.tie_breaks_in_words(found.event_ruleset),
    }
    answer = render(request, "tournaments/standings.html", context)
    answer.headers["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie"])
    return answer


def standings_version(division: Division) -> str:
    """What a copy of the standings depends on: their digest, and how far the result log is ahead of them."""
    snapshot = division.snapshot
    return f"{snapshot.version}-{division.event.result_seq}-{snapshot.digest[:20]}"


def _page_etag(request: HttpRequest, division: Division) -> str:
    viewer = _viewer(request)
    seen_by = (viewer.pk, viewer.time_zone) if viewer else ()
    parts = (standings_version(division), division.event.state, seen_by, len(messages.get_messages(request)))
    return f'"{hashlib.sha256(repr((*parts, _template_digest())).encode()).hexdigest()[:32]}"'


@cache
def _template_digest() -> str:
    """Changes with the templates, so that a new release is not taken for an old page."""
    sources = (get_template(name).template.source for name in ("base.html", "tournaments/standings.html"))  # type: ignore[attr-defined]
    return hashlib.sha256("".join(sources).encode()).hexdigest()


@require_GET
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody."""
    found = _event(request, slug)
    return render(
        request, "tournaments/crosstable.html", {"event": found, "lines": tables.cross_table(_division(found))}
    )


# Deeds ----------------------------------------------------------------------------------------------------------------


@require_POST
@login_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Take part."""
    return _do(request, slug, _enter, "You take part. All your games begin when the director starts the event.")


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's entry back."""
    return _do(request, slug, services.withdraw_entry, "Your entry is withdrawn. You can enter again until the start.")


@require_POST
@login_required
def open_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Let players enter."""
    return _do(request, slug, services.open_entries, "The event is open for entries.")


@require_POST
@login_required
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Pair everybody and start the games."""
    return _do(request, slug, _start, "The event has started, and so have all its games.")


@require_GET
def records(request: HttpRequest, slug: str, ending: str) -> HttpResponseBase:
    """The records of all games of the event as one file."""
    found = _event(request, slug)
    return records_file(queries.games_of_event(found), form_of_many(ending), f"seeds-{found.slug}")


def _enter(*, event_id: int, player: Player) -> Entrant:
    return services.enter_event(event_id=event_id, player=player, at=timezone.now())


def _start(*, event_id: int, player: Player) -> Event:
    return services.start_event(event_id=event_id, player=player, at=timezone.now())


def _do(request: HttpRequest, slug: str, service: Callable[..., Any], done: str) -> HttpResponse:
    found = _event(request, slug)
    try:
        service(event_id=found.pk, player=player_of(request))
    except EventError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, done)
    return redirect("tournaments:event", slug)
