"""The pages of a division: standings, rounds, matches, crosstable, bracket, "what if", and a player's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.rules import RULES
from tournaments import brackets, exports, frames, ladders, queries, supposing, tables, wording
from tournaments.models import Division, Entrant, Event, Fixture
from tournaments.standings.log import Kind, account
from tournaments.standings.tables import Kind as RoundKind

ROWS_A_PAGE = 100
FIXTURES_A_PAGE = 150
FEW_FIXTURES = 250  # all rounds on one page


# Standings ------------------------------------------------------------------------------------------------------------


@require_GET
def standings(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The stored table, a hundred lines at a time. Whoever has it already is told so in an answer without a body."""
    event = frames.find_event(request, slug)
    found = frames.find_division(event, division)

    def context() -> dict[str, Any]:
        rows = range(len(found.snapshot.table["rows"]))
        page = Paginator(rows, ROWS_A_PAGE).get_page(_page_with(request, found))
        start = page.start_index() - 1 if rows else 0
        table = tables.standing_table(
            found, start=start, stop=start + ROWS_A_PAGE, explained=True, snapshot=found.snapshot
        )
        return {
            "frame": frames.frame_of(event, "standings", found),
            "event": event,
            "division": found,
            "table": table,
            "page": page,
            "tie_breaks": _explained_codes(found, table.codes),
            "is_ladder": found.stage.format == "ladder",
            "is_bracket": found.stage.format == "knockout",
            "challenges": _challenges(request, found),
            "has_trf": exports.has_trf(found),
            "wanted": request.GET.get("player", "").strip().lower(),
        }

    version = f"{frames.standings_version(found)}-{event.state}"
    return frames.answer(request, "tournaments/standings.html", version, context)


def _explained_codes(division: Division, codes: Sequence[str]) -> list[tuple[str, str, str]]:
    return [one for one in wording.tie_breaks_in_words(division.stage.stage_ruleset) if one[0] in codes]


def _page_with(request: HttpRequest, division: Division) -> str:
    """The page that was asked for, or the one with the player that was."""
    name = request.GET.get("player", "").strip()
    if not name:
        return request.GET.get("page", "1")
    entrant = division.entrants.filter(player__username__iexact=name).values_list("pk", flat=True).first()
    order = [row["entrant"] for row in division.snapshot.table["rows"]]
    return str(order.index(entrant) // ROWS_A_PAGE + 1) if entrant in order else "1"


def _challenges(request: HttpRequest, division: Division) -> dict[str, Any] | None:
    """On a ladder: the viewer's place, and whom he may challenge now."""
    viewer = frames.viewer_of(request)
    if division.stage.format != "ladder" or viewer is None or division.event.state != Event.State.RUNNING:
        return None
    own = division.entrants.filter(player=viewer, status=Entrant.Status.ACTIVE).first()
    if own is None:
        return None
    others = ladders.may_challenge(division, own, at=timezone.now())
    return {"entrant": own.pk, "others": [other.player.username for other in others]}


# Rounds and matches ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round as it is shown: its matches, who sits it out, and until when it goes."""

    number: int
    title: str
    started_at: Any
    deadline: Any
    matches: list[tables.MatchTable]
    byes: list[tuple[str, str]]

    @property
    def is_open(self) -> bool:
        return any(match.state == "running" for match in self.matches)


@require_GET
def fixtures(request: HttpRequest, slug: str, division: int | None = None, number: int | None = None) -> HttpResponse:
    """Who meets whom: all rounds where they are few fixtures, else one round, the latest unless another is named."""
    event = frames.find_event(request, slug)
    found = frames.find_division(event, division)

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
            "frame": frames.frame_of(event, "fixtures", found),
            "event": event,
            "division": found,
            "rounds": list(_round_pages(found, shown, list(page))),
            "numbers": [] if is_whole else [held.number for held in rounds],
            "page": page,
            "is_ladder": found.stage.format == "ladder",
            "several": found.stage.stage_ruleset.games_per_fixture > 1,
            "run": found.pairing_runs.order_by("pk").last() if number is None else None,
            "runs": list(found.pairing_runs.order_by("pk")),
        }

    return frames.answer(request, "tournaments/fixtures.html", f"{event.result_seq}-{event.state}", context)


