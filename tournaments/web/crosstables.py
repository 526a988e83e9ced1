"""The pages that show all matches of a division in one picture: crosstable, table of rounds, bracket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.presenting.titles import round_in_words
from ground.address_values import chosen_value, page_of
from ground.expensive import expensive
from ground.lists import Row
from ground.wording import and_list
from tournaments.models import Division, Event
from tournaments.presenting import brackets, finding
from tournaments.presenting.match_tables import CrossCell, CrossLine, cross_table
from tournaments.presenting.page_sentences.event import page_title
from tournaments.presenting.round_tables import RoundCell, RoundsLine, has_round_table, round_table
from tournaments.web import page_context
from tournaments.web.links import Link
from tournaments.web.page_rows import fixtures as fixture_sentences
from tournaments.web.page_rows.standings import ROWS_A_PAGE


@require_GET
@expensive
def crosstable(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """Everybody against everybody."""
    event = finding.find_event(request, slug)
    found = finding.find_division(event, division)
    if has_round_table(found):
        return _rounds(request, event, found)
    finding.check_has_crosstable(found)

    def context() -> dict[str, Any]:
        ruleset = found.stage.stage_ruleset
        counts_leaves = ruleset.scoring == "leaves" and not ruleset.boards
        several = ruleset.games_per_fixture > 1
        shared = page_context.context_of(
            event, "crosstable", found,
            title=gettext("crosstable"), heading=gettext("Crosstable"), about=about(event.name),
        )  # fmt: skip
        return shared | {
            "how_to_read": how_to_read(counts_leaves=counts_leaves, several_games=several),
            "rows": cross_rows(event, cross_table(found), with_totals=counts_leaves or several),
        }

    version = f"{finding.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/crosstable.html", version, context, event=event)


def _rounds(request: HttpRequest, event: Event, found: Division) -> HttpResponse:
    """The rounds as columns, in place of a crosstable."""

    def context() -> dict[str, Any]:
        page = page_of(request, range(len(found.snapshot.table["rows"])), ROWS_A_PAGE)
        start = page.start_index() - 1 if page else 0
        rounds, lines = round_table(found, start=start, stop=start + ROWS_A_PAGE)
        shared = page_context.context_of(
            event, "crosstable", found,
            title=gettext("rounds"), heading=gettext("Rounds"), about=about(event.name),
        )  # fmt: skip
        return shared | {
            "how_to_read": gettext(
                "Each line has the rounds of that player: the points, and below them the place that each opponent has "
                "now."
            ),
            "rounds": rounds,
            "rows": rounds_rows(event, lines, rounds),
            "page": page,
            "is_provisional": any(line.points.endswith("*") for line in lines),
        }

    version = f"{finding.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/rounds_table.html", version, context, event=event)


@require_GET
@expensive
def bracket(request: HttpRequest, slug: str, division: int | None = None) -> HttpResponse:
    """The bracket of a knockout, as far as it is known; of a large one its end, or a section of its beginning."""
    event = finding.find_event(request, slug)
    found = finding.find_division(event, division)
    finding.check_has_bracket(found)

    def context() -> dict[str, Any]:
        rounds = brackets.bracket_rounds(found)
        sections = brackets.sections(rounds)
        name = request.GET.get("player", "").strip()
        asked = _section_asked_for(request, len(sections))
        section = (brackets.section_of(rounds, name) if name else asked) if sections else None
        if sections and not name and not request.GET.get("section") and not brackets.is_known(rounds):
            viewer = finding.viewer_of(request)
            section = (brackets.section_of(rounds, viewer.username) if viewer else None) or 1
        return {
            "frame": page_context.frame_of(event, "bracket", found),
            "page_title": page_title(event.name, gettext("bracket")),
            "about": gettext("The bracket of {event}: all matches, and the players who go on.").format(
                event=event.name
            ),
            "event": event,
            "division": found,
            "parts": brackets.by_part(brackets.shown_part(rounds, section)),
            "section_links": _section_links(sections, section),
            "sections_in_words": fixture_sentences.sections(len(sections)),
            "wanted": name,
            "not_in_bracket": fixture_sentences.not_in_bracket(name) if name and not section else "",
        }

    return page_context.answer(
        request, "tournaments/bracket.html", page_context.version_of(event), context, event=event
    )


def _section_links(sections: Sequence[str], shown: int | None) -> list[Link]:
    """To the end of a large bracket and to its sections; nothing for one that is shown whole."""
    if not sections:
        return []
    parts = enumerate(sections, 1)
    return [
        Link(gettext("The end"), "?section=end", here=shown is None),
        *(Link(fixture_sentences.section(n, best), f"?section={n}", here=n == shown) for n, best in parts),
    ]


def _section_asked_for(request: HttpRequest, sections: int) -> int | None:
    """The section that the address names; None for the end, or if it names none. Raises BadRequest."""
    value = chosen_value(request, "section", ["end", *map(str, range(1, sections + 1))])
    return int(value) if value.isdecimal() else None


def rounds_rows(event: Event, lines: Iterable[RoundsLine], rounds: Iterable[int]) -> list[Row]:
    """The lines of a table with these rounds as columns."""
    columns = [capfirst(round_in_words({"round": number})) for number in rounds]

    def match(held: RoundCell | None) -> Row | None:
        if held is None:
            return None
        address = reverse("tournaments:match", args=[event.slug, held.fixture]) if held.fixture else ""
        words, against = held.points or held.note, " ".join(map(place_of_opponent, held.places))
        return {
            "address": address,
            "words": words,
            "against": against,
            "title": ", ".join(filter(None, (and_list(held.opponents), held.note))),
        }

    return [
        {
            "rank": line.rank,
            "player": line.player,
            "points": line.points,
            "cells": tuple(zip(columns, map(match, line.cells), strict=True)),
        }
        for line in lines
    ]


def cross_rows(event: Event, lines: Sequence[CrossLine], *, with_totals: bool) -> list[Row]:
    """The lines of a crosstable; ``with_totals``: leaves or games for and against say more than the points."""

    def match(held: CrossCell) -> Row:
        address = reverse("tournaments:match", args=[event.slug, held.fixture])
        return {
            "address": address,
            "words": cell(held.points, held.state),
            "totals": held.totals if with_totals else "",
        }

    def cells_of(line: CrossLine) -> tuple[tuple[str, tuple[Row, ...]], ...]:
        return tuple((other.player, tuple(map(match, cells))) for other, cells in zip(lines, line.cells, strict=True))

    return [
        {"rank": line.rank, "player": line.player, "cells": cells_of(line), "points": line.points} for line in lines
    ]


def about(event: str) -> str:
    return gettext("The crosstable of {event}: the points of each player against each of the others.").format(
        event=event
    )


def how_to_read(*, counts_leaves: bool, several_games: bool) -> str:
    """What stands in a line and in its cells."""
    if counts_leaves:
        cells = gettext(
            "Each line reads from left to right: the points of that player against each of the "
            "others, and below them the "
            "leaves for and against."
        )
    elif several_games:
        cells = gettext(
            "Each line reads from left to right: the points of that player against each of the "
            "others, and below them the "
            "games for and against."
        )
    else:
        cells = gettext("Each line reads from left to right: the points of that player against each of the others.")
    return " ".join([cells, gettext("What is not over yet has no points.")])


def cell(points: str, state: str) -> str:
    """What stands for a match in its cell: its points, or that it has none."""
    return {"void": gettext("void"), "running": gettext("open")}.get(state, points)


def place_of_opponent(place: int) -> str:
    """The place of the opponent of a round: "#7"."""
    return f"#{place}"
