"""The hall of fame, and a league over its seasons."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET

from games.rules import RULES
from ground.address_values import chosen_value, page_of
from ground.expensive import expensive
from tournaments.circuits.tables import circuit_titles, latest_first
from tournaments.history import words as sentences
from tournaments.history.records import MOST_GAMES, records_of
from tournaments.history.rows import all_time_rows, record_rows, title_rows
from tournaments.history.seasons import League, Season, has_seasons, league_of
from tournaments.history.titles import MOST_EVENTS, events_with_titles, most_titles, titles_in
from tournaments.presenting import finding
from tournaments.presenting.page_sentences.event import page_title
from tournaments.web import page_context
from tournaments.web.links import Link
from tournaments.wording.decisions import points_in_words, write_points

TITLES_A_PAGE = 30
BEST = 10  # of the players with the most titles


@require_GET
@expensive
def hall(request: HttpRequest) -> HttpResponse:
    """The champions of all events and circuits, the latest first, and the players with the most titles."""
    rules = chosen_value(request, "rules", RULES)
    events = events_with_titles()
    of_events = titles_in((events.filter(rules=rules) if rules else events)[:MOST_EVENTS])
    titles = latest_first(of_events, circuit_titles(rules))
    page = page_of(request, titles, TITLES_A_PAGE)
    context = {
        "title": gettext("Hall of fame"),
        "about": gettext("The champions of all leagues and tournaments."),
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
    return render(request, "history/hall.html", context)


@require_GET
@expensive
def records(request: HttpRequest) -> HttpResponse:
    """The records of a game over all events."""
    rules = chosen_value(request, "rules", RULES) or next(iter(RULES))
    game = RULES[rules].title
    context = {
        "title": gettext("Records in {game}").format(game=game),
        "about": gettext("The biggest wins, longest streaks and most titles in {game}.").format(game=game),
        "choices": [Link(one.title, f"?rules={one.slug}", here=one.slug == rules) for one in RULES.values()],
        "counted": gettext(
            "From the games of all events that are over, the last {count} at most. Biggest and fastest wins and "
            "closest matches are of games that were played to their end. If several are equal, the first is shown."
        ).format(count=f"{MOST_GAMES:,}"),
        "rows": record_rows(records_of(rules)),
    }
    return render(request, "history/records.html", context)


@require_GET
@expensive
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """A league over its seasons. Raises Http404 for an event of another form."""
    event = finding.find_event(request, slug)
    if not has_seasons(event):
        raise Http404(gettext("{event} has no seasons: only leagues have.").format(event=event.name))
    league = league_of(event)
    context = {
        "frame": page_context.frame_of(event, "seasons"),
        "event": event,
        "page_title": page_title(event.name, gettext("all seasons")),
        "about": gettext("All seasons of {event}: champions, promotions, and the all-time table.").format(
            event=event.name
        ),
        "seasons": [_season_row(one) for one in league.seasons],
        "all_time": all_time_rows(league.all_time, sentences.best),
        "records": _records(league),
    }
    return render(request, "history/seasons.html", context)


def _season_row(season: Season) -> dict[str, Any]:
    return {
        "event": season.event,
        "title": sentences.season(season.event.season),
        "address": reverse("tournaments:event", args=[season.event.slug]),
        "players": ngettext("{count} player", "{count} players", season.players).format(count=season.players),
        "champions": sentences.champions(season.champions) if season.champions else "",
        "moved": [
            words
            for words in (
                sentences.up([(one.player, one.tier) for one in season.moves.up]),
                sentences.down([(one.player, one.tier) for one in season.moves.down]),
            )
            if words
        ],
    }


def _records(league: League) -> list[str]:
    most, run = league.most_points, league.longest_run
    records = []
    if most:
        records.append(
            ngettext(
                "Most points in a season: {player}, {points} from {count} match in season {season}",
                "Most points in a season: {player}, {points} from {count} matches in season {season}",
                most.played,
            ).format(
                player=most.player, points=points_in_words(write_points(most.points)), count=most.played,
                season=most.season.season,
            )
        )  # fmt: skip
    if run:
        records.append(
            gettext("Most titles in a row: {player}, {count}, from season {first} to season {last}").format(
                player=run.player, count=run.count, first=run.first, last=run.last
            )
        )
    return records


EVENT_PAGES = [
    path("history/", hall, name="hall"),
    path("records/", records, name="records_of_game"),
    path("<slug:slug>/seasons/", seasons, name="seasons"),
]