def _round_pages(division: Division, rounds: Sequence[Any], shown: list[Fixture]) -> Iterator[RoundPage]:
    matches = tables.match_tables(division, shown)
    byes = byes_by_round(division)
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


def byes_by_round(division: Division) -> dict[int, list[tuple[str, str]]]:
    """Who sits out which round, and as what, by round; who has left is not told of."""
    kinds = (Kind.ROUND_PAIRED, Kind.BYE_GIVEN, Kind.ENTERED, Kind.REVERSED)
    known = account([line.line for line in division.results.filter(kind__in=kinds).order_by("seq")])
    names = tables.names_in(division) if known.byes else {}
    byes: dict[int, list[tuple[str, str]]] = {}
    for bye in known.byes:
        if bye.kind != RoundKind.WITHDRAWN:
            byes.setdefault(bye.round, []).append((names[bye.entrant], str(bye.kind)))
    return byes


@require_GET
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One fixture game by game, with totals and margin."""
    event = frames.find_event(request, slug)
    fixture, found = find_fixture(event, pk)
    plies = [(played.game_id, played.game.ply, played.game.status) for played in fixture.games.all()]

    def context() -> dict[str, Any]:
        (table,) = tables.match_tables(found, [fixture])
        ruleset = found.stage.stage_ruleset
        return {
            "frame": frames.frame_of(event, "match", found),
            "event": event,
            "division": found,
            "match": table,
            "seats": RULES[event.rules].colours[: len(table.players)],
            "counts_leaves": ruleset.scoring == "leaves",
            "rules_in_words": wording.rules_in_words(ruleset, found.stage.stage_scheme),
        }

    return frames.answer(request, "tournaments/match.html", f"{event.result_seq}-{event.state}-{plies}", context)


def find_fixture(event: Event, pk: int) -> tuple[Fixture, Division]:
    """A fixture of an event, and its division. Raises Http404."""
    division = queries.divisions_of(event).filter(rounds__fixtures__pk=pk).first()
    if division is None:
        raise Http404(f"{event.name} has no fixture {pk}.")
    division.event = event
    return queries.fixtures_of(division).get(pk=pk), division


@require_GET
def crosstable(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """Everybody against everybody."""
    event = frames.find_event(request, slug)
    found = frames.find_division(event, division)
    if not tables.has_cross_table(found):
        raise Http404(f"Not everybody meets everybody in {event.name}, two at a time, so there is no crosstable.")

    def context() -> dict[str, Any]:
        return {
            "frame": frames.frame_of(event, "crosstable", found),
            "event": event,
            "division": found,
            "lines": tables.cross_table(found),
            "several": found.stage.stage_ruleset.games_per_fixture > 1,
            "counts_leaves": found.stage.stage_ruleset.scoring == "leaves",
        }

    version = f"{frames.standings_version(found)}-{event.state}"
    return frames.answer(request, "tournaments/crosstable.html", version, context)


@require_GET
def bracket(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The bracket of a knockout, as far as it is known."""
    event = frames.find_event(request, slug)
    found = frames.find_division(event, division)
    if found.stage.format != "knockout":
        raise Http404(f"{event.name} is no knockout.")

    def context() -> dict[str, Any]:
        return {
            "frame": frames.frame_of(event, "bracket", found),
            "event": event,
            "division": found,
            "rounds": brackets.bracket_rounds(found),
        }

    return frames.answer(request, "tournaments/bracket.html", f"{event.result_seq}-{event.state}", context)


# What if --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupposedFixture:
    """A fixture whose result can be supposed: what is in its field, and what could be."""

    match: tables.MatchTable
    text: str
    choices: tuple[tuple[str, str], ...]
    hint: str

    @property
    def name(self) -> str:
        return f"f{self.match.fixture.pk}"


