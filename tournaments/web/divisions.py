"""The pages of a division: standings, rounds, matches, crosstable, bracket, and a player's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, Min, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.models import Game
from games.rules import RULES
from ground.address_values import page_of
from ground.lists import Row
from ground.prepared.queries import Asked, Prepared
from tournaments import queries
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import Form
from tournaments.formats.round_names import title_of_tie
from tournaments.models import Division, Event, Fixture, Round
from tournaments.presenting import exports, finding, tables
from tournaments.presenting.form_and_places import course_of, recent_of
from tournaments.presenting.match_tables import byes_by_round, match_tables
from tournaments.presenting.page_sentences import match as match_sentences
from tournaments.presenting.page_sentences import standings as sentences
from tournaments.running import ladders
from tournaments.web import page_context
from tournaments.web.links import Link
from tournaments.web.page_rows.fixtures import RoundRow, game_rows, pairing_rows, round_row, unfolded_rounds
from tournaments.web.page_rows.record import explanation, home_of, record_row
from tournaments.web.page_rows.standings import (
    ROWS_A_PAGE,
    Looks,
    StandingRow,
    chart_of,
    explained_codes,
    shown_columns,
    standing_rows,
)
from tournaments.wording import decisions

ROWS_EXPLAINED = 40  # of tables whose page has what is behind the numbers; of larger ones each line is asked for
FIXTURES_A_PAGE = 150
FEW_FIXTURES = 250  # all rounds on one page


# Standings ------------------------------------------------------------------------------------------------------------


@require_GET
def standings(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The stored table, a hundred lines at a time; what is behind those of a large one is on the page of each player.

    A visitor who has it already gets an answer without a body.
    """
    event = finding.find_event(request, slug)
    found = finding.find_division(event, division)

    def context() -> dict[str, Any]:
        rows = range(len(found.snapshot.table["rows"]))
        number = _page_with_player(request, found)
        page = Paginator(rows, ROWS_A_PAGE).page(number) if number else page_of(request, rows, ROWS_A_PAGE)
        start = page.start_index() - 1 if rows else 0
        is_explained = len(rows) <= ROWS_EXPLAINED
        table = tables.standing_table(
            found, start=start, stop=start + ROWS_A_PAGE, ahead=True, explained=is_explained, snapshot=found.snapshot
        )
        is_ladder, has_points = found.stage.format == "ladder", found.stage.stage_format.has_points
        is_final = (event.finished_at if is_ladder else event.finished_at or found.finished_at) is not None
        challenges, nobody = _challenges(request, found)
        wanted = request.GET.get("player", "").strip().lower()
        looks = _looks(found, table)
        shown = standing_rows(
            table.lines, wanted=wanted, viewer=request.user.get_username(), challenges=challenges, looks=looks
        )
        course = course_of(found, table.snapshot)
        shared = page_context.context_of(
            event, "standings", found,
            title=gettext("ladder") if is_ladder else gettext("standings"),
            heading=sentences.heading(is_ladder=is_ladder, is_final=is_final),
            about=gettext("The table of {event}, with the games that every number came from.").format(event=event.name),
        )  # fmt: skip
        return shared | {
            "table": table,
            "page": page,
            "computed": sentences.computed(table.counted, table.snapshot.computed_at),
            "waiting": sentences.waiting(table.waiting),
            "still_open": _still_open(found),
            "looks": looks,
            "course_title": sentences.course(len(course.rounds)) if course else "",
            "chart": chart_of(course, queries.names_in(found)) if course else None,
            "wanted": wanted,
            "challenges_in_words": sentences.challenges(challenges) if challenges else nobody,
            "rows": shown,
            "place_column": sentences.place_column(is_ladder=is_ladder),
            "has_points": has_points,
            "is_provisional": any(line.is_provisional for line in table.lines),
            "zones_note": _zones_note(found) if table.has_zones else "",
            "ties": table.ties if has_points else (),
            "is_explained": is_explained,
            "columns": (columns := shown_columns(table.lines)),
            "unusual_columns": [column for column in columns if not column.is_usual],
            "explained_rows": list(_explained(event, found, shown, is_explained=is_explained)),
            "tie_breaks": explained_codes(found, table.codes),
            "table_files": _table_files(event, found),
            "picture": _picture_of(found),
        }

    version = "" if request.user.is_authenticated else f"{finding.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/standings.html", version, context, event=event)


def _page_with_player(request: HttpRequest, division: Division) -> int | None:
    """The page with the player who was asked for, the first for nobody in the table; None if nobody was asked for."""
    name = request.GET.get("player", "").strip()
    if not name:
        return None
    entrant = division.entrants.filter(player__username__iexact=name).values_list("pk", flat=True).first()
    order = [row["entrant"] for row in division.snapshot.table["rows"]]
    return order.index(entrant) // ROWS_A_PAGE + 1 if entrant in order else 1


