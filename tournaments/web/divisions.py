"""The pages of a division: standings, rounds, matches, crosstable, bracket, "what if", and a player's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.rules import RULES
from tournaments import queries
from tournaments.event_log.kinds.words import round_in_words
from tournaments.models import Division, Fixture, Round
from tournaments.presenting import brackets, exports, page_context, tables
from tournaments.presenting import what_if as supposing
from tournaments.presenting.match_tables import MatchTable, byes_by_round, cross_table, match_tables
from tournaments.running import ladders
from tournaments.standings.columns import COLUMNS
from tournaments.wording import decisions

ROWS_A_PAGE = 100
ROWS_EXPLAINED = 40  # of tables whose page has what is behind the numbers; of larger ones each line is asked for
FIXTURES_A_PAGE = 150
FEW_FIXTURES = 250  # all rounds on one page


# Standings ------------------------------------------------------------------------------------------------------------


@require_GET
def standings(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The stored table, a hundred lines at a time; what is behind those of a large one is on the page of each player.

    Whoever has it already is told so in an answer without a body.
    """
    event = page_context.find_event(request, slug)
    found = page_context.find_division(event, division)

    def context() -> dict[str, Any]:
        rows = range(len(found.snapshot.table["rows"]))
        page = Paginator(rows, ROWS_A_PAGE).get_page(_page_with(request, found))
        start = page.start_index() - 1 if rows else 0
        is_explained = len(rows) <= ROWS_EXPLAINED
        table = tables.standing_table(
            found, start=start, stop=start + ROWS_A_PAGE, ahead=True, explained=is_explained, snapshot=found.snapshot
        )
        return {
            "frame": page_context.frame_of(event, "standings", found),
            "event": event,
            "division": found,
            "table": table,
            "page": page,
            "is_explained": is_explained,
            "columns": (columns := [column for column in COLUMNS.values() if column.on_page]),
            "unusual_columns": [column for column in columns if not column.is_usual],
            "tie_breaks": _explained_codes(found, table.codes),
            "is_ladder": found.stage.format == "ladder",
            **_challenges(request, found),
            "has_trf": exports.has_trf(found),
            "wanted": request.GET.get("player", "").strip().lower(),
        }

    version = f"{page_context.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/standings.html", version, context)


def _explained_codes(division: Division, codes: Sequence[str]) -> list[tuple[str, str, str]]:
    return [one for one in decisions.tie_breaks_in_words(division.stage.stage_ruleset) if one[0] in codes]


