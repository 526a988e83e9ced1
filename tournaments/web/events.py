"""The web pages of events: the list, the calendar, one event and its log, and what players do there.

Thin doors to queries and services. Everything works without JavaScript. The pages of a division are ``division_views``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Case, Count, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.feed import topics
from games.feed.shown import keep_while_same
from games.models import Game, Player
from games.moderation.subjects import report_address
from games.presenting.page_sentences.latest_end import usual_end
from games.rules import RULES
from games.timekeeping.usual_length import usual_length
from games.web.records import form_of_many, records_file
from ground.address_values import chosen_value, page_of
from ground.expensive import expensive, expensive_if
from ground.features import added
from ground.prepared.queries import Asked, Prepared
from tournaments import queries
from tournaments.directing import offered
from tournaments.event_log import kinds
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import FORM_TITLES, WITH_BRACKET, Form
from tournaments.formats import BRACKETS
from tournaments.formats.round_names import title_of_round
from tournaments.models import Entrant, Event, EventLogEntry, Round
from tournaments.presenting import finding, tables
from tournaments.presenting.calendar import dates_of
from tournaments.presenting.page_sentences import event as sentences
from tournaments.presenting.page_sentences import standings as of_tables
from tournaments.signals import calendar_shown
from tournaments.web import page_context
from tournaments.web.links import Link
from tournaments.web.page_rows import event as event_page
from tournaments.web.page_rows.event import event_rows
from tournaments.web.page_rows.log import log_rows
from tournaments.wording import decisions

Status = Entrant.Status
PAGE_SIZE = 30
LINES_A_PAGE = 100
FIRST_YEAR = 2026  # in which events began
LONGEST_NAME = 30  # of a player
FEW_EVENTS = 8  # below the calendar
NEWS = 8  # on the page of an event; the log has the rest
MOST_UNSEARCHED = 40  # players among whom nobody needs to search
MOST_PLAYERS = 200  # by name on the page of an event; its standings have all of them


# Lists ----------------------------------------------------------------------------------------------------------------


@require_GET
@expensive_if(lambda request: any(request.GET.get(name) for name in ("q", "player")))
def events(request: HttpRequest) -> HttpResponse:
    """All events, first those that can be entered, then the newest, narrowed down to what the address names."""
    years = range(timezone.now().year, FIRST_YEAR - 1, -1)
    chosen = {
        "state": chosen_value(request, "state", Event.State.values),
        "rules": chosen_value(request, "rules", RULES),
        "form": chosen_value(request, "form", FORM_TITLES),
        "whose": chosen_value(request, "whose", ("mine",)),
        "year": chosen_value(request, "year", map(str, years)),
        "player": request.GET.get("player", ""),
        "q": request.GET.get("q", ""),
    }
    page = page_of(request, _narrowed(request, chosen), PAGE_SIZE)
    context = {
        "title": gettext("Events"),
        "about": gettext("Leagues and tournaments: open for entries, running and finished."),
        "events": page,
        "rows": event_rows(page),
        "chosen": chosen,
        "is_narrowed": any(chosen.values()),
        "states": [(value, title) for value, title in Event.State.choices if value != Event.State.DRAFT],
        "forms": [(str(form), title) for form, title in FORM_TITLES.items()],
        "games": [(rules.slug, rules.title) for rules in RULES.values()],
        "years": [(str(year), str(year)) for year in years],
        "whose": [("mine", gettext("mine"))] if request.user.is_authenticated else [],
    }
    keep_while_same(request)
    return render(request, "tournaments/events.html", context)


def _narrowed(request: HttpRequest, chosen: dict[str, str]) -> QuerySet[Event]:
    viewer = finding.viewer_of(request)
    shown = queries.events_shown_to(viewer)
    for name in ("state", "rules", "form"):
        if chosen[name]:
            shown = shown.filter(**{name: chosen[name]})
    if chosen["q"].strip():
        shown = shown.filter(name__icontains=chosen["q"].strip()[:60])
    if chosen["year"]:
        shown = shown.filter(started_at__year=int(chosen["year"]))
    if name := chosen["player"].strip()[:LONGEST_NAME]:
        shown = queries.only_of(shown, name)
    if chosen["whose"] == "mine" and viewer is not None:
        shown = queries.only_of(shown, viewer.username)
    elif chosen["form"] != Form.MATCH:
        shown = queries.without_lobby(shown)
    return shown.order_by(Case(When(state=Event.State.OPEN, then=0), default=1), "-pk")


@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """What is to come in all events: starts, deadlines, ends of seasons, by month; those without a date, and those that
    have ended last."""
    rules = chosen_value(request, "rules", RULES)
    shown = queries.without_lobby(queries.events_shown_to(finding.viewer_of(request)))
    if rules:
        shown = shown.filter(rules=rules)
    ical = reverse("tournaments:ics")
    undated = shown.filter(state=Event.State.OPEN, starts_at=None)[:FEW_EVENTS]
    context = {
        "title": gettext("Calendar of events"),
        "about": gettext("Starts of events, deadlines of rounds and ends of seasons, in order."),
        "rows": event_rows(undated),
        "more": added(calendar_shown, rules=rules),
        "dates": dates_of(shown, since=timezone.now() - timedelta(days=1)),
        "choices": [
            Link(gettext("All games"), "?", here=not rules),
            *(Link(one.title, f"?rules={one.slug}", here=one.slug == rules) for one in RULES.values()),
        ],
        "ical_address": f"{ical}?{urlencode({'rules': rules})}" if rules else ical,
        "nothing_planned": sentences.nothing_planned(is_one_game=bool(rules)),
    }
    return render(request, "tournaments/calendar.html", context)


# One event ------------------------------------------------------------------------------------------------------------


_NEWS = Prepared(
    lambda: EventLogEntry.objects.filter(event=Asked("event")).exclude(kind__in=kinds.routine()).order_by("-seq")[:NEWS]
)
_ENTRANTS = Prepared(lambda: queries.active_entrants(Asked("event"))[: MOST_PLAYERS + 1])
_FOLLOWING = Prepared(lambda: Event.objects.filter(previous=Asked("event")))
_NOT_YET = Prepared(
    lambda: (
        Entrant.objects.filter(event=Asked("event"), status__in=(Status.WAITING, Status.STANDBY, Status.ASKED))
        .select_related("player")
        .order_by("entered_at", "pk")
    )
)


def _is_in(event: Event, player: Player, shown: Sequence[Entrant]) -> bool:
    """Whether a player takes part: among those ``shown``, unless there are more of them, or they are teams."""
    if len(shown) > MOST_PLAYERS or event.form == Form.TEAMS:
        return queries.is_in(event, player)
    return any(entrant.player_id == player.pk for entrant in shown)


@require_GET
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One event: what is played and how it counts, who takes part, what happens, and what the viewer can do."""
    found = finding.find_event(request, slug)
    viewer = finding.viewer_of(request)
    wanted = request.GET.get("player", "").strip()
    if wanted and (entries := queries.entries_of(found, wanted)):
        return redirect("tournaments:record", slug, entries[0].name)
    ruleset, layout = found.event_ruleset, found.event_layout
    lines = tables.division_lines(found) if found.started_at else []
    news, shown = _NEWS.ask(event=found.pk), _ENTRANTS.ask(event=found.pk)
    own = next((entrant.division_id for entrant in shown if viewer and entrant.player_id == viewer.pk), None)
    first_places = event_page.first_places(found, lines, viewer=viewer.username if viewer else "", own=own)
    has_own_list = first_places is None or bool(first_places["title"])
    count = len(shown) if len(shown) <= MOST_PLAYERS else queries.active_entrants(found).count()
    context = {
        "frame": page_context.frame_of(found, "event", divisions=[line.division for line in lines]),
        "about": gettext("{game}, {form}: {state}. The players, the standings, and how points are counted.").format(
            game=found.game_title, form=found.get_form_display(), state=found.get_state_display()
        ),
        "event": found,
        "is_entered": viewer is not None and _is_in(found, viewer, shown),
        "divisions": event_page.division_rows(found, lines, shown) if has_own_list else (),
        "divisions_heading": _divisions_heading(found, len(lines)),
        "first_places": first_places,
        "entrant_column": sentences.entrant_column(of_teams=found.form == Form.TEAMS),
        "news": log_rows(found, describe(found, news), {}),
        "play_in_words": decisions.play_in_words(ruleset, layout),
        **_facts_of(found, count),
        **_course_of(found),
        **_players_of(found, shown[:MOST_PLAYERS], count, wanted, several=len(lines) > 1),
        "counts_in_words": decisions.counts_in_words(ruleset, layout),
        "places_in_words": sentences.how_places_are_found(
            is_knockout=found.form in WITH_BRACKET, is_ladder=found.form == Form.LADDER
        ),
        "tie_breaks": [sentences.tie_break(*one) for one in decisions.tie_breaks_in_words(ruleset)],
        "rules_version": gettext(
            "Counted by version {version} of the rules, which never changes for this event."
        ).format(version=ruleset.version),
        "report_address": report_address("event", found.slug),
    }
    keep_while_same(request, topics.of_event(found.pk))
    return render(request, "tournaments/event.html", context)