def _challenges(request: HttpRequest, division: Division) -> tuple[list[str], str]:
    """On a ladder that runs: whom the viewer may challenge now, or why that is nobody."""
    viewer = finding.viewer_of(request)
    now = timezone.now()
    others = ladders.whom_to_challenge(division, viewer, at=now)
    if viewer is None or others is None:
        return [], ""
    names = [other.player.username for other in others]
    return names, "" if names else ladders.why_nobody(division, viewer, at=now)


def _looks(division: Division, table: tables.StandingTable) -> Looks:
    counts_leaves = division.stage.stage_ruleset.scoring == "leaves" and division.stage.stage_format.has_points
    recent = recent_of(division, [line.entrant for line in table.lines])
    return Looks(table.decided, recent, counts_leaves=counts_leaves and any(one.leaves for one in recent.values()))


@Prepared
def _open() -> QuerySet[Round, tuple[int, int, datetime | None]]:
    held = Q(fixtures__games__game__status=Game.Status.RUNNING)
    counted = (
        Round.objects.filter(division=Asked("division"))
        .order_by()
        .values("division")
        .annotate(
            open=Count("fixtures", filter=held, distinct=True),
            total=Count("fixtures", distinct=True),
            until=Min("deadline", filter=held),
        )
    )
    return counted.values_list("open", "total", "until")


def _still_open(division: Division) -> str:
    """How many meetings are open, and until when the earliest of them."""
    if division.stage.format == "ladder":
        return ""
    return sentences.still_open(*next(iter(_open.ask(division=division.pk)), (0, 0, None)))


def _zones_note(division: Division) -> str:
    return sentences.zones_note(
        is_group=division.event.form == Form.GROUPS,
        has_higher_tier=division.tier > 1,
        is_final=division.finished_at is not None,
    )


def _explained(
    event: Event, division: Division, rows: Sequence[StandingRow], *, is_explained: bool
) -> Iterator[tuple[StandingRow, Row | None, Link | None]]:
    """Each row with what is behind its numbers, or in a large table with a link to that."""
    for row in rows:
        if is_explained:
            yield row, explanation(event, row.line, division.stage.stage_format), None
        else:
            address = reverse("tournaments:record", args=[event.slug, row.line.player])
            title = gettext("Every round and every number of {player}").format(player=row.line.player)
            yield row, None, Link(title, f"{address}#why-{row.line.entrant}")


def _picture_of(division: Division) -> str:
    """The address of the table as a picture, another one whenever the table has changed."""
    address = f"/events/{division.event.slug}/divisions/{division.pk}/table.png"
    return f"{settings.SITE_URL}{address}?at={division.snapshot.version}"


def _table_files(event: Event, division: Division) -> SafeString:
    args = [event.slug, division.pk]
    return sentences.table_files(
        csv=reverse("tournaments:standings_csv", args=args),
        json=reverse("tournaments-api:division-standings", args=args),
        results=reverse("tournaments:results_csv", args=args),
        trf=reverse("tournaments:trf", args=args) if exports.has_trf(division) else "",
    )


# Rounds and matches ---------------------------------------------------------------------------------------------------


@require_GET
def fixtures(request: HttpRequest, slug: str, division: int | None = None, number: int | None = None) -> HttpResponse:
    """The pairings: all rounds where they are few fixtures, else one round, the latest unless another is named."""
    event = finding.find_event(request, slug)
    found = finding.find_division(event, division)

    def context() -> dict[str, Any]:
        rounds = list(found.rounds.order_by("number"))
        all_fixtures = queries.fixtures_of(found)
        is_whole = number is None and all_fixtures.count() <= FEW_FIXTURES
        shown = rounds if is_whole else [held for held in rounds if held.number == (number or rounds[-1].number)]
        if number is not None and not shown:
            raise Http404(gettext("{event} has no round {number}.").format(event=event.name, number=number))
        wanted = all_fixtures if is_whole else all_fixtures.filter(round__in=shown)
        if found.stage.format == "ladder":
            wanted = wanted.order_by("-number")
        page = page_of(request, wanted, FEW_FIXTURES if is_whole else FIXTURES_A_PAGE)
        nothing = (
            gettext("No challenge yet") if found.stage.format == "ladder" else gettext("No round has been paired yet")
        )
        shared = page_context.context_of(
            event, "fixtures", found,
            title=gettext("pairings"), heading=nothing,
            about=gettext("The pairings of {event}, round by round, and how they stand.").format(event=event.name),
        )  # fmt: skip
        rows = list(_round_rows(found, shown, list(page)))
        return shared | {
            "rounds": rows,
            "unfolded": unfolded_rounds(rows),
            "round_links": _round_links(found, rounds, None if is_whole else shown[0].number),
            "page": page,
            "pairings": pairing_rows(found, found.pairing_runs.order_by("pk").defer("given", "made")),
        }

    version = page_context.version_of(event)
    return page_context.answer(request, "tournaments/fixtures.html", version, context, event=event)


