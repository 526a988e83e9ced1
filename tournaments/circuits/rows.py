"""The rows of the table of a circuit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.circuits.points import Result
from tournaments.circuits.tables import CircuitTable


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


def circuit_rows(table: CircuitTable) -> list[CircuitRow]:
    """The rows of a table, the first first."""
    names = [event.name for event in table.events]
    return [
        CircuitRow(line.rank, line.player, line.points, len(line.places), list(zip(names, cells, strict=True)))
        for line, cells in ((line, map(_cell, line.results)) for line in table.lines)
    ]


def _cell(result: Result | None) -> Cell | None:
    return Cell(result.points, gettext("place {place}").format(place=result.place), result.counts) if result else None
