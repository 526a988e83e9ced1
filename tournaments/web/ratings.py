"""The web pages of ratings: thin doors to the queries. Everything works without JavaScript."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.archive.files import as_file
from games.play.queries import player_named
from ground.address_values import page_of
from ground.expensive import expensive
from ground.features import added
from tournaments.glicko2 import Difference
from tournaments.models.ratings import PlayerRating
from tournaments.presenting.match_scores import aggregates_of, last_matches
from tournaments.presenting.page_sentences import ratings as sentences
from tournaments.ratings import queries, records
from tournaments.ratings.finding import found_player, found_pool, found_versions, today
from tournaments.ratings.graph import Point, rating_graph
from tournaments.ratings.wording import write_change, write_deviation, write_rating
from tournaments.signals import player_shown

PAGE_SIZE = 50
BEST = 5  # of each list, on the page of all lists
RECENT = 10
MOST_OPPONENTS = 20  # of a player, in a table; more open below it


@require_GET
def pools(request: HttpRequest) -> HttpResponse:
    """All rating lists, each with its best players."""
    now = today()
    shown = []
    for pool in queries.pools_with_players(now):
        best = queries.list_lines(queries.rating_list(pool, now)[:BEST], now)
        count: int = pool.listed  # type: ignore[attr-defined]  # annotated by the query
        shown.append((pool, best, sentences.whole_list(count)))
    return render(request, "tournaments/ratings.html", {"pools": shown})


@require_GET
def rating_list(request: HttpRequest, rules: str, field: str) -> HttpResponse:
    """One rating list, a page at a time; ``?player=`` leads to where that player stands in it."""
    pool, now = found_pool(rules, field), today()
    wanted = request.GET.get("player", "").strip().lower()
    problem = ""
    if wanted:
        found = player_named(wanted)
        line = queries.line_of(pool, found, now) if found else None
        if line is not None:
            page_number = (line[0] - 1) // PAGE_SIZE + 1
            query = urlencode({"page": page_number}) if page_number > 1 else ""
            return HttpResponseRedirect(f"{request.path}{'?' if query else ''}{query}#{wanted}")
        problem = (
            gettext("{found} is not in this list. It has bots with a rated game within a year.").format(
                found=found.username
            )
            if found and pool.is_of_bots
            else gettext("{found} has played no rated game here within a year.").format(found=found.username)
            if found
            else gettext(
                "There is no player called {wanted}. Names are written as on their pages, such as anna."
            ).format(wanted=wanted)
        )
    page = page_of(request, queries.rating_list(pool, now), PAGE_SIZE)
    lines = queries.list_lines(page.object_list, now, first=page.start_index() or 1)
    context = {
        "pool": pool,
        "page_title": sentences.title_of_list(str(pool)),
        "title": sentences.title_of_list(pool.title),
        "state": sentences.state_of_list(pool.rated_through, is_recounted=pool.dirty_from is not None),
        "page": page,
        "lines": lines,
        "wanted": wanted,
        "problem": problem,
    }
    return render(request, "tournaments/ratings_list.html", context)


@require_GET
@expensive
def list_file(request: HttpRequest, rules: str, field: str, ending: str) -> HttpResponse:
    """The whole list as a file."""
    pool, now = found_pool(rules, field), today()
    lines = queries.list_lines(queries.rating_list(pool, now), now)
    names = ("place", "player", "rating", "deviation", "provisional", "games", "last_rated")
    rows = [
        (line.place, line.player, round(line.value.rating, 1), round(line.value.deviation, 1),
         line.value.is_provisional, line.total, line.day.isoformat())
        for line in lines
    ]  # fmt: skip
    return _file(names, rows, ending, f"seeds-ratings-{rules}-{field}")


def _file(names: Sequence[str], rows: Iterable[Sequence[Any]], ending: str, name: str) -> HttpResponse:
    """A table as a download, by its ending."""
    if ending == "json":
        objects = [dict(zip(names, row, strict=True)) for row in rows]
        return as_file(JsonResponse(objects, safe=False), f"{name}.json")
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    writer.writerows(rows)
    return as_file(HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8"), f"{name}.csv")


# One player -----------------------------------------------------------------------------------------------------------


@require_GET
@expensive
def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player's ratings and record: by game, against everybody, in events, and what was last."""
    found = found_player(username)
    record = records.record_of(found)
    opponents = list(record.by_opponent.items())
    context = {
        "player": found,
        "page_title": gettext("{player}: ratings and record").format(player=found.username),
        "title": found.username,
        "about": gettext("Ratings, results, opponents and events of {player}.").format(player=found.username),
        "ratings": queries.present_lines(found, today()),
        "record": record,
        "by_pool": [(rules, field, score) for (rules, field), score in record.by_pool.items()],
        "opponents": opponents[:MOST_OPPONENTS],
        "more_opponents": [
            (
                name,
                gettext("{won} won, {drawn} drawn, {lost} lost").format(
                    won=score.won, drawn=score.drawn, lost=score.lost
                ),
            )
            for name, score in opponents[MOST_OPPONENTS:]
        ],
        "all_opponents": sentences.opponents(len(opponents)),
        "events": [
            {
                "event": line.event,
                "place": gettext("place {place} of {count}").format(place=line.place, count=line.of)
                if line.place
                else "",
            }
            for line in record.events
        ],
        "recent": records.recent_results(found, RECENT),
        "more": added(player_shown, player=found, is_profile=False),
        "matches": last_matches(found, RECENT),
        "streaks": (
            sentences.streaks(record.streaks.most_won, record.streaks.most_unbeaten, record.streaks.won)
            if record.by_pool
            else []
        ),
    }
    return render(request, "tournaments/ratings_player.html", context)


