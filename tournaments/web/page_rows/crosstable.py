"""The rows of a crosstable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Event
from tournaments.presenting.match_tables import CrossCell, CrossLine
from tournaments.presenting.page_sentences.crosstable import cell


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


def cross_rows(event: Event, lines: Iterable[CrossLine], *, with_totals: bool) -> list[CrossRow]:
    """The lines of a crosstable; ``with_totals``: leaves or games for and against say more than the points."""

    def match(held: CrossCell) -> CrossMatch:
        address = reverse("tournaments:match", args=[event.slug, held.fixture])
        return CrossMatch(address, cell(held.points, held.state), held.totals if with_totals else "")

    return [
        CrossRow(line.rank, line.player, tuple(tuple(map(match, cells)) for cells in line.cells), line.points)
        for line in lines
    ]
