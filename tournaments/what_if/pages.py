"""The page on which results are supposed: "what if"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.presenting.titles import round_in_words
from ground.address_values import page_of
from ground.expensive import expensive
from ground.wording import and_list
from tournaments import queries
from tournaments.models import Division
from tournaments.presenting import finding, tables
from tournaments.presenting.match_tables import MatchTable, match_tables
from tournaments.web import page_context
from tournaments.web.page_rows.standings import ROWS_A_PAGE, explained_codes, supposed_rows
from tournaments.what_if.queries import (
    MOST_FIXTURES,
    CannotSuppose,
    Suppositions,
    read_suppositions,
    supposed_standings,
)

FIXTURES_UNFOLDED = 8  # in one list, at most


@dataclass(frozen=True, slots=True)
class SupposedFixture:
    """A fixture whose result can be supposed: what is in its field, and what could be."""

    match: MatchTable
    text: str
    choices: tuple[tuple[str, str], ...]
    hint: str

    @property
    def words(self) -> str:
        """To which round it belongs, and how it stands."""
        return gettext("round {number} · {verdict}").format(
            number=self.match.fixture.round.number, verdict=self.match.verdict
        )

    @property
    def name(self) -> str:
        return f"f{self.match.fixture.pk}"


@dataclass(frozen=True, slots=True)
class SupposedRound:
    """The fixtures of a round whose results can be supposed; ``title`` is blank where one list holds all rounds."""

    title: str
    fixtures: list[SupposedFixture]
    is_unfolded: bool


@require_GET
@expensive
def what_if(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The table for supposed results. All is in the address, so that it can be shared; nothing is stored."""
    event = finding.find_event(request, slug)
    found = finding.find_division(event, division)
    if found.finished_at is not None:
        messages.info(request, gettext("Every match is over, so there is nothing to suppose: this is the final table."))
        return redirect("tournaments:standings", slug=slug, division=found.pk)
    supposed = read_suppositions(request.GET.items())
    lines: tuple[tables.StandingLine, ...] = ()
    problem = ""
    try:
        if supposed:
            lines = tables.supposed_table(found, supposed_standings(found, supposed, at=timezone.now()))
    except CannotSuppose as error:
        problem = error.message
    ranks = {row["entrant"]: row["rank"] for row in found.snapshot.table["rows"]}
    page = page_of(request, lines, ROWS_A_PAGE)
    name = request.GET.get("player", "").strip()
    offered, more = _offered(found, supposed, name, with_finished=bool(request.GET.get("finished")))
    is_in_it = request.user.is_authenticated and found.entrants.filter(player=request.user).exists()
    shared = page_context.context_of(
        event, "what_if", found,
        title=gettext("what if"), heading=gettext("What if …"),
        about=gettext("The table of {event} if games ended as you suppose.").format(event=event.name),
    )  # fmt: skip
    context = shared | {
        "rows": supposed_rows((line, ranks.get(line.entrant)) for line in page),
        "page": page,
        "tie_breaks": explained_codes(found, [value.code for value in lines[0].values] if lines else ()),
        "rounds": _by_round(offered),
        "nothing_open": nothing_open(name),
        "more_games": gettext(
            "There are more games than the {most} that can be supposed at once: choose a player to find others."
        ).format(most=MOST_FIXTURES)
        if more
        else "",
        "player": name,
        "can_choose_own": is_in_it and not lines and not name,
        "with_finished": bool(request.GET.get("finished")),
        "problem": problem,
    }
    return render(request, "what_if/what_if.html", context, status=400 if problem else 200)


def _offered(
    division: Division, supposed: Suppositions, name: str, *, with_finished: bool
) -> tuple[list[SupposedFixture], bool]:
    """Fixtures to suppose results of: those supposed already, then open ones; and whether there are more."""
    wanted = queries.fixtures_of(division)
    others = wanted.exclude(pk__in=list(supposed))
    if name:
        others = others.filter(seats__entrant__player__username__iexact=name)
    if not with_finished:
        others = others.filter(games__game__status="running").distinct()
    room = max(0, MOST_FIXTURES - len(supposed))
    rest = list(others[: room + 1])
    known = list(wanted.filter(pk__in=list(supposed)[:MOST_FIXTURES]))
    matches = match_tables(division, [*known, *rest[:room]])
    ruleset = division.stage.stage_ruleset
    return [
        _supposed_fixture(match, supposed.get(match.fixture.pk, ""), counts_leaves=ruleset.scoring == "leaves")
        for match in matches
        if match.state != "void"
    ], len(rest) > room


def _by_round(fixtures: list[SupposedFixture]) -> list[SupposedRound]:
    """Many fixtures fold by round, but for the first one and those in which something is supposed."""
    if len(fixtures) <= FIXTURES_UNFOLDED:
        return [SupposedRound("", fixtures, is_unfolded=True)] if fixtures else []
    held: dict[int, list[SupposedFixture]] = defaultdict(list)
    for fixture in fixtures:
        held[fixture.match.fixture.round.number].append(fixture)
    first = min(held)
    return [
        SupposedRound(
            capfirst(round_in_words({"round": number})), own, number == first or any(fixture.text for fixture in own)
        )
        for number, own in sorted(held.items())
    ]


def _supposed_fixture(match: MatchTable, text: str, *, counts_leaves: bool) -> SupposedFixture:
    if counts_leaves:
        return SupposedFixture(match, text, (), leaves_hint(*match.players))
    if len(match.players) == 2:
        return SupposedFixture(match, text, results_of_two(*match.players), "")
    return SupposedFixture(match, text, (), places_hint(match.players))


EVENT_PAGES = [
    path(f"<slug:slug>/{division}what-if/", what_if, name="what_if") for division in ("", "divisions/<int:division>/")
]


def nothing_open(player: str) -> str:
    """That no result is left to be supposed, of anybody or of one player."""
    if player:
        return gettext("No game of {player} is open.").format(player=player)
    return gettext("No game is open.")


def leaves_hint(first: str, second: str) -> str:
    """What to write where leaves are counted."""
    return gettext("leaves of {first} and {second}, such as {example}").format(
        first=first, second=second, example="9:5"
    )


def places_hint(players: Sequence[str]) -> str:
    """What to write at a table of three or more."""
    example = "-".join(str(place) for place in range(1, len(players) + 1))
    return gettext("places of {players}, such as {example}").format(players=and_list(players), example=example)


def results_of_two(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """The results of a match of two, each with its words."""
    wins = gettext("{player} wins")
    return (("1", wins.format(player=first)), ("=", gettext("drawn")), ("0", wins.format(player=second)))