def _divisions_heading(event: Event, count: int) -> str:
    if count > 1:
        return gettext("Divisions")
    return of_tables.heading(is_ladder=event.form == Form.LADDER, is_final=event.finished_at is not None)


def _is_sequential(event: Event) -> bool:
    """Whether its games begin one after another."""
    return event.form not in (Form.ROUND_ROBIN, Form.LEAGUE, Form.MATCH)


def _facts_of(event: Event, players: int) -> dict[str, Any]:
    """What is played, with how much time, and how the event goes."""
    games = event.event_ruleset.games_per_fixture
    following = next(iter(_FOLLOWING.ask(event=event.pk)), None)
    return {
        "facts_of_play": event_page.facts_of_play(event),
        "facts_of_course": event_page.facts_of_course(
            event, following=following, next_round=queries.round_waiting(event)
        ),
        "usual_end": usual_end(usual_length(event.rules, event.event_layout.seats, event.time_control)),
        "ends": queries.slowest_ends_of(event, started=event.started_at or timezone.now()),
        "length": decisions.length_in_words(event.event_layout, players, games),
        "latest_end_term": gettext("A game must end by") if _is_sequential(event) else gettext("Must end by"),
    }


def _players_of(event: Event, shown: Sequence[Entrant], count: int, wanted: str, *, several: bool) -> dict[str, Any]:
    """The first of ``count`` players who take part, and who waits; ``wanted`` is a name that nobody of them has."""
    waiting = _NOT_YET.ask(event=event.pk)
    standings = reverse("tournaments:standings", args=[event.slug]) if event.started_at else ""
    is_in_order = event.started_at is not None and not several
    return {
        "players_heading": sentences.players_heading(
            count, None if event.started_at else event.most_entrants, of_teams=event.form == Form.TEAMS
        ),
        "can_search_players": count > MOST_UNSEARCHED or bool(wanted),
        "wanted": wanted,
        "not_found": gettext("{name} does not take part.").format(name=wanted) if wanted else "",
        "pools": event_page.pools(event, shown),
        "order_of_players": sentences.by_pairing_number(is_drawn=not _is_sequential(event)) if is_in_order else "",
        "part_of_players": sentences.part_of_all(len(shown), count, standings=standings) if count > len(shown) else "",
        "waiting_lists": event_page.waiting_lists(waiting),
    }