def _byes(division: Division) -> dict[int, list[tuple[str, str]]]:
    """The players who sit out each round, and what that counts as, in words."""
    return {
        number: [(player, round_in_words(kind)) for player, kind in sitting_out]
        for number, sitting_out in byes_by_round(division).items()
    }


def _round_links(division: Division, rounds: Sequence[Round], shown: int | None) -> list[Link]:
    """To the pages of the rounds, of which one is ``shown``, or, where all are on one page (None), to places on it."""
    titles = queries.round_titles(division, [held.number for held in rounds])
    if shown is None:
        few = len(rounds) < 3
        return [] if few else [Link(capfirst(titles[r.number]), f"#round-{r.number}") for r in rounds]
    return [
        Link(
            capfirst(titles[held.number]),
            reverse("tournaments:round", args=[division.event.slug, division.pk, held.number]),
            here=held.number == shown,
        )
        for held in rounds
    ]


def _round_rows(division: Division, rounds: Sequence[Round], shown: list[Fixture]) -> Iterator[RoundRow]:
    event, matches, byes = division.event, match_tables(division, shown), _byes(division)
    last = max((held.number for held in rounds), default=0)
    titles = queries.round_titles(division, {*byes, *(held.number for held in rounds)})
    ladder_heading = gettext("Challenges, the latest first") if division.stage.format == "ladder" else ""
    for held in rounds:
        own = [match for match in matches if match.fixture.round_id == held.pk]
        title = ladder_heading or capfirst(titles[held.number])
        yield round_row(event, held.number, title, held, own, byes.get(held.number, ()))
    late = [number for number in byes if number > last]
    for number in sorted(late if len(rounds) > 1 else []):
        yield round_row(event, number, capfirst(titles[number]), None, (), byes[number])


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One fixture game by game, with totals and margin."""
    event = finding.find_event(request, slug)
    fixture, found = finding.find_fixture(event, pk)
    plies = [(played.game_id, played.game.ply, played.game.status) for played in fixture.games.all()]

    def context() -> dict[str, Any]:
        (table,) = match_tables(found, [fixture])
        ruleset = found.stage.stage_ruleset
        frame, held = page_context.frame_of(event, "match", found), fixture.round
        deadline = held.deadline if table.state == "running" else None
        place = title_of_tie(found.stage.format, queries.size_of_bracket(found), held.number, fixture.number)
        return {
            "frame": frame,
            "page_title": match_sentences.title(table.title, event.name),
            "about": match_sentences.about(table.title, event.name, table.verdict),
            "event": event,
            "division": found,
            "match": table,
            "place_in_event": match_sentences.place_in_event(place, frame.title, deadline),
            "seats": RULES[event.rules].colours[: len(table.players)],
            "columns": 2 * len(table.players),
            "games": game_rows(table, counts_leaves=ruleset.scoring == "leaves"),
            "bound": decisions.bound_in_words(ruleset, found.stage.stage_layout),
            "rules_in_words": decisions.rules_in_words(ruleset, found.stage.stage_layout),
        }

    games = [game for game, _, _ in plies]
    version = f"{page_context.version_of(event)}-{plies}"
    return page_context.answer(request, "tournaments/match.html", version, context, event=event, games=games)


# Players --------------------------------------------------------------------------------------------------------------


@require_GET
def record(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """How a player has done in an event, round by round, in each of its stages."""
    event = finding.find_event(request, slug)
    entrants = finding.find_entries(event, username)

    def context() -> dict[str, Any]:
        name = entrants[0].name
        return {
            "frame": page_context.frame_of(event, "record"),
            "page_title": gettext("{player} in {event}").format(player=name, event=event.name),
            "about": gettext("The results of {player} in {event}, round by round.").format(
                player=name, event=event.name
            ),
            "event": event,
            "heading": gettext("{player} in this event").format(player=name),
            "home": home_of(event, entrants[0]),
            "parts": [record_row(event, part) for part in tables.record_of(event, entrants)],
            "status": entrants[0].get_status_display(),
        }

    return page_context.answer(request, "tournaments/record.html", page_context.version_of(event), context, event=event)