@require_GET
def history(request: HttpRequest, username: str, rules: str, field: str) -> HttpResponse:
    """The course of one rating, as a picture and as a table."""
    found, pool, now = found_player(username), found_pool(rules, field), today()
    lines = queries.history_of(found, pool)
    own = PlayerRating.objects.filter(player=found, pool=pool).first()
    if own is None or not lines:
        raise Http404(gettext("{username} has no rating there yet.").format(username=username))
    present = queries.present_value(own, now)
    title = gettext("{username} in {pool}: {rating} now, after {total} results").format(
        username=username, pool=pool, rating=write_rating(present), total=lines[-1].total
    )
    points = [Point(line.day, line.value.rating, line.value.deviation) for line in lines]
    if now > points[-1].day:
        points.append(Point(now, present.rating, present.deviation))
    context = {
        "player": found,
        "pool": pool,
        "page_title": sentences.title_of_history(username, str(pool)),
        "title": found.username,
        "about": gettext("The rating of {player} in {game}, day by day.").format(
            player=found.username, game=pool.title
        ),
        "present": present,
        "present_in_words": sentences.present(
            write_rating(present), write_deviation(present), lines[-1].total, queries.place_of(pool, found, now)
        ),
        "page": page_of(request, lines[::-1], PAGE_SIZE),
        "graph": mark_safe(rating_graph(points, title)),  # noqa: S308 - numbers and escaped words
    }
    return render(request, "tournaments/ratings_history.html", context)


@require_GET
def versions(request: HttpRequest, username: str, rules: str, field: str) -> HttpResponse:
    """Whether a version of a bot is better than the one before, or than the one that ``?than=`` names."""
    found, pool, than = found_player(username), found_pool(rules, field), request.GET.get("than", "")
    lines = found_versions(found, pool, than)
    context = {
        "player": found,
        "pool": pool,
        "than": than,
        "page_title": gettext("Versions of {bot} in {pool}").format(bot=found.username, pool=pool),
        "lines": [(line, _compared(line.than, line.difference) if line.difference else "") for line in lines],
    }
    return render(request, "tournaments/ratings_versions.html", context)


