"""The pages on which everybody stands against everybody: the crosstable, and the rounds of other tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.costly import costly
from games.web.address_values import page_of
from tournaments.models import Division, Event
from tournaments.presenting import finding
from tournaments.presenting.match_tables import cross_table
from tournaments.presenting.page_sentences import crosstable as cross_sentences
from tournaments.presenting.round_tables import has_round_table, round_table
from tournaments.web import page_context
from tournaments.web.page_rows.crosstable import cross_rows, rounds_rows
from tournaments.web.page_rows.standings import ROWS_A_PAGE


@require_GET
@costly
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
            title=gettext("crosstable"), heading=gettext("Crosstable"), about=cross_sentences.about(event.name),
        )  # fmt: skip
        return shared | {
            "how_to_read": cross_sentences.how_to_read(counts_leaves=counts_leaves, several_games=several),
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
            title=gettext("rounds"), heading=gettext("Rounds"), about=cross_sentences.about(event.name),
        )  # fmt: skip
        return shared | {
            "how_to_read": cross_sentences.how_to_read_rounds(),
            "rounds": rounds,
            "rows": rounds_rows(event, lines, rounds),
            "page": page,
        }

    version = f"{finding.standings_version(found)}-{event.state}"
    return page_context.answer(request, "tournaments/rounds_table.html", version, context, event=event)