def _course_of(event: Event) -> dict[str, Any]:
    """The rounds of an event, and what is to be said of their deadlines."""
    rounds = _rounds_of(event)
    shared = _deadline_of_all(rounds)
    return {
        "rounds": event_page.round_rows(event, rounds),
        "one_deadline": sentences.one_deadline(shared, is_extended=rounds[0]["is_extended"]) if shared else "",
        "has_deadlines": event.form in (Form.SWISS, Form.TEAMS, *WITH_BRACKET)
        or any(held["deadline"] for held in rounds),
    }


_ROUNDS = Prepared(
    lambda: (
        Round.objects.filter(division__event=Asked("event"))
        .values("division__stage__number", "number")
        .annotate(
            running=Count("fixtures__games", filter=Q(fixtures__games__game__status=Game.Status.RUNNING)),
            games=Count("fixtures__games"),
        )
        .values(
            "division__stage__number",
            "division__stage__format",
            "number",
            "deadline",
            "started_at",
            "running",
            "games",
            "is_extended",
        )
        .order_by("-division__stage__number", "number", "deadline")
    )
)


def _rounds_of(event: Event) -> list[dict[str, Any]]:
    """The rounds of the event that have begun or have a deadline, the latest stage first; of a ladder those of which
    games are open."""
    by_number: dict[tuple[int, int], dict[str, Any]] = {}
    in_bracket = Entrant.objects.filter(division__event=event, division__stage__format__in=BRACKETS)
    size = in_bracket.count() if event.form in WITH_BRACKET or event.form == Form.GROUPS else 0
    for held in _ROUNDS.ask(event=event.pk):
        key = (held["division__stage__number"], held["number"])
        form = held["division__stage__format"]
        title = capfirst(title_of_round(form, size, held["number"])) if form in BRACKETS else str(held["number"])
        known = by_number.setdefault(key, {**held, "running": 0, "games": 0, "title": title})
        known["running"] += held["running"]
        known["games"] += held["games"]
    return [held for held in by_number.values() if held["running"] or event.form != Form.LADDER]


