"""The rows of the table of a circuit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.presenting.circuits import sentences
from tournaments.presenting.circuits.tables import CircuitTable
from tournaments.standings.circuits import Result
from tournaments.web.links import Link


@dataclass(frozen=True, slots=True)
class Cell:
    """What an event has given to a player, and in words for which place."""

    points: int
    place: str
    counts: bool


@dataclass(frozen=True, slots=True)
class CircuitRow:
    """A player's line; each event with its cell, None for one without a place."""

    rank: int
    player: str
    points: int
    counted: int
    cells: Sequence[tuple[str, Cell | None]]


def event_columns(table: CircuitTable) -> list[Link]:
    """The events that are over, as the heads of the columns."""
    return [Link(event.name, reverse("tournaments:event", args=[event.slug])) for event in table.events]


def circuit_rows(table: CircuitTable) -> list[CircuitRow]:
    """The rows of a table, the first first."""
    names = [event.name for event in table.events]
    return [
        CircuitRow(line.rank, line.player, line.points, len(line.places), list(zip(names, cells, strict=True)))
        for line, cells in ((line, map(_cell, line.results)) for line in table.lines)
    ]


def _cell(result: Result | None) -> Cell | None:
    return Cell(result.points, sentences.place_of_result(result.place), result.counts) if result else None
