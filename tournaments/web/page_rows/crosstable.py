"""The rows of a crosstable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from games.wording import and_list
from tournaments.models import Event
from tournaments.presenting.match_tables import CrossCell, CrossLine
from tournaments.presenting.page_sentences.crosstable import cell, place_of_opponent, round_cell, title_of_round
from tournaments.presenting.round_tables import RoundCell, RoundsLine


@dataclass(frozen=True, slots=True)
class CrossMatch:
    """A match in its cell: its points in words, and below them the totals, where they say more."""

    address: str
    words: str
    totals: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of a crosstable; the cell on the diagonal has no match."""

    rank: int
    player: str
    cells: tuple[tuple[CrossMatch, ...], ...]
    points: str


@dataclass(frozen=True, slots=True)
class RoundMatch:
    """A round in its cell: the points or what else it was, and below them against whom; empty without an address."""

    address: str
    words: str
    against: str
    title: str


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """A line of a table with rounds as columns."""

    rank: int
    player: str
    points: str
    cells: tuple[RoundMatch | None, ...]


def rounds_rows(event: Event, lines: Iterable[RoundsLine]) -> list[RoundsRow]:
    """The lines of a table with rounds as columns."""

    def match(held: RoundCell | None) -> RoundMatch | None:
        if held is None:
            return None
        address = reverse("tournaments:match", args=[event.slug, held.fixture]) if held.fixture else ""
        words, against = round_cell(held.points, held.note), " ".join(map(place_of_opponent, held.places))
        return RoundMatch(address, words, against, title_of_round(and_list(held.opponents), held.note))

    return [RoundsRow(line.rank, line.player, line.points, tuple(map(match, line.cells))) for line in lines]


def cross_rows(event: Event, lines: Iterable[CrossLine], *, with_totals: bool) -> list[CrossRow]:
    """The lines of a crosstable; ``with_totals``: leaves or games for and against say more than the points."""

    def match(held: CrossCell) -> CrossMatch:
        address = reverse("tournaments:match", args=[event.slug, held.fixture])
        return CrossMatch(address, cell(held.points, held.state), held.totals if with_totals else "")

    return [
        CrossRow(line.rank, line.player, tuple(tuple(map(match, cells)) for cells in line.cells), line.points)
        for line in lines
    ]