def _page_with(request: HttpRequest, division: Division) -> str:
    """The page that was asked for, or the one with the player that was."""
    name = request.GET.get("player", "").strip()
    if not name:
        return request.GET.get("page", "1")
    entrant = division.entrants.filter(player__username__iexact=name).values_list("pk", flat=True).first()
    order = [row["entrant"] for row in division.snapshot.table["rows"]]
    return str(order.index(entrant) // ROWS_A_PAGE + 1) if entrant in order else "1"


def _challenges(request: HttpRequest, division: Division) -> dict[str, Any]:
    """On a ladder that runs: whom the viewer may challenge now, or why that is nobody."""
    viewer = page_context.viewer_of(request)
    now = timezone.now()
    others = ladders.whom_to_challenge(division, viewer, at=now)
    if viewer is None or others is None:
        return {}
    names = [other.player.username for other in others]
    return {"challenges": names, "nobody": "" if names else ladders.why_nobody(division, viewer, at=now)}


# Rounds and matches ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round as it is shown: its matches, who sits it out, and until when it goes."""

    number: int
    title: str
    started_at: datetime | None
    deadline: datetime | None
    matches: list[MatchTable]
    byes: list[tuple[str, str]]

    @property
    def is_open(self) -> bool:
        return any(match.state == "running" for match in self.matches)


@require_GET
def fixtures(request: HttpRequest, slug: str, division: int | None = None, number: int | None = None) -> HttpResponse:
    """Who meets whom: all rounds where they are few fixtures, else one round, the latest unless another is named."""
    event = page_context.find_event(request, slug)
    found = page_context.find_division(event, division)

    def context() -> dict[str, Any]:
        rounds = list(found.rounds.order_by("number"))
        all_fixtures = queries.fixtures_of(found)
        is_whole = number is None and all_fixtures.count() <= FEW_FIXTURES
        shown = rounds if is_whole else [held for held in rounds if held.number == (number or rounds[-1].number)]
        if number is not None and not shown:
            raise Http404(f"{event.name} has no round {number}.")
        wanted = all_fixtures if is_whole else all_fixtures.filter(round__in=shown)
        if found.stage.format == "ladder":
            wanted = wanted.order_by("-number")
        page = Paginator(wanted, FEW_FIXTURES if is_whole else FIXTURES_A_PAGE).get_page(request.GET.get("page"))
        return {
            "frame": page_context.frame_of(event, "fixtures", found),
            "event": event,
            "division": found,
            "rounds": list(_round_pages(found, shown, list(page))),
            "numbers": [] if is_whole else [held.number for held in rounds],
            "page": page,
            "is_ladder": found.stage.format == "ladder",
            "several": found.stage.stage_ruleset.games_per_fixture > 1,
            "runs": list(found.pairing_runs.order_by("pk").defer("given", "made")),
        }

    return page_context.answer(request, "tournaments/fixtures.html", page_context.version_of(event), context)


def _round_pages(division: Division, rounds: Sequence[Round], shown: list[Fixture]) -> Iterator[RoundPage]:
    matches = match_tables(division, shown)
    byes = {
        number: [(player, round_in_words(kind)) for player, kind in sitting_out]
        for number, sitting_out in byes_by_round(division).items()
    }
    last = max((held.number for held in rounds), default=0)
    for held in rounds:
        yield RoundPage(
            number=held.number,
            title=f"Round {held.number}",
            started_at=held.started_at,
            deadline=held.deadline,
            matches=[match for match in matches if match.fixture.round_id == held.pk],
            byes=byes.get(held.number, []),
        )
    late = [number for number in byes if number > last]
    for number in sorted(late if len(rounds) > 1 else []):
        yield RoundPage(number, f"Round {number}", None, None, [], byes[number])


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One fixture game by game, with totals and margin."""
    event = page_context.find_event(request, slug)
    fixture, found = page_context.find_fixture(event, pk)
    plies = [(played.game_id, played.game.ply, played.game.status) for played in fixture.games.all()]

    def context() -> dict[str, Any]:
        (table,) = match_tables(found, [fixture])
        ruleset = found.stage.stage_ruleset
        return {
            "frame": page_context.frame_of(event, "match", found),
            "event": event,
            "division": found,
            "match": table,
            "seats": RULES[event.rules].colours[: len(table.players)],
            "counts_leaves": ruleset.scoring == "leaves",
            "rules_in_words": decisions.rules_in_words(ruleset, found.stage.stage_scheme),
        }

    return page_context.answer(request, "tournaments/match.html", f"{page_context.version_of(event)}-{plies}", context)


@require_GET
def crosstable(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """Everybody against everybody."""
    event = page_context.find_event(request, slug)
    found = page_context.find_division(event, division)
    page_context.check_has_crosstable(found)

    def context() -> dict[str, Any]:
        return {
            "frame": page_context.frame_of(event, "crosstable", found),
            "event": event,
            "division": found,
            "lines": cross_table(found),
            "several": found.stage.stage_ruleset.games_per_fixture > 1,
            "counts_leaves": found.stage.stage_ruleset.scoring == "leaves",
        }

    version = f"{page_context.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/crosstable.html", version, context)


@require_GET
def bracket(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The bracket of a knockout, as far as it is known; of a large one its end, or a section of its beginning."""
    event = page_context.find_event(request, slug)
    found = page_context.find_division(event, division)
    page_context.check_format(found, "knockout")

    def context() -> dict[str, Any]:
        rounds = brackets.bracket_rounds(found)
        sections = brackets.sections(rounds)
        name = request.GET.get("player", "").strip()
        asked = _number_up_to(len(sections), request.GET.get("section"))
        section = (brackets.section_of(rounds, name) if name else asked) if sections else None
        if sections and not name and not request.GET.get("section") and not brackets.is_known(rounds):
            viewer = page_context.viewer_of(request)
            section = (brackets.section_of(rounds, viewer.username) if viewer else None) or 1
        return {
            "frame": page_context.frame_of(event, "bracket", found),
            "event": event,
            "division": found,
            "rounds": brackets.shown_part(rounds, section),
            "sections": list(enumerate(sections, 1)),
            "section": section,
            "wanted": name,
        }

    return page_context.answer(request, "tournaments/bracket.html", page_context.version_of(event), context)


def _number_up_to(most: int, text: str | None) -> int | None:
    """A number from 1 that stands in an address; None if it is none."""
    number = int(text) if text and text.isascii() and text.isdecimal() and len(text) < 6 else 0
    return number if 1 <= number <= most else None


# What if --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupposedFixture:
    """A fixture whose result can be supposed: what is in its field, and what could be."""

    match: MatchTable
    text: str
    choices: tuple[tuple[str, str], ...]
    hint: str

    @property
    def name(self) -> str:
        return f"f{self.match.fixture.pk}"


@require_GET
def what_if(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The table for supposed results. All is in the address, so that it can be shared; nothing is stored."""
    event = page_context.find_event(request, slug)
    found = page_context.find_division(event, division)
    supposed = supposing.read_suppositions(request.GET.items())
    lines: tuple[tables.StandingLine, ...] = ()
    problem = ""
    try:
        if supposed:
            lines = tables.supposed_table(found, supposing.supposed_standings(found, supposed, at=timezone.now()))
    except supposing.CannotSuppose as error:
        problem = error.message
    ranks = {row["entrant"]: row["rank"] for row in found.snapshot.table["rows"]}
    page = Paginator(lines, ROWS_A_PAGE).get_page(request.GET.get("page"))
    name = request.GET.get("player", "").strip()
    offered, more = _offered(found, supposed, name, with_finished=bool(request.GET.get("finished")))
    context = {
        "frame": page_context.frame_of(event, "what_if", found),
        "event": event,
        "division": found,
        "lines": [(line, ranks.get(line.entrant)) for line in page],
        "page": page,
        "query": "&".join(part for part in request.GET.urlencode().split("&") if not part.startswith("page=")),
        "tie_breaks": _explained_codes(found, [value.code for value in lines[0].values] if lines else ()),
        "fixtures": offered,
        "more": more,
        "most": supposing.MOST_FIXTURES,
        "player": name,
        "is_in_it": request.user.is_authenticated and found.entrants.filter(player=request.user).exists(),
        "with_finished": bool(request.GET.get("finished")),
        "problem": problem,
        "count": len(supposed),
    }
    return render(request, "tournaments/what_if.html", context, status=400 if problem else 200)


def _offered(
    division: Division, supposed: supposing.Suppositions, name: str, *, with_finished: bool
) -> tuple[list[SupposedFixture], bool]:
    """Fixtures to suppose results of: those supposed already, then open ones; and whether there are more."""
    wanted = queries.fixtures_of(division)
    others = wanted.exclude(pk__in=list(supposed))
    if name:
        others = others.filter(seats__entrant__player__username__iexact=name)
    if not with_finished:
        others = others.filter(games__game__status="running").distinct()
    room = max(0, supposing.MOST_FIXTURES - len(supposed))
    rest = list(others[: room + 1])
    known = list(wanted.filter(pk__in=list(supposed)[: supposing.MOST_FIXTURES]))
    matches = match_tables(division, [*known, *rest[:room]])
    ruleset = division.stage.stage_ruleset
    return [
        _supposed_fixture(match, supposed.get(match.fixture.pk, ""), counts_leaves=ruleset.scoring == "leaves")
        for match in matches
        if match.state != "void"
    ], len(rest) > room


def _supposed_fixture(match: MatchTable, text: str, *, counts_leaves: bool) -> SupposedFixture:
    if counts_leaves:
        return SupposedFixture(match, text, (), f"leaves of {match.players[0]} and {match.players[1]}, such as 9:5")
    if len(match.players) == 2:
        first, second = match.players
        return SupposedFixture(match, text, (("1", f"{first} wins"), ("=", "drawn"), ("0", f"{second} wins")), "")
    example = "-".join(map(str, range(1, len(match.players) + 1)))
    return SupposedFixture(match, text, (), f"places of {decisions.join(match.players)}, such as {example}")


# Players --------------------------------------------------------------------------------------------------------------


@require_GET
def record(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """How a player has done in an event, round by round, in each of its stages."""
    event = page_context.find_event(request, slug)
    entrants = page_context.find_entries(event, username)

    def context() -> dict[str, Any]:
        return {
            "frame": page_context.frame_of(event, "record"),
            "event": event,
            "player": entrants[0].player,
            "parts": tables.record_of(event, entrants),
            "status": entrants[0].get_status_display(),
        }

    return page_context.answer(request, "tournaments/record.html", page_context.version_of(event), context)
