"""What lies behind one line of a table: its rounds, its tie-breaks, and what is still possible."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments.formats.base import Format
from tournaments.models import Event
from tournaments.presenting.explanations import RoundLine
from tournaments.presenting.page_sentences import why as sentences
from tournaments.presenting.page_sentences.standings import NO_VALUE
from tournaments.presenting.tables import PartLine, StandingLine, ValueCell
from tournaments.web.links import match_link
from tournaments.wording.decisions import with_minus


@dataclass(frozen=True, slots=True)
class WhyRound:
    """A round of a player: ``address`` is empty where nobody was met, ``total`` while the round is open."""

    number: int
    address: str
    opponents: str
    note: str
    result: str
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The numbers of one player, round by round. On a ladder rounds have no number; only points have totals."""

    entrant: int
    label: str
    rounds: tuple[WhyRound, ...]
    has_numbers: bool
    has_points: bool
    nothing: str
    columns: tuple[SafeString, ...]
    tie_breaks: tuple[SafeString, ...]
    still_possible: str


def explanation(event: Event, line: StandingLine, form: Format) -> Explanation:
    """What lies behind a line of a table in that format."""
    is_ladder = form.slug == "ladder"
    matches = reverse("tournaments:match", args=[event.slug, 0]).removesuffix("0/")
    return Explanation(
        entrant=line.entrant,
        label=gettext("Rounds of {player}").format(player=line.player),
        rounds=tuple(_round(held, matches) for held in line.rounds),
        has_numbers=not is_ladder,
        has_points=form.has_points,
        nothing=gettext("No challenge yet.") if is_ladder else gettext("No round yet."),
        columns=tuple(
            format_html(
                gettext("{title} <b>{value}</b>: {why}"),
                title=str(cell.column.title),
                value=with_minus(cell.text),
                why=cell.why,
            )
            for cell in line.columns
            if cell.why
        ),
        tie_breaks=tuple(_tie_break(event, cell, is_next=is_next) for cell, is_next in _applied(line)),
        still_possible=sentences.still_possible(line.most, line.places),
    )


def _round(held: RoundLine, matches: str) -> WhyRound:
    return WhyRound(
        number=held.number,
        address=f"{matches}{held.fixture}/" if held.fixture else "",
        opponents=", ".join(held.opponents),
        note=held.note,
        result=sentences.result(held.points if held.fixture else ""),
        points=held.points or NO_VALUE,
        total=held.total if held.points else "",
    )


def _applied(line: StandingLine) -> list[tuple[ValueCell, bool]]:
    """The tie-breaks that were applied, and whether each was applied once more to those who were still level."""
    return [
        pair for cell in line.values if cell.text for pair in ((cell, False), *((again, True) for again in cell.again))
    ]


def _tie_break(event: Event, cell: ValueCell, *, is_next: bool) -> SafeString:
    return sentences.tie_break(
        cell.name if is_next else capfirst(cell.name),
        cell.among,
        with_minus(cell.text),
        [_part(event, part) for part in cell.parts],
        is_next=is_next,
    )


def _part(event: Event, part: PartLine) -> SafeString:
    words = sentences.against(with_minus(part.amount), part.opponent if part.fixture else "")
    shown = match_link(event, part.fixture, words) if part.fixture else format_html("{}", words)
    return sentences.with_note(shown, part.note)
