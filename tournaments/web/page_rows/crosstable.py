"""The rows of a crosstable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import capfirst

from games.presenting.titles import round_in_words
from ground.wording import and_list
from tournaments.models import Event
from tournaments.presenting.match_tables import CrossCell, CrossLine
from tournaments.presenting.page_sentences.crosstable import cell, place_of_opponent
from tournaments.presenting.round_tables import RoundCell, RoundsLine


@dataclass(frozen=True, slots=True)
class CrossMatch:
    """A match in its cell: its points in words, and below them the totals, where they say more."""

    address: str
    words: str
    totals: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of a crosstable: by the opponent of each column the matches. The cell on the diagonal has none."""

    rank: int
    player: str
    cells: tuple[tuple[str, tuple[CrossMatch, ...]], ...]
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
    """A line of a table with rounds as columns: by the heading of each column what the round was."""

    rank: int
    player: str
    points: str
    cells: tuple[tuple[str, RoundMatch | None], ...]


def rounds_rows(event: Event, lines: Iterable[RoundsLine], rounds: Iterable[int]) -> list[RoundsRow]:
    """The lines of a table with these rounds as columns."""
    columns = [capfirst(round_in_words({"round": number})) for number in rounds]

    def match(held: RoundCell | None) -> RoundMatch | None:
        if held is None:
            return None
        address = reverse("tournaments:match", args=[event.slug, held.fixture]) if held.fixture else ""
        words, against = held.points or held.note, " ".join(map(place_of_opponent, held.places))
        return RoundMatch(address, words, against, ", ".join(filter(None, (and_list(held.opponents), held.note))))

    return [
        RoundsRow(line.rank, line.player, line.points, tuple(zip(columns, map(match, line.cells), strict=True)))
        for line in lines
    ]


def cross_rows(event: Event, lines: Sequence[CrossLine], *, with_totals: bool) -> list[CrossRow]:
    """The lines of a crosstable; ``with_totals``: leaves or games for and against say more than the points."""

    def match(held: CrossCell) -> CrossMatch:
        address = reverse("tournaments:match", args=[event.slug, held.fixture])
        return CrossMatch(address, cell(held.points, held.state), held.totals if with_totals else "")

    def cells_of(line: CrossLine) -> tuple[tuple[str, tuple[CrossMatch, ...]], ...]:
        return tuple((other.player, tuple(map(match, cells))) for other, cells in zip(lines, line.cells, strict=True))

    return [CrossRow(line.rank, line.player, cells_of(line), line.points) for line in lines]