def _deadline_of_all(rounds: Sequence[Mapping[str, Any]]) -> datetime | None:
    """The deadline that several rounds share, as those of a season do; None where they differ."""
    deadlines = {(held["deadline"], held["is_extended"]) for held in rounds}
    return rounds[0]["deadline"] if len(rounds) > 1 and len(deadlines) == 1 else None


@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that happened, the newest first, with the digests that chain it."""
    found = finding.find_event(request, slug)
    is_narrowed = bool(chosen_value(request, "only", ("actions",)))
    lines = found.log_entries.order_by("-seq")
    if is_narrowed:
        lines = lines.exclude(kind__in=kinds.routine())

    def context() -> dict[str, Any]:
        page = page_of(request, lines, LINES_A_PAGE)
        viewer = finding.viewer_of(request)
        can_be_done = offered(found, viewer) if viewer and queries.may_arbitrate(found, viewer) else {}
        described = describe(found, list(page))
        return {
            "frame": page_context.frame_of(found, "log"),
            "page_title": sentences.page_title(found.name, gettext("log")),
            "about": gettext("Every result and every action in {event}, with the reasons.").format(event=found.name),
            "event": found,
            "choices": [
                Link(gettext("Everything"), "?", here=not is_narrowed),
                Link(gettext("Announcements and actions"), "?only=actions", here=is_narrowed),
            ],
            "page": page,
            "rows": log_rows(found, described, can_be_done, digests=[line.digest for line in page]),
        }

    return page_context.answer(request, "tournaments/log.html", page_context.version_of(found), context, event=found)


@require_GET
@expensive
def records(request: HttpRequest, slug: str, ending: str) -> HttpResponseBase:
    """The records of all games of the event as one file."""
    found = finding.find_event(request, slug)
    return records_file(queries.games_of_event(found), form_of_many(ending), f"seeds-{found.slug}")
