"""The hall of fame, and a league over its seasons."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.costly import costly
from games.rules import RULES
from games.web.address_values import chosen_value, page_of
from tournaments.presenting import finding
from tournaments.presenting.circuits.tables import circuit_titles, latest_first
from tournaments.presenting.history.records import MOST_GAMES, records_of
from tournaments.presenting.history.seasons import League, Season, has_seasons, league_of
from tournaments.presenting.history.titles import MOST_EVENTS, events_with_titles, most_titles, titles_in
from tournaments.presenting.page_sentences import headings
from tournaments.presenting.page_sentences.history import records as record_sentences
from tournaments.presenting.page_sentences.history import seasons as season_sentences
from tournaments.presenting.page_sentences.history import titles as sentences
from tournaments.web import page_context
from tournaments.web.links import Link
from tournaments.web.page_rows.all_time import all_time_rows
from tournaments.web.page_rows.records import record_rows
from tournaments.web.page_rows.titles import title_rows
from tournaments.wording.decisions import points_in_words, write_points

TITLES_A_PAGE = 30
BEST = 10  # of the players with the most titles


@require_GET
@costly
def hall(request: HttpRequest) -> HttpResponse:
    """The champions of all events and circuits, the latest first, and the players with the most titles."""
    rules = chosen_value(request, "rules", RULES)
    events = events_with_titles()
    of_events = titles_in((events.filter(rules=rules) if rules else events)[:MOST_EVENTS])
    titles = latest_first(of_events, circuit_titles(rules))
    page = page_of(request, titles, TITLES_A_PAGE)
    context = {
        "title": sentences.page_title(),
        "about": sentences.about(),
        "choices": [
            Link(gettext("All games"), "?", here=not rules),
            *(Link(one.title, f"?rules={one.slug}", here=one.slug == rules) for one in RULES.values()),
        ],
        "counted": sentences.counted(len(of_events), MOST_EVENTS),
        "best": most_titles(titles)[:BEST],
        "page": page,
        "rows": title_rows(page),
        "records_address": reverse("tournaments:records_of_game") + (f"?rules={rules}" if rules else ""),
    }
    return render(request, "tournaments/history/hall.html", context)


@require_GET
@costly
def records(request: HttpRequest) -> HttpResponse:
    """The records of a game over all events."""
    rules = chosen_value(request, "rules", RULES) or next(iter(RULES))
    game = RULES[rules].title
    context = {
        "title": record_sentences.page_title(game),
        "about": record_sentences.about(game),
        "choices": [Link(one.title, f"?rules={one.slug}", here=one.slug == rules) for one in RULES.values()],
        "counted": record_sentences.counted(MOST_GAMES),
        "rows": record_rows(records_of(rules)),
    }
    return render(request, "tournaments/history/records.html", context)


@require_GET
@costly
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """A league over its seasons. Raises Http404 for an event of another form."""
    event = finding.find_event(request, slug)
    if not has_seasons(event):
        raise Http404(gettext("{event} has no seasons: only leagues have.").format(event=event.name))
    league = league_of(event)
    context = {
        "frame": page_context.frame_of(event, "seasons"),
        "event": event,
        "page_title": headings.page_title(event.name, gettext("all seasons")),
        "about": season_sentences.about(event.name),
        "seasons": [_season_row(one) for one in league.seasons],
        "all_time": all_time_rows(league.all_time, season_sentences.best),
        "records": _records(league),
    }
    return render(request, "tournaments/history/seasons.html", context)


def _season_row(season: Season) -> dict[str, Any]:
    return {
        "event": season.event,
        "title": season_sentences.season(season.event.season),
        "address": reverse("tournaments:event", args=[season.event.slug]),
        "players": season_sentences.players(season.players),
        "champions": sentences.champions(season.champions) if season.champions else "",
        "moved": [
            words
            for words in (
                season_sentences.up([(one.player, one.tier) for one in season.moves.up]),
                season_sentences.down([(one.player, one.tier) for one in season.moves.down]),
            )
            if words
        ],
    }


def _records(league: League) -> list[str]:
    most, run = league.most_points, league.longest_run
    return [
        *(
            [
                season_sentences.most_points(
                    most.player, points_in_words(write_points(most.points)), most.played, most.season.season
                )
            ]
            if most
            else []
        ),
        *([season_sentences.longest_run(run.player, run.count, run.first, run.last)] if run else []),
    ]