@require_GET
def what_if(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The table for supposed results. All is in the address, so that it can be shared; nothing is stored."""
    event = frames.find_event(request, slug)
    found = frames.find_division(event, division)
    supposed = read_suppositions(request.GET.items())
    lines: tuple[tables.StandingLine, ...] = ()
    problem = ""
    try:
        if supposed:
            lines = tables.supposed_table(found, supposing.supposed_standings(found, supposed, at=timezone.now()))
    except supposing.CannotSuppose as error:
        problem = error.message
    ranks = {row["entrant"]: row["rank"] for row in found.snapshot.table["rows"]}
    name = request.GET.get("player", "").strip()
    offered, more = _offered(found, supposed, name, with_finished=bool(request.GET.get("finished")))
    context = {
        "frame": frames.frame_of(event, "what_if", found),
        "event": event,
        "division": found,
        "lines": [(line, ranks.get(line.entrant)) for line in lines],
        "tie_breaks": _explained_codes(found, [value.code for value in lines[0].values] if lines else ()),
        "fixtures": offered,
        "more": more,
        "most": supposing.MOST_FIXTURES,
        "player": name,
        "with_finished": bool(request.GET.get("finished")),
        "problem": problem,
        "count": len(supposed),
    }
    return render(request, "tournaments/what_if.html", context, status=400 if problem else 200)


def read_suppositions(pairs: Any) -> dict[int, str]:
    """Suppositions by fixture from fields such as ``f12``; empty ones are left out."""
    supposed = {}
    for name, text in pairs:
        number = name[1:]
        if name[:1] == "f" and number.isascii() and number.isdecimal() and len(number) < 10 and text.strip():
            supposed[int(number)] = text.strip()[:40]
    return supposed


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
    matches = tables.match_tables(division, [*known, *rest[:room]])
    ruleset = division.stage.stage_ruleset
    return [
        _supposed_fixture(match, supposed.get(match.fixture.pk, ""), counts_leaves=ruleset.scoring == "leaves")
        for match in matches
        if match.state != "void"
    ], len(rest) > room


def _supposed_fixture(match: tables.MatchTable, text: str, *, counts_leaves: bool) -> SupposedFixture:
    if counts_leaves:
        return SupposedFixture(match, text, (), f"leaves of {match.players[0]} and {match.players[1]}, such as 9:5")
    if len(match.players) == 2:
        first, second = match.players
        return SupposedFixture(match, text, (("1", f"{first} wins"), ("=", "drawn"), ("0", f"{second} wins")), "")
    example = "-".join(map(str, range(1, len(match.players) + 1)))
    return SupposedFixture(match, text, (), f"places of {wording.join(match.players)}, such as {example}")


# Players --------------------------------------------------------------------------------------------------------------


@require_GET
def record(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """How a player has done in an event, round by round, in each of its stages."""
    event = frames.find_event(request, slug)
    entrants = queries.entries_of(event, username)
    if not entrants:
        raise Http404(f"There is no {username} in {event.name}.")

    def context() -> dict[str, Any]:
        return {
            "frame": frames.frame_of(event, "record"),
            "event": event,
            "player": entrants[0].player,
            "parts": [part for entrant in entrants if (part := record_in(event, entrant))],
            "status": entrants[0].get_status_display(),
        }

    return frames.answer(request, "tournaments/record.html", f"{event.result_seq}-{event.state}", context)


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A player's record in one division."""

    division: Division
    title: str
    line: tables.StandingLine | None
    total: int


def record_in(event: Event, entrant: Entrant) -> RecordPart | None:
    """The record of an entrant in a division, None before there is one; without a line for who has left a ladder."""
    division = entrant.division
    if division is None:
        return None
    division.event = event
    rows = division.snapshot.table["rows"]
    place = next((index for index, row in enumerate(rows) if row["entrant"] == entrant.pk), None)
    line = None
    if place is not None:
        (line,) = tables.standing_table(
            division, start=place, stop=place + 1, explained=True, snapshot=division.snapshot
        ).lines
    return RecordPart(division, tables.division_title(division), line, len(rows))