def _compared(than: str, by: Difference) -> str:
    written = (write_change(points) for points in (by.points, by.low, by.high))
    return sentences.compared(than, *written, is_better=by.is_better)


@require_GET
@expensive
def history_file(request: HttpRequest, username: str, rules: str, field: str, ending: str) -> HttpResponse:
    """The course of one rating as a file, with all digits."""
    found, pool = found_player(username), found_pool(rules, field)
    names = ("day", "rating", "deviation", "volatility", "games", "games_in_all")
    rows = [
        (line.day.isoformat(), line.value.rating, line.value.deviation, line.value.volatility, line.games, line.total)
        for line in queries.history_of(found, pool)
    ]
    return _file(names, rows, ending, f"seeds-rating-{username}-{rules}-{field}")


@require_GET
@expensive
def account(request: HttpRequest, username: str, rules: str, field: str, day: date) -> HttpResponse:
    """Where a rating comes from on one day: every opponent, what was expected and what was scored."""
    found, pool = found_player(username), found_pool(rules, field)
    rated = queries.account_of(found, pool, day)
    if rated is None:
        raise Http404(gettext("{username} had no rated result there on {day}.").format(username=username, day=day))
    before, after = rated.before, rated.after
    aggregates = aggregates_of([each.games[0] for each in rated.encounters if len(each.games) > 1])
    context = {
        "player": found,
        "pool": pool,
        "page_title": sentences.title_of_history(sentences.title_of_day(found.username, day), pool.title),
        "heading": sentences.title_of_day(found.username, day),
        "change_in_words": sentences.change_of_day(
            write_rating(before),
            write_deviation(before),
            write_rating(after),
            write_deviation(after),
            write_change(after.rating - before.rating),
        ),
        "rows": [_encounter_row(each, aggregates.get(each.games[0], "")) for each in rated.encounters],
    }
    return render(request, "tournaments/ratings_account.html", context)


def _encounter_row(each: queries.Encounter, aggregate: str) -> dict[str, Any]:
    """A result of a day, with the games that it came from and the aggregate of a match."""
    games = [
        format_html('<a href="{}">{}</a>', reverse("games:game", args=[game]), sentences.game(game))
        for game in each.games
    ]
    return {
        "encounter": each,
        "games": sentences.games_of_result(games, aggregate),
        "taken_as": gettext("taken as {rating}").format(rating=write_rating(each.meeting.opponent))
        if each.advantage
        else "",
    }


# Two players ----------------------------------------------------------------------------------------------------------


@require_GET
def choose_opponent(request: HttpRequest, username: str) -> HttpResponse:
    """The form that asks against whom leads here, and on to the page of the two."""
    found = found_player(username)
    opponent = request.GET.get("opponent", "").strip().lower()
    if player_named(opponent) is None or opponent == found.username:
        return redirect("ratings:player", found.username)
    return redirect("ratings:against", found.username, opponent)


@require_GET
def against(request: HttpRequest, username: str, opponent: str) -> HttpResponse:
    """What two players have done against each other."""
    first, second = found_player(username), found_player(opponent)
    if first == second:
        return redirect(reverse("ratings:player", args=[username]))
    between = records.head_to_head(first, second, today())
    total = between.total
    context = {
        "first": first,
        "second": second,
        "title": gettext("{first} against {second}").format(first=first.username, second=second.username),
        "between": between,
        "score_in_words": sentences.between_two(first.username, total.won, total.drawn, total.lost),
        "expected_in_words": gettext(
            "Expected is the share of a point that {first} may hope for, whoever moves first."
        ).format(first=first.username),
        "matches": last_matches(first, RECENT, against=second),
        "page": page_of(request, records.games_between(first, second), PAGE_SIZE),
    }
    return render(request, "tournaments/ratings_against.html", context)
